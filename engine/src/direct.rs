//! The way to a compiled operator that makes no context of MLIR: an entry of the cache by the text
//! itself.
//!
//! ```text
//! text, its name, the operator ─┐
//! types, shapes, sizes, scalars ├─ BLAKE3 ─► signature, open sizes ─► key of the code
//! options, machine, compiler ───┘
//! ```
//!
//! The runtime keeps the code by the canonical form, which is known only after names are resolved
//! and ranges inferred. An entry here holds what these steps find out, and the key of the code. A
//! text that differs in a comment misses here, and finds its code on the other way.
//!
//! Operators are kept whose compilation had nothing to say, without computed subscripts that each
//! run records, and without options that a search has found, which may change between two calls.
//! Whatever cannot be read is a miss.

use crate::{recipe::Recipe, signature::Signature};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::path::Path;
use tc_backend_cpu::code::Processor;
use tc_cache::{Entry, Key};
use tc_dialects::schedule::tree::Role;
use tc_runtime::{COMPILER, Given, Machine, Open, Parameter, Platform, Source, StoredOpen, source};

/// The place of an operator by its text.
pub(crate) struct Direct {
    pub(crate) key: Key,
    platform: Platform,
}

/// What is found there.
pub(crate) struct Ready {
    pub(crate) signature: Signature,
    pub(crate) open: Option<Open>,
    pub(crate) machine: Machine,
}

/// The blob of an entry.
const START: &str = "start";

/// What a kernel needs beside its code.
#[derive(Serialize, Deserialize)]
struct Start {
    /// The key of the code.
    code: String,
    name: String,
    sizes: Vec<(String, i64)>,
    scalars: Vec<(String, i64)>,
    /// Name, role, type and shape of each.
    parameters: Vec<(String, String, String, Vec<usize>)>,
    /// The shapes of the flags of its checks, if it has some.
    flags: Option<Vec<Vec<usize>>>,
    /// The parameters whose values decide about places.
    deciding: Vec<usize>,
    open: Option<StoredOpen>,
}

impl Direct {
    /// Where a recipe has its place, if it is one of those that have.
    pub(crate) fn of(recipe: &Recipe) -> Option<Direct> {
        Direct::by(COMPILER, recipe)
    }

    /// The same for a compiler of this version.
    pub(crate) fn by(compiler: &str, recipe: &Recipe) -> Option<Direct> {
        let options = &recipe.options;
        let lowering = &options.lowering;
        let text = recipe.operator.text();
        let is_text = !source::is_mlir(Path::new(&text.name), text.text.as_bytes());
        let plain = is_text && lowering.gives_code_alone() && lowering.tuned.is_empty();
        if !(plain && lowering.cache.is_open()) {
            return None;
        }
        let given = given(&recipe.given)?;
        // What is refused is refused on the other way, with all that is to be said.
        let platform = Platform::of(lowering.clone()).ok()?;
        let machine = if lowering.executor.is_gpu() {
            lowering.executor.as_str().to_owned()
        } else {
            Processor::host().to_string()
        };
        let facts = json!({
            "given": given,
            "mapping": lowering.mapping,
            "target": platform.target(),
            "checks": format!("{:?}", options.bounds_checks),
            "alignment": lowering.alignment,
            "source_lines": lowering.source_lines,
            "strides": "row-major",
        });
        let key = Key::of(&[
            ("way", b"text"),
            ("compiler", compiler.as_bytes()),
            ("file", text.name.as_bytes()),
            ("text", text.text.as_bytes()),
            ("operator", recipe.operator.name().as_bytes()),
            ("facts", facts.to_string().as_bytes()),
            ("machine", machine.as_bytes()),
        ]);
        Some(Direct { key, platform })
    }

    /// What the cache has for it.
    pub(crate) fn find(&self) -> Option<Ready> {
        let lowering = self.platform.lowering();
        let entry = lowering.cache.get(&self.key)?;
        let start: Start = serde_json::from_slice(entry.blob(START)?).ok()?;
        let code = Key::from_hex(&start.code)?;
        let code_entry = lowering.cache.get(&code)?;
        let machine = Machine::of_entry(
            (code, &code_entry),
            (lowering.executor, self.platform.target()),
            start.flags.as_deref(),
            &start.deciding,
        )?;
        let open = match &start.open {
            Some(open) => Some(open.open()?),
            None => None,
        };
        let signature = start.signature(open.as_ref())?;
        Some(Ready {
            signature,
            open,
            machine,
        })
    }

    /// Keeps what a compilation has found out, if its code is kept.
    pub(crate) fn keep(&self, signature: &Signature, open: Option<&Open>, machine: &Machine) {
        let lowering = self.platform.lowering();
        if machine.has_records() || !lowering.cache.writes() {
            return;
        }
        let Some(start) = Start::of(signature, open, machine) else {
            return;
        };
        let executor = lowering.executor.as_str();
        let mut entry = Entry::new(format!("{}: text ({executor})", signature.name));
        entry.metadata = json!({
            "entry": signature.name,
            "executor": executor,
            "code": start.code,
            "compiler": COMPILER,
        });
        let start = serde_json::to_vec(&start).expect("a start has no keys but strings");
        lowering.cache.put(&self.key, &entry.with(START, start));
    }
}

impl Start {
    fn of(signature: &Signature, open: Option<&Open>, machine: &Machine) -> Option<Start> {
        let parameters = signature.parameters.iter();
        Some(Start {
            code: machine.kept()?.to_string(),
            name: signature.name.clone(),
            sizes: signature.sizes.clone(),
            scalars: signature.scalars.clone(),
            parameters: parameters
                .map(|one| {
                    let (role, element) = (one.role.to_string(), one.element.to_string());
                    (one.name.clone(), role, element, one.shape.clone())
                })
                .collect(),
            flags: machine.flags(),
            deciding: machine.deciding().to_vec(),
            open: match open {
                Some(open) => Some(StoredOpen::of(open)?),
                None => None,
            },
        })
    }

    fn signature(self, open: Option<&Open>) -> Option<Signature> {
        let parameters = self.parameters.into_iter();
        let parameters = parameters.map(|(name, role, element, shape)| {
            let roles = Role::ALL.into_iter();
            Some(Parameter {
                name,
                role: { roles }.find(|one| one.to_string() == role)?,
                element: element.parse().ok()?,
                shape,
            })
        });
        let parameters = parameters.collect::<Option<_>>()?;
        let names = open.map_or(&[][..], Open::names);
        Some(Signature::of(
            &self.name,
            &self.sizes,
            names,
            parameters,
            self.scalars,
        ))
    }
}

/// The arguments of a call as JSON, if nothing of them is in a file.
fn given(given: &Given) -> Option<Value> {
    let inputs = given.inputs.iter().map(|one| match &one.source {
        Source::Array(element, shape) => {
            let element = element.map(|element| element.to_string());
            Some(json!([one.name, element, shape]))
        }
        Source::Tensor(tensor) => {
            let element = tensor.element_type().to_string();
            Some(json!([one.name, element, tensor.shape(), tensor.bytes()]))
        }
        _ => None,
    });
    let inputs: Vec<Value> = inputs.collect::<Option<_>>()?;
    Some(json!({ "inputs": inputs, "sizes": given.sizes, "open": given.open }))
}
