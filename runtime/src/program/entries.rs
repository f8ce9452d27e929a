//! The entries of a module below the `tc` level: its scops and functions, their levels and
//! arguments.
//!
//! | the module has | level | names, roles and shapes of the arguments |
//! | --- | --- | --- |
//! | `schedule.scop`s | schedule | the scop's own |
//! | functions of loops, for a GPU beside `gpu.module`s of `gpu.func`s | loops | `tc.arguments` and the types |
//! | the same in the `llvm` dialect | llvm | `tc.arguments` |
//! | `gpu.binary`s | ptx | `tc.arguments` and the types |
//!
//! `tc.arguments` is an attribute that the lowering of a scop puts on the function. Without it the
//! arguments are `arg0`, `arg1`, ..., all of them given and returned.

use crate::errors::{Errors, error};
use melior::ir::{
    Attribute, AttributeLike, Module, OperationRef, Type, TypeLike, ValueLike,
    operation::OperationLike, r#type::MemRefType,
};
use mlir_sys::{
    mlirAffineMapIsIdentity, mlirAttributeIsADictionary, mlirAttributeIsAType,
    mlirDictionaryAttrGetElementByName, mlirFunctionTypeGetNumResults,
    mlirLLVMFunctionTypeGetReturnType, mlirLLVMVoidTypeGet, mlirMemRefTypeGetAffineMap,
    mlirShapedTypeGetDimSize, mlirShapedTypeHasStaticShape, mlirTypeAttrGetValue, mlirTypeEqual,
    mlirTypeGetContext, mlirTypeIsAFunction,
};
use tc_dialects::location;
use tc_dialects::{
    op,
    schedule::tree::{MemberKind, Role, Scop, Tree},
    target::TargetKind,
    tensor::ElementType,
};
use tc_loops::schedule_to_cpu::ARGUMENTS;
use tc_loops::sizes::SIZES;
use tc_pipelines::Level;
use tc_syntax::diagnostic::{Diagnostic, Place};

/// Something that a module can run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The symbol, without `@`.
    pub(crate) name: String,
    /// The level that the module is at.
    pub(crate) level: Level,
    /// The machine that it is made for; `None` if any will do.
    pub(crate) machine: Option<TargetKind>,
    /// The bound sizes, by name.
    pub(crate) sizes: Vec<(String, i64)>,
    /// In the order of the arguments.
    pub(crate) parameters: Vec<Parameter>,
    /// Where the entry stands in the file, as far as the module says it.
    pub(crate) place: Option<Place>,
}

impl Entry {
    /// The error about a request that the entry cannot meet.
    pub(crate) fn refused(&self, message: String, help: &str) -> Errors {
        let refused = Diagnostic::error(None, message).at(self.place.clone(), "");
        vec![refused.help(help)]
    }
}

/// An argument of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The name that inputs and results go by.
    pub name: String,
    /// Whether it is read, written, or both.
    pub role: Role,
    /// The type of the elements.
    pub element: ElementType,
    /// The extents.
    pub shape: Vec<usize>,
}

impl Parameter {
    /// The caller gives its contents.
    pub fn is_given(&self) -> bool {
        self.role != Role::Out
    }

    /// It is returned.
    pub fn is_returned(&self) -> bool {
        self.role != Role::In
    }
}

/// The operations directly in a module.
fn top<'c, 'a>(module: &'a Module<'c>) -> Vec<OperationRef<'c, 'a>> {
    op::operations(module.body())
        .into_iter()
        // SAFETY: the operation lives in `module`.
        .map(|operation| unsafe { OperationRef::from_raw(operation.to_raw()) })
        .collect()
}

/// The scops of a module, or else its public functions, with their names.
fn candidates<'c, 'a>(module: &'a Module<'c>) -> Vec<(String, OperationRef<'c, 'a>)> {
    let named = |wanted: &dyn Fn(OperationRef) -> bool| -> Vec<_> {
        let operations = top(module).into_iter();
        let wanted = operations.filter(|operation| wanted(*operation));
        wanted
            .filter_map(|operation| Some((op::string(operation, "sym_name")?, operation)))
            .collect()
    };
    let scops = named(&|operation| tc_pass_host::is(operation, "schedule.scop"));
    if !scops.is_empty() {
        return scops;
    }
    // Outlined parallel loops are functions too, so only functions lowered from a scop count, if
    // there are any.
    let noted = named(&|operation| !op::elements(operation, ARGUMENTS).is_empty());
    if !noted.is_empty() {
        noted
    } else {
        named(&|operation| {
            let private = op::string(operation, "sym_visibility").as_deref() == Some("private");
            let is_function = tc_pass_host::is(operation, "func.func")
                || tc_pass_host::is(operation, "llvm.func");
            is_function && !private && op::body(operation).is_some()
        })
    }
}

/// The names of the entries of a module, in the order of the text.
pub(crate) fn names(module: &Module<'_>) -> Vec<String> {
    candidates(module)
        .into_iter()
        .map(|(name, _)| name)
        .collect()
}

/// The entry of that name.
///
/// # Errors
/// An unknown name, and arguments that are not memrefs of known extents.
pub(crate) fn find(module: &Module<'_>, name: &str) -> Result<Entry, Errors> {
    let found = candidates(module)
        .into_iter()
        .find(|(other, _)| other == name);
    let (_, operation) =
        found.ok_or_else(|| error(format!("`{name}` is no longer in the module")))?;
    let place = location::place(operation.location());
    if let Some(found) = find_scop(module, name)? {
        check_layouts(operation, name, &place)?;
        return scop(found, place);
    }
    let all = top(module);
    let has = |wanted: &str| {
        all.iter()
            .any(|operation| tc_pass_host::is(*operation, wanted))
    };
    let lowered = |operation: &OperationRef| {
        tc_pass_host::is(*operation, "gpu.module")
            && op::children(*operation)
                .into_iter()
                .any(|inner| tc_pass_host::is(inner, "llvm.func"))
    };
    let machine = if has("gpu.module") || has("gpu.binary") {
        TargetKind::Gpu
    } else {
        TargetKind::Cpu
    };
    let level = match () {
        () if has("gpu.binary") => Level::Ptx,
        () if tc_pass_host::is(operation, "llvm.func") || all.iter().any(lowered) => Level::Llvm,
        () => Level::Loops,
    };
    Ok(Entry {
        name: name.to_owned(),
        level,
        machine: Some(machine),
        sizes: Vec::new(),
        parameters: parameters(operation, name)?,
        place,
    })
}

/// Refuses arguments whose rows do not follow each other: buffers have none but such rows.
fn check_layouts(
    scop: OperationRef<'_, '_>,
    name: &str,
    place: &Option<Place>,
) -> Result<(), Errors> {
    let names = op::strings(scop, "arg_names");
    let types = op::body(scop).map_or_else(Vec::new, op::arguments);
    for (argument, value) in names.iter().zip(types) {
        let ty = value.r#type();
        // SAFETY: the type is alive, and a memref: the verifier admits no other.
        if unsafe { mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(ty.to_raw())) } {
            continue;
        }
        let message = format!(
            "`{argument}` of `{name}` is of type {ty}: expected a memref without a layout, whose rows follow each other"
        );
        let wrong = Diagnostic::error(None, message).at(place.clone(), "");
        let help = "leave the layout out; subscripts of the statements can say another order";
        return Err(vec![wrong.help(help)]);
    }
    Ok(())
}

/// The scop of that name, if it is one.
///
/// # Errors
/// A scop that cannot be read.
pub(crate) fn find_scop(module: &Module<'_>, name: &str) -> Result<Option<Scop>, Errors> {
    let found = candidates(module)
        .into_iter()
        .find(|(other, operation)| other == name && tc_pass_host::is(*operation, "schedule.scop"));
    let Some((_, operation)) = found else {
        return Ok(None);
    };
    let place = location::place(operation.location());
    let scop = Scop::from_op(&tc_isl::thread_context(), operation)
        .map_err(|refusal| vec![Diagnostic::error(None, refusal.message).at(place, "")])?;
    Ok(Some(scop))
}

fn scop(scop: Scop, place: Option<Place>) -> Result<Entry, Errors> {
    let mut parameters = Vec::new();
    for array in &scop.arrays {
        let Some(role) = array.kind.role() else {
            continue;
        };
        let refused = |reason: &str| {
            let message = format!("`{}` of `{}` {reason}", array.name, scop.name);
            vec![Diagnostic::error(None, message).at(place.clone(), "")]
        };
        let shape: Option<Vec<usize>> = array
            .shape
            .iter()
            .map(|extent| usize::try_from((*extent)?).ok())
            .collect();
        let shape = shape.ok_or_else(|| refused("has an extent that is not known"))?;
        let element = ElementType::from_mlir(&array.element).ok_or_else(|| {
            refused(&format!(
                "has elements of type {}, which no tensor has",
                array.element
            ))
        })?;
        parameters.push(Parameter {
            name: array.name.clone(),
            role,
            element,
            shape,
        });
    }
    Ok(Entry {
        machine: machine_of(&scop),
        name: scop.name,
        level: Level::Schedule,
        sizes: Vec::new(),
        parameters,
        place,
    })
}

/// The machine that a tree is mapped to.
fn machine_of(scop: &Scop) -> Option<TargetKind> {
    let nodes = scop.tree.walk();
    let bands = nodes
        .iter()
        .filter_map(|(_, node): &(_, &Tree)| node.as_band());
    let kinds: Vec<MemberKind> = bands
        .flat_map(|band| band.members.iter().map(|member| member.kind))
        .collect();
    if kinds.iter().any(|kind| kind.is_mapped()) || scop.grid.is_some() || scop.block.is_some() {
        return Some(TargetKind::Gpu);
    }
    let mut kinds = kinds.iter();
    kinds
        .any(|kind| kind.is_parallel())
        .then_some(TargetKind::Cpu)
}

/// The arguments of a function.
fn parameters(function: OperationRef<'_, '_>, name: &str) -> Result<Vec<Parameter>, Errors> {
    let body = op::body(function);
    let types: Vec<Type> = body
        .map(|body| {
            op::arguments(body)
                .into_iter()
                .map(|value| value.r#type())
                .collect()
        })
        .unwrap_or_default();
    if returns_something(function) {
        return Err(error(format!(
            "`{name}` returns a value: expected a function whose results go to its arguments"
        )));
    }
    let sizes = op::strings(function, SIZES);
    if !sizes.is_empty() {
        let message = format!(
            "`{name}` takes the sizes {} at each call: run its level schedule or tc",
            sizes.join(", ")
        );
        return Err(error(message));
    }
    let noted = op::elements(function, ARGUMENTS);
    if noted.len() == types.len() && !noted.is_empty() {
        let all = noted
            .into_iter()
            .zip(&types)
            .map(|(note, ty)| parameter(note, *ty));
        let all: Option<Vec<Parameter>> = all.collect();
        return all.ok_or_else(|| {
            error(format!("the attribute `tc.arguments` of `{name}` does not say name, role and type of each argument: remove it, or lower the scop again"))
        });
    }
    let mut all = Vec::new();
    for (position, ty) in types.iter().enumerate() {
        let (element, shape) = dense(*ty).ok_or_else(|| {
            error(format!(
                "argument {position} of `{name}` is of type {ty}: expected a dense memref with known extents, or the attribute `tc.arguments`"
            ))
        })?;
        all.push(Parameter {
            name: format!("arg{position}"),
            role: Role::InOut,
            element,
            shape,
        });
    }
    Ok(all)
}

/// Whether a function has a result, which nothing would read.
fn returns_something(function: OperationRef<'_, '_>) -> bool {
    let Ok(ty) = function.attribute("function_type") else {
        return false;
    };
    // SAFETY: the attribute is alive, and its kind is checked first.
    unsafe {
        if !mlirAttributeIsAType(ty.to_raw()) {
            return false;
        }
        let ty = mlirTypeAttrGetValue(ty.to_raw());
        if mlirTypeIsAFunction(ty) {
            mlirFunctionTypeGetNumResults(ty) > 0
        } else {
            !mlirTypeEqual(
                mlirLLVMFunctionTypeGetReturnType(ty),
                mlirLLVMVoidTypeGet(mlirTypeGetContext(ty)),
            )
        }
    }
}

/// What the attribute says about an argument: `{name = "A", role = "in", type = memref<4xf32>}`.
/// The function's own type counts where it has one.
fn parameter(note: Attribute<'_>, own: Type<'_>) -> Option<Parameter> {
    // SAFETY: the attribute is alive, and its kind is checked first.
    let entry = |key: &str| unsafe {
        if !mlirAttributeIsADictionary(note.to_raw()) {
            return None;
        }
        let key = melior::StringRef::new(key).to_raw();
        let found = mlirDictionaryAttrGetElementByName(note.to_raw(), key);
        (!found.ptr.is_null()).then(|| Attribute::from_raw(found))
    };
    let ty = entry("type")?;
    // SAFETY: as above.
    let noted = unsafe {
        mlirAttributeIsAType(ty.to_raw()).then(|| Type::from_raw(mlirTypeAttrGetValue(ty.to_raw())))
    }?;
    let (element, shape) = dense(own).or_else(|| dense(noted))?;
    let role = match op::string_of(entry("role")?)?.as_str() {
        "in" => Role::In,
        "out" => Role::Out,
        "inout" => Role::InOut,
        _ => return None,
    };
    Some(Parameter {
        name: op::string_of(entry("name")?)?,
        role,
        element,
        shape,
    })
}

/// Element type and shape of a memref that is one block of memory.
fn dense(ty: Type<'_>) -> Option<(ElementType, Vec<usize>)> {
    let memref = MemRefType::try_from(ty).ok()?;
    let raw = ty.to_raw();
    // SAFETY: the type is alive, and a memref.
    let extents: Option<Vec<usize>> = unsafe {
        if !mlirShapedTypeHasStaticShape(raw)
            || !mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(raw))
        {
            return None;
        }
        let rank = melior::ir::r#type::ShapedTypeLike::rank(&memref);
        (0..rank)
            .map(|dim| usize::try_from(mlirShapedTypeGetDimSize(raw, dim as isize)).ok())
            .collect()
    };
    let element = melior::ir::r#type::ShapedTypeLike::element(&memref).to_string();
    Some((ElementType::from_mlir(&element)?, extents?))
}
