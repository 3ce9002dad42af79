"""Check a game certificate (*.quod), independently of the program that made it.

    check_cert.py FILE [--game G] [--position P] [--claim C] [--tables DIR] [--sample N --seed S] [--work N]

What it proves.  A certificate is a strategy written down: a list of entries "in this position this claim holds", each
shown either by one move of the prover or against every legal move of the opponent.  If this program ends with

    s VERIFIED GAME CLAIM POSITION

then CLAIM is true of POSITION in GAME, by the rules of the games: the prover's moves that the file gives are legal, every
legal reply of the opponent was played out on the board and answered, links between entries go strictly forward (or stay
in a class of positions where playing on for ever fulfils the claim), and so every play ends as claimed.  It does not
matter how the file was made.  Anything wrong ends with `s REJECTED reason at place`; that says nothing about the claim.
`s SAMPLED ...` says that only some of the entries were checked, and proves nothing.
`s UNKNOWN internal at place`, exit code 3, says that this program met a mistake of its own.

What it trusts.  Python, the rules of the games (a class each: moves, ends, symmetries, conversion classes), and
the argument above, which is written out in docs/trust.md.  CRC-32 and SHA-256 guard against damage, not against deceit.
A certificate may rest on tables of values; then the last line says `assuming` which, by the SHA-256 of their files, and
what is proved is proved if these are right. This program reads their values and does not derive them.

The format is docs/formats/certificate.md; what it leaves to the games is docs/formats/games.md, and tables are docs/formats/table.md.
It was written from these pages, chess and its kin from the documentation of the Rust rules.  It covers the games that the dictionary
`GAMES` has, a part of the program a family; all claims; and the evidence kinds 1 (reply tree), 2 (line threats), 3 (table value),
4 (positional strategy), 5 (exhaustive search), 6 (solution tree), 7 (connection) and 8 (relevance zone).

How it goes: read_container -> Certificate.read (header, then every entry: grammar, position, duplicates)
-> Certificate.check (sections, then the body of every entry; from the last to the first if evidence asks for zones).

What it takes.  Work and memory are counted where a file could ask for much (`spend` and `hold`), and refused beyond the limits
of section 5: 64 MB and 40 bytes for each byte of the file, Python itself aside. So grammar is read without keeping anything.
"""

from .certificate import Certificate
from .claims import Claim
from .command import check_file
from .games import GAMES, find_game
from .games.game import DRAW
from .reader import Reader
from .reject import Reject
