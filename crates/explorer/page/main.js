// The plain page: a position, its moves and the tree, as text.
const at = (id) => document.getElementById(id);
let here = { proof: null, game: null, moves: [] };

async function ask(method, path, body, type = "application/json") {
  const options = { method, headers: body === undefined ? {} : { "Content-Type": type }, body };
  const answer = await fetch(path, options);
  if (answer.status === 204) return null;
  const value = await answer.json();
  if (!answer.ok) throw new Error(value.error.message);
  return value;
}

function item(list, text, action) {
  const row = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  button.addEventListener("click", () => run(action));
  row.append(button);
  list.append(row);
}

async function run(action) {
  try {
    await action();
  } catch (error) {
    at("status").textContent = error.message;
  }
}

async function go(moves) {
  const { proof, game } = here;
  const scene = proof === null
    ? await ask("POST", "/api/scene", JSON.stringify({ game, moves }))
    : await ask("GET", `/api/proofs/${proof}/scene?moves=${encodeURIComponent(moves.join(","))}`);
  here.moves = moves;
  draw(scene);
}

function draw(scene) {
  at("status").textContent = [scene.game, scene.claim, scene.support?.text, scene.outcome].filter(Boolean).join(" · ");
  at("picture").textContent = scene.numbered ?? scene.picture;
  const list = at("moves");
  list.replaceChildren();
  for (const move of scene.legal) {
    const played = scene.proof_move?.text === move.text ? "the proof plays this" : "";
    item(list, [move.text, played, move.after?.text].filter(Boolean).join(": "), () => go([...here.moves, move.text]));
  }
}

async function tree() {
  const list = at("tree");
  list.replaceChildren();
  if (here.proof === null) return;
  const { rows, total } = await ask("GET", `/api/proofs/${here.proof}/rows?limit=100`);
  for (const row of rows) {
    const moves = row.moves.map((move) => move.text).join(" ") || "start";
    item(list, `${"– ".repeat(row.depth)}${moves} (${row.kind}, ${row.entries} entries)`, async () => {
      const path = await ask("GET", `/api/proofs/${here.proof}/path?row=${row.row}`);
      await go(path.moves);
    });
  }
  if (total > rows.length) {
    const more = document.createElement("li");
    more.textContent = `and ${total - rows.length} more rows`;
    list.append(more);
  }
}

async function open(proof) {
  here = { proof, game: null, moves: [] };
  await go([]);
  await tree();
}

at("file").addEventListener("change", () => run(async () => {
  const [file] = at("file").files;
  if (file) await open((await ask("POST", "/api/proofs", file, "application/octet-stream")).id);
}));
at("play").addEventListener("click", () => run(async () => {
  here = { proof: null, game: at("game").value, moves: [] };
  await go([]);
  await tree();
}));
at("back").addEventListener("click", () => run(() => go(here.moves.slice(0, -1))));
at("reply").addEventListener("click", () => run(async () => {
  const { proof, game, moves } = here;
  const wanted = proof === null ? { game, moves } : { proof, moves };
  const { scene } = await ask("POST", "/api/play", JSON.stringify(wanted));
  here.moves = scene.moves;
  draw(scene);
}));

run(async () => {
  const [state, { games }] = await Promise.all([ask("GET", "/api/state"), ask("GET", "/api/games")]);
  for (const game of games) at("game").append(new Option(`${game.name}: ${game.summary}`, game.name));
  if (state.proof !== null) await open(state.proof);
});
