#!/usr/bin/env python3
"""Join the package tools/check_cert/ into the one file tools/check_cert.py: `join_check_cert.py [--check]`.

The second checker is written as a package, which has a file for each family of games and each kind of evidence, and handed over
as one file that needs nothing but Python. In that file each part of the package stands after all that it imports, with its
documentation as a comment; imports within the package are gone, and those of the standard library stand at the top.

There every name is global. So a part imports nothing under another name, and no two parts define the same one: what joined would
not be the same program is an error. With --check nothing is written: the exit code is 1 if the file is not what is joined.
"""

import ast
import builtins
import sys
from pathlib import Path

PACKAGE = Path(__file__).with_name("check_cert")
FILE = Path(__file__).with_name("check_cert.py")
HEAD = """\
#!/usr/bin/env python3
# Joined by tools/join_check_cert.py from the parts in tools/check_cert/, where changes are made.
"""


class Unjoinable(Exception):
    """What the parts say cannot be said in one file."""


class Part:
    """A file of the package: what it imports, what it defines, and the lines after its imports."""

    def __init__(self, folder, path):
        self.name, self.path = path.relative_to(folder.parent).as_posix(), path
        source = path.read_text(encoding="utf-8")
        tree = ast.parse(source)
        self.about = ast.get_docstring(tree)
        if self.about is None:
            raise Unjoinable(f"{self.name} does not say what it is")
        imports = [it for it in ast.walk(tree) if isinstance(it, (ast.Import, ast.ImportFrom))]
        last = len(imports)
        if tree.body[1:1 + last] != imports:
            raise Unjoinable(f"{self.name} has imports elsewhere than at its top")
        self.modules, self.parts = set(), []
        for statement in imports:
            self.note_import(folder, statement)
        self.statements = tree.body[1 + last:]
        self.body = "\n".join(source.splitlines()[tree.body[last].end_lineno:]).strip("\n")

    def note_import(self, folder, statement):
        """Notes the module of the standard library, or the file of the package and the names, that a statement imports."""
        names = [it.name for it in statement.names]
        if any(it.asname for it in statement.names) or "*" in names:
            raise Unjoinable(f"{self.name} imports {names[0]} under another name")
        if isinstance(statement, ast.Import):
            if not sys.stdlib_module_names.issuperset(names):
                raise Unjoinable(f"{self.name} imports {names[0]}, which is not of the standard library")
            self.modules.update(names)
            return
        if not statement.level or not statement.module:
            raise Unjoinable(f"{self.name} imports {names[0]}, but not as `from .part import name`")
        place = self.path.parents[statement.level - 1].joinpath(*statement.module.split("."))
        file = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
        if folder not in file.parents or not file.exists():
            raise Unjoinable(f"{self.name} imports from {statement.module}, which is no part")
        self.parts.append((file, names))

    def defines(self):
        """The names that it defines, and those that it only uses in loops."""
        defined, loops = set(), set()
        for statement in self.statements:
            if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
                defined.add(statement.name)
                continue
            names = {it.id for it in ast.walk(statement) if isinstance(it, ast.Name) and isinstance(it.ctx, ast.Store)}
            (loops if isinstance(statement, ast.For) else defined).update(names)
        return defined, loops

    def text(self):
        about = "\n".join(f"# {line}".rstrip() for line in self.about.splitlines())
        return f"# ---- {self.name}\n{about}\n\n{self.body}"


def in_order(folder):
    """The parts that the program runs, each after all that it imports."""
    order, begun = {}, set()

    def visit(path):
        if path in order:
            return
        part = Part(folder, path)
        if path in begun:
            raise Unjoinable(f"{part.name} imports itself by way of others")
        begun.add(path)
        for file, _ in part.parts:
            visit(file)
        order[path] = part

    visit(folder / "__main__.py")
    for path in sorted(folder.rglob("*.py")):
        if path not in order and Part(folder, path).statements:
            raise Unjoinable(f"{Part(folder, path).name} is imported by no part")
    return list(order.values())


def check_names(parts):
    """That names mean the same where all are global."""
    modules = set().union(*[part.modules for part in parts])
    owner, loops, of = {}, set(), {}
    for part in parts:
        of[part.path], variables = part.defines()
        loops |= variables
        for name in sorted(of[part.path]):
            if name in owner:
                raise Unjoinable(f"{owner[name]} and {part.name} both define {name}")
            owner[name] = part.name
    for name in sorted(loops | set(owner)):
        if name in modules or hasattr(builtins, name) or name in loops and name in owner:
            raise Unjoinable(f"{name} has another meaning elsewhere")
    for part in parts:
        for file, names in part.parts:
            if not of[file].issuperset(names):
                raise Unjoinable(f"{part.name} imports from {file.name} what that does not define: {', '.join(names)}")


def joined(folder):
    """The one file that the parts in a folder make."""
    parts = in_order(folder)
    check_names(parts)
    about = Part(folder, folder / "__init__.py").about
    imports = "\n".join(f"import {it}" for it in sorted(set().union(*[part.modules for part in parts])))
    return "\n\n\n".join([f'{HEAD}"""{about}\n"""\n\n{imports}'] + [part.text() for part in parts if part.body]) + "\n"


def main(arguments):
    text = joined(PACKAGE)
    if arguments == ["--check"]:
        if FILE.read_text(encoding="utf-8") != text:
            print(f"{FILE.name} is not what its parts make: {Path(__file__).name} writes it anew", file=sys.stderr)
            return 1
    elif arguments:
        print("usage: join_check_cert.py [--check]", file=sys.stderr)
        return 2
    else:
        FILE.write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
