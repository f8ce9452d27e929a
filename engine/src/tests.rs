//! The engine from end to end, and what it refuses.

use super::*;
use ndarray::{Array1, Array2, Axis, array, s};

const MV: &str = "def mv(float(M,K) A, float(K) x) -> (y) { y(i) +=! A(i,k) * x(k) }";

fn only(text: &str) -> Operator {
    Engine::new().define(text).unwrap().only().unwrap()
}

fn shorts(failure: &Failure) -> Vec<String> {
    failure.diagnostics.iter().map(|one| one.short()).collect()
}

fn helps(failure: &Failure) -> Vec<&str> {
    let helps = failure
        .diagnostics
        .iter()
        .filter_map(|one| one.help.as_ref());
    helps.map(|help| help.text.as_str()).collect()
}

fn is_shared<T: Send + Sync + Clone>() {}

/// Claim I6: what a search in several threads needs.
#[test]
fn all_types_are_shared_between_threads() {
    is_shared::<Engine>();
    is_shared::<Operators>();
    is_shared::<Operator>();
    is_shared::<Kernel>();
    is_shared::<Options>();
    is_shared::<Arguments>();
}

/// Claims E6, I3: a kernel is a handle, which runs several times; on the CPU it is machine code
/// that is made in this process.
#[test]
fn a_kernel_runs_on_arrays_of_each_origin_and_executor() {
    let a = array![[1.0_f32, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let x = vec![1.0_f32, 10.0, 100.0];
    let inputs = [View::from(&a), View::new(&x, &[3]).unwrap()];
    for options in [Options::cpu(), Options::emulator(), Options::reference()] {
        let kernel = only(MV).compile(&Arguments::of(&inputs), &options).unwrap();
        let mut y = Array1::<f32>::zeros(2);
        let remarks = kernel.run(&inputs, &mut [(&mut y).into()]).unwrap();
        assert_eq!((y, remarks), (array![321.0, 654.0], Vec::new()));
        let outputs = kernel.call(&inputs).unwrap();
        assert_eq!(outputs[0].as_slice::<f32>(), Some(&[321.0, 654.0][..]));
    }
}

/// Claim I1: the engine takes text, which may define several functions.
#[test]
fn each_function_of_a_text_is_an_operator() {
    let text = "def twice(float(N) A) -> (B) { B(i) = A(i) + A(i) }
def sum(float(N) A) -> (s) { s +=! A(i) }
def both(float(N) A) -> (B, s) { B = twice(A)
  s = sum(B) }";
    let operators = Engine::new().define(text).unwrap();
    assert_eq!(
        operators.names().collect::<Vec<_>>(),
        ["twice", "sum", "both"]
    );
    let a = array![1.0_f32, 2.0, 4.0];
    let call = |name: &str| -> Vec<Vec<f32>> {
        let operator = operators.operator(name).unwrap();
        let inputs = [View::from(&a)];
        let kernel = operator.compile(&Arguments::of(&inputs), &Options::cpu());
        let outputs = kernel.unwrap().call(&inputs).unwrap();
        let outputs = outputs.iter();
        outputs
            .map(|one| one.as_slice::<f32>().unwrap().to_vec())
            .collect()
    };
    assert_eq!(call("twice"), [vec![2.0, 4.0, 8.0]]);
    assert_eq!(call("sum"), [vec![7.0]]);
    assert_eq!(call("both"), [vec![2.0, 4.0, 8.0], vec![14.0]]);
}

#[test]
fn a_text_in_the_notation_of_sac_is_an_operator_too() {
    let text = "double[+] box2(double[+] x)
{
  return { iv -> sum({ kv -> x[iv+kv] | kv < 0*shape(x)+2 }) | iv < shape(x)-1 };
}";
    let engine = Engine::new();
    let operator = engine.define_file("box.sac", text).unwrap().only().unwrap();
    let line = array![1.0, 2.0, 3.0, 4.0];
    let square = array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]];
    for (input, expected) in [
        (View::from(&line), vec![3.0, 5.0, 7.0]),
        (View::from(&square), vec![12.0, 16.0, 24.0, 28.0]),
    ] {
        let inputs = [input];
        let kernel = operator
            .compile(&Arguments::of(&inputs), &Options::cpu())
            .unwrap();
        let outputs = kernel.call(&inputs).unwrap();
        assert_eq!(outputs[0].as_slice::<f64>(), Some(&expected[..]));
    }
    let wrong = engine
        .define_file("w.sac", "int f(int[n] v) { return v; }")
        .err()
        .unwrap();
    assert!(
        shorts(&wrong)[0].contains("w.sac:1:26: error[TC0720]"),
        "{wrong:?}"
    );
}

/// Claim I2: the shapes of outputs are known before anything is allocated or compiled, and they are
/// those that a call returns.
#[test]
fn the_signature_is_inferred_without_compiling() {
    let signature = only(MV).infer(&Arguments::shapes(&[&[4, 7]])).unwrap();
    let (a, x) = (Array2::<f32>::ones((4, 7)), Array1::<f32>::ones(7));
    let inputs = [View::from(&a), View::from(&x)];
    let kernel = only(MV).compile(&Arguments::of(&inputs), &Options::cpu());
    let found = kernel.unwrap().call(&inputs).unwrap();
    let due: Vec<_> = signature.outputs().map(|one| &one.shape[..]).collect();
    let found: Vec<_> = found.iter().map(Tensor::shape).collect();
    assert_eq!(found, due);
    let names = |all: Vec<&Parameter>| -> Vec<(String, Vec<usize>)> {
        let named = all.into_iter();
        named
            .map(|one| (one.name.clone(), one.shape.clone()))
            .collect()
    };
    assert_eq!(
        names(signature.inputs().collect()),
        [("A".to_owned(), vec![4, 7]), ("x".to_owned(), vec![7])]
    );
    assert_eq!(
        names(signature.outputs().collect()),
        [("y".to_owned(), vec![4])]
    );
    assert_eq!(signature.sizes, [("M".to_owned(), 4), ("K".to_owned(), 7)]);
}

/// Claim I4: a name that is not defined is refused.
#[test]
fn errors_are_values_with_places_and_next_steps() {
    let engine = Engine::new();
    let wrong = "def f(float(N) A) -> (y) {\n  y(i) = B(i)\n}";
    let failure = engine.define_file("f.tc", wrong).err().unwrap();
    assert_eq!(
        shorts(&failure),
        ["f.tc:2:10: error[TC0201]: unknown tensor `B`"]
    );
    assert!(
        failure.to_string().contains(" 2 |   y(i) = B(i)\n"),
        "{failure}"
    );

    let operators = engine.define(MV).unwrap();
    assert_eq!(operators.names().collect::<Vec<_>>(), ["mv"]);
    let failure = operators.operator("mw").err().unwrap();
    assert_eq!(shorts(&failure), ["error[TC0515]: unknown operator `mw`"]);
    assert_eq!(helps(&failure), ["did you mean `mv`?"]);

    let mv = operators.only().unwrap();
    let open = mv.compile(&Arguments::new().size("M", 3), &Options::cpu());
    let failure = open.err().unwrap();
    assert_eq!(
        shorts(&failure),
        ["error[TC0206]: size `K` has no value: no input that is given determines it"]
    );
    assert_eq!(
        helps(&failure),
        [
            "give the size a value, or the shape of an input that has it; a size that is left open needs the value of one call"
        ]
    );
    let shapes = Arguments::shapes(&[&[2, 3], &[4]]);
    let failure = mv.infer(&shapes).err().unwrap();
    assert_eq!(failure.diagnostics[0].code, Some(Code::TC0504));
    let failure = mv.infer(&Arguments::shapes(&[&[2, 3], &[3], &[2]])).err();
    assert_eq!(
        shorts(&failure.unwrap()),
        ["error[TC0501]: `mv` takes 2 inputs, found 3"]
    );
    let unknown = Options::cpu().set("tyle", "3").err().unwrap();
    assert!(shorts(&unknown)[0].contains("`tyle`"), "{unknown}");
    assert!(Engine::with_threads(0).is_err());
}

/// Claim I4: a run checks types, ranks and sizes.
#[test]
fn arrays_that_do_not_fit_are_refused_all_at_once() {
    let kernel = only(MV).compile(&Arguments::shapes(&[&[2, 3]]), &Options::cpu());
    let kernel = kernel.unwrap();
    let (a, x) = (Array2::<f64>::zeros((2, 3)), Array1::<f32>::zeros(4));
    let mut y = Array2::<f32>::zeros((2, 1));
    let failure = kernel.run(&[(&a).into(), (&x).into()], &mut [(&mut y).into()]);
    assert_eq!(
        shorts(&failure.unwrap_err()),
        [
            "error[TC0502]: input `A`: expected float, found double",
            "error[TC0504]: input `x`: the kernel is compiled for shape [3], found [4]",
            "error[TC0503]: output `y`: the kernel is compiled for shape [2], found [2, 1]",
        ]
    );
    let failure = kernel.run(&[(&a).into()], &mut []).unwrap_err();
    assert_eq!(
        shorts(&failure),
        ["error[TC0501]: `mv` takes 2 inputs and 1 outputs, found 1 and 0"]
    );
    assert_eq!(helps(&failure), ["inputs are `A`, `x`; outputs are `y`"]);
}

/// Claims E3, F1: an array has sizes and strides, and a kernel works on rows one behind another.
#[test]
fn strides_are_honoured_by_copies_and_said() {
    let kernel = only(MV).compile(&Arguments::shapes(&[&[2, 3]]), &Options::cpu());
    let kernel = kernel.unwrap();
    let transposed = array![[1.0_f32, 4.0], [2.0, 5.0], [3.0, 6.0]];
    let a = transposed.t();
    let backwards = array![100.0_f32, 10.0, 1.0];
    let x = backwards.slice(s![..;-1]);
    let mut wide = Array2::<f32>::from_elem((2, 2), 7.0);
    let mut y = wide.index_axis_mut(Axis(1), 1);
    let remarks = kernel.run(&[(&a).into(), (&x).into()], &mut [(&mut y).into()]);
    assert_eq!(wide, array![[7.0, 321.0], [7.0, 654.0]]);
    let remarks: Vec<String> = remarks.unwrap().iter().map(|one| one.short()).collect();
    assert_eq!(
        remarks,
        [
            "note: output `y` is copied after the run: its strides are [2], and the kernel is compiled for rows one behind another",
            "note: input `A` is copied before the run: its strides are [1, 2], and the kernel is compiled for rows one behind another",
            "note: input `x` is copied before the run: its strides are [-1], and the kernel is compiled for rows one behind another",
        ]
    );
    let one = [2.0_f32];
    // SAFETY: all elements are the one of `one`.
    let same =
        unsafe { View::from_raw(one.as_ptr().cast(), ElementType::F32, &[3], Some(&[0])).unwrap() };
    let outputs = kernel.call(&[(&a).into(), same]).unwrap();
    assert_eq!(outputs[0].as_slice::<f32>(), Some(&[12.0, 30.0][..]));
}

/// A mistake in strides would write anywhere.
#[test]
fn strides_beyond_all_addresses_are_refused() {
    let kernel = only(MV).compile(&Arguments::shapes(&[&[2, 3]]), &Options::cpu());
    let kernel = kernel.unwrap();
    let (a, x) = (Array2::<f32>::ones((2, 3)), Array1::<f32>::ones(3));
    let mut y = [0.0_f32; 2];
    for stride in [isize::MAX, isize::MIN, isize::MAX / 4] {
        let strides = [stride];
        let data = y.as_mut_ptr().cast();
        // SAFETY: it is refused before an element is touched.
        let far = unsafe { ViewMut::from_raw(data, ElementType::F32, &[2], Some(&strides)) };
        let refused = kernel.run(&[(&a).into(), (&x).into()], &mut [far.unwrap()]);
        assert_eq!(
            shorts(&refused.unwrap_err()),
            [format!(
                "error[TC0513]: output `y`: its strides [{stride}] reach beyond all addresses"
            )]
        );
    }
}

#[test]
fn an_engine_has_1_to_1024_threads() {
    for count in [0, 1025, usize::MAX] {
        let refused = Engine::with_threads(count).err().unwrap();
        let due = format!("error: expected 1 to 1024 threads, found {count}");
        assert_eq!(shorts(&refused), [due]);
    }
}

#[test]
fn addresses_that_are_not_aligned_are_copied() {
    let kernel = only("def twice(float(N) A) -> (B) { B(i) = A(i) + A(i) }");
    let kernel = kernel
        .compile(&Arguments::shapes(&[&[2]]), &Options::cpu())
        .unwrap();
    let mut bytes = [0_u8; 16];
    let shift = 1 + bytes.as_ptr().align_offset(4);
    bytes[shift..shift + 4].copy_from_slice(&1.5_f32.to_ne_bytes());
    bytes[shift + 4..shift + 8].copy_from_slice(&4.0_f32.to_ne_bytes());
    // SAFETY: there are two floats behind the address.
    let a = unsafe { View::from_raw(bytes[shift..].as_ptr(), ElementType::F32, &[2], None) };
    let mut b = [0.0_f32; 2];
    let mut out = [ViewMut::new(&mut b, &[2]).unwrap()];
    let remarks = kernel.run(&[a.unwrap()], &mut out).unwrap();
    assert_eq!(b, [3.0, 8.0]);
    assert!(
        remarks[0].short().contains("no multiple of 4"),
        "{remarks:?}"
    );
}

/// Claims F3, I14: code is made for arrays that do not overlap. A call checks that, and copies
/// those that may, in place of a version of the code for each case.
#[test]
fn outputs_that_share_memory_are_refused_or_their_inputs_copied() {
    let shift = "def shift(float(N) A) -> (B) { B(i) = i > 0 ? A(i - 1) : 9.0 where i in 0:N }";
    let kernel = only(shift).compile(&Arguments::shapes(&[&[4]]), &Options::cpu());
    let kernel = kernel.unwrap();
    let mut both = [1.0_f32, 2.0, 3.0, 4.0];
    let data: *mut u8 = both.as_mut_ptr().cast();
    // SAFETY: the array has four floats, and the kernel is told that they are shared.
    let (a, b) = unsafe {
        (
            View::from_raw(data, ElementType::F32, &[4], None).unwrap(),
            ViewMut::from_raw(data, ElementType::F32, &[4], None).unwrap(),
        )
    };
    let mut outputs = [b];
    let failure = kernel.run(&[a], &mut outputs).unwrap_err();
    assert_eq!(
        shorts(&failure),
        ["error[TC0508]: input `A` and output `B` share memory"]
    );
    let kernel = kernel.allowing_overlap();
    let remarks = kernel.run(&[a], &mut outputs).unwrap();
    assert_eq!(both, [9.0, 1.0, 2.0, 3.0]);
    assert_eq!(
        remarks[0].short(),
        "note: input `A` is copied before the run: it shares memory with the output `B`"
    );
    let (apart, mut shifted) = ([1.0_f32, 2.0, 3.0, 4.0], [0.0_f32; 4]);
    let remarks = kernel.run(
        &[View::new(&apart, &[4]).unwrap()],
        &mut [ViewMut::new(&mut shifted, &[4]).unwrap()],
    );
    assert_eq!((shifted, remarks.unwrap()), (both, Vec::new()));
}

/// Claim F1: strides with which elements overlap are refused.
#[test]
fn two_outputs_do_not_share_memory_nor_does_one_with_itself() {
    let text = "def two(float(N) A) -> (B, C) { B(i) = A(i)\n C(i) = A(i) + 1.0 }";
    let kernel = only(text).compile(&Arguments::shapes(&[&[3]]), &Options::cpu());
    let kernel = kernel.unwrap();
    let (a, mut out) = ([1.0_f32, 2.0, 3.0], [0.0_f32; 5]);
    let a = View::new(&a, &[3]).unwrap();
    let data: *mut f32 = out.as_mut_ptr();
    let view = |from: usize, strides| {
        // SAFETY: five floats, which nothing else reads during the runs.
        unsafe {
            ViewMut::from_raw(data.add(from).cast(), ElementType::F32, &[3], strides).unwrap()
        }
    };
    let failure = kernel
        .run(&[a], &mut [view(0, None), view(2, None)])
        .unwrap_err();
    assert_eq!(
        shorts(&failure),
        ["error[TC0508]: output `C` and output `B` share memory"]
    );
    let mut other = [0.0_f32; 3];
    let mut outputs = [view(0, Some(&[0])), ViewMut::new(&mut other, &[3]).unwrap()];
    let failure = kernel.run(&[a], &mut outputs).unwrap_err();
    assert_eq!(
        shorts(&failure),
        ["error[TC0508]: output `B`: several elements may have one address, with strides [0]"]
    );
}

#[test]
fn arrays_are_updated_in_place() {
    let text = "def add(float(N) A) -> (S) { S(i) += A(i) }";
    for options in [Options::cpu(), Options::emulator(), Options::reference()] {
        let add = only(text);
        assert_eq!(add.inputs(), ["A"]);
        let kernel = add.compile(&Arguments::shapes(&[&[2]]), &options).unwrap();
        let (a, mut s) = (array![1.0_f32, 2.0], array![10.0_f32, 20.0]);
        for _ in 0..2 {
            kernel.run(&[(&a).into()], &mut [(&mut s).into()]).unwrap();
        }
        assert_eq!(s, array![12.0, 24.0]);
        let profile = kernel.profile(&[(&a).into()], &mut [(&mut s).into()], 3);
        assert_eq!(s, array![13.0, 26.0], "{profile:?}");
    }
}

#[test]
fn a_kernel_holds_for_the_values_of_its_integer_scalars() {
    let text = "def pool(float(N) X, int32 step) -> (Y) { Y(i) = X(step * i) where i in 0:3 }";
    let (x, two, three) = (array![0.0_f32, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 2_i32, 3_i32);
    let inputs = |step| [View::from(&x), View::scalar(step)];
    let kernel = only(text).compile(&Arguments::of(&inputs(&two)), &Options::cpu());
    let kernel = kernel.unwrap();
    let found = kernel.call(&inputs(&two)).unwrap();
    assert_eq!(found[0].as_slice::<f32>(), Some(&[0.0, 2.0, 4.0][..]));
    let failure = kernel.call(&inputs(&three)).unwrap_err();
    assert_eq!(
        shorts(&failure),
        ["error[TC0504]: input `step`: the kernel is compiled for the value 2, found 3"]
    );
}

#[test]
fn a_subscript_out_of_range_is_found_with_its_place() {
    let text = "def gather(float(N) A, int32(M) I) -> (B) {\n  B(j) = A(I(j))\n}";
    let (a, good, bad) = (
        array![1.0_f32, 2.0],
        array![1_i32, 0, 1],
        array![1_i32, 2, 0],
    );
    let shapes = Arguments::shapes(&[&[2], &[3]]);
    for options in [Options::cpu(), Options::reference()] {
        let kernel = only(text).compile(&shapes, &options).unwrap();
        let found = kernel.call(&[(&a).into(), (&good).into()]).unwrap();
        assert_eq!(found[0].as_slice::<f32>(), Some(&[2.0, 1.0, 2.0][..]));
        let failure = kernel.call(&[(&a).into(), (&bad).into()]).unwrap_err();
        let first = &failure
            .diagnostics
            .iter()
            .find(|one| one.is_error())
            .unwrap();
        assert_eq!(first.code, Some(Code::TC0510));
        assert!(first.short().starts_with("<text>:2:"), "{}", first.short());
        assert!(first.message.contains("j = 1"), "{}", first.message);
    }
}

#[test]
fn a_computed_subscript_out_of_range_is_found_too() {
    let text = "def f(float(N) A, int32(M) I) -> (J, B) {\n  J(j) = I(j) + 1\n  B(j) = A(J(j))\n}";
    let (a, good, bad) = (array![1.0_f32, 2.0], array![0_i32, -1], array![0_i32, 1]);
    let kernel = only(text).compile(&Arguments::shapes(&[&[2], &[2]]), &Options::cpu());
    let kernel = kernel.unwrap();
    let found = kernel.call(&[(&a).into(), (&good).into()]).unwrap();
    assert_eq!(found[1].as_slice::<f32>(), Some(&[2.0, 1.0][..]));
    let failure = kernel.call(&[(&a).into(), (&bad).into()]).unwrap_err();
    assert!(
        failure
            .diagnostics
            .iter()
            .any(|one| one.code == Some(Code::TC0510))
    );
}

/// Claim E2: text, comprehensions, schedule, loops, code.
#[test]
fn a_kernel_prints_each_level_of_its_machine() {
    let compile = |options| {
        only(MV)
            .compile(&Arguments::shapes(&[&[4, 5]]), &options)
            .unwrap()
    };
    let (cpu, gpu) = (compile(Options::cpu()), compile(Options::emulator()));
    for (level, contains) in [
        (Level::Tc, "tc.comprehension"),
        (Level::Schedule, "schedule.band"),
        (Level::Loops, "memref"),
        (Level::Llvm, "llvm."),
    ] {
        for kernel in [&cpu, &gpu] {
            assert!(kernel.asm(level).unwrap().contains(contains), "{level:?}");
        }
    }
    assert!(gpu.asm(Level::Ptx).unwrap().contains(".entry"));
    let failure = cpu.asm(Level::Ptx).unwrap_err();
    assert_eq!(
        shorts(&failure),
        ["error: there is no PTX for a CPU: choose the target emulator or cuda"]
    );
}

/// Claim I5: the times of the runs.
#[test]
fn profiles_have_times_or_counts() {
    let (a, x) = (Array2::<f32>::ones((4, 5)), Array1::<f32>::ones(5));
    let inputs = [View::from(&a), View::from(&x)];
    let mut y = Array1::<f32>::zeros(4);
    let mut profile = |options| {
        let kernel = only(MV).compile(&Arguments::of(&inputs), &options).unwrap();
        let profile = kernel.profile(&inputs, &mut [(&mut y).into()], 3).unwrap();
        assert_eq!(y, Array1::from_elem(4, 5.0));
        profile
    };
    let timed = profile(Options::cpu()).seconds;
    assert!(
        timed.len() == 3 && timed.iter().all(|one| *one > 0.0),
        "{timed:?}"
    );
    let counted = profile(Options::emulator());
    assert!(counted.seconds.is_empty());
    let fact = counted
        .facts
        .iter()
        .find(|(name, _)| *name == "thread_instructions");
    assert!(fact.unwrap().1.as_u64() > Some(0), "{counted:?}");
}

/// Claim I6.
#[test]
fn several_threads_compile_and_run_at_a_time() {
    let operators = Engine::new().define(MV).unwrap();
    let results: Vec<Vec<f32>> = std::thread::scope(|scope| {
        let start = |rows: usize| {
            let mv = operators.only().unwrap();
            scope.spawn(move || {
                let (a, x) = (Array2::<f32>::ones((rows, 3)), array![1.0_f32, 2.0, 3.0]);
                let inputs = [View::from(&a), View::from(&x)];
                let options = match rows % 2 {
                    0 => Options::cpu(),
                    _ => Options::emulator(),
                };
                let kernel = mv.compile(&Arguments::of(&inputs), &options).unwrap();
                kernel.call(&inputs).unwrap()[0]
                    .as_slice::<f32>()
                    .unwrap()
                    .to_vec()
            })
        };
        let threads: Vec<_> = (1..5).map(start).collect();
        threads.into_iter().map(|one| one.join().unwrap()).collect()
    });
    let due: Vec<Vec<f32>> = (1..5).map(|rows| vec![6.0; rows]).collect();
    assert_eq!(results, due);
}

#[test]
fn a_cuda_kernel_is_compiled_without_a_driver() {
    let kernel = only(MV).compile(&Arguments::shapes(&[&[4, 5]]), &Options::cuda());
    assert_eq!(kernel.unwrap().signature().name, "mv");
}

fn dlpack(data: *mut f32, shape: &mut [i64], strides: Option<&mut [i64]>) -> DLTensor {
    use dlpark::ffi::{DLDataType, DLDataTypeCode, DLDevice, DLDeviceType};
    DLTensor {
        data: data.cast(),
        device: DLDevice {
            device_type: DLDeviceType::CPU,
            device_id: 0,
        },
        ndim: shape.len() as i32,
        dtype: DLDataType {
            code: DLDataTypeCode::FLOAT,
            bits: 32,
            lanes: 1,
        },
        shape: shape.as_mut_ptr(),
        strides: strides.map_or(std::ptr::null_mut(), |strides| strides.as_mut_ptr()),
        byte_offset: 4,
    }
}

#[test]
fn tensors_of_dlpack_are_views() {
    use dlpark::ffi::DLDeviceType;
    let mut values = [9.0_f32, 1.0, 2.0, 3.0, 4.0];
    let (mut shape, mut strides) = ([2_i64, 2], [1_i64, 2]);
    let mut tensor = dlpack(values.as_mut_ptr(), &mut shape, Some(&mut strides));
    // SAFETY: four floats behind the first, in columns.
    let view = unsafe { View::from_dlpack(&tensor) }.unwrap();
    assert_eq!(
        view.to_tensor().unwrap().as_slice::<f32>(),
        Some(&[1.0, 3.0, 2.0, 4.0][..])
    );
    let refused = |tensor: &DLTensor| {
        // SAFETY: it is refused before its elements are read.
        let view = unsafe { View::from_dlpack(tensor) };
        shorts(&view.err().unwrap()).remove(0)
    };
    tensor.dtype.lanes = 2;
    assert_eq!(
        refused(&tensor),
        "error: a tensor of DLPack has elements of type code 2, 32 bits and 2 lanes, which the language does not have"
    );
    tensor.device.device_type = DLDeviceType::METAL;
    assert_eq!(
        refused(&tensor),
        "error: a tensor of DLPack is in memory of a device (kind 8): copy it to the host first"
    );
}

#[test]
fn arrays_in_memory_of_a_device_are_for_launches() {
    use dlpark::ffi::DLDeviceType;
    let mut values = [0.0_f32, 1.0, 2.0, 3.0, 4.0];
    let mut shape = [2_i64, 2];
    let mut tensor = dlpack(values.as_mut_ptr(), &mut shape, None);
    tensor.device.device_type = DLDeviceType::CUDA;
    // SAFETY: nothing reads at this address.
    let matrix = unsafe { View::from_dlpack(&tensor) }.unwrap();
    assert_eq!(matrix.memory(), Memory::Cuda(0));
    assert_eq!(
        matrix.to_tensor().unwrap_err().to_string(),
        "the elements are in memory of CUDA device 0: copy them to the host"
    );
    let vector = array![1.0_f32, 2.0];
    let inputs = [matrix, View::from(&vector)];
    let compiled = |options: &Options| only(MV).compile(&Arguments::of(&inputs), options).unwrap();
    let mut y = array![0.0_f32, 0.0];
    let failure = compiled(&Options::cpu()).run(&inputs, &mut [(&mut y).into()]);
    assert_eq!(
        shorts(&failure.unwrap_err()),
        ["error: input `A`: it is in memory of CUDA device 0, and this run is not on that device"]
    );
    let mut launch = |options: &Options| {
        // SAFETY: it is refused before anything is read.
        let launched = unsafe { compiled(options).launch(&inputs, &mut [(&mut y).into()], 0, &[]) };
        shorts(&launched.unwrap_err())
    };
    assert_eq!(
        launch(&Options::cpu()),
        ["error: a launch on a stream needs a kernel for CUDA"]
    );
    let on_host = "it is in memory of the host, and other arrays are in memory of a CUDA device";
    assert_eq!(
        launch(&Options::cuda()),
        [
            format!("error: input `x`: {on_host}"),
            format!("error: output `y`: {on_host}"),
        ]
    );
}

#[test]
fn a_gradient_is_derived_from_text() {
    let gradient = only(MV).gradient().unwrap();
    assert!(
        gradient.contains("d_x(k) +=! d_y(i) * A(i, k)"),
        "{gradient}"
    );
    let refused = only("def f(int32(N) A) -> (B) { B(i) = A(i) }").gradient();
    let refused = shorts(&refused.unwrap_err());
    assert!(refused[0].contains("error[TC0803]"), "{refused:?}");
    let text = "double f(double x) { return x * x; }";
    let sac = Engine::new()
        .define_file("f.sac", text)
        .unwrap()
        .only()
        .unwrap();
    assert_eq!(
        shorts(&sac.gradient().unwrap_err()),
        ["error: the gradient of `f` is derived from TC text only"]
    );
}
