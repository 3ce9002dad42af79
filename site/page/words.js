// @ts-check
// What this page says beside what the explorer's page says.

const count = number => number.toLocaleString('en');
const megabytes = bytes => `${count(Math.round(bytes / 1e6))} MB`;

/** What some reasons mean to a reader who has only this page. */
const REASONS = {
  'not-a-certificate': 'The file is no certificate of Quod.',
  version: 'The file has a version of the format that this page does not know.',
  truncated: 'The file ends too early: a download may have broken off.',
  checksum: 'The file is damaged: its bytes do not fit its checksums.',
  'end-mark': 'The file is damaged: its end is not where it should be.',
  'unknown-game': 'It is about a game, or a variant of one, that this page has no rules for.',
  'table-unavailable':
    'It rests on tables of endings, which this page does not have. With the tables on a disk, quod-check FILE --tables DIR checks it.',
  'work-limit':
    'It needs more work or memory than this page gives: quod-check FILE on a computer has more.',
};

export const w = {
  title: 'Check it yourself – Quod',
  heading: 'Check it yourself',
  lead: [
    'A game is solved when somebody knows who wins and can prove it. Quod writes such proofs into files, and this page checks them.',
    'Nothing leaves your computer: the checker runs in this page, and does not believe the file a word.',
  ],
  choose: 'Choose a proof on your computer (.quod), or drop one here',
  shipped: 'Or one of these',
  size: bytes => (bytes < 1e6 ? `${count(Math.ceil(bytes / 1000))} kB` : `${(bytes / 1e6).toFixed(1)} MB`),
  patience: seconds => `about ${seconds} s`,
  views: { check: 'Check', proof: 'Walk', play: 'Play' },
  stories: 'Solved games',
  checking: 'The checker is at work',
  checked: 'Checked',
  progress: 'How far the checker is',
  reading: name => `The checker reads ${name}. It plays every move by the rules, and looks at every reply.`,
  loading: name => `Loading ${name} …`,
  verified: 'VERIFIED',
  rejected: 'REJECTED',
  not_done: 'NOT CHECKED',
  walk: 'Walk through the proof',
  walk_now: 'Look at it while it is checked',
  play: 'Play against it',
  play_here: size => `Play against the proof (${size} to load)`,
  another: 'Check another file',
  facts: {
    line: 'The checker says',
    file: 'File',
    sha: 'SHA-256 of the file',
    module: 'SHA-256 of the checker’s module',
    evidence: 'Evidence used',
    entries: 'Positions in the proof',
    work: 'Moves played by the checker',
    seconds: 'Time',
    memory: 'Memory of the checker',
    place: 'Place',
  },
  no_evidence: 'none: the positions alone',
  seconds: number => `${number.toFixed(number < 10 ? 2 : 0)} s`,
  mebibytes: bytes => `${count(Math.ceil(bytes / 2 ** 20))} MiB`,
  count,
  meaning_verified: 'What the line says is true, if the rules of the game and the checker are right: nothing else had to be believed.',
  meaning_rejected: 'This file proves nothing. That does not mean that its claim is false.',
  meaning_undecided: 'It stays open whether its claim is true.',
  compare:
    'The same digests come from sha256sum FILE, and the module’s from sha256sum check.wasm in the folder of this page; the program quod-check prints the same line.',
  reason: answer => REASONS[answer.reason] ?? `In ${answer.place}: ${answer.detail || answer.reason}.`,
  second: {
    heading: 'A second checker',
    what: 'Another checker was written in Rocq, with a proof that what it accepts is true. It knows fewer games and is slow here.',
    ask: size => `Ask it as well (${size} to load)`,
    works: 'It is at work. A proof of some hundred kilobytes takes a minute or more.',
    agrees: 'The checker proved in Rocq agrees.',
    differs: line => `The checker proved in Rocq says something else: ${line}`,
    unknown: 'The checker proved in Rocq does not know this game.',
    refuses: line => `The checker proved in Rocq refuses the file: ${line}`,
    failed: message => `It could not finish (${message}). That says nothing about the proof.`,
    script: 'SHA-256 of its script:',
    too_large: most => `Here it takes files of at most ${most}. The program quod-check-proved takes any size.`,
    absent: 'This page was made on a machine without js_of_ocaml, so it is not here. The guide of Quod says how to build it as a program.',
  },
  footer: version => `Quod ${version}. This page asks nobody for anything but the proofs beside it.`,

  no_wasm:
    'This browser has no WebAssembly, or has it switched off, so the checker cannot run here. Every browser since 2018 has it; quod-check FILE does the same without a browser.',
  old_browser: 'This browser is too old for this page: it needs one of 2023 or later. quod-check FILE does the same without a browser.',
  not_a_certificate: bytes =>
    `This is no certificate of Quod: a certificate begins with the letters QUOD, and this file of ${count(bytes)} bytes does not. Nothing more of it was read.`,
  too_large: (bytes, most) =>
    `This file has ${megabytes(bytes)}, and this page takes at most ${megabytes(most)}. quod-check FILE on a computer takes any size.`,
  checker_failed: message =>
    `The checker could not finish (${message}): this browser may have too little memory for this file. That says nothing about the proof; quod-check FILE on a computer has more.`,
  walk_failed: 'The walk through this proof failed, which is a defect of this page. What the checker says of the proof stands.',
  choose_again: 'This address is of a position in a file that is not open here. Choose the file again, and come back by the address.',
  from_disk: file =>
    `A page that was opened from a disk may not read other files by itself. Choose ${file} with the button: it lies beside this page.`,
  one_file:
    'This page cannot load its modules from a disk. Open quod-check.html beside it, which has them inside.',
  no_answer: file => `${file} could not be loaded.`,
};
