// What the explorer's server answers (docs/formats/explorer.md, docs/formats/board.md), and what the page makes of it.

type Shape = 'squares' | 'crossings' | 'hexagons' | 'pits';

interface Piece {
  player: number;
  letter: string;
  name: string;
}

type Content = { stone: number } | { piece: Piece } | { seeds: number } | { text: string };

interface OrderTold {
  number: number;
  player: number;
}

interface Cell {
  x: number;
  y: number;
  level?: number;
  label: string;
  content?: Content;
  count?: number;
  last?: boolean;
  highlight?: boolean;
  order?: OrderTold;
}

interface Held {
  letter: string;
  name: string;
  count: number;
}

interface Hand {
  player: number;
  pieces?: Held[];
  seeds?: number;
}

interface Step {
  code: number;
  to?: number;
  from?: number;
  drop?: number;
  area?: number[];
}

interface BorderTold {
  name: string;
  players: number[];
  cells: number[];
  sides: number[];
}

interface Region {
  caption: string;
  player?: number;
  cells: number[];
}

interface BoardPicture {
  shape: Shape;
  style?: 'plain' | 'wall' | 'chequered' | 'space';
  columns: string[];
  rows: string[];
  levels: string[];
  players: [string, string];
  to_move: number | null;
  cells: Cell[];
  lines?: [number, number][];
  dots?: number[];
  borders?: BorderTold[];
  regions?: Region[];
  hands?: Hand[];
  moves: Step[];
}

interface MoveTold {
  text: string;
  code: number;
  cell: number | null;
  from: number | null;
  by?: number;
}

type Kind = 'entry' | 'settled' | 'line-threats' | 'reply-tree' | 'strategy' | 'exhaustive' | 'solution-tree' | 'connection' | 'table' | 'relevance-zone' | 'none';

interface Support {
  kind: Kind;
  entry: number | null;
  row: number | null;
  text: string;
}

interface Legal extends MoveTold {
  after: Support | null;
  refutation: MoveTold[] | null;
}

interface SceneTold {
  game: string;
  section: number | null;
  claim: string | null;
  prover: number | null;
  moves: string[];
  position: string;
  encoding: string;
  picture: string;
  board: { picture: BoardPicture } | null;
  to_move: number | null;
  outcome: string | null;
  support: Support | null;
  proof_move: MoveTold | null;
  legal: Legal[];
  sequence: MoveTold[];
  numbered: string | null;
}

/** What may be set, and how: one of some words, else a number within a range. */
interface Setting {
  words: string[] | null;
  range: [number, number] | null;
  about: string;
}

interface KeyTold extends Setting {
  key: string;
  value: string;
}

interface OptionTold extends Setting {
  name: string;
  kind: 'words' | 'number';
  default: string;
}

interface GameTold {
  name: string;
  title?: string;
  family: string;
  players: [string, string];
  claims: string[];
  notation: string;
  keys: KeyTold[];
  engines: { name: string; about: string; options: OptionTold[] }[];
  start: SceneTold;
}

interface ProofTold {
  id: number;
  game: string;
  position: string;
  sections: { claim: string; prover: number; rows: number; entries: number }[];
  check: 'running' | 'verified';
  statement: string;
  assumes: string[] | null;
  entries: number | null;
  work: number | null;
  remark: string;
  bytes: number;
  kinds: Record<string, number>;
}

interface RowTold {
  row: number;
  parent: number | null;
  depth: number;
  kind: Kind | 'transposition';
  entry: number | null;
  moves: MoveTold[];
  others: boolean;
  replies: number;
  by: number | null;
  to_move: number | null;
  link: number | null;
  below: number;
  entries: number;
  children: number;
}

// The page's own.

interface Route {
  view: string;
  id: string | null;
  parameters: URLSearchParams;
}

/** Where the cells of a picture are drawn. */
interface Plan {
  width: number;
  height: number;
  places: { x: number; y: number }[];
  ground(): unknown[];
  first: number;
  region(region: Region): unknown[];
  hands(hands: Hand[]): void;
}

/** The first half of a move: the cell that is left, or the piece in hand that is dropped. */
interface Origin {
  from?: number;
  drop?: number;
}

interface Order {
  cell: number;
  player: number;
  number: number | string;
}

/** How much a reply takes to refute: `share` of the hardest, between 0 and 1. */
interface Weight {
  entries: number;
  once: boolean;
  share: number;
  hardest: boolean;
}

interface Reply extends Weight {
  move: Legal;
}

/** Replies to the position shown, or to the proof's move there: then `after` is the scene after it. */
interface Replies {
  list: Reply[];
  after: SceneTold | null;
}

/** What is drawn over a board. */
interface Marks {
  numbers?: Order[];
  weights?: Map<number, Weight> | null;
  legal?: Set<number>;
  origin?: number | null;
  held?: number | null;
  last?: number | null;
  advice?: number | null;
  whole?: boolean;
}

interface Board {
  element: HTMLElement;
  show(scene: SceneTold, marks?: Marks): void;
  focus(): void;
}

interface PanelOptions {
  play(move: Legal): void;
  follow?(moves: MoveTold[]): void;
  sceneAt?(moves: string[]): Promise<SceneTold>;
  locked?(): boolean;
  advice?: boolean;
  hint?(): MoveTold | null;
  last?(): number | null;
}

/** A puzzle's position: what stands on each cell, row by row, the legal moves, and whether it is a goal. */
interface PuzzleScene {
  position: string;
  rows: string[][];
  moves: string[];
  solved: boolean;
}
