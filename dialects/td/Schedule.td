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
// What the types cannot say is verified in Rust (`src/schedule/verify`).
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

class Schedule_Enum<string name, string what, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, what, cases> {
  let cppNamespace = "::schedule";
  let genSpecializedAttr = 0;
}

def Schedule_MemberKind : Schedule_Enum<"MemberKind", "how the loop of a band member runs", [
    I32EnumAttrCase<"Sequential", 0, "sequential">,
    I32EnumAttrCase<"Parallel", 1, "parallel">,
    I32EnumAttrCase<"Vector", 2, "vector">,
    I32EnumAttrCase<"Unroll", 3, "unroll">,
    I32EnumAttrCase<"BlockX", 4, "block.x">,
    I32EnumAttrCase<"BlockY", 5, "block.y">,
    I32EnumAttrCase<"BlockZ", 6, "block.z">,
    I32EnumAttrCase<"ThreadX", 7, "thread.x">,
    I32EnumAttrCase<"ThreadY", 8, "thread.y">,
    I32EnumAttrCase<"ThreadZ", 9, "thread.z">]>;
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

def Schedule_ArrayKind : Schedule_Enum<"ArrayKind", "what an array is for", [
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

    ```mlir
    schedule.scop @copy(%A: memref<?xf32>, out %B: memref<?xf32>)
        sizes(N = %A[0]) context "[N] -> { : N >= 0 }" grid(4) block(256) { ... }
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
    ```mlir
    %A_s = schedule.array shared : memref<32x33xf32, 3>
    ```
  }];
  let arguments = (ins Schedule_ArrayKindAttr:$kind, StrAttr:$array_name);
  let results = (outs Res<AnyMemRef, "", [MemAlloc]>:$memref);
  let hasCustomAssemblyFormat = 1;
}

def Schedule_StatementOp : Schedule_Op<"statement", [
    HasParent<"ScopOp">, Symbol, AffineScope, SingleBlock, NoTerminator,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let summary = "what one instance of a statement does";
  let description = [{
    The block arguments are the indices of the instance; the symbol is the name of the
    tuple in isl. With `reduces` the instances of one element may run in any order.

    ```mlir
    schedule.statement @S1(%n, %m, %k) reduces add { ... }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       OptionalAttr<StrAttr>:$sym_visibility,
                       StrArrayAttr:$arg_names,
                       OptionalAttr<TC_ReductionAttr>:$reduces);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

//===----------------------------------------------------------------------===//
// Tree nodes
//===----------------------------------------------------------------------===//

/// Where nodes other than the root may stand.
def Schedule_InTree : ParentOneOf<[
    "DomainOp", "ContextOp", "GuardOp", "FilterOp", "BandOp", "SequenceOp", "SetOp",
    "ExtensionOp", "ExpansionOp", "MarkOp"]>;

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
}

def Schedule_ContextOp : Schedule_SetNode<"context"> {
  let summary = "constraints on the parameters that hold below";
}

def Schedule_GuardOp : Schedule_SetNode<"guard"> {
  let summary = "constraints that must be checked at run time before what is below";
}

def Schedule_FilterOp : Schedule_SetNode<"filter"> {
  let summary = "the statement instances that this branch orders";
}

def Schedule_BandOp : Schedule_Node<"band"> {
  let summary = "loops around what is below";
  let description = [{
    One affine function for each member. `tile_sizes` belongs to a band of tile loops
    whose members are mapped to blocks.

    ```mlir
    schedule.band permutable tag "tile" tiles(32, 32)
      (block.y coincident "{ S0[n, m] -> [32*floor(n/32)] }",
       block.x coincident "{ S0[n, m] -> [32*floor(m/32)] }") {}
    ```
  }];
  let arguments = (ins Schedule_AffArrayAttr:$members,
                       Schedule_MemberKindArrayAttr:$kinds,
                       DenseBoolArrayAttr:$coincident,
                       UnitAttr:$permutable,
                       OptionalAttr<StrAttr>:$tag,
                       OptionalAttr<DenseI64ArrayAttr>:$tile_sizes,
                       OptionalAttr<Schedule_SetAttr>:$ast_options);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Schedule_SequenceOp : Schedule_Node<"sequence"> {
  let summary = "filters that run one after the other";
  let assemblyFormat = "attr-dict-with-keyword custom<Children>($body)";
}

def Schedule_SetOp : Schedule_Node<"set"> {
  let summary = "filters that run in any order";
  let assemblyFormat = "attr-dict-with-keyword custom<Children>($body)";
}

def Schedule_ExtensionOp : Schedule_Node<"extension"> {
  let summary = "statement instances that are added below";
  let arguments = (ins Schedule_MapAttr:$map);
  let assemblyFormat = [{
    custom<MapText>($map) attr-dict-with-keyword custom<Children>($body)
  }];
}

def Schedule_ExpansionOp : Schedule_Node<"expansion"> {
  let summary = "each instance above stands for several below";
  let description = [{
    `contraction` maps an instance below to the one above, `expansion` the other way round.
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
    ```mlir
    schedule.mark "promoted" attributes {array = "A"} { ... }
    ```
  }];
  let arguments = (ins StrAttr:$label);
  let assemblyFormat = "$label attr-dict-with-keyword custom<Children>($body)";
}

def Schedule_LeafOp : Schedule_Op<"leaf", [Schedule_InTree]> {
  let summary = "the end of a branch; the same as an empty region";
  let assemblyFormat = "attr-dict";
}

#endif // SCHEDULE_TD
