//===- Capi.cpp - what Rust calls ---------------------------------------------===//
//
// Getters and makers of attributes and types, three lines each.
//
//===----------------------------------------------------------------------===//

#include "Capi.h"
#include "Assembly.h"
#include "Dialects.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"
#include "mlir/CAPI/Support.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Tc, tc, tc::TCDialect)
MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Schedule, schedule,
                                      schedule::ScheduleDialect)

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
MlirAttribute tc_expr_get(MlirContext context, MlirStringRef text,
                          const void *expression) {
  return wrap(Attribute(
      tc::ExprAttr::get(unwrap(context), unwrap(text), expression)));
}
const void *tc_expr_expression(MlirAttribute attribute) {
  return cast<tc::ExprAttr>(unwrap(attribute)).getExpression();
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
// isl objects
//===----------------------------------------------------------------------===//

bool tc_attribute_is_isl(MlirAttribute attribute) {
  return isa<schedule::SetAttr, schedule::MapAttr, schedule::AffAttr>(
      unwrap(attribute));
}
MlirAttribute tc_isl_get(MlirContext wrapped, TcIslKind kind,
                         MlirStringRef text) {
  MLIRContext *context = unwrap(wrapped);
  switch (kind) {
  case TcIslSet:
    return wrap(Attribute(schedule::SetAttr::get(context, unwrap(text))));
  case TcIslMap:
    return wrap(Attribute(schedule::MapAttr::get(context, unwrap(text))));
  case TcIslAff:
    return wrap(Attribute(schedule::AffAttr::get(context, unwrap(text))));
  }
  llvm_unreachable("kinds of isl objects are closed");
}
MlirStringRef tc_isl_text(MlirAttribute attribute) {
  return wrap(
      TypeSwitch<Attribute, StringRef>(unwrap(attribute))
          .Case<schedule::SetAttr, schedule::MapAttr, schedule::AffAttr>(
              [](auto object) { return object.getText(); })
          .Default([](Attribute) { return StringRef(); }));
}

//===----------------------------------------------------------------------===//
// Enumerations
//===----------------------------------------------------------------------===//

/// Calls `use` with the class of the attribute that holds the enumeration.
template <typename Use>
static auto withEnumeration(TcEnumeration which, Use &&use) {
  switch (which) {
  case TcReduction:
    return use(tc::ReductionAttr());
  case TcMemberKind:
    return use(schedule::MemberKindAttr());
  case TcRole:
    return use(schedule::RoleAttr());
  case TcArrayKind:
    return use(schedule::ArrayKindAttr());
  }
  llvm_unreachable("enumerations are closed");
}

MlirStringRef tc_enum_word(TcEnumeration which, MlirAttribute attribute) {
  return wrap(withEnumeration(which, [&](auto kind) {
    auto typed = dyn_cast<decltype(kind)>(unwrap(attribute));
    return typed ? stringifyEnum(typed.getValue()) : StringRef();
  }));
}
MlirAttribute tc_enum_get(MlirContext context, TcEnumeration which,
                          MlirStringRef word) {
  return wrap(withEnumeration(which, [&](auto kind) -> Attribute {
    using Value = decltype(kind.getValue());
    auto value = tc::assembly::valueOf<Value>(unwrap(word));
    if (!value)
      return {};
    return decltype(kind)::get(unwrap(context), *value);
  }));
}
void tc_enum_words(TcEnumeration which, TcTextSink sink, void *data) {
  withEnumeration(which, [&](auto kind) {
    using Value = decltype(kind.getValue());
    for (StringRef word : tc::assembly::wordsOf<Value>())
      sink(wrap(word), data);
  });
}
