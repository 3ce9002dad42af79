// @ts-check
// Choosing a certificate, watching the checker, and reading what it says.
import { h, button, put } from './dom.js';
import { undecided } from './check.js';
import { site } from './parts.js';
import { MOST_PROVED, cannot, openFile, opened, warm } from './proofs.js';
import { w } from './words.js';

/** The field for a file, which also takes one that is dropped anywhere on the page. `trouble(sentence)` says what is wrong with it. */
function fileField(trouble) {
  const take = async file => {
    if (!file) return;
    trouble('');
    try {
      const proof = await openFile(file);
      location.hash = `#/check/${proof.id}`;
    } catch (error) {
      trouble(error.message);
    }
  };
  const input = h('input', { type: 'file', id: 'certificate', onchange: () => take(input.files[0]) });
  const drop = event => {
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  };
  const over = event => event.preventDefault();
  document.body.addEventListener('dragover', over);
  document.body.addEventListener('drop', drop);
  return {
    element: h('div', { class: 'drop' }, h('label', { for: 'certificate' }, w.choose), input),
    leave: () => {
      document.body.removeEventListener('dragover', over);
      document.body.removeEventListener('drop', drop);
    },
  };
}

function choose(host) {
  warm();
  const trouble = h('p', { class: 'trouble', role: 'alert' }, cannot() ?? '');
  const field = fileField(text => put(trouble, text));
  put(
    host,
    h('h1', {}, w.heading),
    w.lead.map(text => h('p', { class: 'lead' }, text)),
    trouble,
    field.element,
    h('h2', {}, w.shipped),
    h(
      'ul',
      { class: 'plain shipped' },
      site.proofs.map(it =>
        h(
          'li',
          {},
          h('a', { href: `#/check/${it.id}`, 'data-proof': it.id }, it.title),
          ' ',
          h('small', {}, `${it.says} ${w.size(it.bytes)}, ${w.patience(it.seconds)}`),
        ),
      ),
    ),
  );
  return field;
}

/** What came of the check, as a list of names and values. */
function facts({ answer, digest, seconds, memory }, name) {
  const { facts: names } = w;
  const evidence = answer.evidence?.length === 0 ? w.no_evidence : answer.evidence?.join(', ');
  const rows = [
    [names.line, h('code', { class: 'said-line' }, answer.line)],
    [names.place, answer.place && `${answer.place}${answer.detail && `: ${answer.detail}`}`],
    [names.file, `${name}, ${w.count(answer.bytes)} B`],
    [names.sha, h('code', { class: 'sha' }, answer.sha256)],
    [names.module, h('code', { class: 'sha' }, digest)],
    [names.evidence, evidence],
    [names.entries, answer.entries !== null && w.count(answer.entries)],
    [names.work, answer.work !== null && w.count(answer.work)],
    [names.seconds, w.seconds(seconds)],
    [names.memory, w.mebibytes(memory)],
  ];
  return h(
    'dl',
    { class: 'found' },
    rows.filter(([, value]) => value).map(([term, value]) => [h('dt', {}, term), h('dd', {}, value)]),
  );
}

/** What the checker's word means. */
function meaning({ verified, reason }) {
  if (verified) return w.meaning_verified;
  return undecided(reason) ? w.meaning_undecided : w.meaning_rejected;
}

/** What the second checker found, beside the first one's line: a word for tests and styles, and a sentence. */
function compared(line, first) {
  if (line === first) return ['agrees', w.second.agrees];
  if (line.startsWith('s VERIFIED')) return ['differs', w.second.differs(line)];
  if (line.startsWith('s REJECTED unknown-game')) return ['unknown', w.second.unknown];
  return ['refuses', w.second.refuses(line)];
}

/** The checker that is proved in Rocq, which is loaded when it is asked. */
function secondChecker(proof) {
  const said = h('p', { role: 'status' });
  const part = h('section', { class: 'second' }, h('h2', {}, w.second.heading), h('p', {}, w.second.what), said);
  const ask = button(w.second.ask(w.size(site.proved ?? 0)), async () => {
    ask.remove();
    put(said, w.second.works);
    try {
      const { line, digest } = await proof.askProved();
      const [word, sentence] = compared(line, proof.verdict.answer.line);
      put(said, h('span', { class: { agrees: 'verified', refuses: 'rejected', differs: 'rejected' }[word] }, sentence));
      if (digest) part.append(h('p', {}, w.second.script, ' ', h('code', { class: 'sha' }, digest)));
      part.dataset.second = word;
    } catch (error) {
      put(said, w.second.failed(error.message));
      part.dataset.second = 'failed';
    }
  });
  if (site.proved === null) put(said, w.second.absent);
  else if (proof.blob.size > MOST_PROVED) put(said, w.second.too_large(w.size(MOST_PROVED)));
  else part.append(ask);
  return part;
}

/** The check of one certificate. */
async function judge(host, id) {
  const bar = h('progress', { max: 1, value: 0, 'aria-label': w.progress });
  const said = h('p', { role: 'status' }, w.loading(site.proofs.find(it => it.id === id)?.file ?? id));
  const title = h('h1', {}, w.checking);
  const ways = h('p', { class: 'steps' });
  put(host, title, said, bar, ways);
  const proof = await opened(id);
  const to = view => (view === 'play' ? `#/play?proof=${id}` : `#/proof/${id}`);
  put(said, w.reading(proof.name));
  put(ways, h('a', { class: 'button', href: to('proof') }, w.walk_now));

  function show() {
    bar.value = proof.progress;
    const { verdict } = proof;
    if (!verdict) return;
    const { answer, failed } = verdict;
    const verified = answer?.verified === true;
    const word = failed ? w.not_done : verified ? w.verified : w.rejected;
    title.textContent = w.checked;
    put(
      host,
      title,
      h('p', { class: 'verdict', role: 'status' }, h('span', { class: verified ? 'verified' : 'rejected' }, word), ' ', failed ?? (verified ? answer.line.replace('s VERIFIED ', '') : w.reason(answer))),
      !failed && facts(verdict, proof.name),
      !failed && h('p', { class: 'lead' }, meaning(answer)),
      !failed && h('p', { class: 'hint' }, w.compare),
      !failed && secondChecker(proof),
      h(
        'p',
        { class: 'steps' },
        verified && h('a', { class: 'button strong', href: to('proof') }, w.walk),
        verified && h('a', { class: 'button', href: to('play') }, w.play),
        button(w.another, () => {
          location.hash = '#/check';
        }),
      ),
    );
    host.dataset.verdict = failed ? 'failed' : verified ? 'verified' : 'rejected';
  }
  proof.watchers.add(show);
  show();
  return { leave: () => proof.watchers.delete(show) };
}

export async function open(host, route) {
  document.title = w.title;
  return route.id === null ? choose(host) : judge(host, route.id);
}

