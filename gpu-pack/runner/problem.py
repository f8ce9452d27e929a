"""An error of the pack, in one line."""


class Problem(Exception):
    """What was expected, what was found and what to do next: printed behind `error: `, and the runner ends with status 1."""
