//===- Capi.h - what Rust calls -----------------------------------------------===//
//
// A C header: `build.rs` makes the declarations in `src/sys.rs` from it, so an
// enumeration or a function that both languages know is written here alone.
//
//===----------------------------------------------------------------------===//

#ifndef TC_CAPI_H
#define TC_CAPI_H

#include "RustCallbacks.h"

#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

//===----------------------------------------------------------------------===//
// Registration, diagnostics
//===----------------------------------------------------------------------===//

/// As upstream's `mlirGetDialectHandle__*__`.
MlirDialectHandle mlirGetDialectHandle__tc__(void);
MlirDialectHandle mlirGetDialectHandle__schedule__(void);
void tc_register_dialects(MlirDialectRegistry registry);

/// Reports an error, a warning or a remark. There is one location for each note;
/// a null one puts the note at no location of its own.
void tc_emit_diagnostic(MlirDiagnosticSeverity severity, MlirLocation location,
                        MlirStringRef message, const MlirLocation *locations,
                        const MlirStringRef *notes, intptr_t noteCount);

//===----------------------------------------------------------------------===//
// tc
//===----------------------------------------------------------------------===//

bool tc_attribute_is_expr(MlirAttribute attribute);
MlirAttribute tc_expr_get(MlirContext context, MlirStringRef text,
                          const void *expression);
const void *tc_expr_expression(MlirAttribute attribute);

bool tc_attribute_is_range(MlirAttribute attribute);
MlirAttribute tc_range_get(MlirContext context, MlirStringRef lower,
                           MlirStringRef upper);
MlirStringRef tc_range_lower(MlirAttribute attribute);
MlirStringRef tc_range_upper(MlirAttribute attribute);

MlirAttribute tc_target_get(MlirContext context, MlirAttribute keys);
/// The dictionary of keys; null for another attribute.
MlirAttribute tc_target_keys(MlirAttribute attribute);

/// Gives `sink` the names of LLVM's NVPTX processors, or those of its features.
void tc_nvptx_processors(TcTextSink sink, void *data);
void tc_nvptx_features(TcTextSink sink, void *data);

bool tc_type_is_tensor(MlirType type);
MlirType tc_tensor_get(MlirContext context, size_t rank,
                       const MlirAttribute *dims, MlirType element);
size_t tc_tensor_rank(MlirType type);
MlirAttribute tc_tensor_dim(MlirType type, size_t dim);
MlirType tc_tensor_element(MlirType type);

//===----------------------------------------------------------------------===//
// isl objects
//===----------------------------------------------------------------------===//

bool tc_attribute_is_isl(MlirAttribute attribute);
MlirAttribute tc_isl_get(MlirContext context, TcIslKind kind,
                         MlirStringRef text);
MlirStringRef tc_isl_text(MlirAttribute attribute);

//===----------------------------------------------------------------------===//
// Enumerations of ODS: their values cross as words
//===----------------------------------------------------------------------===//

typedef enum TcEnumeration {
  TcReduction,
  TcMemberKind,
  TcRole,
  TcArrayKind,
} TcEnumeration;

/// The word of an attribute; empty for an attribute of another kind.
MlirStringRef tc_enum_word(TcEnumeration which, MlirAttribute attribute);
/// Null where the enumeration has no such word.
MlirAttribute tc_enum_get(MlirContext context, TcEnumeration which,
                          MlirStringRef word);
/// Gives `sink` all words of an enumeration.
void tc_enum_words(TcEnumeration which, TcTextSink sink, void *data);

#ifdef __cplusplus
}
#endif

#endif // TC_CAPI_H
