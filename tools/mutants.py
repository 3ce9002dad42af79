#!/usr/bin/env python3
"""Mutation testing of the trusted crates: all mutants of cargo-mutants, compiled once.

    mutants.py [--place DIR] [--package NAME]... [--tests NAME]... [--lib] [--shard K/N] [--only TEXT]
               [--slowest SECONDS] [--left FILE] [--out FILE]

Problem.  A *mutant* is the program with one small mistake in it: a function that returns a constant, `<` where `<=`
stands, an arm of a `match` that is gone.  A mutant that every test passes (a *missed* one) is a line that no test holds.
cargo-mutants compiles each mutant on its own and runs every test of its package.  The trusted crates have four thousand
mutants, and one of them takes a minute or more: days.

Idea.  Mutant schemata (Untch, Offutt and Harrold 1993): all mutants are compiled into one program, and a number in the
environment says which of them is alive.  cargo-mutants says what the mutants are (`cargo mutants --list --json`, with
`.cargo/mutants.toml`); here every function that has some gets one copy of its body for each, and begins with a `match`
on the number.  Copies that do not compile are found by the compiler's errors and left out.  Each test is then run once
by itself, and tells which functions it reaches; a mutant is put to the tests that reach its function, the quickest
first, until one fails.

Invariant.  A mutant that is called caught was alive in a test that failed, and no mutant was alive when the same test
passed before.

Cost.  One build, of minutes, and then seconds of tests a mutant; a missed one costs all tests that reach it.

What is left out: constants and `const fn`, which are counted as `apart`, to be put to cargo-mutants itself; tests in
documentation; and tests that take long (`--slowest`).

Files.  DIR (default: target/mutants) has a copy of the repository, `list.json`, and what was built.  FILE after `--out`
gets a line for each mutant: package, what was found, mutant, test.  Missed mutants that `--left` explains (lines of
mutant, tab, reason) are counted by themselves; an explanation of a mutant that is no more is told, since a line moved
or was changed and has to be looked at again.  Exit code 1 if a mutant is missed without an explanation.
"""

import argparse
import collections
import hashlib
import json
import math
import os
import re
import resource
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# What must be right for an answer to be true; `quod-check`, the program, has tests that build everything.
PACKAGES = ["quod-game", "quod-rules", "quod-cert", "quod-check"]
# Tests that make random mutants of certificates make this many: a mutant of the code is caught early or not at all.
QUICKER = {"QUOD_MUTANTS": "20000"}
# What a test may take: processor seconds beyond ten times what it took without a mutant, and bytes of memory.
LEAST_SECONDS = 10
# A test that takes longer without a mutant is left out, unless `--slowest` says otherwise.
MOST_SECONDS = 8
MOST_BYTES = 6 << 30
# Signals that end what takes too long.
TIMEOUT = (-24, -9)

# Where the switch is put.
LIBRARY = "crates/game/src/lib.rs"
# Which mutant is alive, and in a first run which functions are reached. It stands in `quod-game`, on which all others depend.
SWITCH = """
#[doc(hidden)]
#[allow(missing_docs, clippy::all)]
pub mod mutant_switch {
    use std::io::Write;
    use std::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};

    const UNREAD: u32 = u32::MAX;
    const TRACED: u32 = u32::MAX - 1;
    const NONE: u32 = u32::MAX - 2;
    static ALIVE: AtomicU32 = AtomicU32::new(UNREAD);
    static SEEN: [AtomicU8; MANY] = [const { AtomicU8::new(0) }; MANY];

    #[inline]
    pub fn at(first: u32, last: u32) -> u32 {
        let alive = ALIVE.load(Relaxed);
        if alive >= TRACED { slow(first, last) } else { offset(alive, first, last) }
    }

    #[inline]
    fn offset(alive: u32, first: u32, last: u32) -> u32 {
        if alive.wrapping_sub(first) <= last - first { alive - first + 1 } else { 0 }
    }

    #[cold]
    fn slow(first: u32, last: u32) -> u32 {
        if ALIVE.load(Relaxed) == UNREAD {
            let number = |name| std::env::var(name).ok();
            let alive = number("QUOD_MUTANT").and_then(|it| it.parse().ok());
            let traced = number("QUOD_MUTANT_TRACE").map(|_| TRACED);
            ALIVE.store(alive.or(traced).unwrap_or(NONE), Relaxed);
            return at(first, last);
        }
        if SEEN[first as usize].swap(1, Relaxed) == 0 {
            let name = std::env::var("QUOD_MUTANT_TRACE").expect("set");
            let file = std::fs::OpenOptions::new().append(true).create(true).open(name);
            writeln!(file.expect("can be written"), "{first}").expect("can be written");
        }
        0
    }
}
"""


def say(text):
    print(text, flush=True)


def skip(text, at):
    """The place after a comment, string, character or lifetime that begins at `at`; `at` itself if none does."""
    if text.startswith("//", at):
        return text.index("\n", at)
    if text.startswith("/*", at):
        return text.index("*/", at) + 2
    raw = re.compile(r'b?r(#*)"').match(text, at)
    if raw and not text[at - 1].isalnum():
        return text.index('"' + raw[1], raw.end()) + 1 + len(raw[1])
    for whole in (r'b?"(?:\\.|[^"\\])*"', r"b?'(?:\\[^u]|\\u\{[^}]*\}|[^'\\])'", r"'[A-Za-z_]\w*"):
        found = re.compile(whole, re.S).match(text, at)
        if found:
            return found.end()
    return at


def body_start(text, at):
    """Where the body of the function begins whose item begins at `at`, after the brace."""
    depth = 0
    while True:
        after = skip(text, at)
        if after > at:
            at = after
            continue
        depth += (text[at] in "([") - (text[at] in ")]")
        if text[at] == "{" and depth == 0:
            return at + 1
        at += 1


class Function:
    """A function with mutants: which bytes of the file are its body, and what mutants there are."""

    def __init__(self, text, start, end):
        self.start, self.end = body_start(text, start), end - 1
        self.signature = re.sub(r"//.*", "", text[start : self.start])
        self.mutants = []

    def can_be_copied(self):
        return not re.search(r"\bconst\s+fn\b", self.signature)

    def collected(self):
        """What the function's iterator is collected into, if it returns `impl Iterator`: its copies have different types."""
        found = re.search(r"->\s*impl\s+Iterator<Item\s*=\s*(.*)>", self.signature.split("+")[0], re.S)
        return found and f"Vec<{found[1].strip()}>"


class Mutant:
    def __init__(self, number, listed):
        self.number, self.listed = number, listed
        self.name, self.package, self.file = (listed[it] for it in ("name", "package", "file"))
        self.state, self.test, self.first = "", "", number


def offsets(text):
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    return lambda place: starts[place["line"] - 1] + place["column"] - 1


def group(text, mutants):
    """The outermost functions of a file that have mutants; a mutant outside all of them is `apart`."""
    at = offsets(text)
    spans = {}
    for mutant in mutants:
        function = mutant.listed["function"]
        if function:
            spans[at(function["span"]["start"]), at(function["span"]["end"])] = None
        else:
            mutant.state = "apart"
    outer, functions = -1, []
    for start, end in sorted(spans):
        if start >= outer:
            functions.append(Function(text, start, end))
            outer = end
    for mutant in mutants:
        span = mutant.listed["span"]
        mutant.span = at(span["start"]), at(span["end"])
        for function in functions:
            if function.start <= mutant.span[0] and mutant.span[1] <= function.end:
                if function.can_be_copied():
                    function.mutants.append(mutant)
                else:
                    mutant.state = "apart"
                break
        else:
            mutant.state = "apart"
    return [it for it in functions if it.mutants]


def embed(text, functions, switch):
    """The file with every mutant that may compile; and for its lines, the mutants there."""
    out, lines, done = [], {}, 0
    n_lines = 1

    def write(part):
        nonlocal n_lines
        out.append(part)
        n_lines += part.count("\n")

    for function in functions:
        write(text[done : function.start])
        numbers = [it.number for it in function.mutants]
        first, last = min(numbers), max(numbers)
        body = text[function.start : function.end]
        begin = n_lines
        vector = function.collected()
        boxed, unboxed = ("Iterator::collect(", ")") if vector else ("", "")
        if vector:
            write(f"let it: {vector} = ")
        write(f"match {switch}::at({first}, {last}) {{ 0 => {boxed}{{\n{body}\n}}{unboxed},\n")
        for mutant in function.mutants:
            mutant.first = first
            if mutant.state:
                continue
            from_, to = (it - function.start for it in mutant.span)
            start = n_lines
            mutated = body[:from_] + mutant.listed["replacement"] + body[to:]
            write(f"{mutant.number - first + 1} => {boxed}{{\n{mutated}\n}}{unboxed},\n")
            lines.update((line, [mutant]) for line in range(start, n_lines))
        write("_ => unreachable!() }" + ("; it.into_iter()\n" if vector else "\n"))
        for line in range(begin, n_lines):
            lines.setdefault(line, function.mutants)
        done = function.end
    write(text[done:])
    return "".join(out), lines


def cargo(place, *args):
    env = dict(os.environ, CARGO_TARGET_DIR=str(place / "built"), RUSTFLAGS="--cap-lints allow")
    env |= {"CARGO_PROFILE_TEST_OPT_LEVEL": "1", "CARGO_PROFILE_TEST_DEBUG": "false", "CARGO_INCREMENTAL": "0"}
    command = ["cargo", *args, "--message-format=json"]
    done = subprocess.run(command, cwd=place / "tree", env=env, capture_output=True, text=True)
    return [json.loads(it) for it in done.stdout.splitlines() if it.startswith("{")], done


def put(file, text):
    """Writes a file that is not there or is another: cargo compiles again what is newer."""
    if not file.exists() or file.read_bytes() != text.encode():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


def copy(place, embedded):
    """A copy of the repository but for some files, in which the tests of `quod-check` are one program: they are
    compiled once, not 18 times."""
    tree = place / "tree"
    names = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True)
    check = "crates/check/"
    modules = []
    for name in names.stdout.splitlines():
        if name in embedded or not (ROOT / name).is_file():
            continue
        if not name.endswith((".rs", ".toml")):
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)
            continue
        text = (ROOT / name).read_text()
        if Path(name).parent == Path(check + "tests"):
            modules.append(Path(name).stem)
            text = text.replace("\nmod support;\n", "\nuse crate::support;\n")
        if name == check + "Cargo.toml":
            text = text.replace("[package]\n", "[package]\nautotests = false\n", 1)
            text = text.replace("\n[dependencies]\n", '\n[[test]]\nname = "whole"\n\n[dependencies]\n', 1)
        put(tree / name, text)
    put(tree / check / "tests/whole.rs", "".join(f"mod {it};\n" for it in ["support", *sorted(modules)]))


def listed(place, packages, shard):
    command = ["cargo", "mutants", "--list", "--json"] + [it for name in packages for it in ("-p", name)]
    command += ["--shard", shard, "--sharding", "round-robin"] if shard else []
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    (place / "list.json").write_text(done.stdout)
    found = json.loads(done.stdout)
    # By file and function, so that the numbers of a function's mutants are neighbours.
    place_of = lambda it: (it["span"]["start"]["line"], it["span"]["start"]["column"])
    return [Mutant(at, it) for at, it in enumerate(sorted(found, key=lambda it: (it["file"], place_of(it))))]


def known_unviable(place, texts):
    """What an earlier run found in files that are as they were: names of mutants that do not compile."""
    file = place / "unviable.json"
    known = json.loads(file.read_text()) if file.exists() else {}
    return {file: names for file, (digest, names) in known.items() if digest_of(texts.get(file, "")) == digest}


def digest_of(text):
    return hashlib.sha256(text.encode()).hexdigest()


def keep_unviable(place, texts, by_file):
    file = place / "unviable.json"
    known = json.loads(file.read_text()) if file.exists() else {}
    for name, those in by_file.items():
        known[name] = digest_of(texts[name]), [it.name for it in those if it.state == "unviable"]
    file.write_text(json.dumps(known))


def build(place, mutants, packages, only):
    """Embeds all mutants, round by round without those that do not compile. Returns the test programs."""
    by_file = collections.defaultdict(list)
    for mutant in mutants:
        by_file[mutant.file].append(mutant)
    texts = {file: (ROOT / file).read_text() for file in by_file}
    functions = {file: group(texts[file], those) for file, those in by_file.items()}
    for file, names in known_unviable(place, texts).items():
        for mutant in by_file[file]:
            mutant.state = "unviable" if mutant.name in names else mutant.state
    of_packages = [it for name in packages for it in ("-p", name)]
    step = ["check", "--keep-going", *of_packages]
    for number in range(1, 100):
        lines = {}
        for file, those in functions.items():
            game = file.startswith("crates/game/")
            switch = "crate::mutant_switch" if game else "::quod_game::mutant_switch"
            text, lines[file] = embed(texts[file], those, switch)
            put(place / "tree" / file, text)
        library = (ROOT / LIBRARY).read_text()
        put(place / "tree" / LIBRARY, library + SWITCH.replace("MANY", str(len(mutants) + 1)))
        messages, done = cargo(place, *step)
        errors = [it["message"] for it in messages if it.get("reason") == "compiler-message"]
        errors = [it for it in errors if it["level"] == "error" and it["spans"]]
        if not errors:
            if done.returncode != 0:
                sys.exit(done.stderr)
            if step[0] == "test":
                return [it for it in messages if it.get("reason") == "compiler-artifact" and it.get("executable")]
            keep_unviable(place, texts, by_file)
            step = ["test", "--no-run", *only, *of_packages]
            continue
        n_before = sum(it.state == "unviable" for it in mutants)
        for error in errors:
            spans = sorted(error["spans"], key=lambda it: not it["is_primary"])
            places = [(it["file_name"], it["line_start"]) for it in spans]
            # The smallest set of mutants that one of its places points at.
            blamed = [lines[file][line] for file, line in places if line in lines.get(file, {})]
            if not blamed:
                sys.exit(error["rendered"])
            for mutant in min(blamed, key=len):
                mutant.state = "unviable"
        n_unviable = sum(it.state == "unviable" for it in mutants)
        say(f"round {number}: {len(errors)} errors, {n_unviable} mutants that do not compile")
        if n_unviable == n_before:
            sys.exit(errors[0]["rendered"])
    sys.exit("still errors after a hundred rounds")


class Test:
    def __init__(self, program, name):
        self.program, self.name = program, name
        self.seconds, self.reaches, self.passes = 0.0, set(), False

    def run(self, env, seconds):
        """How the test ends: its exit code, or less than 0 for a signal; and its processor seconds."""
        def limits():
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
            resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        command = [self.program["executable"], "--exact", self.name, "--test-threads=1"]
        place = Path(self.program["manifest_path"]).parent
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        try:
            done = subprocess.run(command, cwd=place, env={**os.environ, **QUICKER, **env}, preexec_fn=limits,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=20 * seconds)
            code = done.returncode
        except subprocess.TimeoutExpired:
            code = -24
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return code, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def trace(place, programs, slowest):
    """Every test once without a mutant: what it takes, and the functions that it reaches, by first mutant."""
    tests = []
    for program in programs:
        names = subprocess.run([program["executable"], "--list", "--format=terse"], capture_output=True, text=True, check=True)
        tests += [Test(program, it.removesuffix(": test")) for it in names.stdout.splitlines() if it.endswith(": test")]
    file, kept = place / "trace", place / "traces.json"
    known = json.loads(kept.read_text()) if kept.exists() else {}
    for test in tests:
        built = Path(test.program["executable"]).stat().st_mtime_ns
        key = f"{test.program['executable']} {built} {test.name}"
        if key not in known:
            file.write_text("")
            code, seconds = test.run({"QUOD_MUTANT_TRACE": str(file)}, math.ceil(slowest))
            known[key] = code, seconds, sorted(set(map(int, file.read_text().split())))
        code, test.seconds, reaches = known[key]
        test.reaches = set(reaches)
        if code in TIMEOUT or test.seconds > slowest:
            say(f"left out, too slow: {test.name}")
        elif code != 0:
            sys.exit(f"{test.name} fails without a mutant")
        test.passes = code == 0 and test.seconds <= slowest
    kept.write_text(json.dumps(known))
    return sorted((it for it in tests if it.passes), key=lambda it: it.seconds)


def judge(mutant, tests):
    reaching = [it for it in tests if mutant.first in it.reaches]
    mutant.state = "missed" if reaching else "not reached"
    for test in reaching:
        code, _ = test.run({"QUOD_MUTANT": str(mutant.number)}, int(LEAST_SECONDS + 10 * test.seconds))
        if code != 0:
            mutant.state, mutant.test = "timeout" if code in TIMEOUT else "caught", test.name
            # What catches this mutant is likely to catch its neighbours.
            if test.seconds < 0.2:
                tests.remove(test)
                tests.insert(0, test)
            return


def main():
    parser = argparse.ArgumentParser(description="mutation testing of the trusted crates, all mutants in one build")
    parser.add_argument("--place", type=Path, default=ROOT / "target/mutants", help="where to work")
    parser.add_argument("--package", action="append", help="mutants of this package alone (again for more)")
    parser.add_argument("--tests", action="append", help="run the tests of this package (again for more)")
    parser.add_argument("--only", default="", help="only mutants whose name has this text")
    parser.add_argument("--shard", help="K/N: of every N mutants only the one with number K, from 0")
    parser.add_argument("--lib", action="store_true", help="run tests inside libraries alone: half of the build")
    parser.add_argument("--slowest", type=float, default=MOST_SECONDS, help="leave out tests that take more seconds")
    parser.add_argument("--left", type=Path, default=ROOT / "bench/suite/mutants-left.tsv", help="missed mutants with reasons")
    parser.add_argument("--out", type=Path, help="where to write what was found")
    asked = parser.parse_args()
    asked.place.mkdir(parents=True, exist_ok=True)
    wanted = asked.package or PACKAGES
    mutants = listed(asked.place, wanted, asked.shard)
    say(f"{len(mutants)} mutants")
    copy(asked.place, {LIBRARY, *(it.file for it in mutants)})
    programs = build(asked.place, mutants, asked.tests or wanted, ["--lib"] if asked.lib else [])
    say(f"{sum(not it.state for it in mutants)} mutants in {len(programs)} programs")
    tests = trace(asked.place, programs, asked.slowest)
    say(f"{len(tests)} tests, {sum(it.seconds for it in tests):.0f} seconds")
    lines = asked.left.read_text().splitlines() if asked.left.exists() else []
    left = {it.split("\t")[0] for it in lines[1:]}
    files = {it.file for it in mutants}
    for name in sorted(left - {it.name for it in mutants}):
        if name.split(":")[0] in files and not asked.shard:
            say(f"explained, and no mutant any more: {name}")
    out = asked.out.open("w") if asked.out else None
    for mutant in mutants:
        if asked.only not in mutant.name:
            continue
        if not mutant.state:
            judge(mutant, tests)
        if mutant.state in ("missed", "not reached") and mutant.name in left:
            mutant.state = "explained"
        if mutant.state in ("missed", "not reached"):
            say(f"{mutant.state}: {mutant.name}")
        if out:
            print(mutant.package, mutant.state, mutant.name, mutant.test, sep="\t", file=out, flush=True)
    counts = collections.Counter((it.package, it.state) for it in mutants if it.state)
    for package in wanted:
        say(package + "".join(f"  {state}: {n}" for (of, state), n in sorted(counts.items()) if of == package))
    if any(counts[it, state] for it in wanted for state in ("missed", "not reached")):
        sys.exit(1)


if __name__ == "__main__":
    main()
