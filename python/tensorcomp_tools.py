"""The command line tools: `tc-run` and the others start here. The library of `tensorcomp` does the work.

This module is not a part of that package, whose import takes longer than such a tool.
"""

import sys
from functools import partial
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from os import fspath
from typing import NoReturn


def _answer(engine: str, name: str, words: list[str]) -> NoReturn:
    """Does what the tool does with that command line, and ends the process with its status."""
    spec = spec_from_file_location("tensorcomp._engine", engine)
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    # How the tool starts itself, for trials of a search: without the packages of the environment.
    module.run_tool(name, words, [sys.executable or "", "-I", "-S", __file__, engine, name])


def _main(name: str) -> NoReturn:
    package = find_spec("tensorcomp")
    engine = PathFinder.find_spec("tensorcomp._engine", package and package.submodule_search_locations)
    if engine is None or engine.origin is None:
        sys.exit(f"{name}: error: the package tensorcomp is not installed for {sys.executable}")
    _answer(fspath(engine.origin), name, sys.argv)


tc_cache = partial(_main, "tc-cache")
tc_fmt = partial(_main, "tc-fmt")
tc_lsp = partial(_main, "tc-lsp")
tc_mlir_lsp_server = partial(_main, "tc-mlir-lsp-server")
tc_opt = partial(_main, "tc-opt")
tc_run = partial(_main, "tc-run")
tc_translate = partial(_main, "tc-translate")
tc_tune = partial(_main, "tc-tune")

if __name__ == "__main__":
    _answer(sys.argv[1], sys.argv[2], sys.argv[2:])
