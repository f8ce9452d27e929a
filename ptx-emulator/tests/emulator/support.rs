//! Helpers of the tests: wrap instructions into a kernel, launch it, read results back.

use ptx_emulator::{Argument, ArrayId, Initial, Launch, Memory, Module, Options, Report, launch};

/// A kernel `k` with `pointers` pointer parameters, their values in `%p0`, `%p1`, ..., and
/// registers to spare.
pub fn kernel(pointers: usize, body: &str) -> String {
    let parameters: Vec<String> = (0..pointers)
        .map(|index| format!(".param .u64 k_{index}"))
        .collect();
    let loads: String = (0..pointers)
        .map(|index| format!("ld.param.u64 %p{index}, [k_{index}];\n"))
        .collect();
    format!(
        ".version 8.7\n.target sm_90a\n.address_size 64\n.visible .entry k({})\n{{\n\
         .reg .pred %q<9>;\n.reg .b16 %h<32>;\n.reg .b32 %r<64>;\n.reg .b64 %d<64>;\n.reg .b64 %p<9>;\n\
         .reg .f32 %f<64>;\n.reg .f64 %g<32>;\n{loads}{body}\nret;\n}}\n",
        parameters.join(", ")
    )
}

pub fn bytes_of_f32(values: &[f32]) -> Vec<u8> {
    values
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect()
}

pub fn bytes_of_u32(values: &[u32]) -> Vec<u8> {
    values
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect()
}

pub fn bytes_of_u64(values: &[u64]) -> Vec<u8> {
    values
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect()
}

pub fn pointers(arrays: &[ArrayId]) -> Vec<Argument> {
    arrays
        .iter()
        .map(|array| Argument::Pointer(*array))
        .collect()
}

/// Runs `kernel` with these arguments.
pub fn run(
    ptx: &str,
    kernel: &str,
    grid: [u32; 3],
    block: [u32; 3],
    arguments: Vec<Argument>,
    memory: &mut Memory,
) -> Report {
    let module = Module::parse(ptx).unwrap_or_else(|error| panic!("{error}"));
    let shape = Launch {
        grid,
        block,
        dynamic_shared: 0,
        arguments,
    };
    launch(&module, kernel, &shape, memory, &Options::default())
        .unwrap_or_else(|error| panic!("{error}"))
}

/// Runs one warp of `body` over 32 inputs of 32 bits: input `i` of lane `l` is in `%r{i}`, the
/// result is `%r9`.
pub fn lanes_u32(inputs: &[[u32; 32]], body: &str) -> [u32; 32] {
    let mut text = String::from("mov.u32 %r40, %laneid;\nmul.wide.u32 %d40, %r40, 4;\n");
    for index in 0..inputs.len() {
        text += &format!("add.s64 %d41, %p{index}, %d40;\nld.global.b32 %r{index}, [%d41];\n");
    }
    let output = inputs.len();
    text += body;
    text += &format!("\nadd.s64 %d41, %p{output}, %d40;\nst.global.b32 [%d41], %r9;");
    let mut memory = Memory::new();
    let mut arrays: Vec<ArrayId> = inputs
        .iter()
        .map(|input| memory.allocate("in", 128, Initial::Data(bytes_of_u32(input))))
        .collect();
    arrays.push(memory.allocate("out", 128, Initial::Uninitialised));
    let ptx = kernel(output + 1, &text);
    let report = run(
        &ptx,
        "k",
        [1; 3],
        [32, 1, 1],
        pointers(&arrays),
        &mut memory,
    );
    assert_eq!(report.findings, vec![], "{}", report.findings[0]);
    memory.read_u32(arrays[output]).try_into().unwrap()
}

/// As [`lanes_u32`] for one lane: 32-bit inputs in `%r0`, `%r1`, ..., result in `%r9`.
pub fn scalar(inputs: &[u32], body: &str) -> u32 {
    let inputs: Vec<[u32; 32]> = inputs.iter().map(|input| [*input; 32]).collect();
    lanes_u32(&inputs, body)[0]
}

/// As [`scalar`] with floats: inputs in `%r0`, ... as bits, result in `%r9` as bits.
pub fn scalar_f32(inputs: &[f32], body: &str) -> f32 {
    let inputs: Vec<u32> = inputs.iter().map(|input| input.to_bits()).collect();
    f32::from_bits(scalar(&inputs, body))
}

/// As [`scalar`] for 64 bits: inputs in `%d0`, ..., result in `%d9`.
pub fn scalar_u64(inputs: &[u64], body: &str) -> u64 {
    let mut text = String::new();
    for index in 0..inputs.len() {
        text += &format!("ld.global.b64 %d{index}, [%p0+{}];\n", index * 8);
    }
    text += body;
    text += "\nst.global.b64 [%p1], %d9;";
    let mut memory = Memory::new();
    let input = memory.allocate("in", inputs.len() * 8, Initial::Data(bytes_of_u64(inputs)));
    let output = memory.allocate("out", 8, Initial::Uninitialised);
    let ptx = kernel(2, &text);
    let report = run(
        &ptx,
        "k",
        [1; 3],
        [1; 3],
        pointers(&[input, output]),
        &mut memory,
    );
    assert_eq!(report.findings, vec![]);
    u64::from_le_bytes(memory.read(output).try_into().unwrap())
}
