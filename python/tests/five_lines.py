"""The five lines of the README, for a new environment with nothing in it but the wheel."""

import quod

answer = quod.solve(quod.open("connect-four:width=5,height=4"))
checked = answer.certificate.check()
print(checked)
assert answer.value == "draw" and checked.rules == "Quod's"
