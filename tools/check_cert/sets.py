"""Sets of small numbers: bit n of a number says whether n is in the set."""

import functools
import operator


def single_bit(bits):
    return bits & (bits - 1) == 0


def bits_of(bits):
    """The numbers of the bits that are set, ascending."""
    cells = []
    while bits:
        low = bits & -bits
        cells.append(low.bit_length() - 1)
        bits ^= low
    return cells


def set_of(numbers):
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


def set_union(sets):
    return functools.reduce(operator.or_, sets, 0)
