//===- ScheduleDialect.cpp - assembly format and registration of `schedule` --===//

#include "Assembly.h"
#include "Dialects.h"

#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/FoldInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace schedule;
using namespace tc::assembly;

static ParseResult parseSetText(OpAsmParser &parser, SetAttr &set) {
  std::string text;
  if (parseIslText(parser, TcIslSet, text))
    return failure();
  set = SetAttr::get(parser.getContext(), text);
  return success();
}

static void printSetText(OpAsmPrinter &printer, Operation *, SetAttr set) {
  printer.printString(set.getText());
}

static ParseResult parseMapText(OpAsmParser &parser, MapAttr &map) {
  std::string text;
  if (parseIslText(parser, TcIslMap, text))
    return failure();
  map = MapAttr::get(parser.getContext(), text);
  return success();
}

static void printMapText(OpAsmPrinter &printer, Operation *, MapAttr map) {
  printer.printString(map.getText());
}

static ParseResult parseChildren(OpAsmParser &parser, Region &region) {
  return parseNestedRegion(parser, region);
}

static void printChildren(OpAsmPrinter &printer, Operation *, Region &region) {
  printNestedRegion(printer, region);
}

/// `block.x, block.y`
static ParseResult parseKinds(OpAsmParser &parser, ArrayAttr &kinds) {
  SmallVector<Attribute> all;
  if (parser.parseCommaSeparatedList([&]() -> ParseResult {
        MemberKind kind;
        if (parseWord(parser, kind))
          return failure();
        all.push_back(MemberKindAttr::get(parser.getContext(), kind));
        return success();
      }))
    return failure();
  kinds = parser.getBuilder().getArrayAttr(all);
  return success();
}

static void printKinds(OpAsmPrinter &printer, Operation *, ArrayAttr kinds) {
  llvm::interleaveComma(kinds.getAsRange<MemberKindAttr>(), printer,
                        [&](MemberKindAttr kind) {
                          printer << stringifyMemberKind(kind.getValue());
                        });
}

#include "ScheduleDialect.cpp.inc"
#include "Enums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "ScheduleAttributes.cpp.inc"
#define GET_OP_CLASSES
#include "ScheduleOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Dialect
//===----------------------------------------------------------------------===//

namespace {
/// Keeps constants in the statement that uses them.
struct ScheduleFoldInterface : DialectFoldInterface {
  using DialectFoldInterface::DialectFoldInterface;
  bool shouldMaterializeInto(Region *region) const final {
    return isa<StatementOp>(region->getParentOp());
  }
};
} // namespace

void ScheduleDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "ScheduleAttributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "ScheduleOps.cpp.inc"
      >();
  addInterfaces<ScheduleFoldInterface>();
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

template <typename IslAttr>
static Attribute parseIslAttribute(AsmParser &parser, TcIslKind kind) {
  std::string text;
  if (parser.parseLess() || parseIslText(parser, kind, text) ||
      parser.parseGreater())
    return {};
  return IslAttr::get(parser.getContext(), text);
}

static void printIslAttribute(AsmPrinter &printer, StringRef text) {
  printer << '<';
  printer.printString(text);
  printer << '>';
}

Attribute SetAttr::parse(AsmParser &parser, Type) {
  return parseIslAttribute<SetAttr>(parser, TcIslSet);
}
void SetAttr::print(AsmPrinter &printer) const {
  printIslAttribute(printer, getText());
}

Attribute MapAttr::parse(AsmParser &parser, Type) {
  return parseIslAttribute<MapAttr>(parser, TcIslMap);
}
void MapAttr::print(AsmPrinter &printer) const {
  printIslAttribute(printer, getText());
}

Attribute AffAttr::parse(AsmParser &parser, Type) {
  return parseIslAttribute<AffAttr>(parser, TcIslAff);
}
void AffAttr::print(AsmPrinter &printer) const {
  printIslAttribute(printer, getText());
}

//===----------------------------------------------------------------------===//
// schedule.scop
//===----------------------------------------------------------------------===//

void ScopOp::getAsmBlockArgumentNames(Region &region,
                                      OpAsmSetValueNameFn setName) {
  for (auto [argument, name] : llvm::zip(region.getArguments(), getArgNames()))
    setName(argument, cast<StringAttr>(name).getValue());
}

namespace {
struct Signature {
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<Attribute> names;
  SmallVector<Attribute> roles;

  ParseResult parseArgument(OpAsmParser &parser) {
    // `in` is what stands there where nothing is written.
    SmallVector<StringRef> written = wordsOf<Role>();
    StringRef role = stringifyRole(Role::In);
    llvm::erase(written, role);
    (void)parser.parseOptionalKeyword(&role, written);
    StringAttr name;
    if (parseSignatureArgument(parser, /*typed=*/true, {},
                               arguments.emplace_back(), name))
      return failure();
    names.push_back(name);
    roles.push_back(RoleAttr::get(parser.getContext(), *symbolizeRole(role)));
    return success();
  }
};

/// `N = %A[0], K`: the dimension of an argument that defines a size.
struct Sizes {
  SmallVector<Attribute> names;
  SmallVector<int64_t> arguments;
  SmallVector<int64_t> dimensions;

  ParseResult parseSize(OpAsmParser &parser, const Signature &signature) {
    std::string name;
    if (parseName(parser, name))
      return failure();
    names.push_back(parser.getBuilder().getStringAttr(name));
    arguments.push_back(-1);
    dimensions.push_back(0);
    if (failed(parser.parseOptionalEqual()))
      return success();
    OpAsmParser::UnresolvedOperand operand;
    if (parser.parseOperand(operand) || parser.parseLSquare() ||
        parser.parseInteger(dimensions.back()) || parser.parseRSquare())
      return failure();
    for (auto [position, argument] : llvm::enumerate(signature.arguments))
      if (argument.ssaName.name == operand.name)
        arguments.back() = position;
    if (arguments.back() < 0)
      return parser.emitError(operand.location)
             << "'" << operand.name << "' is not an argument of the scop";
    return success();
  }
};
} // namespace

static ParseResult parseExtents(OpAsmParser &parser, StringRef keyword,
                                DenseI64ArrayAttr &extents) {
  if (failed(parser.parseOptionalKeyword(keyword)))
    return success();
  SmallVector<int64_t> values;
  if (parser.parseCommaSeparatedList(
          AsmParser::Delimiter::Paren,
          [&] { return parser.parseInteger(values.emplace_back()); }))
    return failure();
  extents = parser.getBuilder().getDenseI64ArrayAttr(values);
  return success();
}

static void printExtents(OpAsmPrinter &printer, StringRef keyword,
                         DenseI64ArrayAttr extents) {
  if (!extents)
    return;
  printer << ' ' << keyword << '(';
  llvm::interleaveComma(extents.asArrayRef(), printer);
  printer << ')';
}

ParseResult ScopOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  auto &properties = result.getOrAddProperties<Properties>();
  Signature signature;
  if (parser.parseSymbolName(properties.sym_name) ||
      parser.parseCommaSeparatedList(
          AsmParser::Delimiter::Paren,
          [&] { return signature.parseArgument(parser); }))
    return failure();
  properties.arg_names = builder.getArrayAttr(signature.names);
  properties.arg_roles = builder.getArrayAttr(signature.roles);
  if (succeeded(parser.parseOptionalKeyword("sizes"))) {
    Sizes sizes;
    if (parser.parseCommaSeparatedList(
            AsmParser::Delimiter::Paren,
            [&] { return sizes.parseSize(parser, signature); }))
      return failure();
    properties.size_names = builder.getArrayAttr(sizes.names);
    properties.size_args = builder.getDenseI64ArrayAttr(sizes.arguments);
    properties.size_dims = builder.getDenseI64ArrayAttr(sizes.dimensions);
  }
  if (succeeded(parser.parseOptionalKeyword("context")) &&
      parseSetText(parser, properties.context))
    return failure();
  if (parseExtents(parser, "grid", properties.grid) ||
      parseExtents(parser, "block", properties.block) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  return parseNestedRegion(parser, *result.addRegion(), signature.arguments);
}

static void printSizes(OpAsmPrinter &printer, ScopOp scop) {
  ArrayAttr names = scop.getSizeNamesAttr();
  if (!names)
    return;
  ArrayRef<int64_t> arguments = *scop.getSizeArgs();
  ArrayRef<int64_t> dimensions = *scop.getSizeDims();
  printer << " sizes(";
  llvm::interleaveComma(
      llvm::zip(names.getAsRange<StringAttr>(), arguments, dimensions), printer,
      [&](auto size) {
        auto [name, argument, dimension] = size;
        printName(printer, name);
        if (argument >= 0)
          printer << " = " << scop.getBody().getArgument(argument) << '['
                  << dimension << ']';
      });
  printer << ')';
}

void ScopOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printSymbolName(getSymName());
  printer << '(';
  llvm::interleaveComma(
      getBody().getArguments(), printer, [&](BlockArgument argument) {
        unsigned position = argument.getArgNumber();
        Role role = cast<RoleAttr>(getArgRoles()[position]).getValue();
        if (role != Role::In)
          printer << stringifyRole(role) << ' ';
        auto name = cast<StringAttr>(getArgNames()[position]);
        printSignatureArgument(printer, argument, name.getValue(),
                               /*typed=*/true);
      });
  printer << ')';
  printSizes(printer, *this);
  if (SetAttr context = getContextAttr()) {
    printer << " context ";
    printer.printString(context.getText());
  }
  printExtents(printer, "grid", getGridAttr());
  printExtents(printer, "block", getBlockAttr());
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(),
      {getSymNameAttrName(), getArgNamesAttrName(), getArgRolesAttrName(),
       getSizeNamesAttrName(), getSizeArgsAttrName(), getSizeDimsAttrName(),
       getContextAttrName(), getGridAttrName(), getBlockAttrName()});
  printer << ' ';
  printNestedRegion(printer, getBody());
}

LogicalResult ScopOp::verifyRegions() { return verifyInRust(*this); }

//===----------------------------------------------------------------------===//
// schedule.array
//===----------------------------------------------------------------------===//

void ArrayOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getMemref(), getArrayName());
}

ParseResult ArrayOp::parse(OpAsmParser &parser, OperationState &result) {
  auto &properties = result.getOrAddProperties<Properties>();
  ArrayKind kind;
  if (parseWord(parser, kind))
    return failure();
  properties.kind = ArrayKindAttr::get(parser.getContext(), kind);
  Type type;
  if (parseResultName(parser, properties.array_name) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type))
    return failure();
  result.addTypes(type);
  return success();
}

void ArrayOp::print(OpAsmPrinter &printer) {
  printer << ' ' << stringifyArrayKind(getKind());
  printResultName(printer, getMemref(), getArrayName());
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {getKindAttrName(), getArrayNameAttrName()});
  printer << " : " << getMemref().getType();
}

//===----------------------------------------------------------------------===//
// schedule.statement
//===----------------------------------------------------------------------===//

void StatementOp::getAsmBlockArgumentNames(Region &region,
                                           OpAsmSetValueNameFn setName) {
  for (auto [argument, name] : llvm::zip(region.getArguments(), getArgNames()))
    setName(argument, cast<StringAttr>(name).getValue());
}

ParseResult StatementOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  auto &properties = result.getOrAddProperties<Properties>();
  SmallVector<OpAsmParser::Argument> indices;
  SmallVector<Attribute> names;
  if (parser.parseSymbolName(properties.sym_name) ||
      parser.parseCommaSeparatedList(
          AsmParser::Delimiter::Paren, [&]() -> ParseResult {
            StringAttr name;
            if (parseSignatureArgument(parser, /*typed=*/false,
                                       builder.getIndexType(),
                                       indices.emplace_back(), name))
              return failure();
            names.push_back(name);
            return success();
          }))
    return failure();
  properties.arg_names = builder.getArrayAttr(names);
  if (succeeded(parser.parseOptionalKeyword("at"))) {
    SmallVector<int64_t> place;
    if (parser.parseCommaSeparatedList(
            AsmParser::Delimiter::Square,
            [&] { return parser.parseInteger(place.emplace_back()); }))
      return failure();
    properties.at = builder.getDenseI64ArrayAttr(place);
  }
  if (succeeded(parser.parseOptionalKeyword("reduces"))) {
    tc::Reduction reduction;
    if (parseWord(parser, reduction))
      return failure();
    properties.reduces = tc::ReductionAttr::get(parser.getContext(), reduction);
  }
  if (succeeded(parser.parseOptionalKeyword("precision"))) {
    StringRef word;
    if (parser.parseKeyword(&word))
      return failure();
    properties.precision = builder.getStringAttr(word);
  }
  if (succeeded(parser.parseOptionalKeyword("recomputes"))) {
    StringAttr original;
    if (parser.parseSymbolName(original))
      return failure();
    properties.recomputes = FlatSymbolRefAttr::get(original);
  }
  if (succeeded(parser.parseOptionalKeyword("async")))
    properties.async = builder.getUnitAttr();
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  return parseNestedRegion(parser, *result.addRegion(), indices);
}

void StatementOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printSymbolName(getSymName());
  printer << '(';
  llvm::interleaveComma(
      getBody().getArguments(), printer, [&](BlockArgument argument) {
        auto name = cast<StringAttr>(getArgNames()[argument.getArgNumber()]);
        printSignatureArgument(printer, argument, name.getValue(),
                               /*typed=*/false);
      });
  printer << ')';
  if (std::optional<ArrayRef<int64_t>> place = getAt()) {
    printer << " at [";
    llvm::interleaveComma(*place, printer);
    printer << ']';
  }
  if (std::optional<tc::Reduction> reduction = getReduces())
    printer << " reduces " << tc::stringifyReduction(*reduction);
  if (std::optional<StringRef> precision = getPrecision())
    printer << " precision " << *precision;
  if (std::optional<StringRef> original = getRecomputes()) {
    printer << " recomputes ";
    printer.printSymbolName(*original);
  }
  if (getAsync())
    printer << " async";
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(),
      {getSymNameAttrName(), getArgNamesAttrName(), getAtAttrName(),
       getReducesAttrName(), getPrecisionAttrName(), getRecomputesAttrName(),
       getAsyncAttrName()});
  printer << ' ';
  printNestedRegion(printer, getBody());
}

//===----------------------------------------------------------------------===//
// schedule.band
//===----------------------------------------------------------------------===//

namespace {
struct Members {
  SmallVector<Attribute> functions;
  SmallVector<Attribute> kinds;
  SmallVector<bool> coincident;
  /// Stride and size of each digit of the thread's number, in the order of the members.
  SmallVector<int64_t> digits;

  /// `thread.x coincident "{ S0[i] -> [i] }"`.
  /// A word that is not a loop kind is refused with the valid kinds.
  static bool refusesWord(OpAsmParser &parser) {
    SMLoc location = parser.getCurrentLocation();
    StringRef word;
    if (failed(parser.parseOptionalKeyword(&word)))
      return false;
    parser.emitError(location) << loopKindRefusal(word);
    return true;
  }

  ParseResult parseMember(OpAsmParser &parser) {
    StringRef kind = stringifyMemberKind(MemberKind::Sequential);
    bool isKind =
        succeeded(parser.parseOptionalKeyword(&kind, wordsOf<MemberKind>()));
    kinds.push_back(
        MemberKindAttr::get(parser.getContext(), *symbolizeMemberKind(kind)));
    if (kind == stringifyMemberKind(MemberKind::Digit) &&
        (parser.parseLParen() ||
         parser.parseInteger(digits.emplace_back()) || parser.parseComma() ||
         parser.parseInteger(digits.emplace_back()) || parser.parseRParen()))
      return failure();
    coincident.push_back(succeeded(parser.parseOptionalKeyword("coincident")));
    std::string text;
    if (!isKind && !coincident.back() && refusesWord(parser))
      return failure();
    if (parseIslText(parser, TcIslAff, text))
      return failure();
    functions.push_back(AffAttr::get(parser.getContext(), text));
    return success();
  }
};
} // namespace

/// `unit(mma, 16, 8, 16, f16)`, if it is there.
static ParseResult parseUnit(OpAsmParser &parser, MatrixUnitAttr &unit) {
  if (failed(parser.parseOptionalKeyword("unit")))
    return success();
  StringRef instruction, element;
  int64_t rows, columns, depth;
  if (parser.parseLParen() || parser.parseKeyword(&instruction) ||
      parser.parseComma() || parser.parseInteger(rows) || parser.parseComma() ||
      parser.parseInteger(columns) || parser.parseComma() ||
      parser.parseInteger(depth) || parser.parseComma() ||
      parser.parseKeyword(&element) || parser.parseRParen())
    return failure();
  unit = MatrixUnitAttr::get(parser.getContext(), instruction, rows, columns,
                             depth, element);
  return success();
}

ParseResult BandOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  auto &properties = result.getOrAddProperties<Properties>();
  if (succeeded(parser.parseOptionalKeyword("permutable")))
    properties.permutable = builder.getUnitAttr();
  if (succeeded(parser.parseOptionalKeyword("tag")) &&
      parser.parseAttribute(properties.tag))
    return failure();
  if (parseExtents(parser, "tiles", properties.tile_sizes))
    return failure();
  if (parseUnit(parser, properties.unit))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("options")) &&
      parseSetText(parser, properties.ast_options))
    return failure();
  Members members;
  if (parser.parseCommaSeparatedList(
          AsmParser::Delimiter::Paren,
          [&] { return members.parseMember(parser); }) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  properties.members = builder.getArrayAttr(members.functions);
  properties.kinds = builder.getArrayAttr(members.kinds);
  properties.coincident = builder.getDenseBoolArrayAttr(members.coincident);
  if (!members.digits.empty())
    properties.digits = builder.getDenseI64ArrayAttr(members.digits);
  return parseNestedRegion(parser, *result.addRegion());
}

static void printMembers(OpAsmPrinter &printer, BandOp band) {
  bool apart = band.getMembers().size() > 1;
  if (apart) {
    printer.increaseIndent();
    printer.printNewline();
  } else {
    printer << ' ';
  }
  printer << '(';
  ArrayRef<int64_t> digits = band.getDigits().value_or(ArrayRef<int64_t>());
  for (auto [position, member] : llvm::enumerate(band.getMembers())) {
    if (position) {
      printer << ',';
      printer.printNewline();
      printer << ' ';
    }
    MemberKind kind = cast<MemberKindAttr>(band.getKinds()[position]).getValue();
    bool coincident = band.getCoincident()[position];
    if (kind == MemberKind::Digit && digits.size() >= 2) {
      printer << stringifyMemberKind(kind) << '(' << digits[0] << ", "
              << digits[1] << ") ";
      digits = digits.drop_front(2);
    } else if (kind != MemberKind::Sequential || !coincident) {
      printer << stringifyMemberKind(kind) << ' ';
    }
    if (coincident)
      printer << "coincident ";
    printer.printString(cast<AffAttr>(member).getText());
  }
  printer << ')';
  if (apart)
    printer.decreaseIndent();
}

void BandOp::print(OpAsmPrinter &printer) {
  if (getPermutable())
    printer << " permutable";
  if (StringAttr tag = getTagAttr()) {
    printer << " tag ";
    printer.printString(tag.getValue());
  }
  printExtents(printer, "tiles", getTileSizesAttr());
  if (MatrixUnitAttr unit = getUnitAttr())
    printer << " unit(" << unit.getInstruction() << ", " << unit.getRows()
            << ", " << unit.getColumns() << ", " << unit.getDepth() << ", "
            << unit.getElement() << ')';
  if (SetAttr options = getAstOptionsAttr()) {
    printer << " options ";
    printer.printString(options.getText());
  }
  printMembers(printer, *this);
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(),
      {getMembersAttrName(), getKindsAttrName(), getCoincidentAttrName(),
       getPermutableAttrName(), getTagAttrName(), getTileSizesAttrName(),
       getDigitsAttrName(), getUnitAttrName(), getAstOptionsAttrName()});
  printer << ' ';
  printNestedRegion(printer, getBody());
}

LogicalResult BandOp::verify() { return verifyInRust(*this); }

//===----------------------------------------------------------------------===//
// schedule.async_copy
//===----------------------------------------------------------------------===//

LogicalResult AsyncCopyOp::verify() {
  MemRefType source = getSource().getType(), target = getTarget().getType();
  if (source.getElementType() != target.getElementType())
    return emitOpError("expected elements of one type, found ")
           << source.getElementType() << " and " << target.getElementType();
  auto count = [&](MemRefType type, OperandRange indices) -> LogicalResult {
    if (type.getRank() == static_cast<int64_t>(indices.size()))
      return success();
    return emitOpError("expected ") << type.getRank() << " indices of " << type
                                    << ", found " << indices.size();
  };
  if (failed(count(source, getSourceIndices())))
    return failure();
  return count(target, getTargetIndices());
}
