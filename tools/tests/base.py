"""What every test of the checker stands on. The package `check_cert` is found once this is imported."""

import io
import os
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.path.join(ROOT, "tools", "check_cert.py")
GOLDEN = os.path.join(ROOT, "golden")
SHARED = os.path.join(os.path.dirname(ROOT), "shared", "data")     # files that are not of the project
ATTACKS = os.path.join(SHARED, "attacks")

sys.path.insert(0, os.path.join(ROOT, "tools"))
import check_cert  # noqa: E402


def check(data, **options):
    """The last line, and the exit code."""
    lines, code = check_cert.check_file(io.BytesIO(data), **options)
    return lines[-1], code


class Base(unittest.TestCase):
    def verified(self, cert, statement=None, **options):
        data = cert if isinstance(cert, bytes) else cert.bytes()
        last, code = check(data, **options)
        self.assertTrue(last.startswith("s VERIFIED "), last)
        self.assertEqual(code, 0)
        if statement:
            self.assertEqual(last, "s VERIFIED " + statement)

    def rejected(self, cert, reason, place=None, **options):
        data = cert if isinstance(cert, bytes) else cert.bytes()
        last, code = check(data, **options)
        self.assertTrue(last.startswith(f"s REJECTED {reason} at "), f"{last}, not {reason}")
        self.assertEqual(code, 1)
        if place:
            self.assertEqual(last, f"s REJECTED {reason} at {place}")
