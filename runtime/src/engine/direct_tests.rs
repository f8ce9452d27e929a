//! The way to a compiled operator by its text: what finds it, what does not, and what it costs.

use super::{direct::Direct, kernel::Recipe, *};
use crate::{
    BoundsChecks, CONTEXTS, CacheMode, CacheSettings, Store, call, new_context, program::declared,
};
use std::{fs, path::Path};

const MV: &str = "def mv(float(M,K) A, float(K) x) -> (y) { y(i) +=! A(i,k) * x(k) }";
const LUT: &str = "def lut(float(N) T, int32(M) I) -> (O) { O(i) = T(I(i)) }\ndef unused(float(N) A) -> (B) { B(i) = A(i) }";

/// The contexts that some work makes, and what it returns.
fn contexts<T>(work: impl FnOnce() -> T) -> (u64, T) {
    let before = CONTEXTS.get();
    let result = work();
    (CONTEXTS.get() - before, result)
}

/// The options with the cache of a folder, opened anew as another process does.
fn cached(options: Options, folder: &Path, mode: CacheMode) -> Options {
    options.cache(Store::open(mode, CacheSettings::at(folder.join("cache"))))
}

/// Compiles an operator from its text, as a process does that begins.
fn begin(text: &str, name: &str, arguments: &Arguments, options: &Options) -> Kernel {
    let operators = Engine::new().define(text).unwrap();
    operators
        .operator(name)
        .unwrap()
        .compile(arguments, options)
        .unwrap()
}

fn mv(text: &str, options: &Options) -> (u64, Vec<f32>) {
    let (a, x) = ([1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0], [1.0_f32, 10.0, 100.0]);
    let inputs = [
        View::new(&a, &[2, 3]).unwrap(),
        View::new(&x, &[3]).unwrap(),
    ];
    contexts(|| {
        let kernel = begin(text, "mv", &Arguments::of(&inputs), options);
        let outputs = kernel.call(&inputs).unwrap();
        outputs[0].as_slice::<f32>().unwrap().to_vec()
    })
}

/// Claim G1: with the same text, shapes, machine and options nothing is compiled.
#[test]
fn a_hit_makes_no_context() {
    for executor in [Executor::Cpu, Executor::Emulator] {
        let folder = tempfile::tempdir().unwrap();
        let options = |mode| cached(Options::new(executor), folder.path(), mode);
        let (made, values) = mv(MV, &options(CacheMode::On));
        assert_eq!((made > 0, &values[..]), (true, &[321.0, 654.0][..]));
        for mode in [CacheMode::On, CacheMode::Cached] {
            assert_eq!(mv(MV, &options(mode)), (0, vec![321.0, 654.0]), "{mode:?}");
        }
        let (made, _) = mv(MV, &Options::new(executor));
        assert!(made > 0, "without a cache it is compiled");
    }
}

#[test]
fn nothing_is_kept_by_a_cache_that_is_only_read() {
    let folder = tempfile::tempdir().unwrap();
    mv(
        "def mv(float(M,K) B, float(K) x) -> (y) { y(i) +=! B(i,k) * x(k) }",
        &cached(Options::cpu(), folder.path(), CacheMode::On),
    );
    // The canonical form is the same, and so is the code.
    for _ in 0..2 {
        let (made, values) = mv(
            MV,
            &cached(Options::cpu(), folder.path(), CacheMode::Cached),
        );
        assert_eq!((made > 0, values), (true, vec![321.0, 654.0]));
    }
}

/// Claim G2.
#[test]
fn whatever_decides_about_the_code_is_in_the_key() {
    let folder = tempfile::tempdir().unwrap();
    let engine = Engine::new();
    let pool = "def pool(float(N) X, int32 step) -> (float(M) Y) { Y(i) +=! X(step * i + k) where k in 0:4, i in 0:M }";
    let plain = || cached(Options::cpu(), folder.path(), CacheMode::On);
    let given = |n: usize, m, step| {
        let shape = Arguments::new().input("X", &[n]);
        shape.size("M", m).scalar("step", step)
    };
    let key = |compiler: &str, name: &str, text: &str, arguments: &Arguments, options: Options| {
        let operator = engine.define_file(name, text).unwrap().only().unwrap();
        let recipe = Recipe {
            given: operator.given(arguments).unwrap(),
            operator,
            options,
        };
        Direct::by(compiler, &recipe).unwrap().key.to_string()
    };
    let of = |arguments: &Arguments| key("1", "a.tc", pool, arguments, plain());
    let by = |options: Options| key("1", "a.tc", pool, &given(100, 30, 3), options);
    let longer = pool.replace("0:4", "0:5");
    let open = Arguments::shapes(&[&[100]]).size("M", 30).scalar("step", 3);
    let element = Arguments::new().array("X", ElementType::F32, &[100]);
    let keys = [
        of(&given(100, 30, 3)),
        of(&given(101, 30, 3)),
        of(&given(100, 31, 3)),
        of(&given(100, 30, 2)),
        of(&open.open("N")),
        of(&element.size("M", 30).scalar("step", 3)),
        key("2", "a.tc", pool, &given(100, 30, 3), plain()),
        key("1", "b.tc", pool, &given(100, 30, 3), plain()),
        key("1", "a.tc", &longer, &given(100, 30, 3), plain()),
        key(
            "1",
            "a.tc",
            &format!("{pool} "),
            &given(100, 30, 3),
            plain(),
        ),
        by(plain().set("tile", "8").unwrap()),
        by(plain().bounds_checks(BoundsChecks::Nowhere)),
        by(cached(Options::emulator(), folder.path(), CacheMode::On)),
        by(cached(
            Options::emulator().machine("sm_80"),
            folder.path(),
            CacheMode::On,
        )),
        by(cached(Options::cuda(), folder.path(), CacheMode::On)),
    ];
    for (at, one) in keys.iter().enumerate() {
        let other = keys[..at].iter().position(|other| other == one);
        assert_eq!(other, None, "{at}");
    }
    assert_eq!(of(&given(100, 30, 3)), keys[0]);
}

#[test]
fn a_damaged_entry_is_a_miss() {
    let folder = tempfile::tempdir().unwrap();
    let options = || cached(Options::cpu(), folder.path(), CacheMode::On);
    mv(MV, &options());
    let blobs = || -> Vec<_> {
        let groups = fs::read_dir(folder.path().join("cache/v1/blobs")).unwrap();
        let files = groups.flat_map(|group| fs::read_dir(group.unwrap().path()).unwrap());
        files.map(|file| file.unwrap().path()).collect()
    };
    let count = blobs().len();
    assert_eq!(count, 2, "the code, and the way to it");
    for number in 0..count {
        for damage in ["flipped", "short", "gone"] {
            let file = &blobs()[number];
            let mut bytes = fs::read(file).unwrap();
            let middle = bytes.len() / 2;
            match damage {
                "flipped" => bytes[middle] ^= 1,
                _ => bytes.truncate(middle),
            }
            match damage {
                "gone" => fs::remove_file(file).unwrap(),
                _ => fs::write(file, bytes).unwrap(),
            }
            let (made, values) = mv(MV, &options());
            assert_eq!((made > 0, values), (true, vec![321.0, 654.0]), "{damage}");
            let (made, values) = mv(MV, &options());
            assert_eq!((made, values), (0, vec![321.0, 654.0]), "{damage}");
        }
    }
}

#[test]
fn what_an_entry_says_is_read_as_a_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let settings = CacheSettings::at(folder.path().join("cache"));
    let options = || cached(Options::cpu(), folder.path(), CacheMode::On);
    mv(MV, &options());
    let mut cache = tc_cache::Cache::open(settings).unwrap();
    let all = cache.list().unwrap();
    let [way] = &all
        .iter()
        .filter(|one| one.label.contains("text"))
        .collect::<Vec<_>>()[..]
    else {
        panic!("expected one way to the code");
    };
    let entry = cache.get(&way.key).unwrap().unwrap();
    let start = String::from_utf8(entry.blob("start").unwrap().to_vec()).unwrap();
    for (from, to) in [
        ("float", "flout"),
        ("\"in\"", "\"on\""),
        ("\"code\":\"", "\"code\":\"00"),
        ("\"flags\":null", "\"flags\":[[2]]"),
        ("{", "["),
    ] {
        let wrong = start.replacen(from, to, 1);
        assert_ne!(wrong, start, "{from}");
        let wrong = tc_cache::Entry::new("wrong").with("start", wrong.into_bytes());
        cache.put(&way.key, &wrong).unwrap();
        let (made, values) = mv(MV, &options());
        assert_eq!((made > 0, values), (true, vec![321.0, 654.0]), "{from}");
    }
}

#[test]
fn checks_of_subscripts_come_from_the_cache_too() {
    let folder = tempfile::tempdir().unwrap();
    let (table, good, bad) = ([5.0_f32, 6.0, 7.0], [2, 0], [2, 3]);
    let run = |places: &[i32]| {
        let options = cached(Options::cpu(), folder.path(), CacheMode::On);
        // Checks on the CPU alone are worth a note, and a hit is silent.
        let options = options.bounds_checks(BoundsChecks::Everywhere);
        let inputs = [
            View::new(&table, &[3]).unwrap(),
            View::new(places, &[2]).unwrap(),
        ];
        let arguments = Arguments::of(&inputs);
        let (made, kernel) = contexts(|| begin(LUT, "lut", &arguments, &options));
        (made, kernel.call(&inputs))
    };
    assert!(run(&good).0 > 0);
    let (made, outputs) = run(&good);
    let outputs = outputs.unwrap();
    assert_eq!(
        (made, outputs[0].as_slice()),
        (0, Some(&[7.0_f32, 5.0][..]))
    );
    let (made, failure) = run(&bad);
    let short = failure.unwrap_err().diagnostics[0].short();
    assert_eq!(made, 0);
    assert!(short.contains("<text>:1:49: error[TC0510]"), "{short}");
}

#[test]
fn open_sizes_come_from_the_cache_too() {
    let folder = tempfile::tempdir().unwrap();
    let text = "def smooth(float(N) X) -> (Y) { Y(i) +=! X(i + k) where k in 0:3 }";
    let arguments = Arguments::shapes(&[&[100]]).open("N");
    for executor in [Executor::Cpu, Executor::Emulator] {
        for due in [false, true] {
            let options = cached(Options::new(executor), folder.path(), CacheMode::On);
            let (made, kernel) = contexts(|| begin(text, "smooth", &arguments, &options));
            assert_eq!(made == 0, due);
            for n in [3, 10, 50] {
                let x = vec![1.0_f32; n];
                let y = kernel.call(&[View::new(&x, &[n]).unwrap()]).unwrap();
                assert_eq!(y[0].as_slice::<f32>(), Some(&vec![3.0; n - 2][..]));
            }
            let x = [1.0_f32; 1];
            let wrong = kernel.call(&[View::new(&x, &[1]).unwrap()]).unwrap_err();
            let short = wrong.diagnostics[0].short();
            assert_eq!(
                short,
                "error[TC0506]: range of `i` is reversed: [0, -1) with N = 1"
            );
            assert_eq!(kernel.signature().open, ["N"]);
        }
    }
}

#[test]
fn what_has_something_to_say_is_compiled_each_time() {
    let folder = tempfile::tempdir().unwrap();
    let text = "def f(float(N) A) -> (B) { B(i) = A(i) where i in 1:N }";
    for _ in 0..2 {
        let options = cached(Options::cpu(), folder.path(), CacheMode::On);
        let arguments = Arguments::shapes(&[&[4]]);
        let (made, kernel) = contexts(|| begin(text, "f", &arguments, &options));
        assert!(made > 0);
        assert_eq!(kernel.diagnostics().len(), 1, "{:?}", kernel.diagnostics());
    }
}

#[test]
fn text_declares_what_its_module_declares() {
    let kernels = Path::new(env!("CARGO_MANIFEST_DIR")).join("../kernels");
    let mut files = Vec::new();
    for entry in fs::read_dir(kernels).unwrap() {
        let path = entry.unwrap().path();
        let inner = fs::read_dir(&path).into_iter().flatten();
        files.extend(inner.map(|one| one.unwrap().path()));
        files.push(path);
    }
    files.retain(|file| file.extension().is_some_and(|end| end == "tc"));
    let mut compared = 0;
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        // Some are there to be refused.
        let Ok((found, _)) = declared("k.tc", &text, READING) else {
            continue;
        };
        compared += 1;
        let context = new_context();
        let checked = tc_frontend::tc::check(
            tc_syntax::diagnostic::SourceFile::new("k.tc", &*text),
            &tc_frontend::tc::Options {
                free_sizes: true,
                ..Default::default()
            },
        );
        let module = tc_translation::emit(&context, &checked.file, &checked.defs);
        let due: Vec<Declaration> = call::defs(&module)
            .into_iter()
            .map(Declaration::of)
            .collect();
        assert_eq!(found, due, "{}", file.display());
    }
    assert!(compared > 20, "{compared}");
}
