"""FileCheck tests of the tools. Run all with `./x test lit`, those of a pass with `./x lit passes/schedule/tile`.

Where things are found:
- our tools: the folder in TC_TOOLS_DIR, else release/ or debug/ of CARGO_TARGET_DIR or of target/, the newest tc-opt first;
- FileCheck, not, split-file, count: the folder in MLIR_SYS_220_PREFIX, else /usr/lib/llvm-22.

A test's path is the name of what it tests: lit-tests/passes/schedule/tile.mlir tests the pass `schedule-tile`, passes/schedule/src/tile.rs.
"""

import os
import pathlib
import shutil
import sys

import lit.formats

repository = pathlib.Path(__file__).resolve().parent.parent


def tools_folder():
    """The folder that holds tc-opt."""
    named = os.environ.get("TC_TOOLS_DIR")
    if named:
        return pathlib.Path(named).resolve()
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", repository / "target"))
    built = [target / profile / "tc-opt" for profile in ("release", "debug")]
    built = [tool for tool in built if tool.exists()]
    if not built:
        lit_config.fatal(f"no tc-opt under {target}: run `cargo build --release -p tc-tools -p tc-test-opt`, or set TC_TOOLS_DIR")
    return max(built, key=lambda tool: tool.stat().st_mtime).parent


def llvm_folder():
    """The folder that holds FileCheck."""
    folder = pathlib.Path(os.environ.get("MLIR_SYS_220_PREFIX", "/usr/lib/llvm-22")) / "bin"
    if not (folder / "FileCheck").exists():
        lit_config.fatal(f"no FileCheck in {folder}: install llvm-22-tools, or set MLIR_SYS_220_PREFIX")
    return folder


config.name = "tc"
config.test_format = lit.formats.ShTest(False)
config.suffixes = [".mlir", ".tc", ".sac", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = str(repository / "lit-tests")

# Outputs are written outside the source tree.
config.test_exec_root = str(tools_folder().parent / "lit")

config.environment["PATH"] = os.pathsep.join([str(tools_folder()), str(llvm_folder()), os.environ["PATH"]])
os.makedirs(config.test_exec_root, exist_ok=True)
# What is printed for the CPU of this machine must not depend on which it is.
config.environment["TC_HOST"] = "avx512"
# Tests neither depend on the cache of a person nor fill it.
config.environment["TC_CACHE"] = "off"
config.environment["TC_CACHE_DIR"] = os.path.join(config.test_exec_root, "no-cache")

config.substitutions.append(("%{examples}", str(repository / "examples")))
config.substitutions.append(("%{scripts}", str(repository / "scripts")))
config.substitutions.append(("%{python}", sys.executable))
config.substitutions.append(("%{llvm}", str(llvm_folder())))

# NVIDIA's assembler and disassembler, if they are installed as by ./x setup.
wheels = pathlib.Path(sys.prefix).glob("lib/python*/site-packages/nvidia/*/bin/*")
tools = {wheel.name: str(wheel) for wheel in wheels if wheel.name in ("ptxas", "nvdisasm")}
for tool in ("ptxas", "nvdisasm"):
    found = os.environ.get(f"TC_{tool.upper()}") or shutil.which(tool) or tools.get(tool)
    if found:
        config.environment[f"TC_{tool.upper()}"] = found

# NVIDIA's library of functions, from the same wheel as ptxas. If it is missing, a test that needs it fails and names the missing file.
libraries = pathlib.Path(sys.prefix).glob("lib/python*/site-packages/nvidia/cuda_nvcc/nvvm/libdevice/libdevice.10.bc")
config.substitutions.append(("%{libdevice}", str(next(libraries, "libdevice.10.bc-which-./x-setup-installs"))))
