"""How a certificate is refused."""


class Reject(Exception):
    """The certificate is refused. `place` is filled in by whoever knows it."""

    def __init__(self, reason, detail="", place=None):
        super().__init__(reason, detail)
        self.reason, self.detail, self.place = reason, detail, place


def malformed(detail):
    return Reject("malformed", detail)
