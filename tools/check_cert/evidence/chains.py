"""Chains of stones and borders, which connections join.

What a way joins has numbers of its own, those of its stones and borders; a chain is the set of what it has and touches.
"""

import itertools

from ..lattice import NEIGHBOURS, touched
from ..sets import set_of, single_bit


def with_chain(chains, new, meet):
    """One chain more; those that have something of `meet` in common are one."""
    apart = []
    for chain in chains:
        if chain & new & meet:
            new |= chain
        else:
            apart.append(chain)
    return apart + [new]


def chains_of(stones, number, borders, meet):
    """The chains of stones, with what they touch; `number` says which bit each stone and border has."""
    chains = []
    for cell in stones:
        chain = 1 << number[cell] | set_of(number[border] for border in touched(cell, borders))
        for step in NEIGHBOURS:
            if cell + step in number:
                chain |= 1 << number[cell + step]
        chains = with_chain(chains, chain, meet)
    return chains


def classes_of(join, bits):
    """The chains that a join asks for: for each class with two ends or more the set of their bits."""
    classes = {}
    for end, bit in zip(join, bits):
        classes[end] = classes.get(end, 0) | bit
    return [chain for chain in classes.values() if not single_bit(chain)]


def replaces(y, x, around, ends, borders, conducts):
    """Whether a stone on y joins whatever a stone on x could join of the cells around and the borders."""
    near = [x + step for step in NEIGHBOURS if x + step in around] + touched(x, borders)
    for a, b in itertools.combinations(near, 2):
        stones = ends | {y} | {it for it in (a, b) if not isinstance(it, tuple)}
        number = {it: bit for bit, it in enumerate([*stones, *borders])}
        meet = (1 << (len(number) if conducts else len(stones))) - 1
        both = 1 << number[a] | 1 << number[b]
        if not any(chain & both == both for chain in chains_of(stones, number, borders, meet)):
            return False
    return True
