"""How a backward operator belongs to a forward one: what it takes, and which of its outputs is the gradient of which input."""

from dataclasses import dataclass

from ._errors import CompileError
from ._gradients import Gradient, grad
from ._operators import Operator


def outputs_of(operator: Operator) -> list[str]:
    return [name for name, role, _, _ in operator.declared() if role != "in"]


@dataclass(frozen=True)
class Linked:
    """How a backward operator belongs to a forward one."""

    backward: Operator
    # Its inputs, in order, and the outputs of the forward operator.
    taken: list[str]
    outputs: list[str]
    # By the inputs of the forward operator, and what it updates in place: which output of the backward one is the gradient.
    made: dict[str, int]
    # What the forward operator updates in place, where the backward one takes the old contents and not the new ones.
    contents: list[str]


def derived(forward: Operator) -> Linked | None:
    """The gradient that follows from the text; none where nothing has one, such as for integers."""
    try:
        backward = grad(forward)
    except CompileError as error:
        codes = {one["code"] for one in error.diagnostics if one["severity"] == "error"}
        if codes == {"TC0803"}:
            return None
        help = "give the operator that makes the gradients by `backward`, or `backward=None` for an operator without a gradient"
        raise CompileError(f"{error}\nhelp: {help}", error.diagnostics) from None
    return _by_order(forward, backward)


def _by_order(forward: Operator, backward: Gradient) -> Linked:
    at = {name: number for number, name in enumerate(outputs_of(backward))}
    made = {name: at[gradient] for name, gradient in backward.gradients.items()}
    contents = [name for name, role, _, _ in forward.declared() if role == "inout"]
    return Linked(backward, backward.inputs, outputs_of(forward), made, contents)


def _by_name(forward: Operator, backward: Operator) -> Linked:
    outputs, made = outputs_of(forward), outputs_of(backward)
    known = {*forward.inputs, *outputs, *(f"d_{name}" for name in outputs)}
    unknown = [name for name in backward.inputs if name not in known]
    foreign = [name for name in made if name.removeprefix("d_") not in forward.inputs or not name.startswith("d_")]
    if unknown or foreign:
        raise ValueError(
            f"backward `{backward.name}`: expected inputs named as inputs and outputs of `{forward.name}` and as gradients of outputs ({', '.join(sorted(known))}), "
            f"and outputs `d_` with the name of an input; found {', '.join(unknown + foreign)}"
        )
    return Linked(backward, backward.inputs, outputs, {name.removeprefix("d_"): number for number, name in enumerate(made)}, [])


def linked(forward: Operator, backward: Operator | str | None) -> Linked | None:
    """That of an operator with the one that is given, or with the one that follows from its text (`derive`)."""
    if isinstance(backward, str):
        if backward != "derive":
            raise ValueError(f"backward: expected an operator, None or 'derive', found {backward!r}")
        return derived(forward)
    if isinstance(backward, Gradient):
        return _by_order(forward, backward)
    return _by_name(forward, backward) if backward is not None else None
