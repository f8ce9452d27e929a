//! The arguments of a call: inputs by position or by name, sizes, and `out`.

use crate::{
    arrays,
    failure::{self, Wrong},
    frameworks::{Framework, dtype_name, named},
    given::Given,
    held::Place,
    numbers::Number,
};
use pyo3::{
    intern,
    prelude::*,
    types::{PyDict, PyInt, PyList, PyString, PyTuple},
};
use serde_json::{Value, json};
use smallvec::SmallVec;
use std::collections::BTreeSet;
use tc_engine::{Arguments, Declaration, Declared, ElementType, Memory, Role, Signature};
use tc_syntax::near::nearest;

/// The arguments of a call, each in its place.
pub(crate) struct Call<'py> {
    /// Of the inputs in order, as far as they are given.
    pub(crate) inputs: SmallVec<[Option<Bound<'py, PyAny>>; 8]>,
    pub(crate) sizes: Vec<(String, i64)>,
    pub(crate) out: Option<Bound<'py, PyAny>>,
}

/// The inputs of a call, held.
pub(crate) type Inputs = SmallVec<[Given; 8]>;

/// Types, shapes and values that decide about the kernel of a call.
pub(crate) type Key = SmallVec<[u64; 24]>;

fn input(name: &str) -> Place<'_> {
    Place {
        kind: "input",
        name,
    }
}

/// Whether an extent is a size, and no number or expression.
fn is_name(extent: &str) -> bool {
    let mut letters = extent.chars();
    let is_letter = |one: char| one.is_ascii_alphanumeric() || one == '_';
    letters.all(is_letter) && !extent.chars().all(|one| one.is_ascii_digit())
}

fn declared<'a>(declaration: &'a Declaration, name: &str) -> Option<&'a Declared> {
    declaration.parameters.iter().find(|one| one.name == name)
}

impl<'py> Call<'py> {
    pub(crate) fn of(
        declaration: &Declaration,
        arguments: &Bound<'py, PyTuple>,
        named: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Self> {
        let names = &declaration.inputs;
        let py = arguments.py();
        if arguments.len() > names.len() {
            return Err(failure::argument(
                py,
                Wrong::Type,
                "",
                &format!("{}, found {}", takes(declaration), arguments.len()),
            ));
        }
        let mut call = Call {
            inputs: arguments.iter().map(Some).collect(),
            sizes: Vec::new(),
            out: None,
        };
        call.inputs.resize(names.len(), None);
        for (name, value) in named.into_iter().flatten() {
            let name = name.cast::<PyString>()?.to_str()?.to_owned();
            match names.iter().position(|one| *one == name) {
                Some(at) if call.inputs[at].is_some() => {
                    let message = format!("input `{name}` is given twice");
                    return Err(failure::argument(py, Wrong::Type, &name, &message));
                }
                Some(at) => call.inputs[at] = Some(value),
                None if name == "out" => call.out = (!value.is_none()).then_some(value),
                None if !is_whole(&value) && !is_size(declaration, &name) => {
                    return Err(unknown(py, declaration, &name));
                }
                None => call.sizes.push((name.clone(), size(&name, &value)?)),
            }
        }
        for (name, input) in names.iter().zip(&mut call.inputs) {
            let default = declared(declaration, name).and_then(|one| one.default.as_ref());
            if let (None, Some(text)) = (&input, default) {
                *input = Some(number(py, text)?);
            }
        }
        call.bind_by_contents(declaration)?;
        call.sizes.sort();
        Ok(call)
    }

    /// Sizes that no input has, and that arrays of `out` have which are updated in place.
    fn bind_by_contents(&mut self, declaration: &Declaration) -> PyResult<()> {
        let Some(out) = self.out.clone() else {
            return Ok(());
        };
        let all = declaration.parameters.iter();
        let outputs: SmallVec<[&Declared; 4]> = all.filter(|one| one.role != Role::In).collect();
        if outputs.iter().all(|one| one.role != Role::InOut) {
            return Ok(());
        }
        let is_row = out.is_instance_of::<PyTuple>() || out.is_instance_of::<PyList>();
        let arrays: Vec<Bound<'py, PyAny>> = if is_row {
            out.try_iter()?.collect::<PyResult<_>>()?
        } else {
            vec![out]
        };
        if arrays.len() != outputs.len() {
            // Refused where the outputs are taken.
            return Ok(());
        }
        let is_of_input = |size: &str| {
            let mut inputs = declaration.parameters.iter();
            inputs.any(|one| {
                one.role == Role::In && one.extents.iter().flatten().any(|extent| extent == size)
            })
        };
        for (one, array) in outputs.iter().zip(&arrays) {
            if one.role != Role::InOut {
                continue;
            }
            let place = Place {
                kind: "output",
                name: &one.name,
            };
            let held = arrays::held(place, array)?;
            for (extent, found) in one.extents.iter().zip(&held.shape) {
                let Some(size) = extent.as_ref().filter(|extent| is_name(extent)) else {
                    continue;
                };
                if !is_of_input(size) && !self.sizes.iter().any(|(known, _)| known == size) {
                    self.sizes.push((size.clone(), *found as i64));
                }
            }
        }
        Ok(())
    }

    /// Refuses sizes by name that are not those of a kernel. An open one may have any value here:
    /// arrays say it.
    pub(crate) fn check_sizes(
        &self,
        py: Python<'_>,
        known: &Known,
        signature: &Signature,
    ) -> PyResult<()> {
        for (name, value) in &self.sizes {
            let all = known.sizes.iter().chain(&signature.sizes);
            let message = match all.clone().find(|(one, _)| one == name) {
                Some(_) if signature.open.contains(name) => continue,
                Some((_, due)) if due == value => continue,
                Some((_, due)) => {
                    format!("size `{name}`: the kernel is compiled for {due}, found {value}")
                }
                None => {
                    let all: BTreeSet<&str> = all.map(|(one, _)| &one[..]).collect();
                    let all = Vec::from_iter(all);
                    format!(
                        "`{}` has no input and no size `{name}`: its sizes are {}",
                        signature.name,
                        all.join(", ")
                    )
                }
            };
            return Err(failure::argument(py, Wrong::Value, name, &message));
        }
        Ok(())
    }

    /// All inputs, held.
    pub(crate) fn held(&self, declaration: &Declaration) -> PyResult<Inputs> {
        let each = self.inputs.iter().zip(&declaration.inputs);
        each.map(|(object, name)| match object {
            Some(object) => given(declaration, name, object),
            None => Python::attach(|py| {
                let message = format!("input `{name}` is missing: {}", takes(declaration));
                Err(failure::argument(py, Wrong::Type, name, &message))
            }),
        })
        .collect()
    }
}

fn takes(declaration: &Declaration) -> String {
    let Declaration { name, inputs, .. } = declaration;
    format!(
        "`{name}` takes {} inputs ({})",
        inputs.len(),
        inputs.join(", ")
    )
}

/// The number that a literal is.
fn number<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(value) = text.parse::<i64>() {
        return Ok(value.into_pyobject(py)?.into_any());
    }
    if let Ok(value) = text.parse::<bool>() {
        return Ok(value.into_pyobject(py)?.to_owned().into_any());
    }
    let value: f64 = text
        .trim_end_matches(['f', 'F'])
        .parse()
        .unwrap_or(f64::NAN);
    Ok(value.into_pyobject(py)?.into_any())
}

/// Whether a size may have this value.
fn is_whole(value: &Bound<'_, PyAny>) -> bool {
    value
        .hasattr(intern!(value.py(), "__index__"))
        .unwrap_or(false)
        && !is_array(value)
}

/// Arrays of one element have an index too.
fn is_array(value: &Bound<'_, PyAny>) -> bool {
    value.hasattr(intern!(value.py(), "shape")).unwrap_or(false)
}

/// Whether an extent of a parameter is this size, or mentions it.
fn is_size(declaration: &Declaration, name: &str) -> bool {
    let extents = declaration.parameters.iter().flat_map(|one| &one.extents);
    let mentions = |extent: &String| {
        let words = extent.split(|one: char| !one.is_alphanumeric() && one != '_');
        { words }.any(|word| word == name)
    };
    extents.flatten().any(mentions)
}

/// A name that is neither that of an input nor that of a size.
fn unknown(py: Python<'_>, declaration: &Declaration, name: &str) -> PyErr {
    let Declaration {
        name: operator,
        inputs,
        ..
    } = declaration;
    let mut message = format!(
        "`{operator}` has no input `{name}`: its inputs are {}",
        inputs.join(", ")
    );
    if let Some(near) = nearest(name, inputs.iter().map(String::as_str)) {
        message += &format!("; did you mean `{near}`?");
    }
    failure::argument(py, Wrong::Type, name, &message)
}

fn size(name: &str, value: &Bound<'_, PyAny>) -> PyResult<i64> {
    let py = value.py();
    let index = value.call_method0(intern!(py, "__index__"));
    index.and_then(|index| index.extract()).map_err(|_| {
        let found = value.get_type().name();
        let found = found.map_or_else(|_| String::new(), |found| found.to_string());
        let message = format!("size `{name}`: expected a whole number of 64 bits, found {found}");
        failure::argument(py, Wrong::Type, name, &message)
    })
}

/// An array, or a number for an input without dimensions.
fn given(declaration: &Declaration, name: &str, object: &Bound<'_, PyAny>) -> PyResult<Given> {
    if let Some(one) = declared(declaration, name).filter(|one| one.extents.is_empty())
        && let Some(number) = Number::of(input(name), one.element, object)?
    {
        return Ok(Given::Number(number));
    }
    let held = arrays::held(input(name), object)?;
    if held.memory != Memory::Host && held.shape.is_empty() && !held.element.is_float() {
        let message =
            "it is in memory of a device, and a kernel is compiled for its value: give a number";
        return Err(input(name).wrong(object.py(), Wrong::Device, message));
    }
    Ok(Given::Array(held))
}

/// The framework of the first array.
pub(crate) fn framework(inputs: &[Given]) -> Framework {
    let first = inputs.iter().find_map(|one| match one {
        Given::Array(held) => Some(held.framework),
        Given::Number(_) => None,
    });
    first.unwrap_or(Framework::NumPy)
}

/// The value of an integer without dimensions, for which a kernel is compiled.
fn fixed(given: &Given) -> Option<i128> {
    let is_fixed = given.shape().is_empty() && !given.element().is_float();
    let value = is_fixed.then(|| given.view().to_tensor().ok()).flatten();
    value.and_then(|one| one.get_integer(0))
}

/// What decides about the kernel, beside the operator.
pub(crate) fn key(settings: usize, inputs: &[Given], sizes: &[(String, i64)]) -> Key {
    let mut key = Key::from_iter([settings as u64]);
    for one in inputs {
        let shape = one.shape();
        let on_device = u64::from(one.memory() != Memory::Host);
        key.push(on_device << 40 | (one.element() as u64) << 32 | shape.len() as u64);
        key.extend(shape.iter().map(|extent| *extent as u64));
        key.extend(fixed(one).map(|value| value as u64));
    }
    for (name, value) in sizes {
        key.push(name.len() as u64);
        let bytes = name.as_bytes().chunks(8);
        key.extend(bytes.map(|part| {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            u64::from_le_bytes(word)
        }));
        key.push(*value as u64);
    }
    key
}

/// What a kernel is compiled for, for the engine and for a reproducer.
pub(crate) struct Known {
    pub(crate) arguments: Arguments,
    /// Whether some input is an array in memory of a device.
    pub(crate) on_device: bool,
    pub(crate) described: Value,
    /// Those that were given by name.
    sizes: Vec<(String, i64)>,
}

impl Known {
    fn new(sizes: &[(String, i64)]) -> Self {
        let arguments = Arguments::new();
        let arguments = sizes
            .iter()
            .fold(arguments, |all, (name, value)| all.size(name, *value));
        let named = sizes
            .iter()
            .map(|(name, value)| (name.clone(), json!(value)));
        let named: serde_json::Map<String, Value> = named.collect();
        Known {
            arguments,
            on_device: false,
            described: json!({ "inputs": [], "sizes": named }),
            sizes: sizes.to_vec(),
        }
    }

    /// With sizes that each call of the kernel says by its arrays.
    pub(crate) fn leaving_open(mut self, open: &[String]) -> Self {
        let all = open.iter();
        self.arguments = all.fold(self.arguments, |known, name| known.open(name));
        self.described["open"] = json!(open);
        self
    }

    fn add(mut self, name: &str, element: Option<ElementType>, shape: &[usize]) -> Self {
        self.arguments = match element {
            Some(element) => self.arguments.array(name, element, shape),
            None => self.arguments.input(name, shape),
        };
        let dtype = element.map(dtype_name);
        self.describe(json!({ "name": name, "dtype": dtype, "shape": shape }))
    }

    fn describe(mut self, input: Value) -> Self {
        if let Some(all) = self.described["inputs"].as_array_mut() {
            all.push(input);
        }
        self
    }

    /// Of an array or a number.
    fn with(mut self, declaration: &Declaration, name: &str, given: &Given) -> PyResult<Self> {
        self.on_device |= given.memory() != Memory::Host;
        let Some(value) = fixed(given) else {
            return Ok(self.add(name, Some(given.element()), given.shape()));
        };
        let due = declared(declaration, name).map(|one| one.element);
        if due.is_some_and(|due| due != given.element()) {
            let (due, found) = (due.unwrap_or(given.element()), given.element());
            let message = format!("expected {due}, found {found}");
            return Python::attach(|py| Err(input(name).wrong(py, Wrong::Type, &message)));
        }
        let value = i64::try_from(value).map_err(|_| {
            let message = format!("{value} does not fit 64 bits with a sign");
            Python::attach(|py| input(name).wrong(py, Wrong::Value, &message))
        })?;
        self.arguments = self.arguments.scalar(name, value);
        Ok(self.describe(json!({ "name": name, "value": value })))
    }

    /// Of all inputs of a call.
    pub(crate) fn of(
        declaration: &Declaration,
        inputs: &[Given],
        sizes: &[(String, i64)],
    ) -> PyResult<Self> {
        let each = declaration.inputs.iter().zip(inputs);
        let mut known = Known::new(sizes);
        for (name, given) in each {
            known = known.with(declaration, name, given)?;
        }
        Ok(known)
    }

    /// Of arrays, numbers, and shapes that stand for arrays.
    pub(crate) fn of_call(declaration: &Declaration, call: &Call<'_>) -> PyResult<Self> {
        let mut known = Known::new(&call.sizes);
        for (name, object) in declaration.inputs.iter().zip(&call.inputs) {
            let Some(object) = object else { continue };
            known = match shape_of(name, object)? {
                Some((element, shape)) => known.add(name, element, &shape),
                None => known.with(declaration, name, &given(declaration, name, object)?)?,
            };
        }
        Ok(known)
    }
}

/// The shape that stands for an array: a tuple or list of numbers, or something that has a shape
/// and a type but no memory.
fn shape_of(
    name: &str,
    object: &Bound<'_, PyAny>,
) -> PyResult<Option<(Option<ElementType>, Vec<usize>)>> {
    let py = object.py();
    let extents = |shape: &Bound<'_, PyAny>| -> PyResult<Vec<usize>> {
        shape.extract().map_err(|_| {
            let message = format!("expected a shape of whole numbers from 0, found {shape}");
            input(name).wrong(py, Wrong::Value, &message)
        })
    };
    let is_row = object.is_instance_of::<PyTuple>() || object.is_instance_of::<PyList>();
    if is_row
        && object
            .try_iter()?
            .all(|one| one.is_ok_and(|one| one.is_instance_of::<PyInt>()))
    {
        return Ok(Some((None, extents(object)?)));
    }
    let has_memory = object.hasattr(intern!(py, "__dlpack__"))?
        || object.hasattr(intern!(py, "__array_struct__"))?
        || object.hasattr(intern!(py, "__cuda_array_interface__"))?;
    let (Some(shape), Some(dtype)) = (
        object.getattr_opt(intern!(py, "shape"))?,
        object.getattr_opt(intern!(py, "dtype"))?,
    ) else {
        return Ok(None);
    };
    if has_memory {
        return Ok(None);
    }
    let dtype = dtype.str()?.to_string();
    let element = named(dtype.rsplit('.').next().unwrap_or(&dtype));
    match element {
        Some(element) => Ok(Some((Some(element), extents(&shape)?))),
        None => {
            let message = format!("expected a type of the language, found {dtype}");
            Err(input(name).wrong(py, Wrong::Type, &message))
        }
    }
}
