//===- Diagnostics.cpp - Diagnostics that Rust emits ----------------------===//

#include "Capi.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;

void tc_emit_diagnostic(MlirDiagnosticSeverity severity, MlirLocation location,
                        MlirStringRef message, const MlirLocation *locations,
                        const MlirStringRef *notes, intptr_t noteCount) {
  Location where = unwrap(location);
  InFlightDiagnostic diagnostic =
      severity == MlirDiagnosticError     ? emitError(where)
      : severity == MlirDiagnosticWarning ? emitWarning(where)
                                          : emitRemark(where);
  diagnostic << unwrap(message);
  for (intptr_t index = 0; index < noteCount; ++index) {
    MlirLocation noteLocation = locations[index];
    Diagnostic &note =
        mlirLocationIsNull(noteLocation)
            ? diagnostic.attachNote()
            : diagnostic.attachNote(unwrap(noteLocation));
    note << unwrap(notes[index]);
  }
}
