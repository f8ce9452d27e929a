"""Whether some statements have the same loops in two schedule trees: members of the same kinds, with the same values.

usage: same_members.py TREE TREE STATEMENT...

Members are compared by their values at random instances, so that `floor(n/4) - 16*floor(n/64)` is `floor(n/4) mod 16`. The order of unrolled members that
stand next to each other is left out: it is the order of independent instructions.
"""

import math
import random
import re
import sys
from collections import Counter

INSTANCES = 200


def python(text):
    """An expression or a condition of isl as Python's.

    >>> eval(python("2p0 + floor((a0 - 1)/4) mod 3"), {"p0": 5, "a0": 18, "floor": math.floor})
    11
    """
    return re.sub(r"(?<![\w.])(\d+)(?=[A-Za-z(])", r"\1*", text).replace(" mod ", " % ").replace(" = ", " == ")


def loops(lines):
    """For each statement the kinds and the functions of its members, outermost first."""
    of = {}
    for line in lines:
        member = re.search(r'((?:block|thread)\.[xyz]|unroll|sequential)(?: coincident)? "\{ (.*) \}"', line)
        if not member:
            continue
        for name, indices, value in re.findall(r"(\w+)\[([^]]*)\] -> \[([^]]*)\]", member[2]):
            of.setdefault(name, []).append((member[1], indices.split(", "), python(value)))
    return of


def instances(lines):
    """For each statement the names of its indices and the conditions on them."""
    of = {}
    for line in lines:
        for text in re.findall(r'schedule\.(?:domain|extension) "\{ (.*) \}"', line):
            for name, indices, conditions in re.findall(r"(\w+)\[([^]]*)\] : ([^;]*)", text):
                if indices:
                    of[name] = (indices.split(", "), [python(one) for one in conditions.strip().split(" and ")])
    return of


def drawn(dice, names, conditions):
    """A random instance: each index in turn has one of the values that the conditions on it and earlier ones allow."""
    point = {}
    for name in names:
        own = [one for one in conditions if set(re.findall(r"[a-z]\d*", one)) <= {name, *point} and re.search(rf"\b{name}\b", one)]
        point[name] = dice.choice([value for value in range(1024) if all(eval(one, {}, point | {name: value}) for one in own)])
    return [point[name] for name in names]


def values(members, point):
    found = []
    for kind, names, value in members:
        found.append((kind, eval(value, {"floor": math.floor}, dict(zip(names, point)))))
    fixed = [one for one in found if one[0] != "unroll"]
    return fixed, Counter(one for one in found if one[0] == "unroll")


def main():
    texts = [open(path).read().splitlines() for path in sys.argv[1:3]]
    (one, other), where = map(loops, texts), instances(texts[0])
    dice = random.Random(1)
    for name in sys.argv[3:]:
        names, conditions = where[name]
        for _ in range(INSTANCES):
            point = drawn(dice, names, conditions)
            if values(one[name], point) != values(other[name], point):
                sys.exit(f"{name}{point}: {values(one[name], point)} in one tree, {values(other[name], point)} in the other")
        print(f"{name}: {len(one[name])} members, the same")


if __name__ == "__main__":
    main()
