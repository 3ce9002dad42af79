"""The program: what it is asked, and what it answers."""

import argparse
import os
import random
import sys

from .certificate import Certificate
from .container import read_container
from .reject import Reject


def check_file(file, game=None, position=None, claim=None, sample=None, seed=0, work=None, tables=None):
    """Check an open binary file. Returns the lines to print and the exit code; raises only OSError."""
    certificate = None
    lines = []
    try:
        certificate = Certificate(read_container(file), work, tables)
        certificate.read()
        total = len(certificate.bodies)
        chosen = None if sample is None else sorted(random.Random(seed).sample(range(total), min(sample, total)))
        certificate.check(chosen)
        statement = certificate.statement()
        position = position and certificate.game.spelled(position)
        for wanted, found in zip((game, claim, position), statement):
            if wanted is not None and wanted != found:
                raise Reject("other-statement", "the file states " + " ".join(statement), "header")
        lines.append(f"c {len(certificate.sections)} section(s), {total} entries, "
                     f"work {certificate.work} of at most {certificate.most_work}")
        if chosen is not None:
            lines.append(f"c ONLY A SAMPLE: {len(chosen)} of {total} entries were checked (seed {seed})"
                         f"{', and no zones' if certificate.reader.any_zone else ''}. NOT A PROOF.")
        elif not certificate.tables:
            lines.append("c rests on the rules of the game alone")
        else:
            lines.append("c rests on the rules of the game and on tables whose values were not derived here")
        assuming = " assuming " + ", ".join(it.text() for it in certificate.tables) if certificate.tables else ""
        lines.append(("s VERIFIED " if chosen is None else "s SAMPLED ") + " ".join(statement) + assuming)
        return lines, 0
    except Reject as reject:
        place = reject.place or certificate.place
        if reject.detail:
            lines.append("c " + reject.detail)
        lines.append(f"s REJECTED {reject.reason} at {place}")
    except MemoryError:
        lines.append(f"s REJECTED work-limit at {certificate.place if certificate else 'byte 0'}")
    except OSError:
        raise
    except Exception as error:      # a mistake of this program: no statement about the certificate
        lines.append(f"c {type(error).__name__}, a defect of this program: please report the file")
        lines.append(f"s UNKNOWN internal at {certificate.place if certificate else 'byte 0'}")
        return lines, 3
    return lines, 1


def natural(text):
    value = int(text)
    if value < 0:
        raise ValueError
    return value


def check_named(name, options):
    """Checks the file of this name as the options say: the lines to print, and the exit code."""
    with open(name, "rb") as file:
        return check_file(file, options.game, options.position, options.claim,
                          options.sample, options.seed, options.work, options.tables)


def check_many(names, options):
    """Checks the files whose names stand in the lines of `names`; prints one line for each."""
    for name in names:
        lines, _ = check_named(name.rstrip("\n"), options)
        print(lines[-1], flush=True)
    return 0


def main(arguments=None):
    parser = argparse.ArgumentParser(description="Check a game certificate.")
    parser.add_argument("file", metavar="FILE.quod", nargs="?")
    parser.add_argument("--many", action="store_true",
                        help="check the files named on standard input, a line each; print the last line of each")
    parser.add_argument("--game", help="reject any other game (full name, with all keys)")
    parser.add_argument("--position", help="reject any other root position, as printed")
    parser.add_argument("--claim", help="reject any other claim, as printed")
    parser.add_argument("--tables", metavar="DIR", help="the tables that the certificate may rest on")
    parser.add_argument("--sample", type=natural, metavar="N", help="check only N of the entries (no proof)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="which entries --sample draws")
    parser.add_argument("--work", type=natural, metavar="N", help="give up after N steps")
    options = parser.parse_args(arguments)
    if options.many == (options.file is not None):
        parser.error("give a file, or --many")
    if options.many:
        return check_many(sys.stdin, options)
    try:
        if options.tables is not None:
            os.listdir(options.tables)
        lines, code = check_named(options.file, options)
    except OSError as error:
        print(f"check_cert.py: {error}", file=sys.stderr)
        return 2
    print("\n".join(lines))
    return code
