"""Evidence of kind 3: the value that a table has for a position (section 4.4)."""

from ..checking import Checking


class TableValues(Checking):
    """Checks evidence of kind 3."""

    def table_value(self, claim, pos, number):
        """Does the value in a table, right or wrong, show the claim? No table is asked about a settled position."""
        settled = self.settled(claim, pos)
        if settled is not None:
            return settled
        place = self.game.index(pos)
        value = None if place is None else self.tables[number].value(*place, self.spend)
        return value is not None and claim.fulfilled_at(self.game, *self.game.worth(pos, value))
