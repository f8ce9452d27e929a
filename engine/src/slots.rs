//! The arrays of one run, checked against what the kernel was compiled for.
//!
//! A contiguous array with the alignment of its elements is used where it is. Any other is copied,
//! and the caller is told. An output that shares memory with another argument is refused, unless
//! the kernel allows overlap: then the input is copied. Arrays whose elements alternate in memory
//! are copied in any case, so they may do so. What decides about places is copied too where others
//! may change it during the run: what was checked is what is read.

use crate::{
    arrays::{Array, Memory, View, ViewMut},
    scratch::Scratch,
    signature::Signature,
};
use smallvec::SmallVec;
use tc_dialects::{schedule::tree::Role, tensor::Tensor};
use tc_runtime::{At, Errors, Failure, Open, Parameter, error};
use tc_syntax::diagnostic::{Code, Diagnostic};

/// The addresses of the arguments, in order.
type Addresses = SmallVec<[*mut u8; 16]>;

/// The memory of one run.
pub(crate) struct Slots<'a> {
    /// By parameter.
    pub(crate) addresses: Addresses,
    /// The sizes and shapes of this run, if sizes are open.
    pub(crate) at: At,
    /// The parameters whose values decide about places.
    deciding: &'a [usize],
    copies: Vec<Copied<'a>>,
    /// Copies of inputs that decide about places.
    decided: SmallVec<[Scratch; 2]>,
    pub(crate) remarks: Vec<Diagnostic>,
}

/// What stands for an array of the caller's during the run.
struct Copied<'a> {
    tensor: Tensor,
    /// Where the result goes.
    back: Option<Array<'a>>,
}

impl<'a> Slots<'a> {
    /// Checks all arrays, and copies those that the kernel cannot use where they are.
    pub(crate) fn of(
        signature: &Signature,
        open: Option<&Open>,
        (inputs, outputs): (&[View<'a>], &[ViewMut<'a>]),
        deciding: &'a [usize],
        allow_overlap: bool,
        memory: Memory,
    ) -> Result<Self, Failure> {
        count(signature, inputs.len(), outputs.len()).map_err(Failure::of)?;
        let mut errors = Vec::new();
        let inputs = || inputs.iter().map(|view| view.0);
        let outputs = || outputs.iter().map(|view| view.0);
        let at = match open {
            None => At::default(),
            Some(open) => sizes_of(signature, open, inputs(), outputs()).map_err(Failure::of)?,
        };
        let due = Due {
            signature,
            open,
            at,
            memory,
        };
        for (position, array) in signature.inputs.iter().zip(inputs()) {
            due.check("input", *position, &array, &mut errors);
        }
        for (position, array) in signature.outputs.iter().zip(outputs()) {
            let parameter = &signature.parameters[*position];
            due.check("output", *position, &array, &mut errors);
            if !array.is_dense() && array.may_repeat() {
                errors.push(repeats(parameter, &array));
            }
        }
        if errors.is_empty() {
            check_scalars(signature, inputs(), &mut errors);
        }
        if !errors.is_empty() {
            return Err(Failure::of(errors));
        }
        let mut slots = Slots {
            addresses: Addresses::from_elem(std::ptr::null_mut(), signature.parameters.len()),
            at: due.at,
            deciding,
            copies: Vec::new(),
            decided: SmallVec::new(),
            remarks: Vec::new(),
        };
        for (number, array) in outputs().enumerate() {
            let others = outputs().skip(number + 1);
            let names = signature.outputs().skip(number + 1);
            if let Some((_, other)) = others.zip(names).find(|(one, _)| one.may_overlap(&array)) {
                let this = signature.output(number);
                errors.push(overlap("output", &other.name, &this.name));
            }
            slots.add(signature, signature.outputs[number], array, true)?;
        }
        for (number, array) in inputs().enumerate() {
            let position = signature.inputs[number];
            let mut shared = outputs().zip(signature.outputs());
            match shared.find(|(output, _)| output.is_shared(&array)) {
                None => slots.add(signature, position, array, false)?,
                Some((_, output)) if allow_overlap && memory == Memory::Host => {
                    let name = &signature.parameters[position].name;
                    let because = format!("it shares memory with the output `{}`", output.name);
                    slots.remarks.push(copied("input", name, &because));
                    slots.copy(signature, position, array, false)?;
                }
                Some((_, output)) => {
                    let name = &signature.parameters[position].name;
                    errors.push(overlap("input", name, &output.name));
                }
            }
        }
        if errors.is_empty() {
            Ok(slots)
        } else {
            Err(Failure::of(errors))
        }
    }

    fn add(
        &mut self,
        signature: &Signature,
        position: usize,
        array: Array<'a>,
        is_output: bool,
    ) -> Result<(), Failure> {
        let decides = || self.deciding.contains(&position);
        let because = match (array.is_dense(), array.is_aligned()) {
            (true, true) if array.changes && decides() => {
                if is_output {
                    return self.copy(signature, position, array, is_output);
                }
                let mut copy = Scratch::of(array.dense_bytes());
                self.addresses[position] = copy.address();
                self.decided.push(copy);
                return Ok(());
            }
            (true, true) => {
                self.addresses[position] = array.data;
                return Ok(());
            }
            (false, _) => format!(
                "its strides are {:?}, and the kernel is compiled for rows one behind another",
                array.strides.unwrap_or_default()
            ),
            (true, false) => format!(
                "its address is no multiple of {}, the size of its elements",
                array.element.size()
            ),
        };
        let kind = if is_output { "output" } else { "input" };
        let name = &signature.parameters[position].name;
        self.remarks.push(copied(kind, name, &because));
        self.copy(signature, position, array, is_output)
    }

    fn copy(
        &mut self,
        signature: &Signature,
        position: usize,
        array: Array<'a>,
        is_output: bool,
    ) -> Result<(), Failure> {
        let tensor = if signature.parameters[position].is_given() {
            array.gather()
        } else {
            Tensor::zeros(array.element, array.shape)
        };
        let mut tensor = tensor.map_err(|reason| Failure::of(error(reason.to_string())))?;
        self.addresses[position] = tensor.bytes_mut().as_mut_ptr();
        self.copies.push(Copied {
            tensor,
            back: is_output.then_some(array),
        });
        Ok(())
    }

    /// Writes the results that went to copies into the caller's arrays.
    pub(crate) fn finish(self) -> Vec<Diagnostic> {
        for one in &self.copies {
            if let Some(array) = &one.back {
                array.scatter(&one.tensor);
            }
        }
        self.remarks
    }
}

fn count(signature: &Signature, inputs: usize, outputs: usize) -> Result<(), Errors> {
    let due = (signature.inputs.len(), signature.outputs.len());
    if due == (inputs, outputs) {
        return Ok(());
    }
    let names = |all: &mut dyn Iterator<Item = &Parameter>| {
        let names: Vec<String> = all.map(|one| format!("`{}`", one.name)).collect();
        if names.is_empty() {
            "none".to_owned()
        } else {
            names.join(", ")
        }
    };
    let message = format!(
        "`{}` takes {} inputs and {} outputs, found {inputs} and {outputs}",
        signature.name, due.0, due.1
    );
    let wrong = Diagnostic::error(Code::TC0501, message);
    Err(vec![wrong.help(format!(
        "inputs are {}; outputs are {}",
        names(&mut signature.inputs()),
        names(&mut signature.outputs())
    ))])
}

/// The sizes of a call with these arrays.
fn sizes_of<'a>(
    signature: &Signature,
    open: &Open,
    inputs: impl Iterator<Item = Array<'a>>,
    outputs: impl Iterator<Item = Array<'a>>,
) -> Result<At, Errors> {
    let mut shapes = SmallVec::<[Option<&[usize]>; 16]>::new();
    shapes.resize(signature.parameters.len(), None);
    let positions = signature.inputs.iter().chain(&signature.outputs);
    for (position, array) in positions.zip(inputs.chain(outputs)) {
        shapes[*position] = Some(array.shape);
    }
    open.at(&signature.parameters, |position| shapes[position])
}

/// What the arrays of a run must be.
struct Due<'s> {
    signature: &'s Signature,
    open: Option<&'s Open>,
    at: At,
    memory: Memory,
}

impl Due<'_> {
    /// An array in another memory than that of the run. A number may be in memory of the host; one
    /// that the kernel is compiled for must be.
    fn check_memory(
        &self,
        kind: &str,
        position: usize,
        array: &Array<'_>,
    ) -> Result<(), Diagnostic> {
        let Parameter { name, role, .. } = &self.signature.parameters[position];
        let is_fixed = self.signature.scalars.iter().any(|(one, _)| one == name);
        let is_number = *role == Role::In && array.shape.is_empty();
        let (found, help) = match (self.memory, array.memory) {
            (Memory::Cuda(_), Memory::Cuda(number)) if is_fixed => (
                format!("it is in memory of CUDA device {number}, and the kernel is compiled for its value"),
                "give a number",
            ),
            (Memory::Cuda(_), Memory::Host) if !is_number => (
                "it is in memory of the host, and other arrays are in memory of a CUDA device".to_owned(),
                "give all arrays in memory of one device",
            ),
            (due, Memory::Cuda(number)) if due != array.memory => (
                format!("it is in memory of CUDA device {number}, and this run is not on that device"),
                "launch a kernel for CUDA on a stream of device 0, or give a copy in memory of the host",
            ),
            (Memory::Cuda(_), Memory::Cuda(_)) if !(array.is_dense() && array.is_aligned()) => (
                "its elements do not lie in rows one behind another, and memory of a device is not copied".to_owned(),
                "give a contiguous array",
            ),
            _ => return Ok(()),
        };
        Err(Diagnostic::error(None, format!("{kind} `{name}`: {found}")).help(help))
    }

    fn check(&self, kind: &str, position: usize, array: &Array<'_>, errors: &mut Errors) {
        let parameter = &self.signature.parameters[position];
        let name = &parameter.name;
        errors.extend(self.check_memory(kind, position, array).err());
        if array.element != parameter.element {
            let (due, found) = (parameter.element, array.element);
            let message = format!("{kind} `{name}`: expected {due}, found {found}");
            errors.push(Diagnostic::error(Code::TC0502, message));
        }
        let open = self.at.shapes.get(position);
        if array.shape != open.map_or(&parameter.shape[..], |shape| shape) {
            errors.push(self.other_shape(kind, position, array.shape));
        }
        if !array.is_dense() && array.reaches_too_far() {
            let strides = array.strides.unwrap_or_default();
            let message =
                format!("{kind} `{name}`: its strides {strides:?} reach beyond all addresses");
            errors.push(Diagnostic::error(Code::TC0513, message));
        }
        let has_elements = !array.shape.contains(&0);
        if has_elements && array.data.is_null() {
            let message = format!("{kind} `{name}`: the address of its elements is null");
            errors.push(Diagnostic::error(None, message));
        }
    }

    fn other_shape(&self, kind: &str, position: usize, found: &[usize]) -> Diagnostic {
        let parameter = &self.signature.parameters[position];
        let (name, due) = (&parameter.name, &parameter.shape);
        let code = if due.len() == found.len() {
            Code::TC0504
        } else {
            Code::TC0503
        };
        match self.open {
            None => Diagnostic::error(
                code,
                format!(
                    "{kind} `{name}`: the kernel is compiled for shape {due:?}, found {found:?}"
                ),
            )
            .help("compile a kernel for these shapes: its sizes are fixed"),
            Some(open) => {
                let due = &self.at.shapes[position];
                let written = open.written(position);
                let sizes = open.list(&self.at.sizes);
                Diagnostic::error(
                    code,
                    format!(
                        "{kind} `{name}`: expected shape {written}, which is {due:?} with {sizes}, found {found:?}"
                    ),
                )
            }
        }
    }
}

/// A kernel is compiled for the values of its integer scalars.
fn check_scalars<'a>(
    signature: &Signature,
    inputs: impl Iterator<Item = Array<'a>>,
    errors: &mut Errors,
) {
    if signature.scalars.is_empty() {
        return;
    }
    for (parameter, array) in signature.inputs().zip(inputs) {
        let fixed = signature.scalars.iter();
        let Some((_, due)) = fixed.clone().find(|(name, _)| *name == parameter.name) else {
            continue;
        };
        let found = array.gather().ok().and_then(|one| one.get_integer(0));
        if found != Some(i128::from(*due)) {
            let found = found.unwrap_or_default();
            let message = format!(
                "input `{}`: the kernel is compiled for the value {due}, found {found}",
                parameter.name
            );
            let wrong = Diagnostic::error(Code::TC0504, message);
            errors.push(wrong.help("compile a kernel for this value"));
        }
    }
}

fn repeats(parameter: &Parameter, array: &Array<'_>) -> Diagnostic {
    let message = format!(
        "output `{}`: several elements may have one address, with strides {:?}",
        parameter.name,
        array.strides.unwrap_or_default()
    );
    Diagnostic::error(Code::TC0508, message).help("give an array whose elements are apart")
}

fn overlap(kind: &str, name: &str, output: &str) -> Diagnostic {
    let message = format!("{kind} `{name}` and output `{output}` share memory");
    let wrong = Diagnostic::error(Code::TC0508, message);
    match kind {
        "input" => wrong.help("give another array, or allow overlap: the input is copied then"),
        _ => wrong.help("give arrays whose ranges of addresses are apart"),
    }
}

fn copied(kind: &str, name: &str, because: &str) -> Diagnostic {
    let when = match kind {
        "input" => "before",
        _ => "after",
    };
    Diagnostic::note(
        None,
        format!("{kind} `{name}` is copied {when} the run: {because}"),
    )
}
