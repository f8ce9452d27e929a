//===- Tc.td - the tensor comprehension dialect -------------*- tablegen -*-===//
//
// A `tc.def` is a function over tensors with named sizes; a `tc.comprehension`
// is one statement over named indices. An index or a size is a name and not an
// SSA value, so that a line reads as it was written:
//
//   tc.def @mv(%A: !tc.tensor<[M, K], f32>, %x: !tc.tensor<[K], f32>) -> (%C: !tc.tensor<[M], f32>) {
//     tc.comprehension %C[i] add init (i in [0, M), k in [0, K)) {
//       %a = tc.read %A[i, k] : f32
//       %b = tc.read %x[k] : f32
//       %p = arith.mulf %a, %b : f32
//       tc.yield %p : f32
//     }
//   }
//
// Rules that types cannot express are verified in Rust (`src/tc/verify`).
//
//===----------------------------------------------------------------------===//

#ifndef TC_TD
#define TC_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/CallInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def TC_Dialect : Dialect {
  let name = "tc";
  let cppNamespace = "::tc";
  let summary = "Tensor comprehensions with named indices and symbolic sizes";
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

class TC_Attr<string name, string attrMnemonic> : AttrDef<TC_Dialect, name> {
  let mnemonic = attrMnemonic;
}

def TC_ExprAttr : TC_Attr<"Expr", "expr"> {
  let summary = "a symbolic integer expression over indices and sizes";
  let description = [{
    `#tc.expr<M - T + 1>`: integers, names, `T.0` (the extent of dimension 0 of
    tensor `T`), `+`, `-`, `*`, `floordiv`, `mod`, `min(a, b)`, `max(a, b)`. The
    parameter is the canonical text.
  }];
  let parameters = (ins StringRefParameter<"canonical text">:$text);
  let hasCustomAssemblyFormat = 1;
  // The storage keeps Rust's expression beside the text.
  let genStorageClass = 0;
  let extraClassDeclaration = [{
    /// The attribute of an expression of Rust, which is copied where it is new.
    static ExprAttr get(::mlir::MLIRContext *context, ::llvm::StringRef text,
                        const void *expression);
    /// Rust's expression; null where the text is none.
    const void *getExpression() const;
  }];
}

def TC_RangeAttr : TC_Attr<"Range", "range"> {
  let summary = "a half-open range of integers, or one that is not inferred yet";
  let description = [{
    `#tc.range<0 to M>` contains 0, 1, ..., M - 1; `#tc.range<?>` is not known yet
    (both parameters are empty).
  }];
  let parameters = (ins StringRefParameter<"canonical text">:$lower,
                        StringRefParameter<"canonical text">:$upper);
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    bool isKnown() const { return !getUpper().empty(); }
  }];
}

def TC_Reduction : I32EnumAttr<"Reduction", "how values of one element combine", [
    I32EnumAttrCase<"Add", 0, "add">, I32EnumAttrCase<"Mul", 1, "mul">,
    I32EnumAttrCase<"Min", 2, "min">, I32EnumAttrCase<"Max", 3, "max">]> {
  let cppNamespace = "::tc";
  let genSpecializedAttr = 0;
}
def TC_ReductionAttr : EnumAttr<TC_Dialect, TC_Reduction, "reduction"> {
  let assemblyFormat = "`<` $value `>`";
}

def TC_TargetAttr : TC_Attr<"Target", "target"> {
  let summary = "the machine that a module is compiled for";
  let description = [{
    `#tc.target<kind = "gpu", name = "sm_90a", chip = "sm_90a", warp = 32, ...>`: the keys of
    a machine file. It is the attribute `tc.target` of a module; passes read limits and rates
    from it.
  }];
  let parameters = (ins "::mlir::DictionaryAttr":$keys);
  let hasCustomAssemblyFormat = 1;
}

def TC_RangeArrayAttr : TypedArrayAttrBase<TC_RangeAttr, "array of ranges">;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

def TC_TensorType : TypeDef<TC_Dialect, "Tensor"> {
  let mnemonic = "tensor";
  let summary = "a tensor whose extents are symbolic expressions";
  let description = [{
    `!tc.tensor<[M, ?, 1 to N], f32>`: a dimension is an extent (the range starts at
    0), `?` (not inferred yet) or `lower to upper`. The element type keeps the signedness
    of an integer: `i8` is signed, `ui8` is not; values read from a tensor are signless.
  }];
  let parameters = (ins ArrayRefParameter<"::tc::RangeAttr">:$dims,
                        "::mlir::Type":$element);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Neither arguments nor results of a def or a call have attributes.
defvar noArgumentAttributes = [{
    ::mlir::ArrayAttr getArgAttrsAttr() { return nullptr; }
    ::mlir::ArrayAttr getResAttrsAttr() { return nullptr; }
    void setArgAttrsAttr(::mlir::ArrayAttr) {}
    void setResAttrsAttr(::mlir::ArrayAttr) {}
    ::mlir::Attribute removeArgAttrsAttr() { return nullptr; }
    ::mlir::Attribute removeResAttrsAttr() { return nullptr; }
}];

class TC_Op<string opMnemonic, list<Trait> traits = []>
    : Op<TC_Dialect, opMnemonic, traits>;

def TC_InferenceResource : Resource<"::tc::InferenceResource">;

def TC_DefOp : TC_Op<"def", [
    Symbol, IsolatedFromAbove, SingleBlock, NoTerminator, CallableOpInterface,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let summary = "a function over tensors with named sizes";
  let description = [{
    Block arguments are the inputs, then the returns. `inout` lists the returns that
    are read and written in place. `extra_sizes` are sizes that no input type names.

    ```mlir
    tc.def @scale(%a: !tc.tensor<[], f32>, %X: !tc.tensor<[N], f32>) -> (inout %Y: !tc.tensor<[N], f32>)
        attributes {preconditions = ["N >= 1"]} {
      tc.comprehension %Y[i] add (i in [0, N)) {
        %0 = tc.read %a[] : f32
        %1 = tc.read %X[i] : f32
        %2 = arith.mulf %0, %1 : f32
        tc.yield %2 : f32
      }
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       OptionalAttr<StrAttr>:$sym_visibility,
                       StrArrayAttr:$arg_names,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$num_inputs,
                       OptionalAttr<DenseI64ArrayAttr>:$inout,
                       OptionalAttr<StrArrayAttr>:$extra_sizes,
                       OptionalAttr<StrArrayAttr>:$preconditions);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = noArgumentAttributes # [{
    ::mlir::Region *getCallableRegion() { return &getBody(); }
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() {
      // The context keeps the list of a function type.
      return ::mlir::FunctionType::get(getContext(), getBody().getArgumentTypes(), {}).getInputs();
    }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() { return {}; }
  }];
}

def TC_ForOp : TC_Op<"for", [
    ParentOneOf<["DefOp", "ForOp"]>, RecursiveMemoryEffects, SingleBlock,
    NoTerminator]> {
  let summary = "runs its statements for each value of a loop index, in order";
  let description = [{
    The statements of the body run in text order for each value of `index`, the smallest
    first; not at all where `range` is empty. `range` may name sizes, rank-0 integer inputs
    and the indices of loops around it. The body may name `index` in subscripts, ranges and
    values.

    ```mlir
    tc.def @scan(%x: !tc.tensor<[N], f32>) -> (%s: !tc.tensor<[N + 1], f32>) {
      tc.comprehension %s[0] () {
        %0 = arith.constant 0.0 : f32
        tc.yield %0 : f32
      }
      tc.for i in [0, N) {
        tc.comprehension %s[i + 1] () {
          %0 = tc.read %s[i] : f32
          %1 = tc.read %x[i] : f32
          %2 = arith.addf %0, %1 : f32
          tc.yield %2 : f32
        }
      }
    }
    ```
  }];
  let arguments = (ins StrAttr:$index, TC_RangeAttr:$range);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

def TC_TemporaryOp : TC_Op<"temporary", [
    HasParent<"DefOp">,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "a tensor that lives inside one def";
  let description = [{
    `array_name` is the name as written; it is printed only if the SSA name differs.

    ```mlir
    tc.def @copy_twice(%X: !tc.tensor<[N], f32>) -> (%Y: !tc.tensor<[N], f32>) {
      %H = tc.temporary : !tc.tensor<[N], f32>
      tc.comprehension %H[i] (i in [0, N)) {
        %0 = tc.read %X[i] : f32
        tc.yield %0 : f32
      }
      tc.comprehension %Y[i] (i in [0, N)) {
        %0 = tc.read %H[i] : f32
        tc.yield %0 : f32
      }
    }
    ```
  }];
  let arguments = (ins StrAttr:$array_name);
  let results = (outs Res<TC_TensorType, "", [MemAlloc]>:$tensor);
  let hasCustomAssemblyFormat = 1;
}

def TC_ComprehensionOp : TC_Op<"comprehension", [
    ParentOneOf<["DefOp", "ForOp"]>, RecursiveMemoryEffects,
    SingleBlock]> {
  let summary = "one statement: an element of the target for each value of the indices on the left";
  let description = [{
    `left` is the subscripts of the target, `indices` all indices in order of first
    appearance, `ranges` their ranges. Without `reduction` the statement assigns; with
    `init` every element starts from the identity of the reduction. A range that is not
    inferred yet is omitted: `(i, t in [0, T))`. It may name the indices of loops around the
    statement, and for an index that is not on the left also indices earlier in the list.

    | subscript on the left | element that is written |
    | --- | --- |
    | an index of the statement | one for each value of the index |
    | an expression without indices of the statement, `t + 1` | one in each iteration of the loops |
    | another expression, `2*i` | a scatter: the one that the expression names |
    | `?` (in `left`: `unit`) | a scatter: the one that the body computes, `tc.yield %v at (%row)` |

    ```mlir
    tc.def @convolve(%X: !tc.tensor<[M], f32>, %F: !tc.tensor<[T], f32>) -> (%Y: !tc.tensor<[M - T + 1], f32>) {
      tc.comprehension %Y[i] add init (i in [0, M - T + 1), t in [0, T)) {
        %0 = tc.read %X[i + t] : f32
        %1 = tc.read %F[t] : f32
        %2 = arith.mulf %0, %1 : f32
        tc.yield %2 : f32
      }
    }
    tc.def @histogram(%X: !tc.tensor<[N], i32>) -> (%H: !tc.tensor<[K], i32>) sizes(K) {
      tc.comprehension %H[?] add init (i in [0, N)) {
        %0 = tc.read %X[i] : i32
        %1 = arith.index_cast %0 : i32 to index
        %2 = arith.constant 1 : i32
        tc.yield %2 at (%1) : i32
      }
    }
    ```

    A pair, with the tensor `place`, keeps the smallest or largest value and where it is: of
    equal values the one with the smaller second component.

    ```mlir
    tc.def @argmax(%X: !tc.tensor<[N, M], f32>) -> (%m: !tc.tensor<[N], f32>, %a: !tc.tensor<[N], i32>) {
      tc.comprehension (%m[i], %a[i]) max init (i in [0, N), k in [0, M)) {
        %0 = tc.read %X[i, k] : f32
        %1 = tc.value k : i32
        tc.yield %0, %1 : f32, i32
      }
    }
    ```
  }];
  let arguments = (ins Arg<TC_TensorType, "", [MemRead, MemWrite]>:$target,
                       Arg<Optional<TC_TensorType>, "", [MemRead, MemWrite]>:$place,
                       ArrayAttr:$left,
                       StrArrayAttr:$indices,
                       TC_RangeArrayAttr:$ranges,
                       OptionalAttr<TC_ReductionAttr>:$reduction,
                       UnitAttr:$init);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

def TC_ReadOp : TC_Op<"read"> {
  let summary = "reads one element of a tensor";
  let description = [{
    An entry of `subscripts` is an expression over names, or `unit` for the next operand
    in `values` (a gather).

    ```mlir
    tc.def @look_up(%T: !tc.tensor<[E, D], f32>, %I: !tc.tensor<[N], i32>) -> (%Y: !tc.tensor<[N, D], f32>) {
      tc.comprehension %Y[n, d] (n in [0, N), d in [0, D)) {
        %0 = tc.read %I[n] : i32
        %row = arith.index_cast %0 : i32 to index
        %1 = tc.read %T[%row, d] : f32
        tc.yield %1 : f32
      }
    }
    ```
  }];
  let arguments = (ins Arg<TC_TensorType, "", [MemRead]>:$tensor,
                       Variadic<Index>:$values,
                       ArrayAttr:$subscripts);
  let results = (outs AnyType:$value);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def TC_ExistsOp : TC_Op<"exists", [
    MemoryEffects<[MemWrite<TC_InferenceResource>]>]> {
  let summary = "an access that takes part in range inference only";
  let description = [{
    Its only effect is on range inference, so it is never dead.

    ```mlir
    tc.def @fill(%A: !tc.tensor<[N], f32>, %c: !tc.tensor<[], f32>) -> (%B: !tc.tensor<[?], f32>) {
      tc.comprehension %B[i] (i) {
        tc.exists %A[i]
        %0 = tc.read %c[] : f32
        tc.yield %0 : f32
      }
    }
    ```
  }];
  let arguments = (ins TC_TensorType:$tensor, Variadic<Index>:$values,
                       ArrayAttr:$subscripts);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def TC_ValueOp : TC_Op<"value", [Pure]> {
  let summary = "an index or a size as a scalar value";
  let description = [{
    ```mlir
    tc.def @count_up() -> (%Y: !tc.tensor<[10], i32>) {
      tc.comprehension %Y[i] (i in [0, 10)) {
        %0 = tc.value i + 1 : i32
        tc.yield %0 : i32
      }
    }
    ```
  }];
  let arguments = (ins TC_ExprAttr:$expr);
  let results = (outs AnyTypeOf<[I32, I64, Index]>:$value);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def TC_YieldOp : TC_Op<"yield", [
    Terminator, Pure, HasParent<"ComprehensionOp">, AttrSizedOperandSegments]> {
  let summary = "the value of one element";
  let description = [{
    `values` are the value and, for a pair, its place. `at` has the subscripts on the left
    that the body computes, in their order: `tc.yield %v at (%row) : f32`.

    ```mlir
    tc.def @copy(%X: !tc.tensor<[N], f32>) -> (%Y: !tc.tensor<[N], f32>) {
      tc.comprehension %Y[i] (i in [0, N)) {
        %0 = tc.read %X[i] : f32
        tc.yield %0 : f32
      }
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$values, Variadic<Index>:$at);
  let assemblyFormat = "$values (`at` ` ` `(` $at^ `)`)? attr-dict `:` type($values)";
}

def TC_CallOp : TC_Op<"call", [
    ParentOneOf<["DefOp", "ForOp"]>, AttrSizedOperandSegments, CallOpInterface,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "computes the returns of another def into tensors of this one";
  let description = [{
    ```mlir
    tc.def @twice(%x: !tc.tensor<[N], f32>) -> (%y: !tc.tensor<[N], f32>) {
      tc.comprehension %y[i] (i in [0, N)) {
        %0 = tc.read %x[i] : f32
        %1 = arith.addf %0, %0 : f32
        tc.yield %1 : f32
      }
    }
    tc.def @four_times(%a: !tc.tensor<[N], f32>) -> (%c: !tc.tensor<[N], f32>) {
      %b = tc.temporary : !tc.tensor<[N], f32>
      tc.call @twice(%a) into (%b)
      tc.call @twice(%b) into (%c)
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee,
                       Arg<Variadic<TC_TensorType>, "", [MemRead]>:$inputs,
                       Arg<Variadic<TC_TensorType>, "", [MemRead, MemWrite]>:$targets);
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = noArgumentAttributes # [{
    ::mlir::CallInterfaceCallable getCallableForCallee() { return getCalleeAttr(); }
    void setCalleeFromCallable(::mlir::CallInterfaceCallable callee) {
      setCalleeAttr(::llvm::cast<::mlir::FlatSymbolRefAttr>(::llvm::cast<::mlir::SymbolRefAttr>(callee)));
    }
    ::mlir::Operation::operand_range getArgOperands() { return getOperands(); }
    ::mlir::MutableOperandRange getArgOperandsMutable() { return ::mlir::MutableOperandRange(getOperation()); }
  }];
}

#endif // TC_TD
