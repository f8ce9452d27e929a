//! Options that a search has found, in the place of defaults: they are stored once by the identity
//! of a program, and taken afterwards without measuring anything.
//!
//! ```text
//! canonical form, types and shapes, sizes, scalars ─┐
//! processor, or the description of the GPU          ┴─ BLAKE3 ─► key ─► options, what they cost, how they were found
//! ```
//!
//! The key has no version of the compiler: what was best for one is a good guess for the next. A
//! stored option that the compiler does not know any more makes the record a miss. Options that a
//! person gives are never replaced.

use super::{Compiled, key};
use crate::{
    bound::Bound,
    platform::Platform,
    program::entries::Entry,
    request::tuned::{Identity, words},
};
use melior::ir::Module;
use serde_json::{Value, json};
use tc_backend_cpu::code;
use tc_cache::Key;
use tc_pipelines::mapping::MappingOptions;
use tc_pipelines::{Bindings, Level};
use tc_syntax::diagnostic::Diagnostic;

impl Bound<'_> {
    /// What options are stored under that a search finds for it; none for a program below the `tc`
    /// level, or for the reference evaluator.
    pub fn identity(&self, platform: &Platform) -> Option<Identity> {
        let Bound { way, entry, .. } = self;
        identity(&way.module, entry, &self.bindings, &self.open, platform)
    }
}

/// The identity of a program at the `tc` level; none without a canonical form.
fn identity(
    module: &Module,
    entry: &Entry,
    bindings: &Bindings,
    open: &[String],
    platform: &Platform,
) -> Option<Identity> {
    if entry.level != Level::Tc || !platform.executor().runs_code() {
        return None;
    }
    let form = key::form(module, entry)?;
    let call = key::call(entry, bindings, open).to_string();
    let machine = if platform.executor().is_gpu() {
        json!(platform.target).to_string()
    } else {
        code::Processor::host().to_string()
    };
    let parts: [(&str, &[u8]); 3] = [
        ("tuned form", form.as_bytes()),
        ("call", call.as_bytes()),
        ("machine", machine.as_bytes()),
    ];
    Some(Identity {
        key: Key::of(&parts),
        form: Key::of(&parts[..1]).to_string(),
        machine: if platform.executor().is_gpu() {
            platform.target.name().to_owned()
        } else {
            machine
        },
        sizes: entry.sizes.clone(),
    })
}

impl Compiled<'_> {
    /// Takes the stored options, where none are given.
    pub(super) fn take_tuned(&mut self, bindings: &Bindings) {
        let lowering = &self.platform.lowering;
        let defaults = lowering.executor.mapping();
        if let Some(why) = &lowering.tuned.aside {
            let note = Diagnostic::note(None, why.clone());
            self.way.log.outcome.diagnostics.push(note);
        }
        if lowering.tuned.is_empty() || lowering.script.is_some() {
            return;
        }
        let said = if lowering.mapping != defaults {
            "options are given".to_owned()
        } else {
            match self.stored_options(bindings, &defaults) {
                None => "nothing is known".to_owned(),
                Some((mapping, said)) => {
                    self.platform.lowering.mapping = mapping;
                    said
                }
            }
        };
        self.way.log.outcome.fact("tuned", said);
    }

    fn stored_options(
        &self,
        bindings: &Bindings,
        defaults: &MappingOptions,
    ) -> Option<(MappingOptions, String)> {
        let (module, open) = (&self.way.module, &self.open);
        let identity = identity(module, &self.entry, bindings, open, &self.platform)?;
        let best = self.platform.lowering.tuned.best(&identity)?;
        let text = Value::Object(best.options.clone()).to_string();
        let mapping = defaults.with_json("stored options", &text).ok()?;
        let said = if best.options.is_empty() {
            "the defaults are best".to_owned()
        } else {
            words(&best.options)
        };
        Some((mapping, said))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::executor::Executor;
    use crate::{
        Best, Checking, Contents, Given, Lowering, Program, Reading, Running, Tuned, new_context,
    };
    use tc_cache::{Mode, Settings};

    const TEXT: &str = "def mv(float(M,K) A, float(K) x) -> (y) { y(i) +=! A(i,k) * x(k) }";

    fn given(m: i64) -> Given {
        Given {
            sizes: vec![("M".to_owned(), m), ("K".to_owned(), 8)],
            ..Given::default()
        }
    }

    fn identity_of(text: &str, m: i64) -> Identity {
        let context = new_context();
        let program = Program::parse(&context, "mv.tc", text, Reading::default()).unwrap();
        let platform = program.platform(Lowering::new(Executor::Cpu)).unwrap();
        let checked = program.check(Checking::default(), &given(m)).unwrap();
        let bound = checked.bind(Contents::None).unwrap();
        bound.identity(&platform).unwrap()
    }

    fn fact(text: &str, m: i64, tuned: &Tuned, mapping: MappingOptions) -> (Value, usize) {
        let context = new_context();
        let program = Program::parse(&context, "mv.tc", text, Reading::default()).unwrap();
        let lowering = Lowering {
            tuned: tuned.clone(),
            mapping,
            ..Lowering::new(Executor::Cpu)
        };
        let platform = program.platform(lowering).unwrap();
        let checked = program.check(Checking::default(), &given(m)).unwrap();
        let compiled = checked.bind(Contents::Random).unwrap().compile(platform);
        let outcome = compiled.unwrap().run(&Running::default()).unwrap();
        let fact = outcome.facts.iter().find(|(name, _)| *name == "tuned");
        (fact.unwrap().1.clone(), outcome.outputs.len())
    }

    fn best(identity: &Identity, options: Value) -> Best {
        Best {
            entry: "mv".to_owned(),
            form: identity.form.clone(),
            machine: identity.machine.clone(),
            sizes: identity.sizes.clone(),
            options: options.as_object().unwrap().clone(),
            cost: 1.0,
            default: 2.0,
            unit: "seconds".to_owned(),
            trials: 3,
        }
    }

    #[test]
    fn stored_options_are_found_by_form_shapes_and_machine() {
        let folder = tempfile::tempdir().unwrap();
        let open = |mode| Tuned::open(mode, Settings::at(folder.path().join("own"))).unwrap();
        assert!(open(Mode::Cached).is_empty());
        let (tuned, identity) = (open(Mode::On), identity_of(TEXT, 16));
        let found = best(&identity, json!({"tile": [4, 8], "unroll": 2}));
        tuned.keep(&identity, &found).unwrap();
        assert_eq!(open(Mode::Cached).best(&identity), Some(found));
        // Names do not matter, shapes do.
        let renamed = TEXT.replace("mv", "product").replace('A', "Matrix");
        let cpu = MappingOptions::cpu;
        assert_eq!(fact(&renamed, 16, &tuned, cpu()).0, "tile=4,8 unroll=2");
        assert_eq!(fact(TEXT, 17, &tuned, cpu()).0, "nothing is known");
        // What a person gives stays.
        let given = MappingOptions { unroll: 4, ..cpu() };
        assert_eq!(fact(TEXT, 16, &tuned, given).0, "options are given");
    }

    #[test]
    fn options_of_another_version_are_a_miss() {
        let folder = tempfile::tempdir().unwrap();
        let tuned = Tuned::open(Mode::On, Settings::at(folder.path().join("own"))).unwrap();
        let identity = identity_of(TEXT, 16);
        let other = best(&identity, json!({"warp_specialisation": true}));
        tuned.keep(&identity, &other).unwrap();
        assert_eq!(
            fact(TEXT, 16, &tuned, MappingOptions::cpu()),
            (json!("nothing is known"), 1)
        );
    }

    #[test]
    fn a_shared_store_is_read_behind_the_own_one_and_not_written() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| Settings::at(folder.path().join(name));
        let identity = identity_of(TEXT, 16);
        let record = |unroll| best(&identity, json!({ "unroll": unroll }));
        let shared = Tuned::open(Mode::On, at("shared")).unwrap();
        shared.keep(&identity, &record(2)).unwrap();
        let own = Tuned::open(Mode::On, at("own")).unwrap();
        let both = own.behind(&folder.path().join("shared")).unwrap();
        assert_eq!(both.best(&identity), Some(record(2)));
        both.keep(&identity, &record(4)).unwrap();
        assert_eq!(both.best(&identity), Some(record(4)));
        assert_eq!(shared.best(&identity), Some(record(2)));
        let reader = Tuned::open(Mode::Cached, at("own")).unwrap();
        assert!(reader.keep(&identity, &record(8)).is_err());
    }

    #[test]
    fn the_nearest_shapes_come_first() {
        let folder = tempfile::tempdir().unwrap();
        let tuned = Tuned::open(Mode::On, Settings::at(folder.path().join("own"))).unwrap();
        for m in [1000, 20, 3] {
            let identity = identity_of(TEXT, m);
            tuned.keep(&identity, &best(&identity, json!({}))).unwrap();
        }
        let other = identity_of("def f(float(M,K) A) -> (B) { B(i,k) = A(i,k) + 1 }", 16);
        assert_eq!(tuned.similar(&other), []);
        let found = tuned.similar(&identity_of(TEXT, 16));
        let sizes: Vec<i64> = found.iter().map(|one| one.sizes[0].1).collect();
        assert_eq!(sizes, [20, 3, 1000]);
    }
}
