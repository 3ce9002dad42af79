"""Random small worlds as games in Python, with and without cycles: every answer is the oracle's."""

import random

import pytest

import quod


class Graph:
    """Nodes with owners and children; the position is a node."""

    def __init__(self, seed, endless):
        rng = random.Random(seed)
        self.count = rng.randrange(8, 40)
        if endless is not None:
            self.endless_play = endless
        self.owner = [rng.randrange(2) for _ in range(self.count)]
        self.children, self.ends = [], []
        for node in range(self.count):
            least = 0 if endless is not None else node + 1
            over = least >= self.count or (node > 3 and rng.random() < 0.25)
            self.ends.append(rng.choice([quod.FIRST, quod.SECOND, quod.DRAW]) if over else None)
            some = [rng.randrange(least, self.count) for _ in range(rng.randrange(1, 4))] if not over else []
            self.children.append(some)

    def start(self):
        return 0

    def to_move(self, node):
        return self.owner[node]

    def outcome(self, node):
        return self.ends[node]

    def moves(self, node):
        return list(range(len(self.children[node])))

    def play(self, node, move):
        return self.children[node][move]

    def encode(self, node):
        return bytes([node])

    def decode(self, data):
        (node,) = data
        if node >= self.count:
            raise ValueError("no node")
        return node

    def can_force(self, player, good):
        """The nodes from which a player can force an end in `good`."""
        forced = {node for node in range(self.count) if self.ends[node] in good}
        while True:
            more = {
                node
                for node in range(self.count)
                if node not in forced
                and self.ends[node] is None
                and (any if self.owner[node] == player else all)(it in forced for it in self.children[node])
            }
            if not more:
                return forced
            forced |= more

    def value(self, node, endless):
        """Who wins with best play, by attractors."""
        first, second = quod.FIRST, quod.SECOND
        if endless == first:
            if node in self.can_force(second, {second}):
                return second
            return quod.DRAW if node in self.can_force(second, {second, quod.DRAW}) else first
        if endless == second:
            if node in self.can_force(first, {first}):
                return first
            return quod.DRAW if node in self.can_force(first, {first, quod.DRAW}) else second
        if node in self.can_force(first, {first}):
            return first
        return second if node in self.can_force(second, {second}) else quod.DRAW


WORDS = {quod.FIRST: "first-player-wins", quod.SECOND: "second-player-wins", quod.DRAW: "draw"}


@pytest.mark.parametrize("endless", [None, quod.FIRST, quod.SECOND, quod.DRAW])
def test_every_answer_is_the_oracles(endless):
    answers, values = 0, set()
    for seed in range(60):
        rules = Graph(seed, endless)
        game = quod.from_rules(rules)
        expected = WORDS[rules.value(0, endless)]
        engines = ["auto", "pn", "dfpn", "fixed-point"]
        for engine in engines if endless is not None else [*engines, "alphabeta", "pn2"]:
            answer = quod.solve(game, engine=engine, nodes=20_000)
            if answer.verdict == "unknown":
                continue
            assert (answer.value, answer.verified) == (expected, True), (seed, engine, answer)
            fresh = quod.from_rules(Graph(seed, endless))
            quod.Certificate.from_bytes(answer.certificate.bytes, fresh).check(claim="value")
            answers += 1
            values.add(answer.value)
    assert answers > 150 and len(values) == 3
