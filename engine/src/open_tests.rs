//! Kernels with open sizes: one for many shapes, compared with the reference at each, and what
//! they refuse.

use super::*;
use std::collections::BTreeSet;
use tc_cache::Cache;

/// An operator of the suite, the names of its sizes, and the values that each call gives them: a
/// tile of a kernel is 32 on a GPU, and 64 columns of 6 rows on a CPU.
struct Case {
    kernel: &'static str,
    sizes: &'static [&'static str],
    calls: [&'static [i64]; 5],
}

const CASES: [Case; 15] = [
    Case {
        kernel: "mm",
        sizes: &["M", "K", "N"],
        calls: [
            &[1, 1, 1],
            &[7, 13, 5],
            &[31, 33, 32],
            &[66, 5, 127],
            &[97, 70, 130],
        ],
    },
    Case {
        kernel: "sgemm",
        sizes: &["N", "K", "M"],
        calls: [
            &[1, 1, 1],
            &[3, 7, 11],
            &[32, 31, 33],
            &[64, 1, 65],
            &[50, 80, 129],
        ],
    },
    Case {
        kernel: "tmm",
        sizes: &["M", "K", "N"],
        calls: [
            &[1, 1, 1],
            &[5, 3, 2],
            &[33, 32, 31],
            &[12, 65, 63],
            &[90, 34, 100],
        ],
    },
    Case {
        kernel: "mv",
        sizes: &["M", "K"],
        calls: [&[1, 1], &[13, 7], &[31, 33], &[64, 63], &[300, 257]],
    },
    Case {
        kernel: "transpose",
        sizes: &["M", "N"],
        calls: [&[1, 1], &[2, 17], &[32, 32], &[33, 31], &[200, 129]],
    },
    Case {
        kernel: "conv1d",
        sizes: &["M", "T"],
        calls: [&[1, 1], &[7, 7], &[34, 3], &[64, 1], &[500, 11]],
    },
    Case {
        kernel: "conv2d",
        sizes: &["N", "C", "H", "W", "F", "KH", "KW"],
        calls: [
            &[1, 1, 1, 1, 1, 1, 1],
            &[2, 3, 5, 7, 2, 3, 2],
            &[1, 2, 9, 33, 5, 1, 3],
            &[3, 1, 8, 8, 1, 8, 8],
            &[2, 4, 10, 40, 7, 3, 3],
        ],
    },
    Case {
        kernel: "jacobi2d",
        sizes: &["N", "M"],
        calls: [&[3, 3], &[5, 11], &[34, 33], &[66, 35], &[120, 90]],
    },
    Case {
        kernel: "maxpool2x2",
        sizes: &["N", "C", "H", "W"],
        calls: [
            &[1, 1, 2, 2],
            &[2, 3, 5, 7],
            &[1, 4, 9, 64],
            &[5, 1, 3, 66],
            &[2, 3, 20, 31],
        ],
    },
    Case {
        kernel: "softmax",
        sizes: &["N", "C"],
        calls: [&[1, 1], &[5, 3], &[31, 33], &[2, 64], &[40, 300]],
    },
    Case {
        kernel: "layernorm",
        sizes: &["N", "C"],
        calls: [&[1, 1], &[7, 2], &[33, 32], &[3, 127], &[20, 200]],
    },
    Case {
        kernel: "fcrelu",
        sizes: &["B", "I", "O"],
        calls: [
            &[1, 1, 1],
            &[3, 5, 7],
            &[31, 32, 33],
            &[6, 64, 63],
            &[40, 70, 90],
        ],
    },
    Case {
        kernel: "bicg",
        sizes: &["N", "M"],
        calls: [&[1, 1], &[13, 5], &[32, 33], &[65, 63], &[100, 150]],
    },
    // With a temporary.
    Case {
        kernel: "atax",
        sizes: &["M", "N"],
        calls: [&[1, 1], &[5, 13], &[33, 32], &[63, 65], &[150, 100]],
    },
    Case {
        kernel: "batch_matmul",
        sizes: &["B", "N", "M", "K"],
        calls: [
            &[1, 1, 1, 1],
            &[2, 3, 5, 7],
            &[3, 31, 33, 32],
            &[1, 64, 2, 65],
            &[4, 20, 30, 40],
        ],
    },
];

fn operator(kernel: &str) -> Operator {
    let path = format!("{}/../kernels/{kernel}.tc", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    Engine::new()
        .define(&text)
        .unwrap()
        .operator(kernel)
        .unwrap()
}

/// The arguments of a call at these sizes, each of which is also an input of it.
fn arguments(case: &Case, call: usize) -> Arguments {
    let sizes = case.sizes.iter().zip(case.calls[call]);
    sizes.fold(Arguments::new(), |all, (name, value)| {
        all.size(name, *value)
    })
}

/// Numbers that differ from each other, and of which sums are exact enough.
fn numbers(element: ElementType, shape: &[usize], seed: usize) -> Tensor {
    let mut tensor = Tensor::zeros(element, shape).unwrap();
    let values = tensor.as_mut_slice::<f32>().unwrap();
    for (position, value) in values.iter_mut().enumerate() {
        *value = ((position * 7 + seed * 3) % 23) as f32 * 0.125 - 1.0;
    }
    tensor
}

/// One kernel of each case, called with all of its shapes.
fn agree(options: &Options) {
    for case in &CASES {
        let operator = operator(case.kernel);
        let open = case
            .sizes
            .iter()
            .fold(arguments(case, 4), |all, name| all.open(name));
        let kernel = operator.compile(&open, options).unwrap();
        assert_eq!(
            BTreeSet::from_iter(&kernel.signature().open).len(),
            case.sizes.len()
        );
        for call in 0..case.calls.len() {
            let at = arguments(case, call);
            let signature = operator.infer(&at).unwrap();
            let inputs = signature.inputs().enumerate();
            let inputs: Vec<Tensor> = inputs
                .map(|(seed, one)| numbers(one.element, &one.shape, seed))
                .collect();
            let outputs = signature.outputs().enumerate();
            let mut found: Vec<Tensor> = outputs
                .map(|(seed, one)| numbers(one.element, &one.shape, seed + 5))
                .collect();
            let mut due = found.clone();
            let views: Vec<View<'_>> = inputs.iter().map(View::from).collect();
            let run = |kernel: &Kernel, outputs: &mut [Tensor]| {
                let mut outputs: Vec<ViewMut<'_>> = outputs.iter_mut().map(ViewMut::from).collect();
                kernel.run(&views, &mut outputs).unwrap();
            };
            run(&kernel, &mut found);
            run(
                &operator.compile(&at, &Options::reference()).unwrap(),
                &mut due,
            );
            for (found, due) in found.iter().zip(&due) {
                let error = tc_runtime::difference(found, due).unwrap();
                let (name, sizes) = (case.kernel, case.calls[call]);
                assert!(error <= 1e-5, "{name} at {sizes:?}: {error}");
            }
        }
    }
}

/// Claim E4: what is compiled for all sizes has the results of what is compiled for one.
#[test]
fn one_kernel_of_a_cpu_has_the_right_results_at_all_shapes() {
    agree(&Options::cpu());
}

#[test]
fn one_kernel_of_the_emulator_has_the_right_results_at_all_shapes() {
    agree(&Options::emulator());
}

const SMOOTH: &str = "def smooth(float(N) X, float(N) Y) -> (Z) { Z(i) = X(i) + Y(i + 2) }";

fn smooth() -> Kernel {
    let smooth = Engine::new().define(SMOOTH).unwrap().only().unwrap();
    let arguments = Arguments::shapes(&[&[9], &[9]]).open("N");
    smooth.compile(&arguments, &Options::cpu()).unwrap()
}

fn call(kernel: &Kernel, shapes: [usize; 2]) -> Result<Vec<f32>, Vec<String>> {
    let values = [1.0_f32; 100];
    let shapes = [[shapes[0]], [shapes[1]]];
    let inputs = [
        View::new(&values[..shapes[0][0]], &shapes[0]).unwrap(),
        View::new(&values[..shapes[1][0]], &shapes[1]).unwrap(),
    ];
    match kernel.call(&inputs) {
        Ok(outputs) => Ok(outputs[0].as_slice::<f32>().unwrap().to_vec()),
        Err(failure) => Err(failure.diagnostics.iter().map(|one| one.short()).collect()),
    }
}

#[test]
fn the_shapes_of_a_call_are_checked_against_each_other() {
    let kernel = smooth();
    assert_eq!(call(&kernel, [50, 50]), Ok(vec![2.0; 48]));
    assert_eq!(call(&kernel, [2, 2]), Ok(vec![]));
    assert_eq!(
        call(&kernel, [50, 49]),
        Err(vec![
            "error[TC0504]: input `Y`: expected shape [N], which is [50] with N = 50, found [49]"
                .to_owned()
        ])
    );
    assert_eq!(
        call(&kernel, [1, 1]),
        Err(vec![
            "error[TC0506]: range of `i` is reversed: [0, -1) with N = 1".to_owned()
        ])
    );
}

/// A range that depends on another index is empty for some of its values, which is no error.
#[test]
fn triangles_have_open_sizes() {
    let text = "def lower(float(N,N) L, float(N) x) -> (y) { y(i) +=! L(i,k)*x(k) where i in 0:N, k in 0:i+1 }";
    let lower = Engine::new().define(text).unwrap().only().unwrap();
    let arguments = Arguments::shapes(&[&[4, 4], &[4]]).open("N");
    let kernel = lower.compile(&arguments, &Options::cpu()).unwrap();
    for n in [1, 3, 6] {
        let (l, x) = (vec![1.0_f32; n * n], vec![1.0_f32; n]);
        let (square, row) = ([n, n], [n]);
        let inputs = [
            View::new(&l, &square).unwrap(),
            View::new(&x, &row).unwrap(),
        ];
        let y = kernel.call(&inputs).unwrap();
        let due: Vec<f32> = (1..=n).map(|terms| terms as f32).collect();
        assert_eq!(y[0].as_slice::<f32>(), Some(&due[..]));
    }
}

#[test]
fn an_output_of_another_shape_is_refused() {
    let x = [1.0_f32; 9];
    let (mut z, shape, short) = ([0.0_f32; 9], [9], [6]);
    let inputs = [
        View::new(&x, &shape).unwrap(),
        View::new(&x, &shape).unwrap(),
    ];
    let mut outputs = [ViewMut::new(&mut z[..6], &short).unwrap()];
    let failure = smooth().run(&inputs, &mut outputs).unwrap_err();
    assert_eq!(
        failure.diagnostics[0].short(),
        "error[TC0504]: output `Z`: expected shape [N - 2], which is [7] with N = 9, found [6]"
    );
}

/// Claim G8: sizes are in the code by default, and any of them may stay open.
#[test]
fn sizes_that_are_not_open_stay_fixed() {
    let text = "def mm(float(M,K) A, float(K,N) B) -> (C) { C(m,n) +=! A(m,k) * B(k,n) }";
    let mm = Engine::new().define(text).unwrap().only().unwrap();
    let arguments = Arguments::shapes(&[&[4, 3], &[3, 5]]).open("M");
    let kernel = mm.compile(&arguments, &Options::cpu()).unwrap();
    assert_eq!(kernel.signature().open, ["M"]);
    let (a, b) = ([1.0_f32; 60], [1.0_f32; 15]);
    let b = View::new(&b, &[3, 5]).unwrap();
    for m in [1, 6, 20] {
        let shape = [m, 3];
        let outputs = kernel
            .call(&[View::new(&a[..3 * m], &shape).unwrap(), b])
            .unwrap();
        assert_eq!(outputs[0].shape(), [m, 5]);
        assert_eq!(outputs[0].as_slice::<f32>(), Some(&vec![3.0; 5 * m][..]));
    }
    let wide = View::new(&a[..8], &[2, 4]).unwrap();
    let failure = kernel.call(&[wide, b]).unwrap_err();
    assert_eq!(
        failure.diagnostics[0].short(),
        "error[TC0504]: input `A`: expected shape [M, K], which is [2, 3] with M = 2, found [2, 4]"
    );
}

#[test]
fn preconditions_are_checked_at_each_call() {
    let text = "def pool(float(N) X, int32 step) -> (float(30) Y) { Y(i) +=! X(step * i + k) where k in 0:4, i in 0:30 }";
    let pool = Engine::new().define(text).unwrap().only().unwrap();
    let arguments = Arguments::shapes(&[&[100], &[]])
        .scalar("step", 2)
        .open("N");
    let kernel = pool.compile(&arguments, &Options::cpu()).unwrap();
    let (x, step) = ([1.0_f32; 62], 2_i32);
    let call = |n: usize| kernel.call(&[View::new(&x[..n], &[n])?, View::scalar(&step)]);
    let outputs = call(62).unwrap();
    assert_eq!(outputs[0].as_slice::<f32>(), Some(&[4.0; 30][..]));
    let failure = call(61).unwrap_err().diagnostics[0].short();
    assert!(
        failure.starts_with("error[TC0505]: precondition `"),
        "{failure}"
    );
    assert!(failure.ends_with("fails: N = 61"), "{failure}");
}

#[test]
fn what_cannot_be_open_is_refused() {
    let refused = |text: &str, arguments: Arguments| {
        let operator = Engine::new().define(text).unwrap().only().unwrap();
        let failure = operator.compile(&arguments, &Options::cpu()).err().unwrap();
        failure.diagnostics.last().unwrap().short()
    };
    assert_eq!(
        refused(SMOOTH, Arguments::shapes(&[&[9], &[9]]).open("M")),
        "error: `smooth` has no size `M` to leave open"
    );
    let pool = "def pool(float(N) X, int32 step) -> (float(M) Y) { Y(i) +=! X(step * i + k) where k in 0:4, i in 0:M }";
    let arguments = Arguments::shapes(&[&[100], &[]]).scalar("step", 3);
    assert_eq!(
        refused(pool, arguments.size("M", 30).open("M")),
        "error: size `M` cannot be left open: it is the extent of no input"
    );
    let needs = "error: size `M` cannot be left open: the checks of some subscripts that are data need all sizes";
    let computed = "def f(float(N) T, int32(M) I) -> (J, Y) { J(i) = I(i) + 1  Y(i) = T(J(i)) }";
    assert_eq!(
        refused(computed, Arguments::shapes(&[&[9], &[4]]).open("M")),
        needs
    );
}

/// The places of a scatter are checked at each call, like other subscripts that are inputs.
#[test]
fn scatters_have_open_sizes() {
    let scatter =
        "def f(float(M) X, int32(M) I) -> (float(9) H) { H(I(i)) +=! X(i) where i in 0:M }";
    let scatter = Engine::new().define(scatter).unwrap().only().unwrap();
    let arguments = Arguments::shapes(&[&[4], &[4]]).open("M");
    let kernel = scatter.compile(&arguments, &Options::cpu()).unwrap();
    let call = |places: &[i32]| {
        let (x, shape) = (vec![1.0_f32; places.len()], [places.len()]);
        let outputs = kernel.call(&[View::new(&x, &shape)?, View::new(places, &shape)?])?;
        Ok::<_, Failure>(outputs[0].as_slice::<f32>().unwrap().to_vec())
    };
    let due = [0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];
    assert_eq!(call(&[1, 8, 1]).unwrap(), due);
    let failure = call(&[1, 9]).unwrap_err();
    let mut said = failure.diagnostics.iter().map(|one| one.short());
    assert!(said.any(|one| one.contains("error[TC0510]")), "{failure}");
}

/// Subscripts from inputs are checked at each call, for its sizes; indices that they do not depend
/// on count where they have no values.
#[test]
fn subscripts_are_checked_with_open_sizes() {
    let text = "def rows(float(N,D) T, int32(M) I) -> (Y) { Y(i,j) = T(I(i) - 1, j) }";
    let rows = Engine::new().define(text).unwrap().only().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let settings = CacheSettings::at(folder.path().join("cache"));
    let store = Store::open(CacheMode::On, settings);
    // Once more with what the cache has.
    for _ in 0..2 {
        let arguments = Arguments::shapes(&[&[5, 3], &[4]]);
        let arguments = arguments.open("N").open("D").open("M");
        let options = Options::cpu().cache(store.clone());
        let kernel = rows.compile(&arguments, &options).unwrap();
        let call = |n: usize, d: usize, subscripts: &[i32]| {
            let table: Vec<f32> = (0..n * d).map(|at| at as f32).collect();
            let (shape, count) = ([n, d], [subscripts.len()]);
            let inputs = [View::new(&table, &shape)?, View::new(subscripts, &count)?];
            let outputs = kernel.call(&inputs)?;
            Ok::<_, Failure>(outputs[0].as_slice::<f32>().unwrap().to_vec())
        };
        assert_eq!(call(3, 2, &[3, 1]).unwrap(), [4.0, 5.0, 0.0, 1.0]);
        assert_eq!(call(100, 1, &[100, 7, 1]).unwrap(), [99.0, 6.0, 0.0]);
        let wide = call(2, 70, &[2; 90]).unwrap();
        assert!(wide.len() == 6300 && wide.chunks(70).all(|row| row[69] == 139.0));
        assert!(call(1, 1, &[]).unwrap().is_empty());
        assert!(call(0, 4, &[]).unwrap().is_empty());
        // No element is read.
        assert!(call(3, 0, &[9, 9]).unwrap().is_empty());
        let wrong = |n, d, subscripts: &[i32]| {
            let failure = call(n, d, subscripts).unwrap_err();
            // Behind the warning that the subscript is checked in each run.
            let first = failure.diagnostics.iter().find(|one| one.is_error());
            first.map(|one| (one.code, one.message.clone())).unwrap()
        };
        let read = |at: &str| (Some(Code::TC0510), format!("read `T({at}"));
        for (n, subscripts, due) in [
            (3, &[1, 4][..], "3, j)` out of range at i = 1"),
            (3, &[0, 1], "-1, j)` out of range at i = 0"),
            (99, &[1, 1, 100], "99, j)` out of range at i = 2"),
            (0, &[1], "0, j)` out of range at i = 0"),
        ] {
            assert_eq!(wrong(n, 1, subscripts), read(due));
        }
    }
}

#[test]
fn the_reference_evaluator_takes_the_shapes_of_a_call() {
    let smooth = Engine::new().define(SMOOTH).unwrap().only().unwrap();
    let arguments = Arguments::shapes(&[&[9], &[9]]).open("N");
    let kernel = smooth.compile(&arguments, &Options::reference()).unwrap();
    assert_eq!(call(&kernel, [20, 20]), Ok(vec![2.0; 18]));
}

#[test]
fn an_entry_of_the_cache_serves_all_values_of_an_open_size() {
    let folder = tempfile::tempdir().unwrap();
    let settings = CacheSettings::at(folder.path().join("cache"));
    let store = Store::open(CacheMode::On, settings.clone());
    let smooth = Engine::new().define(SMOOTH).unwrap().only().unwrap();
    let compile = |n: usize, open: &[&str]| {
        let arguments = Arguments::shapes(&[&[n], &[n]]);
        let arguments = open.iter().fold(arguments, |all, name| all.open(name));
        let kernel = smooth.compile(&arguments, &Options::cpu().cache(store.clone()));
        kernel.unwrap()
    };
    let labels = || {
        let mut cache = Cache::existing(settings.clone()).unwrap().unwrap();
        let entries = cache.list().unwrap().into_iter();
        // Beside the code there are the ways to it, one for each text and call.
        let codes = entries.filter(|one| one.blobs.iter().any(|(name, _)| name == "object"));
        BTreeSet::from_iter(codes.map(|one| one.label))
    };
    for n in [9, 30, 9] {
        assert_eq!(call(&compile(n, &["N"]), [50, 50]), Ok(vec![2.0; 48]));
    }
    let open = "smooth N=? (cpu)".to_owned();
    assert_eq!(labels(), BTreeSet::from([open.clone()]));
    assert_eq!(call(&compile(9, &[]), [9, 9]), Ok(vec![2.0; 7]));
    assert_eq!(
        labels(),
        BTreeSet::from([open, "smooth N=9 (cpu)".to_owned()])
    );
}
