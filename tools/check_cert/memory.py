"""What is remembered in few bytes, and how many they are."""

import array
import sys


def size_of(it):
    """About how many bytes a position takes in memory."""
    if isinstance(it, tuple):
        return sys.getsizeof(it) + sum(map(size_of, it))
    return 0 if it is None or it in (0, 1) else sys.getsizeof(it)


class Numbers:
    """The numbers 0, 1, 2, … in the order in which they came, each to be found by the hash of what it stands for; that is kept by
    the caller, who also compares. (Open addressing with linear probing; a third of the slots at least are free.)"""
    SIZE = 20                   # bytes that a number takes, at most

    def __init__(self):
        self.slots, self.hashes = array.array("I", bytes(256)), array.array("I")

    def find(self, hashed, same):
        """Whether there is a number with this hash for which `same` is true; if not, the slot that is free for it."""
        hashed &= 0xFFFFFFFF
        slots, hashes = self.slots, self.hashes
        at = hashed % len(slots)
        while number := slots[at]:
            if hashes[number - 1] == hashed and same(number - 1):
                return True, None
            at = (at + 1) % len(slots)
        return False, at

    def add(self, hashed, same=lambda number: False):
        """Whether the next number is added: not if there is one with this hash for which `same` is true."""
        there, at = self.find(hashed, same)
        if there:
            return False
        self.hashes.append(hashed & 0xFFFFFFFF)
        self.slots[at] = len(self.hashes)
        if 3 * len(self.hashes) > 2 * len(self.slots):
            self.slots = array.array("I", bytes(8 * len(self.slots)))
            for number, hashed in enumerate(self.hashes, 1):
                self.slots[self.find(hashed, lambda number: False)[1]] = number
        return True
