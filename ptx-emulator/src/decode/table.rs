//! The supported instructions, one line each. A test compares `docs/ptx-subset.md` with this table.

use super::{Decoder, Form};
use super::{
    arithmetic, asynchronous, bits, collective, compare, control, convert, float, matrix, memory,
    video, wmma,
};
use crate::operation::{Class, Operation};

/// A handler: it checks the form of an instruction and returns its operation.
type Decode = fn(&mut Decoder, &mut Form) -> Result<Operation, String>;

/// One opcode.
pub(crate) struct Entry {
    pub opcode: &'static str,
    /// The forms, as the documentation lists them.
    pub forms: &'static str,
    pub class: Class,
    pub decode: Decode,
}

macro_rules! entries {
    ($($opcode:literal $forms:literal $class:ident $decode:path;)*) => {
        &[$(Entry { opcode: $opcode, forms: $forms, class: Class::$class, decode: $decode }),*]
    };
}

/// All opcodes; `call` is handled by the decoder itself.
pub(crate) const TABLE: &[Entry] = entries! {
    "add" "integers `{.sat.s32} {.cc}`, `u16x2 s16x2`, floats `{.rn .rz .rm .rp} {.ftz} {.sat}`, `f16 bf16` and packed, `f32x2`, `f32.f16 f32.bf16`" Float arithmetic::add;
    "sub" "as `add`" Float arithmetic::add;
    "addc" "`{.cc}`, 32 and 64 bits" Integer arithmetic::add_with_carry;
    "subc" "`{.cc}`, 32 and 64 bits" Integer arithmetic::add_with_carry;
    "mul" "integers `.lo .hi .wide`, floats as `add`, `f32x2`" Float arithmetic::multiply;
    "mad" "integers `.lo .hi .wide {.cc} {.sat}`, floats as `fma`" Integer arithmetic::multiply_add;
    "madc" "`.lo .hi {.cc}`, 32 and 64 bits" Integer arithmetic::multiply_add;
    "mul24" "`.lo .hi`" Integer arithmetic::multiply_24;
    "mad24" "`.lo .hi`" Integer arithmetic::multiply_24;
    "fma" "`{.rn .rz .rm .rp} {.ftz} {.sat} {.relu}`, all float types, `f32x2`, `f32.f16 f32.bf16`" FusedMultiplyAdd float::fma;
    "div" "integers; `f32` `.approx .full .rn .rz .rm .rp {.ftz}`; `f64`" SpecialFunction arithmetic::divide;
    "rem" "integers" Integer arithmetic::remainder;
    "abs" "integers, all float types `{.ftz}`" Float arithmetic::sign_operation;
    "neg" "integers, all float types `{.ftz}`" Float arithmetic::sign_operation;
    "min" "integers `{.relu}`, `u16x2 s16x2`, floats `{.ftz} {.NaN} {.xorsign.abs}`, three inputs for `f32`" Float arithmetic::extremum;
    "max" "as `min`" Float arithmetic::extremum;
    "sad" "integers" Integer arithmetic::absolute_difference;
    "dp4a" "all signs" Integer arithmetic::dot_product;
    "dp2a" "`.lo .hi`, all signs" Integer arithmetic::dot_product;
    "vadd" "parts of words, `{.sat}` `{.add .min .max}` or a part of the destination" Integer video::scalar;
    "vsub" "parts of words, `{.sat}` `{.add .min .max}` or a part of the destination" Integer video::scalar;
    "vabsdiff" "parts of words, `{.sat}` `{.add .min .max}` or a part of the destination" Integer video::scalar;
    "vmin" "parts of words, `{.sat}` `{.add .min .max}` or a part of the destination" Integer video::scalar;
    "vmax" "parts of words, `{.sat}` `{.add .min .max}` or a part of the destination" Integer video::scalar;
    "vset" "parts of words, comparisons, `{.add .min .max}` or a part of the destination" Integer video::scalar;
    "vshl" "as `vadd`, `.clamp .wrap`" Integer video::scalar;
    "vshr" "as `vadd`, `.clamp .wrap`" Integer video::scalar;
    "vmad" "parts of words, `{.sat} {.shr7 .shr15} {.po}`" Integer video::multiply_add;
    "vadd2" "two halves, selectors and masks, `{.sat} {.add}`" Integer video::packed;
    "vsub2" "two halves, selectors and masks, `{.sat} {.add}`" Integer video::packed;
    "vavrg2" "two halves, selectors and masks, `{.sat} {.add}`" Integer video::packed;
    "vabsdiff2" "two halves, selectors and masks, `{.sat} {.add}`" Integer video::packed;
    "vmin2" "two halves, selectors and masks, `{.sat} {.add}`" Integer video::packed;
    "vmax2" "two halves, selectors and masks, `{.sat} {.add}`" Integer video::packed;
    "vset2" "two halves, selectors and masks, `{.sat} {.add}`" Integer video::packed;
    "vadd4" "four bytes, selectors and masks, `{.sat} {.add}`" Integer video::packed;
    "vsub4" "four bytes, selectors and masks, `{.sat} {.add}`" Integer video::packed;
    "vavrg4" "four bytes, selectors and masks, `{.sat} {.add}`" Integer video::packed;
    "vabsdiff4" "four bytes, selectors and masks, `{.sat} {.add}`" Integer video::packed;
    "vmin4" "four bytes, selectors and masks, `{.sat} {.add}`" Integer video::packed;
    "vmax4" "four bytes, selectors and masks, `{.sat} {.add}`" Integer video::packed;
    "vset4" "four bytes, selectors and masks, `{.sat} {.add}`" Integer video::packed;
    "rcp" "`.approx .rn .rz .rm .rp {.ftz}`" SpecialFunction float::reciprocal_or_root;
    "sqrt" "`.approx .rn .rz .rm .rp {.ftz}`" SpecialFunction float::reciprocal_or_root;
    "rsqrt" "`.approx {.ftz}`" SpecialFunction float::transcendental;
    "sin" "`.approx {.ftz}`" SpecialFunction float::transcendental;
    "cos" "`.approx {.ftz}`" SpecialFunction float::transcendental;
    "lg2" "`.approx {.ftz}`" SpecialFunction float::transcendental;
    "ex2" "`.approx {.ftz}`, `f32 f16 bf16` and packed" SpecialFunction float::transcendental;
    "tanh" "`.approx`, `f32 f16 bf16` and packed" SpecialFunction float::transcendental;
    "copysign" "`f32 f64`" Float float::copy_sign;
    "testp" "all properties" Compare float::test_property;
    "and" "bits and predicates" Integer bits::logic;
    "or" "bits and predicates" Integer bits::logic;
    "xor" "bits and predicates" Integer bits::logic;
    "not" "bits and predicates" Integer bits::complement;
    "cnot" "bits" Integer bits::complement;
    "shl" "16 to 64 bits" Integer bits::shift;
    "shr" "16 to 64 bits" Integer bits::shift;
    "shf" "`.l .r` `.wrap .clamp`" Integer bits::funnel_shift;
    "lop3" "`{.or .and} .b32`, with a predicate" Integer bits::logic_table;
    "popc" "`b32 b64`" Integer bits::count_bits;
    "clz" "`b32 b64`" Integer bits::count_bits;
    "bfind" "`{.shiftamt}`" Integer bits::find_leading_bit;
    "brev" "`b32 b64`" Integer bits::reverse_bits;
    "bfe" "32 and 64 bits" Integer bits::extract_field;
    "bfi" "32 and 64 bits" Integer bits::insert_field;
    "szext" "`.wrap .clamp`" Integer bits::extend_from_bit;
    "bmsk" "`.wrap .clamp`" Integer bits::bit_mask;
    "prmt" "default mode and `.f4e .b4e .rc8 .ecl .ecr .rc16`" Integer bits::permute;
    "fns" "`.b32`" Integer bits::find_nth_set;
    "setp" "all comparisons, `{.and .or .xor}`, `p|q`, `{.ftz}`, packed halves" Compare compare::set_predicate;
    "set" "all comparisons, integer and float targets, packed halves" Compare compare::set;
    "selp" "16 to 64 bits" Compare compare::select;
    "slct" "`s32` and `f32` selectors" Compare compare::select_by_sign;
    "cvt" "all scalar types, `{.rn .rz .rm .rp .rni .rzi .rmi .rpi} {.ftz} {.sat} {.relu}`, `.rna.tf32`, packed `f16x2 bf16x2 e4m3x2 e5m2x2 {.satfinite}`, `.pack.sat`" Conversion convert::convert;
    "mov" "all types, packing and unpacking, special registers, addresses of variables" Move convert::move_value;
    "cvta" "`{.to}` all spaces" Move convert::convert_address;
    "isspacep" "all spaces" Move convert::is_space;
    "ld" "all spaces and generic, `b8` to `b128`, `{.v2 .v4 .v8} {.nc}`, cache hints accepted" GlobalLoad memory::load;
    "ldu" "as `ld`" GlobalLoad memory::load;
    "st" "all spaces and generic, `b8` to `b128`, `{.v2 .v4 .v8}`, cache hints accepted" GlobalStore memory::store;
    "prefetch" "accepted, no effect" Control memory::hint;
    "prefetchu" "accepted, no effect" Control memory::hint;
    "createpolicy" "accepted, no effect" Control memory::hint;
    "discard" "accepted, no effect" Control memory::hint;
    "applypriority" "accepted, no effect" Control memory::hint;
    "atom" "`.add .and .or .xor .min .max .inc .dec .exch .cas`, integers, floats, packed halves, vectors; global, shared, generic" Atomic memory::atomic;
    "red" "as `atom`" Atomic memory::atomic;
    "bra" "`{.uni}`" Control control::branch;
    "brx" "`.idx`" Control control::indexed_branch;
    "ret" "" Control control::leave;
    "exit" "" Control control::exit;
    "trap" "" Control control::trap;
    "brkpt" "accepted, no effect" Control control::nothing;
    "pmevent" "accepted, no effect" Control control::nothing;
    "nanosleep" "accepted, no effect" Control control::nothing;
    "setmaxnreg" "accepted, no effect" Control control::nothing;
    "griddepcontrol" "accepted, no effect" Control control::nothing;
    "bar" "`.sync .arrive .red .warp.sync`, with and without a count" Barrier control::barrier;
    "barrier" "`{.cta} .sync .arrive .red {.aligned}`, `.cluster` for a cluster of one block" Barrier control::barrier;
    "fence" "all scopes" Barrier control::fence;
    "membar" "all scopes" Barrier control::fence;
    "shfl" "`.sync` `.up .down .bfly .idx`" Collective collective::shuffle;
    "vote" "`.sync` `.all .any .uni .ballot`" Collective collective::vote;
    "match" "`.sync` `.any .all`, `b32 b64`" Collective collective::match_values;
    "activemask" "" Collective collective::active_mask;
    "redux" "`.sync` `.add .min .max .and .or .xor`" Collective collective::reduce;
    "elect" "`.sync`" Collective collective::elect;
    "cp" "`.async` `.ca .cg` 4, 8, 16 bytes with source size or predicate, `.commit_group .wait_group .wait_all`, `.mbarrier.arrive {.noinc}`; `.bulk` refused by name" AsyncCopy asynchronous::copy;
    "mbarrier" "`.init .inval .arrive {.expect_tx} .arrive_drop .expect_tx .complete_tx .test_wait .try_wait {.parity}`" Barrier asynchronous::memory_barrier;
    "ldmatrix" "`.m8n8` `.x1 .x2 .x4` `{.trans}` `.b16`" SharedLoad matrix::move_matrix;
    "stmatrix" "as `ldmatrix`" SharedStore matrix::move_matrix;
    "mma" "`.row.col`: `m16n8k8 m16n8k16` f16 bf16, `m16n8k4 m16n8k8` tf32, `m8n8k4 m16n8k4 m16n8k8 m16n8k16` f64, `m16n8k16 m16n8k32` s8 u8 e4m3 e5m2" Matrix matrix::multiply;
    "wgmma" "refused by name" Matrix control::refused;
    "tcgen05" "refused by name" Matrix control::refused;
    "wmma" "`.load .store .mma`: `m16n16k16 m8n32k16 m32n8k16` f16 bf16 s8 u8, `m16n16k8` tf32, `m8n8k4` f64" Matrix wmma::matrix;
    "tex" "refused by name" GlobalLoad control::refused;
    "suld" "refused by name" GlobalLoad control::refused;
    "sust" "refused by name" GlobalStore control::refused;
    "mapa" "refused by name" Move control::refused;
    "getctarank" "refused by name" Move control::refused;
    "multimem" "refused by name" Atomic control::refused;
    "alloca" "refused by name" Move control::refused;
};

/// The supported opcodes with their forms.
pub fn supported_instructions() -> impl Iterator<Item = (&'static str, &'static str)> {
    TABLE.iter().map(|entry| (entry.opcode, entry.forms))
}

#[cfg(test)]
mod tests {
    use super::supported_instructions;

    const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/ptx-subset.md");

    #[test]
    fn the_documentation_lists_exactly_the_opcodes_of_the_table() {
        let table: String = supported_instructions()
            .map(|(opcode, forms)| format!("| `{opcode}` | {forms} |\n"))
            .collect();
        let text = std::fs::read_to_string(DOCUMENT).unwrap();
        let rows: String = text
            .lines()
            .filter(|line| line.starts_with("| `"))
            .map(|line| format!("{line}\n"))
            .collect();
        assert_eq!(
            rows, table,
            "the rows of docs/ptx-subset.md must be these:\n{table}"
        );
    }

    #[test]
    fn no_opcode_is_listed_twice() {
        let mut opcodes: Vec<&str> = supported_instructions().map(|(opcode, _)| opcode).collect();
        let count = opcodes.len();
        opcodes.sort_unstable();
        opcodes.dedup();
        assert_eq!(opcodes.len(), count);
    }
}
