//! What `ptxas -v` reports on each kernel.
//!
//! ```text
//! ptxas info    : Compiling entry function 'mm_k0' for 'sm_90a'
//! ptxas info    : Function properties for mm_k0
//!     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
//! ptxas info    : Used 40 registers, used 1 barriers, 8192 bytes smem
//! ```

use std::collections::HashMap;

use serde::Serialize;

/// The resources that a thread or a block of a kernel uses.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Resources {
    /// Per thread.
    pub registers: u64,
    /// Bytes that a thread stores to local memory because registers ran out.
    pub spill_store_bytes: u64,
    /// Bytes that a thread loads back from there.
    pub spill_load_bytes: u64,
    /// Bytes of local memory per thread, spills included.
    pub stack_bytes: u64,
    /// Static, per block.
    pub shared_bytes: u64,
    /// Barriers that the kernel names.
    pub barriers: u64,
}

/// The resources of each kernel, by name.
pub fn parse(text: &str) -> HashMap<String, Resources> {
    let mut kernels: HashMap<String, Resources> = HashMap::new();
    let mut current = None;
    for line in text.lines() {
        if let Some((_, rest)) = line.split_once("Compiling entry function '") {
            current = rest.split('\'').next().map(str::to_owned);
        }
        let Some(kernel) = &current else { continue };
        let kernel = kernels.entry(kernel.clone()).or_default();
        let facts = line.rsplit_once(" : ").map_or(line, |(_, facts)| facts);
        for fact in facts.split(',') {
            add_fact(kernel, fact.trim());
        }
    }
    kernels
}

/// The first message that says that matrix instructions of warp groups wait for each other, or that
/// waits were added between them: C7510 to C7519.
///
/// ```text
/// ptxas info    : (C7510) Potential Performance Loss: wgmma.mma_async instructions are serialized due to ...
/// ```
pub fn spoiled(text: &str) -> Option<String> {
    let is_such = |line: &&str| {
        let number = line
            .split_once("(C")
            .and_then(|(_, rest)| rest.split_once(')'));
        let number = number.and_then(|(number, _)| number.parse::<u32>().ok());
        number.is_some_and(|number| (7510..=7519).contains(&number))
    };
    text.lines()
        .find(is_such)
        .map(|line| line.trim().to_owned())
}

fn add_fact(kernel: &mut Resources, fact: &str) {
    let fact = fact.trim_start_matches("Used ").trim_start_matches("used ");
    let Some((number, what)) = fact.split_once(' ') else {
        return;
    };
    let Ok(number) = number.parse() else { return };
    match what {
        "registers" => kernel.registers = number,
        "barriers" => kernel.barriers = number,
        "bytes stack frame" => kernel.stack_bytes = number,
        "bytes spill stores" => kernel.spill_store_bytes = number,
        "bytes spill loads" => kernel.spill_load_bytes = number,
        "bytes smem" => kernel.shared_bytes = number,
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_on_serialised_matrix_instructions_are_found() {
        let of = |number: u32| {
            let line =
                format!("ptxas info    : (C{number}) Potential Performance Loss: in function 'a'");
            (
                spoiled(&format!("ptxas info    : 0 bytes gmem\n{line}\n")),
                line,
            )
        };
        for number in [7510, 7517, 7519] {
            let (found, line) = of(number);
            assert_eq!(found, Some(line));
        }
        assert_eq!(
            (of(7509).0, of(7520).0, spoiled("(C) (Cx)")),
            (None, None, None)
        );
    }

    #[test]
    fn every_kernel_gets_its_own_figures() {
        let text = "\
ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'a' for 'sm_90a'
ptxas info    : Function properties for a
    24 bytes stack frame, 20 bytes spill stores, 28 bytes spill loads
ptxas info    : Used 255 registers, used 1 barriers, 24 bytes cumulative stack size, 8192 bytes smem, 376 bytes cmem[0]
ptxas info    : Compile time = 4.899 ms
ptxas info    : Compiling entry function 'b' for 'sm_90a'
ptxas info    : Function properties for b
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 17 registers
";
        let found = parse(text);
        assert_eq!(
            found["a"],
            Resources {
                registers: 255,
                spill_store_bytes: 20,
                spill_load_bytes: 28,
                stack_bytes: 24,
                shared_bytes: 8192,
                barriers: 1,
            }
        );
        assert_eq!((found["b"].registers, found["b"].shared_bytes), (17, 0));
        assert_eq!(found.len(), 2);
    }
}
