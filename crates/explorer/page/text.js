// @ts-check
// Every word of the page, in English. What the server says (errors, the sentences of a step, a game's summary) is not here.

const many = (number, one, more = `${one}s`) => `${number.toLocaleString('en')} ${number === 1 ? one : more}`;
const cap = text => text.charAt(0).toUpperCase() + text.slice(1);
const person = name => (name.endsWith('-player') ? `the ${name.replace('-', ' ')}` : cap(name));
const outcome = name => (name === 'draw' ? 'The game is a draw' : `${cap(person(name.replace(/-wins$/, '')))} has won`);

/** What stands on a cell, in words. */
function contents(content, players) {
  if (!content) return 'empty';
  if ('stone' in content) return person(players[content.stone]);
  if ('piece' in content) return `${person(players[content.piece.player])} ${content.piece.name}`;
  return 'seeds' in content ? many(content.seeds, 'seed') : content.text;
}

export const t = {
  title: view => `${view} – Quod`,
  skip: 'Skip to the content',
  nav: 'Views',
  close: 'Close',
  footer: version => `Quod ${version}. The answer is the certificate. Press ? for the keys.`,
  views: { home: 'Start', proof: 'Proof', search: 'Search', play: 'Play', puzzle: 'Puzzle', trees: 'Trees', db: 'Graph' },
  theme: { auto: 'Auto', light: 'Light', dark: 'Dark' },

  home: {
    title: 'Proofs of games',
    lead: 'Walk a proof move by move, watch a search at work, play against either, or step through small trees.',
    proofs: 'Proofs',
    solved: 'Solved games',
    searches: 'Searches',
    learn: 'Learn',
    games: 'Games',
    puzzles: 'Puzzles',
    open: 'Open a certificate (.quod), or drop one here',
    forget: 'Close this one',
    solve: 'Solve a position',
    trees: 'How proof numbers steer a search',
    db: 'Dependency-based search, stage by stage',
    play: 'Play',
    solve_short: 'Solve',
    play_game: name => `Play ${name}`,
    solve_game: name => `Solve ${name}`,
  },

  puzzle: {
    board: position => `Board: ${position}`,
    position: 'Position',
    moves: 'Legal moves',
    back: 'Take back',
    solve: 'Find a plan',
    save: 'Save the plan',
    bound: 'Plan',
    said: (moves, solved) => `${many(moves, 'move')} played${solved ? '. This is the goal.' : '.'}`,
    step: (at, moves) => (at === 0 ? 'The position.' : `Move ${at} of ${moves.length}: ${moves[at - 1]}.`),
    answer: it => {
      if (!it.verified) return 'Not known';
      if (Array.isArray(it.value)) return `It can become: ${it.value.join(' ') || 'no single letter'}`;
      return `${many(it.pv.length, 'move')}${it.shortest ? ', and no plan is shorter' : '; a shorter plan may exist'}`;
    },
  },

  kinds: {
    entry: 'entry',
    transposition: 'transposition',
    settled: 'settled',
    'line-threats': 'line threats',
    'reply-tree': 'reply tree',
    strategy: 'strategy',
    exhaustive: 'exhaustive search',
    'solution-tree': 'solution tree',
    connection: 'connection',
    table: 'table',
    'relevance-zone': 'relevance zone',
    none: 'not in the proof',
  },

  /** What the kinds of support mean: a sentence for who does not know the word. */
  meanings: {
    entry: 'The proof has an answer to this move and goes on from there, move by move.',
    transposition: 'The same position stands elsewhere in the proof, reached by other moves.',
    settled: 'Nothing is left to show: the game is over, or can no longer end otherwise.',
    'line-threats':
      'One forced win is enough: every move of it threatens to complete a line at once, and each reply to that is forced.',
    'reply-tree': 'A short list of answers is enough: it has the next move for every reply.',
    strategy:
      'A simple rule is enough: it has an answer to every move until the end, such as the second cell of a pair for the first.',
    exhaustive: 'The game is nearly over: the checker plays out every line that is left.',
    'solution-tree': 'The proof has an answer to every move from here on: they are written one after the other, without the positions.',
    connection:
      'The borders are as good as joined: the board holds patterns in which every move has an answer, and together they make a chain.',
    table: 'The value of the position stands in a table of endings that was worked out before.',
    'relevance-zone':
      'This reply changes nothing that matters: the proof goes on as after another reply, named in the certificate.',
    none: 'The proof does not need this move and says nothing about it.',
  },

  claim: {
    running: 'Claimed, and not yet checked: ',
    draw: 'Neither side can force a win: with best play it is a draw.',
    /** What a claim says: `NAME-wins`, `NAME-does-not-lose`, scores, captures and mates. */
    said(claim, players, prover, start) {
      const [, name, what, number] =
        /^(?:(.+)-)?(wins|does-not-lose|(?:score|captures)(?:>=|<=|<)|mate[ds]?(?:<=|>))(-?\d+)?$/.exec(claim) ?? [];
      // Without a name it is the side to move of which the claim speaks.
      const about = name ?? players[/>=|wins|lose|mate[ds]?<=/.test(what ?? '') ? prover : 1 - prover];
      const whose = cap(person(about)),
        other = person(players[1 - prover]);
      const says = {
        wins: `${whose} wins`,
        'does-not-lose': `${whose} never loses`,
        'score>=': `${whose} scores ${number} or more`,
        'score<=': `${whose} scores no more than ${number}`,
        'captures>=': `${whose} captures ${number} or more`,
        'captures<': `${whose} captures fewer than ${number}`,
        'mate<=': `${whose} mates within ${many(Number(number), 'move', 'moves')}`,
        'mate>': `${whose} has no mate within ${many(Number(number), 'move', 'moves')}`,
      }[(what ?? '').replace(/mate[ds]/, 'mate')];
      return `${says ?? claim}${start ? '' : ' from the given position'}, whatever ${other} does.`;
    },
  },

  replies: {
    label: 'Replies',
    first: (side, move) => `${cap(person(side))} plays ${move}.`,
    count: (side, all, once) =>
      once === all
        ? `${cap(person(side))} has ${many(all, 'reply', 'replies')}, and each is refuted at once.`
        : `${cap(person(side))} has ${many(all, 'reply', 'replies')};${once === 0 ? ' none is' : ` ${once.toLocaleString('en')} of them ${once === 1 ? 'is' : 'are'}`} refuted at once.`,
    hardest: 'The hardest:',
    size: entries => `(${many(entries, 'position')} to answer).`,
    take: move => `Play to ${move}, the hardest reply`,
    choose: 'choose …',
    other: 'Or another:',
    option: (move, entries) => (entries ? `${move}: ${many(entries, 'position')}` : `${move}: at once`),
    key_once: 'refuted at once',
    key_hard: 'the larger, the more it takes',
    weight: it => (it.once ? 'refuted at once' : `${many(it.entries, 'position')} to answer`),
  },

  board: {
    label: game => `Board of ${game}. Arrow keys move, Enter plays.`,
    /** A cell as it is said: its name, what stands there, marks. */
    say: (cell, { order, advice, last, legal, weight, players }) =>
      [
        cell.label,
        contents(cell.content, players),
        cell.count !== undefined && `count ${cell.count}`,
        order && `numbered ${order.number}`,
        advice && 'the proof plays here',
        last && 'last move',
        cell.highlight && 'marked',
        weight && t.replies.weight(weight),
        weight?.hardest && 'the hardest reply',
        legal && 'legal move',
      ]
        .filter(Boolean)
        .join(', '),
    hand: (player, { seeds }) => `${cap(person(player))}${seeds === undefined ? ':' : ` has captured ${seeds}.`} `,
    held: it => `${it.name}, ${it.count} in hand`,
    /** A line for each owner of borders. */
    borders: ({ borders = [], players }) => {
      const owners = [...new Set(borders.map(it => it.players.join()))];
      return owners.map(owner => {
        const own = borders.filter(it => it.players.join() === owner);
        const names = own[0].players.map(it => cap(person(players[it]))).join(' and ');
        return `${names}: ${own.map(it => it.name).join(', ')}`;
      });
    },
    layers: 'Levels',
    as_cube: 'Cube',
    view: 'How to draw the levels',
    level: name => `Level ${name}`,
    cube_label: 'Cube. Arrow keys turn it; the levels can be played by keyboard.',
  },

  position: {
    label: 'Position',
    which: 'Which move?',
    pass: text => (text === 'pass' ? 'Pass' : text === 'swap' ? 'Swap' : `Pass (${text})`),
    man_first: 'Choose one of your men first, then where he goes.',
    over: outcome,
    to_move: name => `${cap(person(name))} to move`,
    proof_plays: (name, move) => `${cap(person(name))} to move. The proof plays ${move}.`,
  },

  sequence: {
    title: 'Sequence',
    slider: 'Moves of the sequence shown',
    back: 'One move of the sequence back',
    forward: 'One move of the sequence on',
    play: 'Play the sequence out',
    pause: 'Pause the sequence',
    at: (at, length, moves) => `${at} of ${length}${moves.length ? `: ${moves.slice(-8).join(' ')}` : ''}`,
  },

  line: { label: 'Line so far', start: 'Start', after: (number, move) => `Back to move ${number}, ${move}` },

  moves: {
    title: 'Moves',
    count: number => `List of ${many(number, 'legal move')}`,
    followed: (entry, entries) => `answered${entries ? `: ${many(entries, 'position')}` : ''} (entry ${entry})`,
    proof: 'the proof’s move',
    refutation: 'Play out:',
    play: (move, proof) => (proof ? `Play ${move}, the proof’s move` : `Play ${move}`),
    play_out: 'Play this out on the board',
    refutation_of: (move, line) => `Play out after ${move}: ${line.join(' ')}`,
  },

  proof: {
    checks: { running: 'BEING CHECKED', verified: 'VERIFIED', rejected: 'REJECTED' },
    running: 'The checker is still at work on this proof. Until it has finished, nothing is verified.',
    now_verified: 'The checker has ended: this proof is verified.',
    is_rejected: 'It proves nothing, and what you saw of it may be wrong.',
    is_undecided: 'It stays open whether its claim is true.',
    entries: 'Entries',
    work: 'Work of the checker',
    size: 'Size',
    remark: 'Remark',
    assumes: 'Rests on tables',
    nothing: 'nothing',
    kinds: 'Rows of the tree',
    section: 'Shown here:',
    no_section: 'The proof has no such section.',
    steps: 'Steps',
    start: 'Start',
    back: 'Back',
    forward: 'Next move',
    win: 'Show me the win',
    no_line: 'The proof shows no further move here.',
    download: 'Download the certificate',
    play: 'Play against this proof',
  },

  tree: {
    label: 'Tree of the proof',
    title: 'Tree',
    words: 'What the words mean',
    root: 'root',
    fold: 'Fold',
    unfold: 'Unfold all',
    rows: (all, shown) => (shown === all ? many(all, 'row') : `${shown.toLocaleString('en')} of ${many(all, 'row')}`),
    below: number => number.toLocaleString('en'),
    link: row => `→ row ${row.toLocaleString('en')}`,
    others: (number, first) => `${many(number, 'other reply', 'other replies')}${first ? ` (${first} …)` : ''}`,
  },

  find: {
    label: 'Find a position',
    hint: 'moves, blanks between them',
    button: 'Find',
    go: 'Go there',
    show: 'Show the position',
    entry: (entry, row) => `Entry ${entry}, in row ${row.toLocaleString('en')}.`,
    none: 'The proof has no entry for this position.',
  },

  copy: {
    label: 'Copy or save',
    position: 'Copy position',
    line: 'Copy line',
    svg: 'Save SVG',
    png: 'Save PNG',
    image: 'Copy picture',
    done: what => `${what}: done.`,
    failed: 'The browser does not let this page use the clipboard.',
  },

  setup: { game: 'Game', position: 'Position', click: 'Play moves on the board to set the position up.' },

  search: {
    title: 'Solve a position',
    question: 'Question',
    question_help: 'value, or a claim',
    engine: 'Engine',
    memory: 'Memory (MiB)',
    nodes: 'Nodes at most',
    seconds: 'Seconds at most',
    no_bound: 'empty: no bound',
    threads: 'Threads',
    begin_paused: 'Begin paused',
    every_move: 'Values of all moves',
    start: 'Start the search',
    states: { running: 'running', paused: 'paused', done: 'done' },
    asked: search => `${search.position} · ${search.question} · ${search.engine}`,
  },

  watch: {
    controls: 'The search',
    pause: 'Pause',
    resume: 'Resume',
    stop: 'Stop',
    every_move: 'Values of the moves',
    unknown_move: 'not known',
    forget: 'Stop and forget',
    numbers: 'Proof and disproof number of the root',
    proof: 'proof',
    disproof: 'disproof',
    speed: 'Nodes a second',
    nodes: 'Nodes',
    memory: 'Memory',
    bytes: 'bytes',
    depths: 'Nodes by depth',
    expansions: 'Expansions',
    stored: 'Nodes kept',
    time: 'Time',
    state: 'State',
    root: 'Root, proof / disproof',
    seconds: number => `${number < 10 ? number.toFixed(1) : Math.round(number)} s`,
    at_depth: (depth, number) => `depth ${depth}: ${number.toLocaleString('en')}`,
    line: 'Line examined:',
    /** @param {string} name `certificate`, `check`, `done`, or the claim that is searched */
    phase: name => {
      const known = { certificate: 'Writing the certificate', check: 'Checking the certificate', done: 'Done', '': '' };
      if (/^move .* \(\d+ of \d+\)$/.test(name ?? '')) return `Solving ${name}`;
      return known[name ?? ''] ?? `Trying to prove: ${name.replaceAll('-', ' ')}`;
    },
    top: 'Top of the tree',
    move: 'Move',
    type: 'Kind',
    types: { or: 'OR', and: 'AND' },
    leaf: 'leaf',
    root_node: 'root',
    more: number => `… ${number} more`,
    answer: it =>
      it.answer === 'unknown'
        ? 'Not known'
        : [
            it.claim ? `${it.claim}: ${it.answer}` : it.answer,
            it.value !== null && it.value !== undefined && `value ${[it.value].flat().join(' ')}`,
            it.score !== null && it.score !== undefined && `score ${it.score}`,
            it.best_move && `best move ${it.best_move}`,
          ]
            .filter(Boolean)
            .join(', '),
    reason: word => `Because: ${word}.`,
    pv: 'Line:',
    save: size => `Save the certificate (${size})`,
    check: 'Check it',
    walk: 'Walk the proof',
    is_verified: it =>
      `${it.game} ${it.claim} ${it.position}, ${many(it.entries, 'entry', 'entries')}, ${it.seconds.toFixed(3)} s`,
    is_rejected: it => `${it.reason} at ${it.at}`,
    gone: 'The search was deleted.',
  },

  play: {
    title: 'Play',
    against_proof: 'Against a proof',
    against_search: 'Against a search',
    side: 'You play',
    first: 'the first player',
    second: 'the second player',
    both: 'both sides',
    start: 'Begin',
    controls: 'The game',
    back: 'Take back',
    hint_button: 'Hint',
    win_button: 'Show me the win',
    again: 'Again',
    other: 'Another game',
    thinking: 'Thinking …',
    over: name => `${outcome(name)}.`,
    played: (move, source) =>
      `I play ${move} ${
        {
          proof: 'as the proof says',
          search: 'and know it for good',
          book: 'by the book',
          only: 'the only move',
          estimate: 'after some thought',
          guess: 'as a guess',
        }[source] ?? ''
      }.`,
    hint: (move, source) =>
      `Try ${move} ${
        {
          proof: '(the proof’s move)',
          search: '(known for good)',
          book: '(by the book)',
          only: '(the only move)',
          estimate: '(it looks best)',
          guess: '(a guess)',
        }[source] ?? ''
      }.`,
    win: moves => `It goes ${moves.slice(0, 12).join(' ')}${moves.length > 12 ? ' …' : ''}`,
    no_win: 'Nothing is known for good here.',
    cannot: 'This game could not be begun.',
    proof_of: said => `Against a proof: ${said}`,
    to_proof: 'Look at the proof',
    search_of: nodes => `Against a search of ${nodes.toLocaleString('en')} nodes a move.`,
  },

  stepper: {
    label: 'Steps',
    slider: 'Step',
    first: 'First step',
    back: 'Back',
    next: 'Next',
    last: 'Last step',
    play: 'Go by itself',
    pause: 'Pause',
  },

  trees: {
    lead: 'Squares are OR nodes, circles AND nodes. Proof-number search and df-pn show the proof number above the disproof number; the other searches show the nodes that they expand and evaluate, one after the other, also in random play and in small searches below a node. λ-search is not here: it lets a player pass, and a tree of text has no passes.',
    tree: 'Tree',
    engine: 'Method',
    graph: 'Transpositions',
    develop: 'Order',
    picture: 'Drawing of the tree',
    engines: {
      pn: 'Proof-number search',
      dfpn: 'df-pn, with thresholds',
      pds: 'PDS',
      'pn-star': 'PN*',
      'pds-pn': 'PDS-PN, two levels',
      pn2: 'Pn², two levels',
      'mc-pn': 'Monte-Carlo proof-number search',
      'job-pn': 'Job-level proof-number search',
      'mst-star': 'MST*, least solution tree',
      ews: 'Expected work search',
      alphabeta: 'Alpha-beta',
      minimax: 'Minimax',
      'textbook-alphabeta': 'MINIMAX-A-B',
      pvs: 'Principal variation search',
      'mtd-f': 'MTD(f)',
      'sss-star': 'SSS*',
      conspiracy: 'Conspiracy numbers',
      'b-star': 'B*',
    },
    graphs: { tree: 'as a tree', full: 'as a graph' },
    develops: { 'most-proving': 'select, develop, update', all: 'develop all first' },
    phases: {
      start: 'Start',
      select: 'Select',
      develop: 'Develop',
      update: 'Update',
      frontier: 'Frontier',
      visit: 'Visit',
      expand: 'Expand',
      evaluate: 'Evaluate',
      value: 'Value',
      cut: 'Cut',
      end: 'End',
    },
    true_: 'true',
    false_: 'false',
    repetition: 'repetition',
    limits: (proof, disproof) => `< ${proof} / ${disproof}`,
    window: (alpha, beta) => `(${alpha}, ${beta})`,
    node: (name, type, above, below) =>
      `${name}, ${type ? type.toUpperCase() : 'leaf'}${above !== '' ? `: ${above}${below !== '' ? ` / ${below}` : ''}` : ''}`,
    as_table: 'The numbers as a table',
    columns: ['Node', 'Kind', 'Proof', 'Disproof', 'Limits', 'Value'],
    answers: { proved: 'Proved.', disproved: 'Disproved.' },
    open_: 'Neither proved nor disproved.',
    own: 'Your own tree',
    text_label: 'Text of the tree',
    run: 'Use this tree',
    syntax:
      '(A (B 1 0) (C x ?)): a node with its children; 1 is true, 0 false, ? not known; K=1 is a leaf with a name. A bare name is the node defined elsewhere. ; begins a comment.',
  },

  db: {
    lead: 'Two equal letters side by side become one: the next in the alphabet or the one before, from e on to a. Which single letters can be reached? A dependency stage applies what its own node made possible; a combination stage brings together nodes that do not conflict.',
    puzzle: 'Problem',
    puzzles: { 'double-letter': 'Double-letter puzzle', 'production-system': 'Production system' },
    axiom: 'Axiom',
    axiom_help: 'letters a to e',
    run: 'Search',
    picture: 'Drawing of the graph',
    as_list: 'The nodes as a list',
    legend:
      'Square boxes come from dependency stages, round ones and dashed lines from combination stages; a double frame is a solution.',
    begin: axiom => `Start: the root is ${axiom}.`,
    stage: it => `Level ${it.level}, ${it.stage} stage: ${many(it.nodes.length, 'new node')}.`,
    stage_label: (at, nodes) => `Graph after ${many(at, 'stage')}: ${many(nodes, 'node')}`,
    node: it =>
      `${it.state}${it.operator ? ` by ${it.operator}` : ''}, ${it.type}, level ${it.level}${it.goal ? ', a solution' : ''}`,
    end: (solutions, complete) =>
      `${complete ? 'Complete' : 'Stopped at the bound of nodes'}: ${solutions.length ? `solutions ${solutions.join(' ')}` : 'no solution'}.`,
  },

  keys: {
    title: 'Keys',
    inside: 'Inside',
    off: 'Switch single keys off',
    theme: 'Light, dark or as the system',
    forward: 'Next move (the proof’s, or the first reply)',
    back: 'Back one move',
    start: 'Start of the line',
    win: 'Show me the win',
    sequence: 'Play the sequence out, or pause',
    board: 'To the board',
    moves: 'To the moves',
    tree: 'To the tree',
    find: 'Find a position',
    copy: 'Copy the position',
    pause: 'Pause or resume',
    stop: 'Stop',
    check: 'Check the certificate',
    walk: 'Walk the proof',
    editor: 'To the text of the tree',
    places: [
      ['board', 'Arrows move, Enter plays; the cube turns with the arrows'],
      ['moves', 'Up and Down move, Enter plays, Tab reaches the sequence'],
      [
        'tree',
        'Up, Down, Page Up, Page Down, Home, End; Left and Right fold and unfold; Enter goes there; l follows a link',
      ],
    ],
  },
};
