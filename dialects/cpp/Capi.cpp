//===- Capi.cpp - functions for Rust ------------------------------------------===//
//
// Declared in `src/sys.rs`. Getters of attributes and types, three lines each.
//
//===----------------------------------------------------------------------===//

#include "Dialects.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"
#include "mlir/CAPI/Support.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

extern "C" {
/// As upstream's `mlirGetDialectHandle__*__`.
MlirDialectHandle mlirGetDialectHandle__tc__();
MlirDialectHandle mlirGetDialectHandle__schedule__();
}
MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Tc, tc, tc::TCDialect)
MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Schedule, schedule,
                                      schedule::ScheduleDialect)

extern "C" {

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

void tc_register_dialects(MlirDialectRegistry registry) {
  unwrap(registry)->insert<tc::TCDialect, schedule::ScheduleDialect>();
}

//===----------------------------------------------------------------------===//
// tc
//===----------------------------------------------------------------------===//

bool tc_attribute_is_expr(MlirAttribute attribute) {
  return isa<tc::ExprAttr>(unwrap(attribute));
}
MlirAttribute tc_expr_get(MlirContext context, MlirStringRef text) {
  return wrap(Attribute(tc::ExprAttr::get(unwrap(context), unwrap(text))));
}
MlirStringRef tc_expr_text(MlirAttribute attribute) {
  return wrap(cast<tc::ExprAttr>(unwrap(attribute)).getText());
}

bool tc_attribute_is_range(MlirAttribute attribute) {
  return isa<tc::RangeAttr>(unwrap(attribute));
}
MlirAttribute tc_range_get(MlirContext context, MlirStringRef lower,
                           MlirStringRef upper) {
  return wrap(Attribute(
      tc::RangeAttr::get(unwrap(context), unwrap(lower), unwrap(upper))));
}
MlirStringRef tc_range_lower(MlirAttribute attribute) {
  return wrap(cast<tc::RangeAttr>(unwrap(attribute)).getLower());
}
MlirStringRef tc_range_upper(MlirAttribute attribute) {
  return wrap(cast<tc::RangeAttr>(unwrap(attribute)).getUpper());
}

MlirAttribute tc_target_get(MlirContext context, MlirAttribute keys) {
  return wrap(Attribute(tc::TargetAttr::get(
      unwrap(context), cast<DictionaryAttr>(unwrap(keys)))));
}
/// The dictionary of keys, or null if the attribute is not a target.
MlirAttribute tc_target_keys(MlirAttribute attribute) {
  auto target = dyn_cast<tc::TargetAttr>(unwrap(attribute));
  return wrap(target ? Attribute(target.getKeys()) : Attribute());
}

bool tc_type_is_tensor(MlirType type) {
  return isa<tc::TensorType>(unwrap(type));
}
MlirType tc_tensor_get(MlirContext context, size_t rank,
                       const MlirAttribute *dims, MlirType element) {
  SmallVector<tc::RangeAttr> ranges;
  for (size_t dim = 0; dim < rank; ++dim)
    ranges.push_back(cast<tc::RangeAttr>(unwrap(dims[dim])));
  return wrap(
      Type(tc::TensorType::get(unwrap(context), ranges, unwrap(element))));
}
size_t tc_tensor_rank(MlirType type) {
  return cast<tc::TensorType>(unwrap(type)).getDims().size();
}
MlirAttribute tc_tensor_dim(MlirType type, size_t dim) {
  return wrap(Attribute(cast<tc::TensorType>(unwrap(type)).getDims()[dim]));
}
MlirType tc_tensor_element(MlirType type) {
  return wrap(cast<tc::TensorType>(unwrap(type)).getElement());
}

//===----------------------------------------------------------------------===//
// isl objects: kind 0 set, 1 map, 2 union of piecewise affine functions
//===----------------------------------------------------------------------===//

/// -1 if the attribute is not an isl object.
int tc_isl_kind(MlirAttribute attribute) {
  return TypeSwitch<Attribute, int>(unwrap(attribute))
      .Case([](schedule::SetAttr) { return 0; })
      .Case([](schedule::MapAttr) { return 1; })
      .Case([](schedule::AffAttr) { return 2; })
      .Default([](Attribute) { return -1; });
}
MlirAttribute tc_isl_get(MlirContext context, uint32_t kind,
                         MlirStringRef text) {
  MLIRContext *owner = unwrap(context);
  switch (kind) {
  case 0:
    return wrap(Attribute(schedule::SetAttr::get(owner, unwrap(text))));
  case 1:
    return wrap(Attribute(schedule::MapAttr::get(owner, unwrap(text))));
  default:
    return wrap(Attribute(schedule::AffAttr::get(owner, unwrap(text))));
  }
}
MlirStringRef tc_isl_text(MlirAttribute attribute) {
  return wrap(
      TypeSwitch<Attribute, StringRef>(unwrap(attribute))
          .Case<schedule::SetAttr, schedule::MapAttr, schedule::AffAttr>(
              [](auto object) { return object.getText(); })
          .Default([](Attribute) { return StringRef(); }));
}

//===----------------------------------------------------------------------===//
// Enumerations: 0 reduction, 1 member kind, 2 role, 3 array kind
//===----------------------------------------------------------------------===//

/// The value, or -1 if the attribute is not of this enumeration.
int tc_enum_value(uint32_t which, MlirAttribute wrapped) {
  Attribute attribute = unwrap(wrapped);
  auto valueOf = [](auto typed) {
    return typed ? static_cast<int>(typed.getValue()) : -1;
  };
  switch (which) {
  case 0:
    return valueOf(dyn_cast<tc::ReductionAttr>(attribute));
  case 1:
    return valueOf(dyn_cast<schedule::MemberKindAttr>(attribute));
  case 2:
    return valueOf(dyn_cast<schedule::RoleAttr>(attribute));
  default:
    return valueOf(dyn_cast<schedule::ArrayKindAttr>(attribute));
  }
}
MlirAttribute tc_enum_get(MlirContext wrapped, uint32_t which, uint32_t value) {
  MLIRContext *context = unwrap(wrapped);
  switch (which) {
  case 0:
    return wrap(Attribute(
        tc::ReductionAttr::get(context, static_cast<tc::Reduction>(value))));
  case 1:
    return wrap(Attribute(schedule::MemberKindAttr::get(
        context, static_cast<schedule::MemberKind>(value))));
  case 2:
    return wrap(Attribute(schedule::RoleAttr::get(
        context, static_cast<schedule::Role>(value))));
  default:
    return wrap(Attribute(schedule::ArrayKindAttr::get(
        context, static_cast<schedule::ArrayKind>(value))));
  }
}

} // extern "C"
