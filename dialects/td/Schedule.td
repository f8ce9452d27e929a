//===- Schedule.td - the schedule tree dialect --------------*- tablegen -*-===//
//
// A `schedule.scop` holds arrays, statements and one tree. The tree ops are isl's
// node kinds as nested regions; an empty region is a leaf. isl objects are
// attributes in isl's own notation, checked and printed by isl:
//
//   schedule.domain "[N] -> { S0[i] : 0 <= i < N }" {
//     schedule.band permutable (block.x coincident "{ S0[i] -> [i] }") {}
//   }
//
// Rules that types cannot express are verified in Rust (`src/schedule/verify`).
//
//===----------------------------------------------------------------------===//

#ifndef SCHEDULE_TD
#define SCHEDULE_TD

include "Tc.td"

def Schedule_Dialect : Dialect {
  let name = "schedule";
  let cppNamespace = "::schedule";
  let summary = "Schedule trees over statements with isl domains";
  let useDefaultAttributePrinterParser = 1;
  let dependentDialects = ["::tc::TCDialect"];
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

class Schedule_IslAttr<string name, string attrMnemonic, string what>
    : AttrDef<Schedule_Dialect, name> {
  let mnemonic = attrMnemonic;
  let summary = what # " in isl's notation";
  let parameters = (ins StringRefParameter<"isl's text">:$text);
  let hasCustomAssemblyFormat = 1;
}

def Schedule_SetAttr : Schedule_IslAttr<"Set", "set", "a union set">;
def Schedule_MapAttr : Schedule_IslAttr<"Map", "map", "a union map">;
def Schedule_AffAttr : Schedule_IslAttr<"Aff", "aff", "a union of piecewise affine functions">;

def Schedule_AffArrayAttr : TypedArrayAttrBase<Schedule_AffAttr, "array of affine functions">;

def Schedule_MatrixUnitAttr : AttrDef<Schedule_Dialect, "MatrixUnit"> {
  let mnemonic = "unit";
  let summary = "a matrix operation that the lanes of a warp run together";
  let parameters = (ins StringRefParameter<"its instruction">:$instruction, "int64_t":$rows,
                        "int64_t":$columns, "int64_t":$depth,
                        StringRefParameter<"what factors are multiplied as">:$element);
  let assemblyFormat = "`<` $instruction `,` $rows `,` $columns `,` $depth `,` $element `>`";
}

class Schedule_Enum<string name, string what, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, what, cases> {
  let cppNamespace = "::schedule";
  let genSpecializedAttr = 0;
}

def Schedule_MemberKind : Schedule_Enum<"MemberKind", "how the loop of a band member runs", [
    I32EnumAttrCase<"Sequential", 0, "sequential">,
    I32EnumAttrCase<"Parallel", 1, "parallel">,
    I32EnumAttrCase<"Vector", 2, "vector">,
    I32EnumAttrCase<"VectorReduce", 3, "vector.reduce">,
    I32EnumAttrCase<"Unroll", 4, "unroll">,
    I32EnumAttrCase<"BlockX", 5, "block.x">,
    I32EnumAttrCase<"BlockY", 6, "block.y">,
    I32EnumAttrCase<"BlockZ", 7, "block.z">,
    I32EnumAttrCase<"ThreadX", 8, "thread.x">,
    I32EnumAttrCase<"ThreadY", 9, "thread.y">,
    I32EnumAttrCase<"ThreadZ", 10, "thread.z">,
    I32EnumAttrCase<"Launch", 11, "launch">, I32EnumAttrCase<"Digit", 12, "thread">]>;
def Schedule_MemberKindAttr : EnumAttr<Schedule_Dialect, Schedule_MemberKind, "member"> {
  let assemblyFormat = "`<` $value `>`";
}
def Schedule_MemberKindArrayAttr
    : TypedArrayAttrBase<Schedule_MemberKindAttr, "array of member kinds">;

def Schedule_Role : Schedule_Enum<"Role", "how a scop uses an argument", [
    I32EnumAttrCase<"In", 0, "in">, I32EnumAttrCase<"Out", 1, "out">,
    I32EnumAttrCase<"InOut", 2, "inout">]>;
def Schedule_RoleAttr : EnumAttr<Schedule_Dialect, Schedule_Role, "role"> {
  let assemblyFormat = "`<` $value `>`";
}
def Schedule_RoleArrayAttr : TypedArrayAttrBase<Schedule_RoleAttr, "array of argument roles">;

def Schedule_ArrayKind : Schedule_Enum<"ArrayKind", "where an array is stored", [
    I32EnumAttrCase<"Temporary", 0, "temporary">,
    I32EnumAttrCase<"Shared", 1, "shared">,
    I32EnumAttrCase<"Private", 2, "private">]>;
def Schedule_ArrayKindAttr : EnumAttr<Schedule_Dialect, Schedule_ArrayKind, "array_kind"> {
  let assemblyFormat = "`<` $value `>`";
}

//===----------------------------------------------------------------------===//
// The scop, its arrays and statements
//===----------------------------------------------------------------------===//

class Schedule_Op<string opMnemonic, list<Trait> traits = []>
    : Op<Schedule_Dialect, opMnemonic, traits>;

def Schedule_ScopOp : Schedule_Op<"scop", [
    Symbol, SymbolTable, IsolatedFromAbove, AffineScope, SingleBlock, NoTerminator,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let summary = "arrays, statements and one schedule tree";
  let description = [{
    Block arguments are memrefs: inputs, then returns. Size `size_names[n]` is the extent
    of dimension `size_dims[n]` of argument `size_args[n]` (-1: given from outside).

    `context` has facts about the sizes; `grid` and `block` are the launch of a mapped tree.

    ```mlir
    schedule.scop @copy(%A: memref<?xf32>, out %B: memref<?xf32>)
        sizes(N = %A[0]) context "[N] -> { : N >= 0 }" grid(4) block(256) attributes {schedule.extents = {B = ["N"]}} {
      schedule.statement @S0(%i) {
        %0 = affine.load %A[%i] : memref<?xf32>
        affine.store %0, %B[%i] : memref<?xf32>
      }
      schedule.domain "[N] -> { S0[i] : 0 <= i < N }" {
        schedule.band tag "tile" tiles(256) (block.x coincident "{ S0[i] -> [256*floor(i/256)] }") {
          schedule.band tag "point" (thread.x coincident "{ S0[i] -> [i mod 256] }") {}
        }
      }
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       OptionalAttr<StrAttr>:$sym_visibility,
                       StrArrayAttr:$arg_names,
                       Schedule_RoleArrayAttr:$arg_roles,
                       OptionalAttr<StrArrayAttr>:$size_names,
                       OptionalAttr<DenseI64ArrayAttr>:$size_args,
                       OptionalAttr<DenseI64ArrayAttr>:$size_dims,
                       OptionalAttr<Schedule_SetAttr>:$context,
                       OptionalAttr<DenseI64ArrayAttr>:$grid,
                       OptionalAttr<DenseI64ArrayAttr>:$block);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
}

def Schedule_ArrayOp : Schedule_Op<"array", [
    HasParent<"ScopOp">,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "storage that lives inside one scop";
  let description = [{
    A `temporary` is allocated once for the scop, a `shared` array once for each block of a
    GPU, a `private` array once for each thread.

    ```mlir
    schedule.scop @two_steps(%A: memref<64xf32>, out %B: memref<64xf32>) {
      %T = schedule.array temporary : memref<64xf32>
      schedule.statement @S0(%i) {
        %0 = affine.load %A[%i] : memref<64xf32>
        affine.store %0, %T[%i] : memref<64xf32>
      }
      schedule.statement @S1(%i) {
        %0 = affine.load %T[63 - %i] : memref<64xf32>
        affine.store %0, %B[%i] : memref<64xf32>
      }
      schedule.domain "{ S0[i] : 0 <= i < 64; S1[i] : 0 <= i < 64 }" {
        schedule.sequence {
          schedule.filter "{ S0[i] }" { schedule.band (coincident "{ S0[i] -> [i] }") {} }
          schedule.filter "{ S1[i] }" { schedule.band (coincident "{ S1[i] -> [i] }") {} }
        }
      }
    }
    ```
  }];
  let arguments = (ins Schedule_ArrayKindAttr:$kind, StrAttr:$array_name);
  let results = (outs Res<AnyMemRef, "", [MemAlloc]>:$memref);
  let hasCustomAssemblyFormat = 1;
}

def Schedule_StatementOp : Schedule_Op<"statement", [
    HasParent<"ScopOp">, Symbol, AffineScope, SingleBlock, NoTerminator,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let summary = "the computation of one instance of a statement";
  let description = [{
    The block arguments are the indices of the instance; the symbol is the name of the
    tuple in isl. With `reduces`, instances that update the same element may run in any order.

    `at` is the place of the statement in the original program: `at [2, 0]` is the first
    statement of the loop that is number 2 of the scop, and the first index is the loop's.
    Without it the statement is in no loop, at its number in the text.

    With `recomputes @S` the statement is a copy of S, which an extension adds: its last indices are
    those of an instance of S, whose value it computes again, into an array of a block or a thread.
    It has the operations of S; each access that is not the one of S says which it stands for.

    With `async` the statement is a copy to shared memory that goes on by itself: its store has
    happened for its thread behind the `schedule.wait` that covers it, and for the other threads of
    the block behind a barrier after that wait.

    ```mlir
    schedule.scop @sum(%A: memref<8x64xf32>, inout %s: memref<8xf32>) {
      schedule.statement @S0(%i, %k) reduces add {
        %0 = affine.load %A[%i, %k] : memref<8x64xf32>
        %1 = affine.load %s[%i] : memref<8xf32>
        %2 = arith.addf %1, %0 : f32
        affine.store %2, %s[%i] : memref<8xf32>
      }
      schedule.domain "{ S0[i, k] : 0 <= i < 8 and 0 <= k < 64 }" {
        schedule.band permutable (coincident "{ S0[i, k] -> [i] }", "{ S0[i, k] -> [k] }") {}
      }
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       OptionalAttr<StrAttr>:$sym_visibility,
                       StrArrayAttr:$arg_names,
                       OptionalAttr<DenseI64ArrayAttr>:$at,
                       OptionalAttr<TC_ReductionAttr>:$reduces,
                       OptionalAttr<StrAttr>:$precision,
                       OptionalAttr<FlatSymbolRefAttr>:$recomputes,
                       UnitAttr:$async);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

//===----------------------------------------------------------------------===//
// Tree nodes
//===----------------------------------------------------------------------===//

/// The possible parents of nodes other than the root.
def Schedule_InTree : ParentOneOf<[
    "DomainOp", "ContextOp", "GuardOp", "FilterOp", "BandOp", "SequenceOp", "SetOp",
    "ExtensionOp", "ExpansionOp", "MarkOp", "LastOp"]>;

class Schedule_Node<string opMnemonic, Trait place = Schedule_InTree>
    : Schedule_Op<opMnemonic, [SingleBlock, NoTerminator, place]> {
  let regions = (region AnyRegion:$body);
}

class Schedule_SetNode<string opMnemonic, Trait place = Schedule_InTree>
    : Schedule_Node<opMnemonic, place> {
  let arguments = (ins Schedule_SetAttr:$set);
  let assemblyFormat = [{
    custom<SetText>($set) attr-dict-with-keyword custom<Children>($body)
  }];
}

def Schedule_DomainOp : Schedule_SetNode<"domain", HasParent<"ScopOp">> {
  let summary = "the statement instances that the tree orders";
  let description = [{
    The root of a tree. Each instance in the domain runs once; others do not run.

    ```mlir
    schedule.scop @root(%A: memref<64xf32>, out %B: memref<64xf32>) {
      schedule.statement @S0(%i) {
        %0 = affine.load %A[%i] : memref<64xf32>
        affine.store %0, %B[%i] : memref<64xf32>
      }
      schedule.domain "{ S0[i] : 0 <= i < 64 }" {
        schedule.band (coincident "{ S0[i] -> [i] }") {}
      }
    }
    ```
  }];
}

def Schedule_ContextOp : Schedule_SetNode<"context"> {
  let summary = "facts about the sizes and the outer coordinates";
  let description = [{
    A fact for a reader: generated code needs none of it. `schedule-verify` refuses what the
    `context` of the scop does not imply for sizes, and what the instances that reach the node do
    not imply for coordinates. The `context` of a scop is an obligation of its callers, which
    each call checks.

    ```mlir
    schedule.scop @context(%A: memref<?xf32>, out %B: memref<?xf32>) sizes(N = %A[0]) context "[N] -> { : N >= 1 }"
        attributes {schedule.extents = {B = ["N"]}} {
      schedule.statement @S0(%i) {
        %0 = affine.load %A[%i] : memref<?xf32>
        affine.store %0, %B[%i] : memref<?xf32>
      }
      schedule.domain "[N] -> { S0[i] : 0 <= i < N }" {
        schedule.context "[N] -> { : N >= 1 }" {
          schedule.band (coincident "{ S0[i] -> [i] }") {}
        }
      }
    }
    ```
  }];
}

def Schedule_GuardOp : Schedule_SetNode<"guard"> {
  let summary = "constraints that are checked at run time before the subtree";
  let description = [{
    Code generation emits an `if` around the subtree, unless the condition is known to hold.
    `schedule-verify` refuses a guard that may not hold, since then instances below never run.

    ```mlir
    schedule.scop @guard(%A: memref<?xf32>, out %B: memref<?xf32>) sizes(N = %A[0])
        attributes {schedule.extents = {B = ["N"]}} {
      schedule.statement @S0(%i) {
        %0 = affine.load %A[%i] : memref<?xf32>
        affine.store %0, %B[%i] : memref<?xf32>
      }
      schedule.domain "[N] -> { S0[i] : 0 <= i < N }" {
        schedule.guard "[N] -> { : N >= 1 }" {
          schedule.band (coincident "{ S0[i] -> [i] }") {}
        }
      }
    }
    ```
  }];
}

def Schedule_FilterOp : Schedule_SetNode<"filter"> {
  let summary = "the statement instances that this branch orders";
  let description = [{
    A child of a `schedule.sequence` or `schedule.set` is a filter. Elsewhere a filter restricts
    the subtree to some instances.

    ```mlir
    schedule.scop @filter(%A: memref<64xf32>, out %B: memref<64xf32>) {
      schedule.statement @S0(%i) {
        %0 = affine.load %A[%i] : memref<64xf32>
        affine.store %0, %B[%i] : memref<64xf32>
      }
      schedule.domain "{ S0[i] : 0 <= i < 64 }" {
        schedule.sequence {
          schedule.filter "{ S0[i] : i < 32 }" { schedule.band (coincident "{ S0[i] -> [i] }") {} }
          schedule.filter "{ S0[i] : i >= 32 }" { schedule.band (coincident "{ S0[i] -> [i] }") {} }
        }
      }
    }
    ```
  }];
}

def Schedule_BandOp : Schedule_Node<"band"> {
  let summary = "loops around the subtree";
  let description = [{
    Each member is an affine function that gives the loop variable of an instance. `tile_sizes`
    are the steps of a band of tile loops. `permutable` and `coincident` are claims, which
    `schedule-verify` proves or refuses.

    A member `thread(STRIDE, SIZE)` is on a digit of the number of a thread along x: thread `t` runs
    the iterations whose value modulo SIZE is `floor(t/STRIDE) mod SIZE`, and `thread.x` is the digit
    `thread(1, B)` of a block of B threads along x. The ends of all digits of a kernel, STRIDE and
    STRIDE * SIZE, divide each other and B; no loop is below another one on a part of its digit.

    A band with `unit(mma, 16, 8, 16, f16)` is one matrix operation, which the lanes of a warp run
    together, for each iteration of the loops around it. Its members are the layout of the result:
    `thread(4, 8)` and `thread(1, 4)` for the row and the column of a lane, then loops in the thread
    for the rows, the columns and the terms. Without the unit the tree means the same, term by term.

    A member of the kind `launch` is a loop on the host: each iteration launches the kernels below
    it, one after the other, and all that an iteration writes is visible to the next one. Such
    members fill bands of their own, above all others; their bounds must be numbers.

    ```mlir
    schedule.scop @transpose(%A: memref<64x96xf32>, out %B: memref<96x64xf32>) grid(3, 2) block(32, 8) {
      schedule.statement @S0(%n, %m) {
        %0 = affine.load %A[%n, %m] : memref<64x96xf32>
        affine.store %0, %B[%m, %n] : memref<96x64xf32>
      }
      schedule.domain "{ S0[n, m] : 0 <= n < 64 and 0 <= m < 96 }" {
        schedule.band permutable tag "tile" tiles(32, 32)
          (block.y coincident "{ S0[n, m] -> [32*floor(n/32)] }",
           block.x coincident "{ S0[n, m] -> [32*floor(m/32)] }") {
          schedule.band permutable tag "point"
            (thread.y coincident "{ S0[n, m] -> [n mod 32] }",
             thread.x coincident "{ S0[n, m] -> [m mod 32] }") {}
        }
      }
    }
    schedule.scop @turns(inout %A: memref<9x64xf32>) grid(2) block(32) {
      schedule.statement @S1(%t, %i) {
        %0 = affine.load %A[%t, 63 - %i] : memref<9x64xf32>
        affine.store %0, %A[%t + 1, %i] : memref<9x64xf32>
      }
      schedule.domain "{ S1[t, i] : 0 <= t < 8 and 0 <= i < 64 }" {
        schedule.band (launch "{ S1[t, i] -> [t] }") {
          schedule.band (block.x coincident "{ S1[t, i] -> [floor(i/32)] }") {
            schedule.band (thread.x coincident "{ S1[t, i] -> [i mod 32] }") {}
          }
        }
      }
    }
    ```
  }];
  let arguments = (ins Schedule_AffArrayAttr:$members,
                       Schedule_MemberKindArrayAttr:$kinds,
                       DenseBoolArrayAttr:$coincident,
                       UnitAttr:$permutable,
                       OptionalAttr<StrAttr>:$tag,
                       OptionalAttr<DenseI64ArrayAttr>:$tile_sizes,
                       OptionalAttr<DenseI64ArrayAttr>:$digits,
                       OptionalAttr<Schedule_MatrixUnitAttr>:$unit,
                       OptionalAttr<Schedule_SetAttr>:$ast_options);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Schedule_SequenceOp : Schedule_Node<"sequence"> {
  let summary = "filters that run one after the other";
  let description = [{
    All instances of a child come before those of the next one, for equal outer coordinates.

    ```mlir
    schedule.scop @square(%A: memref<64xf32>, out %B: memref<64xf32>) {
      schedule.statement @S0(%i) {
        %0 = affine.load %A[%i] : memref<64xf32>
        affine.store %0, %B[%i] : memref<64xf32>
      }
      schedule.statement @S1(%i) {
        %0 = affine.load %B[%i] : memref<64xf32>
        %1 = arith.mulf %0, %0 : f32
        affine.store %1, %B[%i] : memref<64xf32>
      }
      schedule.domain "{ S0[i] : 0 <= i < 64; S1[i] : 0 <= i < 64 }" {
        schedule.band (coincident "{ S0[i] -> [i]; S1[i] -> [i] }") {
          schedule.sequence {
            schedule.filter "{ S0[i] }" {}
            schedule.filter "{ S1[i] }" {}
          }
        }
      }
    }
    ```
  }];
  let assemblyFormat = "attr-dict-with-keyword custom<Children>($body)";
}

def Schedule_SetOp : Schedule_Node<"set"> {
  let summary = "filters that run in any order";
  let description = [{
    No dependence may connect two children.

    ```mlir
    schedule.scop @halves(%A: memref<64xf32>, out %B: memref<64xf32>) {
      schedule.statement @S0(%i) {
        %0 = affine.load %A[%i] : memref<64xf32>
        affine.store %0, %B[%i] : memref<64xf32>
      }
      schedule.domain "{ S0[i] : 0 <= i < 64 }" {
        schedule.set {
          schedule.filter "{ S0[i] : i < 32 }" { schedule.band (coincident "{ S0[i] -> [i] }") {} }
          schedule.filter "{ S0[i] : i >= 32 }" { schedule.band (coincident "{ S0[i] -> [i] }") {} }
        }
      }
    }
    ```
  }];
  let assemblyFormat = "attr-dict-with-keyword custom<Children>($body)";
}

def Schedule_ExtensionOp : Schedule_Node<"extension"> {
  let summary = "statement instances that are added below";
  let description = [{
    A map from the outer coordinates to instances of copy statements and barriers;
    `schedule-promote` and `schedule-sync` add them. An access that was redirected to a copy
    keeps its original access relation as `schedule.for`, so that `schedule-verify` can compare
    the two. Instances from above reach each of the coordinates. An instance may run at several of
    them, and then each of its runs counts.

    ```mlir
    schedule.scop @reverse_tiles(%A: memref<64xf32>, out %B: memref<64xf32>) grid(2) block(32) {
      %A_s = schedule.array shared : memref<32xf32, #gpu.address_space<workgroup>>
      schedule.statement @S0(%i) {
        %0 = affine.load %A_s[31 - %i mod 32] {schedule.for = #schedule.map<"{ S0[i] -> A[31 + 32*floor(i/32) - i mod 32] }">} : memref<32xf32, #gpu.address_space<workgroup>>
        affine.store %0, %B[%i] : memref<64xf32>
      }
      schedule.statement @A_in(%b, %a) {
        %0 = affine.load %A[%a] : memref<64xf32>
        affine.store %0, %A_s[%b * -32 + %a] : memref<32xf32, #gpu.address_space<workgroup>>
      }
      schedule.statement @sync0() {
        gpu.barrier
      }
      schedule.domain "{ S0[i] : 0 <= i < 64 }" {
        schedule.band tag "tile" (block.x coincident "{ S0[i] -> [floor(i/32)] }") {
          schedule.extension "{ [b] -> A_in[b, a] : 0 <= b <= 1 and 32b <= a <= 31 + 32b; [b] -> sync0[] : 0 <= b <= 1 }" {
            schedule.sequence {
              schedule.filter "{ A_in[b, a] }" {
                schedule.band tag "copy" (thread.x coincident "{ A_in[b, a] -> [a mod 32] }") {}
              }
              schedule.filter "{ sync0[] }" {}
              schedule.filter "{ S0[i] }" {
                schedule.band tag "point" (thread.x coincident "{ S0[i] -> [i mod 32] }") {}
              }
            }
          }
        }
      }
    }
    ```
  }];
  let arguments = (ins Schedule_MapAttr:$map);
  let assemblyFormat = [{
    custom<MapText>($map) attr-dict-with-keyword custom<Children>($body)
  }];
}

def Schedule_ExpansionOp : Schedule_Node<"expansion"> {
  let summary = "each instance above stands for several below";
  let description = [{
    `contraction` maps an instance below to the one above, `expansion` is its inverse.

    ```mlir
    schedule.scop @pairs(%A: memref<64xf32>, out %B: memref<64xf32>) {
      schedule.statement @S0(%i) {
        %0 = affine.load %A[%i] : memref<64xf32>
        affine.store %0, %B[%i] : memref<64xf32>
      }
      schedule.domain "{ G[g] : 0 <= g < 32 }" {
        schedule.band ("{ G[g] -> [g] }") {
          schedule.expansion "{ S0[i] -> G[floor(i/2)] }" to "{ G[g] -> S0[i] : 2g <= i <= 2g + 1 }" {
            schedule.band ("{ S0[i] -> [i] }") {}
          }
        }
      }
    }
    ```
  }];
  let arguments = (ins Schedule_MapAttr:$contraction, Schedule_MapAttr:$expansion);
  let assemblyFormat = [{
    custom<MapText>($contraction) `to` custom<MapText>($expansion)
    attr-dict-with-keyword custom<Children>($body)
  }];
}

def Schedule_MarkOp : Schedule_Node<"mark"> {
  let summary = "a named place in the tree, with attributes";
  let description = [{
    Passes and people may annotate a tree with marks; a mark does not change the order.

    ```mlir
    schedule.scop @marked(%A: memref<64xf32>, out %B: memref<64xf32>) {
      schedule.statement @S0(%i) {
        %0 = affine.load %A[%i] : memref<64xf32>
        affine.store %0, %B[%i] : memref<64xf32>
      }
      schedule.domain "{ S0[i] : 0 <= i < 64 }" {
        schedule.mark "promoted" attributes {array = "A"} {
          schedule.band (coincident "{ S0[i] -> [i] }") {}
        }
      }
    }
    ```
  }];
  let arguments = (ins StrAttr:$label);
  let assemblyFormat = "$label attr-dict-with-keyword custom<Children>($body)";
}

def Schedule_LastOp : Schedule_Node<"last"> {
  let summary = "what the block of a group runs that arrives last";
  let description = [{
    The last child of the sequence at the top of a kernel. Blocks whose numbers differ only along
    the axes behind `across` are a group. Each block counts itself at the counter of its group when
    all its threads are done with what stands before; the block that arrives last runs the subtree
    for its group, behind all that the blocks of the group have written. The other blocks end.

    The counter is an array of integers of 32 bits, one for each group, which nothing else touches:
    a temporary that is zero when the kernel starts, and again when it ends. Along the axes of the
    group no member of the subtree may run on blocks, since which of them is last is not known.

    ```mlir
    schedule.scop @sum(%A: memref<4x64xf32>, out %B: memref<64xf32>) grid(4, 2) block(32) {
      %part = schedule.array temporary : memref<4x64xf32>
      %arrived = schedule.array temporary : memref<2xi32>
      schedule.statement @S0(%r, %i) {
        %0 = affine.load %A[%r, %i] : memref<4x64xf32>
        affine.store %0, %part[%r, %i] : memref<4x64xf32>
      }
      schedule.statement @S1(%i) {
        %0 = affine.load %part[0, %i] : memref<4x64xf32>
        %1 = affine.load %part[3, %i] : memref<4x64xf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %B[%i] : memref<64xf32>
      }
      schedule.domain "{ S0[r, i] : 0 <= r < 4 and 0 <= i < 64; S1[i] : 0 <= i < 64 }" {
        schedule.sequence {
          schedule.filter "{ S0[r, i] }" {
            schedule.band (block.y coincident "{ S0[r, i] -> [floor(i/32)] }", block.x coincident "{ S0[r, i] -> [r] }") {
              schedule.band (thread.x coincident "{ S0[r, i] -> [i mod 32] }") {}
            }
          }
          schedule.filter "{ S1[i] }" {
            schedule.last "arrived" across block.x {
              schedule.band (block.y coincident "{ S1[i] -> [floor(i/32)] }") {
                schedule.band (thread.x coincident "{ S1[i] -> [i mod 32] }") {}
              }
            }
          }
        }
      }
    }
    ```
  }];
  let arguments = (ins StrAttr:$counter, Schedule_MemberKindArrayAttr:$across);
  let assemblyFormat = [{
    $counter `across` custom<Kinds>($across) attr-dict-with-keyword custom<Children>($body)
  }];
}

def Schedule_LeafOp : Schedule_Op<"leaf", [Schedule_InTree]> {
  let summary = "the end of a branch; the same as an empty region";
  let description = [{
    The instances of one statement that reach a leaf together run in the lexicographic order of
    their indices. Those of two statements are in no order.

    ```mlir
    schedule.scop @copy(%A: memref<64xf32>, out %B: memref<64xf32>) {
      schedule.statement @S0(%i) {
        %0 = affine.load %A[%i] : memref<64xf32>
        affine.store %0, %B[%i] : memref<64xf32>
      }
      schedule.domain "{ S0[i] : 0 <= i < 64 }" {
        schedule.band (coincident "{ S0[i] -> [i] }") {
          schedule.leaf
        }
      }
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

include "ScheduleLoops.td"

#endif // SCHEDULE_TD
