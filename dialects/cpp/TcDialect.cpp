//===- TcDialect.cpp - assembly format and registration of `tc` --------------===//

#include "Assembly.h"
#include "Dialects.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/FoldInterfaces.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tc;
using namespace tc::assembly;

/// An expression is found by its text, and read from it at most once.
struct tc::detail::ExprAttrStorage : AttributeStorage {
  struct KeyTy {
    KeyTy(StringRef text, const void *expression = nullptr)
        : text(text), expression(expression) {}
    StringRef text;
    const void *expression;
  };

  ExprAttrStorage(StringRef text, void *expression)
      : text(text), expression(expression) {}
  ~ExprAttrStorage() { tcRustExpressionFree(expression); }

  bool operator==(const KeyTy &key) const { return key.text == text; }
  static llvm::hash_code hashKey(const KeyTy &key) { return hash_value(key.text); }
  static ExprAttrStorage *construct(AttributeStorageAllocator &allocator,
                                    const KeyTy &key) {
    StringRef text = allocator.copyInto(key.text);
    return new (allocator.allocate<ExprAttrStorage>())
        ExprAttrStorage(text, tcRustExpressionNew(wrap(text), key.expression));
  }

  StringRef text;
  void *expression;
};

#include "TcDialect.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "TcAttributes.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "TcTypes.cpp.inc"
#define GET_OP_CLASSES
#include "TcOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Dialect
//===----------------------------------------------------------------------===//

namespace {
/// Functions may be inlined into the body of a statement. A `tc.call` may not: its
/// sizes must be renamed, which `tc-inline-calls` does.
struct TcInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Operation *, bool) const final {
    return false;
  }
  bool isLegalToInline(Region *destination, Region *, bool,
                       IRMapping &) const final {
    return isa<ComprehensionOp>(destination->getParentOp());
  }
};

/// Keeps constants in the statement that uses them.
struct TcFoldInterface : DialectFoldInterface {
  using DialectFoldInterface::DialectFoldInterface;
  bool shouldMaterializeInto(Region *region) const final {
    return isa<ComprehensionOp>(region->getParentOp());
  }
};

/// A target has many keys, so it is printed once, as an alias above the module.
struct TcAsmInterface : OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;
  AliasResult getAlias(Attribute attribute, raw_ostream &os) const final {
    if (!isa<TargetAttr>(attribute))
      return AliasResult::NoAlias;
    os << "target";
    return AliasResult::FinalAlias;
  }
};
} // namespace

void TCDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "TcAttributes.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "TcTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "TcOps.cpp.inc"
      >();
  addInterfaces<TcInlinerInterface, TcFoldInterface, TcAsmInterface>();
}

LogicalResult TCDialect::verifyOperationAttribute(Operation *operation,
                                                  NamedAttribute attribute) {
  MlirAttribute value = wrap(attribute.getValue());
  return success(tcRustVerifyAttribute(
      wrap(operation), wrap(attribute.getName().getValue()), value));
}

//===----------------------------------------------------------------------===//
// Attributes and types
//===----------------------------------------------------------------------===//

ExprAttr ExprAttr::get(MLIRContext *context, StringRef text,
                       const void *expression) {
  return Base::get(context, detail::ExprAttrStorage::KeyTy(text, expression));
}

StringRef ExprAttr::getText() const { return getImpl()->text; }

const void *ExprAttr::getExpression() const { return getImpl()->expression; }

Attribute ExprAttr::parse(AsmParser &parser, Type) {
  std::string text;
  if (parser.parseLess() || parseExpression(parser, text) ||
      parser.parseGreater())
    return {};
  return get(parser.getContext(), text);
}

void ExprAttr::print(AsmPrinter &printer) const {
  printer << '<' << getText() << '>';
}

/// `?`, or `upper` (from 0), or `lower to upper`.
static FailureOr<RangeAttr> parseDimension(AsmParser &parser) {
  if (succeeded(parser.parseOptionalQuestion()))
    return RangeAttr::get(parser.getContext(), "", "");
  std::string lower = "0", upper;
  if (parseExpression(parser, upper))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("to"))) {
    std::swap(lower, upper);
    if (parseExpression(parser, upper))
      return failure();
  }
  return RangeAttr::get(parser.getContext(), lower, upper);
}

static void printDimension(AsmPrinter &printer, RangeAttr range) {
  if (!range.isKnown())
    printer << '?';
  else if (range.getLower() == "0")
    printer << range.getUpper();
  else
    printer << range.getLower() << " to " << range.getUpper();
}

Attribute RangeAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FailureOr<RangeAttr> range = parseDimension(parser);
  if (failed(range) || parser.parseGreater())
    return {};
  return *range;
}

void RangeAttr::print(AsmPrinter &printer) const {
  printer << '<';
  if (isKnown())
    printer << getLower() << " to " << getUpper();
  else
    printer << '?';
  printer << '>';
}

namespace {
/// The locations of a target's keys, for errors from Rust.
struct TargetKeys {
  AsmParser &parser;
  SMLoc start;
  NamedAttrList values;
  llvm::StringMap<SMLoc> places;

  ParseResult parseOne() {
    SMLoc place = parser.getCurrentLocation();
    std::string key;
    Attribute value;
    if (parser.parseKeywordOrString(&key) || parser.parseEqual() ||
        parser.parseAttribute(value))
      return failure();
    if (!places.try_emplace(key, place).second)
      return parser.emitError(place) << "the key `" << key << "` is given twice";
    values.append(key, value);
    return success();
  }

  static void report(MlirStringRef key, MlirStringRef message, void *data) {
    auto *keys = static_cast<TargetKeys *>(data);
    auto place = keys->places.find(unwrap(key));
    bool known = place != keys->places.end();
    keys->parser.emitError(known ? place->second : keys->start)
        << unwrap(message);
  }
};
} // namespace

Attribute TargetAttr::parse(AsmParser &parser, Type) {
  TargetKeys keys{parser, parser.getCurrentLocation(), {}, {}};
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     [&] { return keys.parseOne(); }))
    return {};
  DictionaryAttr dictionary = keys.values.getDictionary(parser.getContext());
  if (!tcRustTarget(wrap(Attribute(dictionary)), TargetKeys::report, &keys))
    return {};
  return get(parser.getContext(), dictionary);
}

/// `kind` and `name` come first, then the other keys in their order.
void TargetAttr::print(AsmPrinter &printer) const {
  auto isHead = [](NamedAttribute key) {
    return key.getName() == "kind" || key.getName() == "name";
  };
  SmallVector<NamedAttribute> keys;
  llvm::copy_if(getKeys(), std::back_inserter(keys), isHead);
  llvm::copy_if(getKeys(), std::back_inserter(keys), std::not_fn(isHead));
  printer << '<';
  llvm::interleaveComma(keys, printer, [&](NamedAttribute key) {
    printer.printKeywordOrString(key.getName());
    printer << " = ";
    printer.printAttributeWithoutType(key.getValue());
  });
  printer << '>';
}

Type tc::TensorType::parse(AsmParser &parser) {
  SmallVector<RangeAttr> dims;
  Type element;
  auto parseOne = [&]() -> ParseResult {
    FailureOr<RangeAttr> dim = parseDimension(parser);
    if (failed(dim))
      return failure();
    dims.push_back(*dim);
    return success();
  };
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne) ||
      parser.parseComma())
    return {};
  SMLoc location = parser.getCurrentLocation();
  // A tensor in a tensor is refused here already: the verifier would see it only after the
  // innermost one was parsed.
  static thread_local bool isInner = false;
  if (isInner) {
    parser.emitError(location, "expected a scalar element type, found a tensor");
    return {};
  }
  isInner = true;
  ParseResult result = parser.parseType(element);
  isInner = false;
  if (result || parser.parseGreater())
    return {};
  return parser.getChecked<tc::TensorType>(location, parser.getContext(), dims,
                                       element);
}

void tc::TensorType::print(AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(getDims(), printer, [&](RangeAttr dim) {
    printDimension(printer, dim);
  });
  printer << "], " << getElement() << '>';
}

LogicalResult tc::TensorType::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<RangeAttr>, Type element) {
  return verifyElementType(emitError, element);
}

//===----------------------------------------------------------------------===//
// tc.def
//===----------------------------------------------------------------------===//

void DefOp::getAsmBlockArgumentNames(Region &region,
                                     OpAsmSetValueNameFn setName) {
  for (auto [argument, name] : llvm::zip(region.getArguments(), getArgNames()))
    setName(argument, cast<StringAttr>(name).getValue());
}

namespace {
struct Signature {
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<Attribute> names;
  SmallVector<int64_t> inout;

  ParseResult parseArgument(OpAsmParser &parser) {
    StringAttr name;
    if (parseSignatureArgument(parser, /*typed=*/true, {},
                               arguments.emplace_back(), name))
      return failure();
    names.push_back(name);
    TensorScope::declare(arguments.back().ssaName.name, arguments.back().type);
    return success();
  }
};
} // namespace

static ParseResult parseNames(OpAsmParser &parser,
                              AsmParser::Delimiter delimiter,
                              SmallVectorImpl<Attribute> &names) {
  return parser.parseCommaSeparatedList(delimiter, [&]() -> ParseResult {
    std::string name;
    if (parseName(parser, name))
      return failure();
    names.push_back(parser.getBuilder().getStringAttr(name));
    return success();
  });
}

ParseResult DefOp::parse(OpAsmParser &parser, OperationState &result) {
  TensorScope scope;
  Builder &builder = parser.getBuilder();
  auto &properties = result.getOrAddProperties<Properties>();
  Signature signature;
  if (parser.parseSymbolName(properties.sym_name) ||
      parser.parseCommaSeparatedList(
          AsmParser::Delimiter::Paren,
          [&] { return signature.parseArgument(parser); }))
    return failure();
  size_t inputs = signature.arguments.size();
  if (parser.parseArrow() ||
      parser.parseCommaSeparatedList(
          AsmParser::Delimiter::Paren, [&]() -> ParseResult {
            if (succeeded(parser.parseOptionalKeyword("inout")))
              signature.inout.push_back(signature.arguments.size() - inputs);
            return signature.parseArgument(parser);
          }))
    return failure();
  properties.arg_names = builder.getArrayAttr(signature.names);
  properties.num_inputs = builder.getI64IntegerAttr(inputs);
  if (!signature.inout.empty())
    properties.inout = builder.getDenseI64ArrayAttr(signature.inout);
  if (succeeded(parser.parseOptionalKeyword("sizes"))) {
    SmallVector<Attribute> sizes;
    if (parseNames(parser, AsmParser::Delimiter::Paren, sizes))
      return failure();
    properties.extra_sizes = builder.getArrayAttr(sizes);
  }
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  return parseNestedRegion(parser, *result.addRegion(), signature.arguments);
}

void DefOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printSymbolName(getSymName());
  auto printArgument = [&](BlockArgument argument) {
    auto name = cast<StringAttr>(getArgNames()[argument.getArgNumber()]);
    printSignatureArgument(printer, argument, name.getValue(), /*typed=*/true);
  };
  auto arguments = getBody().getArguments();
  printer << '(';
  llvm::interleaveComma(arguments.take_front(getNumInputs()), printer,
                        printArgument);
  printer << ") -> (";
  llvm::interleaveComma(
      arguments.drop_front(getNumInputs()), printer, [&](BlockArgument argument) {
        int64_t position = argument.getArgNumber() - getNumInputs();
        if (getInout() && llvm::is_contained(*getInout(), position))
          printer << "inout ";
        printArgument(argument);
      });
  printer << ')';
  if (ArrayAttr sizes = getExtraSizesAttr()) {
    printer << " sizes(";
    llvm::interleaveComma(sizes.getAsRange<StringAttr>(), printer,
                          [&](StringAttr name) { printName(printer, name); });
    printer << ')';
  }
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(), {getSymNameAttrName(), getArgNamesAttrName(),
                            getNumInputsAttrName(), getInoutAttrName(),
                            getExtraSizesAttrName()});
  printer << ' ';
  printNestedRegion(printer, getBody());
}

LogicalResult DefOp::verifyRegions() { return verifyInRust(*this); }

//===----------------------------------------------------------------------===//
// tc.temporary
//===----------------------------------------------------------------------===//

void TemporaryOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getTensor(), getArrayName());
}

ParseResult TemporaryOp::parse(OpAsmParser &parser, OperationState &result) {
  Type type;
  if (parseResultName(parser,
                      result.getOrAddProperties<Properties>().array_name) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type))
    return failure();
  TensorScope::declare("%" + parser.getResultName(0).first.str(), type);
  result.addTypes(type);
  return success();
}

void TemporaryOp::print(OpAsmPrinter &printer) {
  printResultName(printer, getTensor(), getArrayName());
  printer.printOptionalAttrDict((*this)->getAttrs(), {getArrayNameAttrName()});
  printer << " : " << getTensor().getType();
}

//===----------------------------------------------------------------------===//
// tc.for
//===----------------------------------------------------------------------===//

/// `[0, N)`
static ParseResult parseInterval(OpAsmParser &parser, std::string &lower,
                                 std::string &upper) {
  return failure(parser.parseLSquare() || parseExpression(parser, lower) ||
                 parser.parseComma() || parseExpression(parser, upper) ||
                 parser.parseRParen());
}

static void printInterval(OpAsmPrinter &printer, RangeAttr range) {
  printer << '[' << range.getLower() << ", " << range.getUpper() << ')';
}

ParseResult ForOp::parse(OpAsmParser &parser, OperationState &result) {
  auto &properties = result.getOrAddProperties<Properties>();
  std::string name, lower, upper;
  if (parseName(parser, name) || parser.parseKeyword("in") ||
      parseInterval(parser, lower, upper) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  properties.index = parser.getBuilder().getStringAttr(name);
  properties.range = RangeAttr::get(parser.getContext(), lower, upper);
  return parseNestedRegion(parser, *result.addRegion());
}

void ForOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printName(printer, getIndex());
  printer << " in ";
  printInterval(printer, getRange());
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(), {getIndexAttrName(), getRangeAttrName()});
  printer << ' ';
  printNestedRegion(printer, getBody());
}

//===----------------------------------------------------------------------===//
// tc.comprehension
//===----------------------------------------------------------------------===//

/// `i in [0, N)`, or `i` if the range is not known yet.
static ParseResult parseIndex(OpAsmParser &parser,
                              SmallVectorImpl<Attribute> &names,
                              SmallVectorImpl<Attribute> &ranges) {
  std::string name, lower, upper;
  if (parseName(parser, name))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("in")) &&
      parseInterval(parser, lower, upper))
    return failure();
  names.push_back(parser.getBuilder().getStringAttr(name));
  ranges.push_back(RangeAttr::get(parser.getContext(), lower, upper));
  return success();
}

static void printIndex(OpAsmPrinter &printer, StringRef name, RangeAttr range) {
  printName(printer, name);
  if (range.isKnown()) {
    printer << " in ";
    printInterval(printer, range);
  }
}

/// `%A[t + 1, i, ?]`: the tensor into `operands`, an expression or `unit` for each subscript.
static ParseResult parseTarget(OpAsmParser &parser,
                               SmallVectorImpl<Value> &operands,
                               SmallVectorImpl<Attribute> &left) {
  OpAsmParser::UnresolvedOperand target;
  if (parser.parseOperand(target) ||
      TensorScope::resolve(parser, target, operands))
    return failure();
  auto parseSubscript = [&]() -> ParseResult {
    if (succeeded(parser.parseOptionalQuestion())) {
      left.push_back(parser.getBuilder().getUnitAttr());
      return success();
    }
    std::string text;
    if (parseExpression(parser, text))
      return failure();
    left.push_back(ExprAttr::get(parser.getContext(), text));
    return success();
  };
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                        parseSubscript);
}

/// One target, or the two of a pair in parentheses, which have the same subscripts.
static ParseResult parseTargets(OpAsmParser &parser,
                                SmallVectorImpl<Value> &operands,
                                SmallVectorImpl<Attribute> &left) {
  if (failed(parser.parseOptionalLParen()))
    return parseTarget(parser, operands, left);
  SmallVector<Attribute> place;
  if (parseTarget(parser, operands, left) || parser.parseComma())
    return failure();
  SMLoc location = parser.getCurrentLocation();
  if (parseTarget(parser, operands, place) || parser.parseRParen())
    return failure();
  if (left != place)
    return parser.emitError(location)
           << "expected the same subscripts for both targets of a pair";
  return success();
}

ParseResult ComprehensionOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  auto &properties = result.getOrAddProperties<Properties>();
  SmallVector<Attribute> left, indices, ranges;
  if (parseTargets(parser, result.operands, left))
    return failure();
  StringRef reduction;
  if (succeeded(
          parser.parseOptionalKeyword(&reduction, wordsOf<Reduction>()))) {
    properties.reduction = ReductionAttr::get(parser.getContext(),
                                              *symbolizeReduction(reduction));
    if (succeeded(parser.parseOptionalKeyword("init")))
      properties.init = builder.getUnitAttr();
  }
  if (parser.parseCommaSeparatedList(
          AsmParser::Delimiter::Paren,
          [&] { return parseIndex(parser, indices, ranges); }) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  properties.left = builder.getArrayAttr(left);
  properties.indices = builder.getArrayAttr(indices);
  properties.ranges = builder.getArrayAttr(ranges);
  return parseNestedRegion(parser, *result.addRegion());
}

static void printTarget(OpAsmPrinter &printer, Value target, ArrayAttr left) {
  printer << target << '[';
  llvm::interleaveComma(left, printer, [&](Attribute subscript) {
    if (auto expression = dyn_cast<ExprAttr>(subscript))
      printer << expression.getText();
    else
      printer << '?';
  });
  printer << ']';
}

void ComprehensionOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  if (Value place = getPlace()) {
    printer << '(';
    printTarget(printer, getTarget(), getLeft());
    printer << ", ";
    printTarget(printer, place, getLeft());
    printer << ')';
  } else {
    printTarget(printer, getTarget(), getLeft());
  }
  if (std::optional<Reduction> reduction = getReduction())
    printer << ' ' << stringifyReduction(*reduction);
  if (getInit())
    printer << " init";
  printer << " (";
  llvm::interleaveComma(
      llvm::zip(getIndices().getAsRange<StringAttr>(),
                getRanges().getAsRange<RangeAttr>()),
      printer, [&](auto index) {
        printIndex(printer, std::get<0>(index), std::get<1>(index));
      });
  printer << ')';
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(),
      {getLeftAttrName(), getIndicesAttrName(), getRangesAttrName(),
       getReductionAttrName(), getInitAttrName()});
  printer << ' ';
  printNestedRegion(printer, getBody());
}

//===----------------------------------------------------------------------===//
// tc.read, tc.exists
//===----------------------------------------------------------------------===//

/// `%A[i + t, %v]`: operands into `result`, an expression or `unit` for each subscript.
static ParseResult parseAccess(OpAsmParser &parser, OperationState &result,
                               ArrayAttr &subscripts) {
  OpAsmParser::UnresolvedOperand tensor;
  SmallVector<Attribute> parsed;
  if (parser.parseOperand(tensor) ||
      TensorScope::resolve(parser, tensor, result.operands))
    return failure();
  auto parseSubscript = [&]() -> ParseResult {
    OpAsmParser::UnresolvedOperand value;
    OptionalParseResult operand = parser.parseOptionalOperand(value);
    if (operand.has_value()) {
      parsed.push_back(parser.getBuilder().getUnitAttr());
      return failure(failed(*operand) ||
                     failed(parser.resolveOperand(
                         value, parser.getBuilder().getIndexType(),
                         result.operands)));
    }
    std::string text;
    if (parseExpression(parser, text))
      return failure();
    parsed.push_back(ExprAttr::get(parser.getContext(), text));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     parseSubscript))
    return failure();
  subscripts = parser.getBuilder().getArrayAttr(parsed);
  return success();
}

static void printAccess(OpAsmPrinter &printer, Value tensor, ValueRange values,
                        ArrayAttr subscripts) {
  printer << ' ' << tensor << '[';
  llvm::interleaveComma(subscripts, printer, [&](Attribute subscript) {
    if (auto expression = dyn_cast<ExprAttr>(subscript)) {
      printer << expression.getText();
    } else {
      printer << values.front();
      values = values.drop_front();
    }
  });
  printer << ']';
}

ParseResult ReadOp::parse(OpAsmParser &parser, OperationState &result) {
  Type type;
  if (parseAccess(parser, result,
                  result.getOrAddProperties<Properties>().subscripts) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type))
    return failure();
  result.addTypes(type);
  return success();
}

void ReadOp::print(OpAsmPrinter &printer) {
  printAccess(printer, getTensor(), getValues(), getSubscripts());
  printer.printOptionalAttrDict((*this)->getAttrs(), {getSubscriptsAttrName()});
  printer << " : " << getValue().getType();
}

LogicalResult ReadOp::verify() { return verifyInRust(*this); }

ParseResult ExistsOp::parse(OpAsmParser &parser, OperationState &result) {
  if (parseAccess(parser, result,
                  result.getOrAddProperties<Properties>().subscripts))
    return failure();
  return parser.parseOptionalAttrDict(result.attributes);
}

void ExistsOp::print(OpAsmPrinter &printer) {
  printAccess(printer, getTensor(), getValues(), getSubscripts());
  printer.printOptionalAttrDict((*this)->getAttrs(), {getSubscriptsAttrName()});
}

LogicalResult ExistsOp::verify() { return verifyInRust(*this); }

//===----------------------------------------------------------------------===//
// tc.value
//===----------------------------------------------------------------------===//

ParseResult ValueOp::parse(OpAsmParser &parser, OperationState &result) {
  std::string text;
  Type type;
  if (parseExpression(parser, text) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type))
    return failure();
  result.getOrAddProperties<Properties>().expr =
      ExprAttr::get(parser.getContext(), text);
  result.addTypes(type);
  return success();
}

void ValueOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getExpr().getText();
  printer.printOptionalAttrDict((*this)->getAttrs(), {getExprAttrName()});
  printer << " : " << getValue().getType();
}

LogicalResult ValueOp::verify() { return verifyInRust(*this); }

//===----------------------------------------------------------------------===//
// tc.call
//===----------------------------------------------------------------------===//

static ParseResult parseTensors(OpAsmParser &parser,
                                SmallVectorImpl<Value> &tensors) {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Paren, [&]() -> ParseResult {
        OpAsmParser::UnresolvedOperand tensor;
        return failure(parser.parseOperand(tensor) ||
                       TensorScope::resolve(parser, tensor, tensors));
      });
}

ParseResult CallOp::parse(OpAsmParser &parser, OperationState &result) {
  auto &properties = result.getOrAddProperties<Properties>();
  SmallVector<Value> inputs, targets;
  if (parser.parseAttribute(properties.callee) ||
      parseTensors(parser, inputs) || parser.parseKeyword("into") ||
      parseTensors(parser, targets) ||
      parser.parseOptionalAttrDict(result.attributes))
    return failure();
  properties.operandSegmentSizes = {static_cast<int32_t>(inputs.size()),
                                    static_cast<int32_t>(targets.size())};
  result.addOperands(inputs);
  result.addOperands(targets);
  return success();
}

void CallOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getCalleeAttr() << '(' << getInputs() << ") into ("
          << getTargets() << ')';
  printer.printOptionalAttrDict(
      (*this)->getAttrs(),
      {getCalleeAttrName(), getOperandSegmentSizesAttrName()});
}

LogicalResult CallOp::verifySymbolUses(SymbolTableCollection &) {
  return verifyInRust(*this);
}
