"""Operators for batches: the text of an operator with one more index, so that `vmap` of a framework is one kernel and no loop.

    def mv(float(M,K) A, float(K) x) -> (y) { y(i) +=! A(i,k) * x(k) }

of which `x` is a batch becomes

    def mv_batch(float(M,K) A, float(Batch,K) x) -> (y) { y(b, i) +=! A(i,k) * x(b, k) where b in 0:Batch }

All that is assigned gets the index, also what depends on no batch. The edits are of tokens, by the grammar of `docs/spec/tc-language.md`, section 2, and each definition that is called is edited the
same way. What is made is read again: its arguments have to be those of the operator, with one more dimension each where they are batches. There is no batch of a module (`.mlir`), of a call with an
expression of a batch as an argument, and of a call that has none: `batched` gives None for them.
"""

import re
from dataclasses import dataclass, field
from typing import Iterable, Iterator

from . import _engine
from ._errors import CompileError
from ._operators import Operator
from ._options import MappingOptions

# Options whose value is a list with a number for each loop, of which a batch has more.
_OF_LOOPS = ("tile", "block", "grid")
_ASSIGN = {"=", "+=", "*=", "min=", "max=", "+=!", "*=!", "min=!", "max=!"}
# Words at which no operand ends.
_KEYWORDS = {"def", "where", "exists", "min", "max"}
_TOKEN = re.compile(
    r"""(?P<blank>\s+|\#[^\n]*)
    | (?P<number>(?:\d+\.(?!\.)\d*|\d+|\.\d+)(?:[eE][+-]?\d+)?[fF]?(?![A-Za-z0-9_]))
    | (?P<sign>->|[+*]=!|(?:min|max)=!|[+*<>=!]=|(?:min|max)=|&&|\|\||[-+*/%(){}?:,=><!.])
    | (?P<word>[A-Za-z0-9_]+)""",
    re.X,
)
_DOT, _DIGITS = re.compile(r"\.(?!\.)"), re.compile(r"\d+")


class Unsupported(Exception):
    """There is no batch of this text."""


@dataclass
class _Token:
    kind: str
    text: str
    # The blanks in front of it, and what is put in front and behind.
    space: str
    before: str = ""
    behind: str = ""


def _tokens(text: str) -> list[_Token]:
    found: list[_Token] = []
    at, space = 0, ""
    while at < len(text):
        due = _dimension(found)
        dimension = due.match(text, at) if due else None
        match = dimension or _TOKEN.match(text, at)
        if match is None:
            raise Unsupported(f"unknown character {text[at]!r}")
        at = match.end()
        kind = ("sign" if match[0] == "." else "number") if dimension else match.lastgroup or ""
        if kind == "blank":
            space += match[0]
        else:
            found.append(_Token(kind, match[0], space))
            space = ""
    return found


def _dimension(before: list[_Token]) -> re.Pattern[str] | None:
    """What belongs to a dimension, as in `A.0`: a dot behind a name, then digits behind this dot."""
    words = [one.kind == "word" and one.text not in _KEYWORDS for one in before[-2:]]
    if words and words[-1]:
        return _DOT
    return _DIGITS if len(words) == 2 and words[0] and before[-1].text == "." else None


def _fresh(word: str, taken: set[str]) -> str:
    numbered = (f"{word}_{number}" for number in range(len(taken) + 1))
    return next(one for one in [word, *numbered] if one not in taken)


@dataclass
class _Statement:
    """Where its tokens begin and end, its assignment, and what it assigns: names with their ranks, which calls do not say."""

    start: int
    end: int
    assign: int
    targets: dict[str, int | None] = field(default_factory=dict)


class _Text:
    """The tokens of a text, and where its definitions are."""

    def __init__(self, text: str):
        self.tokens = _tokens(text)
        self.closes = self._matches()
        self.opens = {close: open for open, close in self.closes.items()}
        self.defs = {self[at + 1]: at for at, one in enumerate(self.tokens) if one.text == "def"}

    def __getitem__(self, at: int) -> str:
        return self.tokens[at].text if 0 <= at < len(self.tokens) else ""

    def _matches(self) -> dict[int, int]:
        stack, found = [], {}
        for at, one in enumerate(self.tokens):
            if one.text in ("(", "{"):
                stack.append(at)
            elif one.text in (")", "}"):
                if not stack:
                    raise Unsupported("a parenthesis without its match")
                found[stack.pop()] = at
        return found

    def is_name(self, at: int) -> bool:
        return 0 <= at < len(self.tokens) and self.tokens[at].kind == "word" and self[at] not in _KEYWORDS

    def parts(self, open: int) -> list[tuple[int, int]]:
        """What stands between commas in a pair of parentheses: where each part begins and ends."""
        found, start, at = [], open + 1, open + 1
        while at <= self.closes[open]:
            if self[at] == "(":
                at = self.closes[at]
            elif self[at] == "," or at == self.closes[open]:
                found.append((start, at))
                start = at + 1
            at += 1
        return [] if found == [(open + 1, open + 1)] else found


class _Definition:
    """One definition: its arguments and statements, by the places of their tokens."""

    def __init__(self, text: _Text, at: int):
        self.text, self.at = text, at
        params = at + 2
        self.inputs = [self._declared(*part) for part in text.parts(params)]
        arrow = text.closes[params] + 1
        self.body = next(place for place in range(arrow, len(text.tokens)) if text[place] == "{")
        inside = text.parts(arrow + 1) if text[arrow + 1] == "(" else [(arrow + 1, self.body)]
        self.outputs = [self._declared(*part) for part in inside]
        self.end = text.closes[self.body]
        self.statements = list(self._statements())

    def _declared(self, start: int, end: int) -> tuple[str, int, int]:
        """The name of an argument, its rank, and where its type is; -1 without one."""
        is_typed = end - start > 1
        rank = len(self.text.parts(start + 1)) if is_typed and self.text[start + 1] == "(" else 0
        return self.text[end - 1], rank, start if is_typed else -1

    def _ends(self, at: int) -> bool:
        """Whether an operand, a statement or a brace ends at a token, so that a statement may begin behind it."""
        text = self.text
        return at == self.body or text[at] in (")", "{", "}") or (text.is_name(at) or (at < len(text.tokens) and text.tokens[at].kind == "number"))

    def _start(self, assign: int) -> int | None:
        """Where the statement of an assignment begins; None for a name in a `where`."""
        text, at = self.text, assign - 1
        if text[at] == ")":
            open = text.opens[at]
            if text.is_name(open - 1) and self._ends(open - 2):
                return open - 1
            return open if self._ends(open - 1) else None
        while text[at - 1] == "," and text.is_name(at - 2):
            at -= 2
        return at if text.is_name(at) and self._ends(at - 1) else None

    def _statements(self) -> Iterator[_Statement]:
        text, found, at = self.text, [], self.body + 1
        stops = []
        while at < self.end:
            if text[at] == "(":
                at = text.closes[at]
            elif text[at] in _ASSIGN and (start := self._start(at)) is not None:
                found.append((start, at))
            elif text[at] == "for" and text[at + 2] == "in" and self._ends(at - 1):
                stops.append(at)
            elif text[at] == "}":
                stops.append(at)
            at += 1
        bounds = sorted([*stops, *(start for start, _ in found), self.end])
        for start, assign in found:
            end = next(bound for bound in bounds if bound > start)
            yield _Statement(start, end, assign, self._targets(start, assign))

    def _targets(self, start: int, assign: int) -> dict[str, int | None]:
        text = self.text
        parts = text.parts(start) if text[start] == "(" else [(start, assign)]
        if self.callee_at(assign) is not None:
            return {text[at]: None for begin, end in parts for at in range(begin, end) if text.is_name(at)}
        return {text[begin]: len(text.parts(begin + 1)) if text[begin + 1] == "(" else 0 for begin, _ in parts}

    def ranks_of_outputs(self) -> list[tuple[str, int]]:
        """The outputs with their ranks."""
        ranks = {one: rank for one, rank, _ in self.outputs if rank}
        for statement in self.statements:
            callee = self.callee_at(statement.assign)
            called = _Definition(self.text, self.text.defs[callee]).ranks_of_outputs() if callee else []
            due = [rank for _, rank in called] if callee else statement.targets.values()
            for target, rank in zip(statement.targets, due, strict=True):
                ranks.setdefault(target, rank or 0)
        return [(one, ranks[one]) for one, _, _ in self.outputs]

    def callee_at(self, assign: int) -> str | None:
        """The definition that a statement calls."""
        text, name = self.text, self.text[assign + 1]
        is_call = text[assign] == "=" and text[assign + 2] == "(" and name in text.defs
        return name if is_call and not any(name == one for one, _, _ in [*self.inputs, *self.outputs]) else None


class _Batch:
    """The definitions of a batch, by the name of the original and the inputs that are batches."""

    def __init__(self, source: str):
        self.source = source
        words = {one.text for one in _tokens(source)}
        self.index, self.size = _fresh("b", words), _fresh("Batch", words)
        self.words = words
        self.made: dict[tuple[str, frozenset[str]], tuple[str, str]] = {}

    def of(self, name: str, over: frozenset[str]) -> str:
        """The name of the batch of a definition, whose text is made where it is not there yet."""
        if (name, over) not in self.made:
            batch = _fresh(f"{name}_batch", self.words)
            self.words.add(batch)
            self.made[name, over] = (batch, "")
            self.made[name, over] = (batch, self._written(name, over, batch))
        return self.made[name, over][0]

    def _written(self, name: str, over: frozenset[str], batch: str) -> str:
        # Tokens of its own, which the edits are written into.
        text = _Text(self.source)
        definition = _Definition(text, text.defs[name])
        text.tokens[definition.at + 1].text = batch
        for one, _, at in definition.inputs:
            if one in over:
                self._of_type(text, at)
        for _, _, at in definition.outputs:
            if at >= 0:
                self._of_type(text, at)
        ranks, calls = self._ranks(definition, over), set()
        for statement in definition.statements:
            if callee := definition.callee_at(statement.assign):
                self._call(text, statement, callee, ranks)
                calls |= set(range(statement.start, statement.end))
            else:
                self._range(text, statement)
        for at in range(definition.body + 1, definition.end):
            if text.is_name(at) and text[at] in ranks and at not in calls:
                self._subscript(text, at, ranks[text[at]])
        tokens = text.tokens[definition.at : definition.end + 1]
        tokens[0].space = ""
        return "".join(f"{one.space}{one.before}{one.text}{one.behind}" for one in tokens)

    def _ranks(self, definition: _Definition, over: frozenset[str]) -> dict[str, int]:
        """What is a batch, with its rank in the original: what is assigned, but for the results of calls that have none."""
        ranks = {one: rank for one, rank, _ in definition.inputs if one in over} | dict(definition.ranks_of_outputs())
        for statement in definition.statements:
            callee = definition.callee_at(statement.assign)
            if callee is None:
                ranks |= {one: rank for one, rank in statement.targets.items() if rank is not None}
        for statement in definition.statements:
            callee = definition.callee_at(statement.assign)
            if callee and any(self.arguments(definition, statement, callee, ranks)):
                found = _Definition(definition.text, definition.text.defs[callee]).ranks_of_outputs()
                ranks |= dict(zip(statement.targets, (rank for _, rank in found), strict=True))
            elif callee and any(one in ranks for one in statement.targets):
                raise Unsupported(f"`{callee}` is called without a batch, and gives a result")
        return ranks

    def _of_type(self, text: _Text, at: int) -> None:
        is_tensor = text[at + 1] == "(" and len(text.parts(at + 1)) > 0
        text.tokens[at + 1 if is_tensor else at].behind += f"{self.size}, " if is_tensor else f"({self.size})"

    def _range(self, text: _Text, statement: _Statement) -> None:
        """The range of the index, which nothing else may give."""
        depth = 0
        for at in range(statement.start, statement.end):
            depth += (text[at] == "(") - (text[at] == ")")
            if text[at] == "where" and depth == 0:
                text.tokens[at].behind += f" {self.index} in 0:{self.size},"
                return
        text.tokens[statement.end - 1].behind += f" where {self.index} in 0:{self.size}"

    def _subscript(self, text: _Text, at: int, rank: int) -> None:
        if text[at + 1] == "." and text.tokens[at + 2].kind == "number":
            text.tokens[at + 2].text = str(int(text[at + 2]) + 1)
        elif rank:
            if text[at + 1] != "(":
                raise Unsupported(f"`{text[at]}` without subscripts")
            text.tokens[at + 1].behind += f"{self.index}, "
        elif text[at + 1] == "(" and text[at + 2] == ")":
            text.tokens[at + 1].behind += self.index
        else:
            # In front of what stands behind it, such as the range of the index.
            text.tokens[at].behind = f"({self.index})" + text.tokens[at].behind

    def arguments(self, definition: _Definition, statement: _Statement, callee: str, ranks: dict[str, int]) -> list[str]:
        """The inputs of the callee that get a batch."""
        text, over = definition.text, []
        inputs = _Definition(text, text.defs[callee]).inputs
        for (name, _, _), (start, end) in zip(inputs, text.parts(statement.assign + 2), strict=True):
            used = [text[at] for at in range(start, end) if text.is_name(at) and text[at] in ranks]
            if used and end - start > 1:
                raise Unsupported(f"an expression of `{used[0]}` is an argument of `{callee}`")
            over += [name] if used else []
        return over

    def _call(self, text: _Text, statement: _Statement, callee: str, ranks: dict[str, int]) -> None:
        if text.closes[statement.assign + 2] + 1 != statement.end:
            raise Unsupported(f"a part of an expression calls `{callee}`")
        definition = _Definition(text, text.defs[callee])
        over = self.arguments(definition, statement, callee, ranks)
        if over:
            text.tokens[statement.assign + 1].text = self.of(callee, frozenset(over))
        else:
            self._keep(callee)

    def _keep(self, name: str) -> None:
        """A definition that is called as it is, and those that it calls."""
        text = _Text(self.source)
        definition = _Definition(text, text.defs[name])
        for statement in definition.statements:
            if callee := definition.callee_at(statement.assign):
                self._keep(callee)
        tokens = text.tokens[definition.at : definition.end + 1]
        tokens[0].space = ""
        self.made[name, frozenset()] = (name, "".join(one.space + one.text for one in tokens))


def batch_text(operator: Operator, over: Iterable[str]) -> tuple[str, str]:
    """The name and the text of an operator that takes batches of these inputs. Raises `Unsupported`."""
    source = operator._source
    over = frozenset(over)
    # The size of a batch comes from an input, or from what is updated in place.
    has_size = bool(over) or any(role == "inout" for _, role, _, _ in operator.declared())
    if has_size and not source.file.endswith(".mlir"):
        batch = _Batch(source.text)
        name = batch.of(operator.name, over)
        return name, "\n".join(text for _, text in batch.made.values()) + "\n"
    raise Unsupported("there is no batch, or no TC text")


def _made(operator: Operator, over: frozenset[str]) -> Operator | None:
    try:
        name, text = batch_text(operator, over)
        source = _engine.Source(text, f"<batch of {operator.name}>")
        options = {name: value for name, value in operator.options.to_dict().items() if name not in _OF_LOOPS}
        made = Operator(source, name, MappingOptions(options))
    except (Unsupported, CompileError, KeyError, ValueError, IndexError, StopIteration):
        return None
    due = [(one, role, dtype, len(extents) + (role != "in" or one in over)) for one, role, dtype, extents in operator.declared()]
    found = [(one, role, dtype, len(extents)) for one, role, dtype, extents in made.declared()]
    return made if due == found else None


def batched(operator: Operator, over: Iterable[str]) -> Operator | None:
    """The operator that takes batches of these inputs, along a new first dimension, and makes batches of all outputs; None where the text has none."""
    over = frozenset(over)
    known = operator.__dict__.setdefault("_batches", {})
    if over not in known:
        known[over] = _made(operator, over)
    return known[over]
