"""Compiles the kernels of `kernels.py` with the Triton that is installed; stores them in `../triton-RELEASE-ARCHITECTURE.jsonl.gz`.

    pip install triton==3.9.0 numpy        # one environment
    pip install triton==3.1.0 numpy        # another one
    python3 build.py                       # in each

No GPU is needed. Names of temporary folders are not stored.
"""

import inspect
import pathlib
import sys

import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import store  # noqa: E402

TYPES = {"f32": "*fp32", "f16": "*fp16", "i32": "*i32", "i8": "*i8", "u32": "*u32", "int": "i32", "float": "fp32"}
RELEASE = ".".join(triton.__version__.split(".")[:2])
OLD = RELEASE == "3.1"


def compile_for(arch):
    def compile_one(one):
        names = [parameter.name for parameter in inspect.signature(one["function"].fn).parameters.values()]
        kinds = {name: spec.split(":")[0].split("_")[-1] for name, spec in one["arguments"].items()}
        signature = {name: TYPES[kinds[name]] for name in names if name in kinds}
        arrays = [place for place, name in enumerate(names) if TYPES.get(kinds.get(name), "").startswith("*")]
        if OLD:
            from triton.compiler import AttrsDescriptor

            source = ASTSource(fn=one["function"], signature=signature, constants=dict(one["constants"]), attrs=AttrsDescriptor(divisible_by_16=arrays, equal_to_1=()))
        else:
            signature.update({name: "constexpr" for name in names if name not in kinds})
            source = ASTSource(fn=one["function"], signature=signature, constexprs=dict(one["constants"]),
                               attrs={(place,): [["tt.divisibility", 16]] for place in arrays})
        compiled = triton.compile(source, target=GPUTarget("cuda", arch, 32), options={"num_warps": one["warps"], "num_stages": one["stages"]})
        one["dynamic"] = compiled.metadata.shared
        return compiled.asm["ptx"], compiled.metadata.name

    return compile_one


def main():
    import kernels

    for arch in (80, 90):
        all_kernels = []
        for one in kernels.KERNELS:
            arguments = dict(one["arguments"])
            # Addresses of scratch memory, which these kernels do not use.
            scratch = {f"scratch{i}": "null:0" for i in range(0 if OLD else 2)}
            refused = (one["refused"] or {}).get(f"sm_{arch}")
            source = inspect.getsource(one["function"].fn) + repr(sorted(one["constants"].items())) + repr((one["warps"], one["stages"], RELEASE, arch))
            all_kernels.append({**one, "arguments": {**arguments, **scratch}, "block": [32 * one["warps"], 1, 1], "dynamic": 0, "source": source,
                                "options": [], "refused": refused})
        store.build(f"triton-{RELEASE}-sm_{arch}", all_kernels, compile_for(arch))


if __name__ == "__main__":
    main()
