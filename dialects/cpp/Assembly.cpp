//===- Assembly.cpp - pieces of the assembly formats -------------------------===//

#include "Assembly.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/SmallString.h"

using namespace mlir;

namespace tc::assembly {

//===----------------------------------------------------------------------===//
// Text that Rust checks
//===----------------------------------------------------------------------===//

static void storeText(MlirStringRef text, void *data) {
  static_cast<std::string *>(data)->assign(text.data, text.length);
}

/// Tokens of an expression, and where each one stands in the source.
struct Tokens {
  std::string text;
  SmallVector<std::pair<size_t, SMLoc>> positions;

  void add(SMLoc location, StringRef token) {
    if (!text.empty())
      text += ' ';
    positions.emplace_back(text.size(), location);
    text += token;
  }

  SMLoc locate(size_t offset, SMLoc fallback) const {
    SMLoc found = fallback;
    for (const auto &[start, location] : positions)
      if (start <= offset)
        found = location;
    return found;
  }
};

static std::string quoted(StringRef name) {
  std::string text = "\"";
  for (char character : name) {
    if (character == '"' || character == '\\')
      text += '\\';
    text += character;
  }
  return text + '"';
}

/// Takes one operator or parenthesis. A `)` or `,` outside of parentheses ends the
/// expression.
static bool takePunctuation(AsmParser &parser, size_t &depth, StringRef &token) {
  if (succeeded(parser.parseOptionalMinus()))
    token = "-";
  else if (succeeded(parser.parseOptionalPlus()))
    token = "+";
  else if (succeeded(parser.parseOptionalStar()))
    token = "*";
  else if (succeeded(parser.parseOptionalLParen())) {
    token = "(";
    ++depth;
  } else if (depth && succeeded(parser.parseOptionalRParen())) {
    token = ")";
    --depth;
  } else if (depth && succeeded(parser.parseOptionalComma()))
    token = ",";
  else
    return false;
  return true;
}

/// Takes one name or number. The keyword `to` separates expressions.
static FailureOr<bool> takeOperand(AsmParser &parser, std::string &token) {
  // MLIR's time for a number is quadratic in its digits.
  constexpr size_t mostDigits = 64;
  const char *digit = parser.getCurrentLocation().getPointer();
  size_t digits = 0;
  while (digits <= mostDigits && isdigit(digit[digits]))
    ++digits;
  if (digits > mostDigits)
    return parser.emitError(parser.getCurrentLocation(),
                            "integer does not fit int64");
  APInt number;
  OptionalParseResult integer = parser.parseOptionalInteger(number);
  if (integer.has_value()) {
    if (failed(*integer))
      return failure();
    SmallString<32> decimal;
    number.toStringUnsigned(decimal);
    token = decimal.str().str();
    return true;
  }
  std::string name;
  if (succeeded(parser.parseOptionalString(&name))) {
    token = quoted(name);
    return true;
  }
  StringRef keyword;
  const char *position = parser.getCurrentLocation().getPointer();
  // `to` cannot be a name here: as one it is written in quotes.
  bool separator = position[0] == 't' && position[1] == 'o' &&
                   !isalnum(position[2]) && position[2] != '_' &&
                   position[2] != '$' && position[2] != '.';
  if (!separator && succeeded(parser.parseOptionalKeyword(&keyword))) {
    token = keyword.str();
    return true;
  }
  return false;
}

ParseResult parseExpression(AsmParser &parser, std::string &text) {
  Tokens tokens;
  size_t depth = 0;
  SMLoc start = parser.getCurrentLocation();
  while (true) {
    SMLoc location = parser.getCurrentLocation();
    StringRef punctuation;
    if (takePunctuation(parser, depth, punctuation)) {
      tokens.add(location, punctuation);
      continue;
    }
    std::string token;
    FailureOr<bool> taken = takeOperand(parser, token);
    if (failed(taken))
      return failure();
    if (!*taken)
      break;
    tokens.add(location, token);
  }
  size_t offset = 0;
  if (tcRustExpression(mlirStringRefCreate(tokens.text.data(), tokens.text.size()),
                       storeText, &text, &offset))
    return success();
  SMLoc end = parser.getCurrentLocation();
  SMLoc place = offset >= tokens.text.size() ? end : tokens.locate(offset, start);
  return parser.emitError(place, text);
}

ParseResult parseName(AsmParser &parser, std::string &name) {
  return parser.parseKeywordOrString(&name);
}

void printName(AsmPrinter &printer, StringRef name) {
  std::string text;
  tcRustName(mlirStringRefCreate(name.data(), name.size()), storeText, &text);
  printer << text;
}

std::string loopKindRefusal(StringRef word) {
  std::string reason;
  tcRustLoopKind(mlirStringRefCreate(word.data(), word.size()), storeText,
                 &reason);
  return reason;
}

std::string alternatives(ArrayRef<StringRef> words) {
  std::string text;
  for (auto [position, word] : llvm::enumerate(words)) {
    if (position)
      text += position + 1 == words.size() ? " or " : ", ";
    text += ("'" + word + "'").str();
  }
  return text;
}

ParseResult parseIslText(AsmParser &parser, TcIslKind kind, std::string &text) {
  SMLoc start = parser.getCurrentLocation();
  std::string written;
  if (parser.parseString(&written))
    return failure();
  size_t offset = 0;
  if (tcRustIsl(kind, mlirStringRefCreate(written.data(), written.size()),
                storeText, &text, &offset))
    return success();
  // Positions inside the string are those of the source if nothing is escaped.
  bool verbatim = StringRef(start.getPointer() + 1, written.size()) == written;
  if (verbatim)
    start = SMLoc::getFromPointer(start.getPointer() + 1 +
                                  std::min(offset, written.size()));
  return parser.emitError(start, text);
}

//===----------------------------------------------------------------------===//
// Tensors in scope
//===----------------------------------------------------------------------===//

static thread_local TensorScope *innermost = nullptr;

TensorScope::TensorScope() : outer(innermost) { innermost = this; }
TensorScope::~TensorScope() { innermost = outer; }

void TensorScope::declare(StringRef ssaName, Type type) {
  if (innermost)
    innermost->types[ssaName] = type;
}

ParseResult TensorScope::resolve(OpAsmParser &parser,
                                 OpAsmParser::UnresolvedOperand operand,
                                 SmallVectorImpl<Value> &result) {
  Type type = innermost && operand.number == 0
                  ? innermost->types.lookup(operand.name)
                  : Type();
  if (!type)
    return parser.emitError(operand.location)
           << "tensor '" << operand.name
           << "' is not declared; expected an argument of the enclosing 'tc.def' "
              "or the result of an earlier 'tc.temporary'";
  return parser.resolveOperand(operand, type, result);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// Whether MLIR writes `value` as `%name`.
static bool printsAs(OpAsmPrinter &printer, Value value, StringRef name) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  printer.printOperand(value, stream);
  return StringRef(text).drop_front() == name;
}

static ParseResult parseWrittenName(OpAsmParser &parser, StringRef ssaName,
                                    StringAttr &name) {
  std::string text = ssaName.str();
  (void)parser.parseOptionalString(&text);
  name = parser.getBuilder().getStringAttr(text);
  return success();
}

static void printWrittenName(OpAsmPrinter &printer, Value value, StringRef name) {
  if (printsAs(printer, value, name))
    return;
  printer << ' ';
  printer.printString(name);
}

ParseResult parseSignatureArgument(OpAsmParser &parser, bool typed,
                                   Type defaultType,
                                   OpAsmParser::Argument &argument,
                                   StringAttr &name) {
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseArgument(argument, /*allowType=*/typed, /*allowAttrs=*/true))
    return failure();
  if (!typed)
    argument.type = defaultType;
  name = parser.getBuilder().getStringAttr(argument.ssaName.name.drop_front());
  for (NamedAttribute attribute : argument.attrs) {
    auto written = dyn_cast<StringAttr>(attribute.getValue());
    if (attribute.getName() != "name" || !written)
      return parser.emitError(
          location, "an argument has no attribute but `name`, a string");
    name = written;
  }
  argument.attrs = {};
  return success();
}

void printSignatureArgument(OpAsmPrinter &printer, BlockArgument argument,
                            StringRef name, bool typed) {
  Builder builder(argument.getContext());
  NamedAttribute written = builder.getNamedAttr("name", builder.getStringAttr(name));
  bool same = printsAs(printer, argument, name);
  // Not printed piece by piece: only this call leaves out the aliases of locations that
  // are not printed.
  printer.printRegionArgument(argument,
                              same ? ArrayRef<NamedAttribute>() : written,
                              /*omitType=*/!typed);
}

ParseResult parseResultName(OpAsmParser &parser, StringAttr &name) {
  return parseWrittenName(parser, parser.getResultName(0).first, name);
}

void printResultName(OpAsmPrinter &printer, Value value, StringRef name) {
  printWrittenName(printer, value, name);
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

static thread_local unsigned nesting = 0;

ParseResult parseNestedRegion(OpAsmParser &parser, Region &region,
                              ArrayRef<OpAsmParser::Argument> arguments) {
  constexpr unsigned deepest = 256;
  if (nesting == deepest)
    return parser.emitError(parser.getCurrentLocation())
           << "regions are nested deeper than " << deepest << " levels";
  ++nesting;
  ParseResult parsed = parser.parseRegion(region, arguments);
  --nesting;
  if (failed(parsed))
    return failure();
  if (region.empty())
    region.emplaceBlock();
  return success();
}

void printNestedRegion(OpAsmPrinter &printer, Region &region) {
  if (region.empty() || region.front().empty())
    printer << "{}";
  else
    printer.printRegion(region, /*printEntryBlockArgs=*/false);
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

LogicalResult verifyInRust(Operation *operation) {
  return success(tcRustVerify(wrap(operation)));
}

LogicalResult verifyElementType(function_ref<InFlightDiagnostic()> emitError,
                                Type element) {
  std::string reason;
  if (tcRustElementType(wrap(element), storeText, &reason))
    return success();
  return emitError() << reason;
}

} // namespace tc::assembly
