//! Options that a search has stored, taken by the engine.

use super::*;
use serde_json::json;
use tc_runtime::{Best, Checking, Contents, Given, Identity, Lowering, Program, Reading};

const TEXT: &str = "def mv(float(M,K) A, float(K) x) -> (y) { y(i) +=! A(i,k) * x(k) }";

fn identity(m: i64) -> Identity {
    let context = tc_runtime::new_context();
    let program = Program::parse(&context, "mv.tc", TEXT, Reading::default()).unwrap();
    let platform = program.platform(Lowering::new(Executor::Cpu)).unwrap();
    let given = Given {
        sizes: vec![("M".to_owned(), m), ("K".to_owned(), 8)],
        ..Given::default()
    };
    let checked = program.check(Checking::default(), &given).unwrap();
    let bound = checked.bind(Contents::None).unwrap();
    bound.identity(&platform).unwrap()
}

/// Claim G7: a record that was written by hand is taken and runs.
#[test]
fn the_engine_takes_stored_options() {
    let folder = tempfile::tempdir().unwrap();
    let settings = CacheSettings::at(folder.path().join("own"));
    let tuned = Tuned::open(CacheMode::On, settings).unwrap();
    let identity = identity(16);
    let best = Best {
        entry: "mv".to_owned(),
        form: identity.form.clone(),
        machine: identity.machine.clone(),
        sizes: identity.sizes.clone(),
        options: json!({"tile": [5, 8]}).as_object().unwrap().clone(),
        cost: 1.0,
        default: 2.0,
        unit: "seconds".to_owned(),
        trials: 3,
    };
    tuned.keep(&identity, &best).unwrap();
    let mv = Engine::new().define(TEXT).unwrap().only().unwrap();
    let is_tiled = |options: Options, m: usize| {
        let arguments = Arguments::shapes(&[&[m, 8], &[8]]);
        let kernel = mv.compile(&arguments, &options).unwrap();
        let (a, x, shape) = (vec![1.0_f32; 8 * m], [2.0_f32; 8], [m, 8]);
        let inputs = [View::new(&a, &shape).unwrap(), View::new(&x, &[8]).unwrap()];
        let outputs = kernel.call(&inputs).unwrap();
        assert_eq!(outputs[0].as_slice::<f32>(), Some(&vec![16.0; m][..]));
        let schedule = kernel.asm(Level::Schedule).unwrap();
        schedule.contains("floor(i/5)")
    };
    let options = || Options::cpu().tuned(tuned.clone());
    assert!(is_tiled(options(), 16));
    assert!(!is_tiled(options(), 17));
    assert!(!is_tiled(options().set("unroll", "2").unwrap(), 16));
    assert!(!is_tiled(Options::cpu(), 16));
}
