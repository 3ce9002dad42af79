#!/usr/bin/env python3
"""Say by which version of the second checker a certificate of a game would be checked: `checker_digest.py GAME...`.

A line for each game: the SHA-256 of all of check_cert.py on which its verdict can depend.  That is what can be reached by
names from the program's beginning and from the game's class: functions, classes, constants, all that runs when the file is
loaded, and what the class is made with.  Other games' classes are left out, unless something reached names them, and so are
comments and documentation, which decide nothing.  A name counts wherever it stands, also as an attribute: so some things are
reached that are never used, and none that is used is missed, for check_cert.py never looks up a name that it puts together.

`cargo xtask ci` compares these digests with those in `proofs/checked.tsv`.
"""

import ast
import functools
import hashlib
import io
import sys
import tokenize
from pathlib import Path

CHECKER = Path(__file__).with_name("check_cert.py")
LIST = "GAMES"              # the dictionary of all games
BEGINNING = "main"          # the function that the program runs


def without_comments(source):
    """The lines of a program, without comments and without the documentation of what they define."""
    lines = source.splitlines()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node, False) is not None:
            words = node.body[0]
            for row in range(words.lineno - 1, words.end_lineno):
                lines[row] = ""
    return [line.rstrip() for line in lines]


def defined(statement):
    """The names that a statement of the file defines for others; none if it is not a plain definition."""
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        return [statement.name]
    if isinstance(statement, ast.Assign) and all(isinstance(it, ast.Name) for it in statement.targets):
        return [it.id for it in statement.targets]
    return []


def named(node):
    """Every name in a piece of a program, of an attribute too."""
    names = {it.id for it in ast.walk(node) if isinstance(it, ast.Name)}
    return names | {it.attr for it in ast.walk(node) if isinstance(it, ast.Attribute)}


def lists_games(statement):
    """Whether a statement is, or adds to, the dictionary of all games: of that only the game's own place counts."""
    if isinstance(statement, ast.Assign):
        return LIST in named(statement)
    return isinstance(statement, ast.For) and LIST in named(statement)


class Checker:
    """The parts of a checker's source: what runs whatever the game, and definitions by their names."""

    def __init__(self, source):
        lines = without_comments(source)
        self.always, self.definitions = [], {}
        for statement in ast.parse(source).body:
            first = min([statement.lineno] + [it.lineno for it in getattr(statement, "decorator_list", [])])
            text = "\n".join(line for line in lines[first - 1:statement.end_lineno] if line)
            part = text, named(statement)
            if not text or lists_games(statement):
                continue
            names = defined(statement)
            for name in names:
                self.definitions.setdefault(name, []).append(part)
            if not names:
                self.always.append(part)

    def digest(self, made_by):
        """The digest for a game, by the expression that makes it, such as `Hex(3, 3, "off")`."""
        parts, reached = list(self.always), {BEGINNING} | named(ast.parse(made_by))
        for names in [names for _, names in parts]:
            reached |= names
        ahead, texts = sorted(reached), [text for text, _ in parts]
        while ahead:
            for text, names in self.definitions.get(ahead.pop(), []):
                texts.append(text)
                ahead.extend(names - reached)
                reached |= names
        return hashlib.sha256("\n".join([made_by] + sorted(texts)).encode()).hexdigest()


def made_by(entry):
    """The expression by which an entry of the dictionary of games makes the game."""
    if isinstance(entry, functools.partial):
        return f"{entry.func.__name__}({', '.join(repr(it) for it in entry.args)})"
    return f"{entry.__name__}()"


def main(games):
    import check_cert
    checker = Checker(CHECKER.read_text())
    for game in games:
        print(checker.digest(made_by(check_cert.GAMES[game])))


if __name__ == "__main__":
    main(sys.argv[1:])
