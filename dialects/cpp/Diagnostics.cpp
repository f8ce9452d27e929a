//===- Diagnostics.cpp - Diagnostics that Rust emits ----------------------===//

#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;

extern "C" {

/// Severity 0 is an error, 1 a warning, 3 a remark; one location for each note.
void tc_emit_diagnostic(int32_t severity, MlirLocation location,
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

} // extern "C"
