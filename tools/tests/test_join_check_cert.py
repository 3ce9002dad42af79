"""The one file is what its parts make, and what could not be joined is refused: `join_check_cert.py`."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from base import PROGRAM, ROOT, check_cert
from join_check_cert import FILE, PACKAGE, Unjoinable, joined

PARTS = {
    "__init__.py": '"""A program."""\n\nfrom .first import one\n',
    "__main__.py": '"""Where it begins."""\n\nimport sys\n\nfrom .first import one\nfrom .more.second import two\n\n'
                   'print(one(), two(), sys.argv[1:])\n',
    "first.py": '"""One.\n\nAnd a half.\n"""\n\nimport math\n\n\ndef one():\n    return math.floor(1.5)\n',
    "more/__init__.py": '"""More."""\n',
    "more/second.py": '"""Two."""\n\nimport math\n\nfrom ..first import one\n\nHALVES = {}\nfor half in range(2):\n'
                      '    HALVES[half] = one()\n\n\ndef two():\n    return sum(HALVES.values()) + math.floor(.5)\n',
}


class Joined(unittest.TestCase):
    def joined(self, **changed):
        """What the parts make, some with a change of their text."""
        with tempfile.TemporaryDirectory() as folder:
            package = Path(folder) / "parts"
            for name, text in PARTS.items():
                old, new = changed.get(name.split("/")[-1].removesuffix(".py"), ("", ""))
                self.assertIn(old, text)
                file = package / name
                file.parent.mkdir(exist_ok=True)
                file.write_text(text.replace(old, new, 1))
            return joined(package)

    def refused(self, reason, **changed):
        with self.assertRaises(Unjoinable) as caught:
            self.joined(**changed)
        self.assertIn(reason, str(caught.exception))

    def test_the_file_is_what_its_parts_make(self):
        self.assertEqual(FILE.read_text(encoding="utf-8"), joined(PACKAGE), "python3 tools/join_check_cert.py writes it")

    def test_parts_are_short(self):
        for path in PACKAGE.rglob("*.py"):
            self.assertLessEqual(len(path.read_text(encoding="utf-8").splitlines()), 400, path.name)

    def test_the_file_stands_alone_and_the_package_does_the_same(self):
        proof = os.path.join(ROOT, "golden", "certificates", "version-1-tic-tac-toe.quod")
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(PROGRAM, folder)
            run = lambda where, *words: subprocess.run([sys.executable, *words, proof], cwd=where, capture_output=True, text=True)
            alone, package = run(folder, "-I", "check_cert.py"), run(PACKAGE.parent, "-m", "check_cert")
        self.assertTrue(alone.stdout.splitlines()[-1].startswith("s VERIFIED tic-tac-toe "), alone)
        self.assertEqual((alone.returncode, alone.stdout, alone.stderr), (package.returncode, package.stdout, package.stderr))
        self.assertEqual(Path(check_cert.__file__).parent, PACKAGE)

    def test_parts_stand_after_what_they_import(self):
        text = self.joined()
        places = [text.index(it) for it in ('"""A program.', "import math\nimport sys\n", "def one", "HALVES = ", "def two", "print(")]
        self.assertEqual(places, sorted(places))
        self.assertEqual(text.count("import"), 2)
        self.assertIn("# One.\n#\n# And a half.\n", text)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "program.py"
            file.write_text(text)
            said = subprocess.run([sys.executable, file, "x"], capture_output=True, text=True)
        self.assertEqual(said.stdout, "1 2 ['x']\n", said)

    def test_what_cannot_be_joined(self):
        for reason, changed in (
                ("does not say what it is", dict(first=('"""One.\n\nAnd a half.\n"""', ""))),
                ("both define one", dict(second=("def two", "def one"), __main__=("import two", "import one"))),
                ("both define HALVES", dict(first=("import math\n", "import math\n\nHALVES = 2\n"))),
                ("half has another meaning", dict(first=("def one", "half = .5\n\n\ndef one"))),
                ("math has another meaning", dict(second=("HALVES = {}", "HALVES = {}\nmath = 2"))),
                ("sum has another meaning", dict(second=("for half in", "for sum in"))),
                ("under another name", dict(second=("import one", "import one as eins"))),
                ("under another name", dict(second=("import one", "import *"))),
                ("not of the standard library", dict(first=("import math", "import numpy"))),
                ("not as `from .part import name`", dict(second=("from ..first import one", "from .. import first"))),
                ("not as `from .part import name`", dict(second=("from ..first import one", "from parts.first import one"))),
                ("which is no part", dict(second=("from ..first", "from ..third"))),
                ("what that does not define", dict(second=("import one", "import math"))),
                ("elsewhere than at its top", dict(first=("    return", "    import math\n    return"))),
                ("imports itself by way of others", dict(first=("import math", "import math\n\nfrom .more.second import two"))),
                ("imported by no part", dict(__main__=("from .more.second import two", ""), __init__=("", "")))):
            self.refused(reason, **changed)


if __name__ == "__main__":
    unittest.main()
