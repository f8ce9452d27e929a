//===- Translate.cpp - reading modules from text --------------------------===//

#include "PassHost.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;

MlirModule tc_parse_module(MlirContext context, MlirStringRef source,
                           MlirStringRef file) {
  return wrap(parseSourceString<ModuleOp>(
                  unwrap(source), ParserConfig(unwrap(context)), unwrap(file))
                  .release());
}
