//! Several modules in one text, and what a launch is without the sanitizer.

use ptx_emulator::{
    Argument, Error, ErrorKind, FindingKind, Initial, Launch, Memory, Module, Options, contain,
    contained_bytes, launch, link,
};

const HEAD: &str = ".version 8.0\n.target sm_80\n.address_size 64\n";

fn linked(parts: &[&str]) -> Result<String, Error> {
    let texts: Vec<String> = parts.iter().map(|part| format!("{HEAD}{part}")).collect();
    link(&texts)
}

/// Runs the kernel `k` on so many words, with threads for some of them.
fn run(text: &str, words: usize, threads: u32, sanitize: bool) -> Result<Vec<u32>, Error> {
    let module = Module::parse(text)?;
    let mut memory = Memory::new();
    let y = memory.allocate("y", 4 * words, Initial::Data(vec![0; 4 * words]));
    let shape = Launch {
        grid: [1; 3],
        block: [threads, 1, 1],
        dynamic_shared: 0,
        arguments: vec![Argument::Pointer(y)],
    };
    let options = Options {
        sanitize,
        ..Options::default()
    };
    let report = launch(&module, "k", &shape, &mut memory, &options)?;
    assert_eq!(report.findings, vec![]);
    Ok(memory.read_u32(y))
}

const CALLER: &str = ".extern .func (.reg .b32 r) next();
.extern .global .b32 shared_word;
.visible .entry k(.param .u64 y)
{
  .reg .b32 %v<4>; .reg .b64 %y;
  ld.param.u64 %y, [y];
  call (%v0), next, ();
  call (%v1), next, ();
  ld.global.u32 %v2, [shared_word];
  st.global.u32 [%y], %v1;
  st.global.u32 [%y+4], %v2;
  ret;
}";

#[test]
fn declarations_are_what_other_modules_define() {
    let callee = ".global .b32 count = 40;
.visible .global .b32 shared_word = 9;
.func (.reg .b32 r) step() { mov.u32 r, 1; ret; }
.visible .func (.reg .b32 r) next()
{
  .reg .b32 %c, %s;
  call (%s), step, ();
  ld.global.u32 %c, [count];
  add.u32 r, %c, %s;
  st.global.u32 [count], r;
  ret;
}";
    // Names of a module's own are in another module something else.
    let other = ".global .b32 count = 1000;
.func (.reg .b32 r) step() { mov.u32 r, 77; ret; }";
    for parts in [[CALLER, callee, other], [other, CALLER, callee]] {
        let text = linked(&parts).unwrap();
        assert_eq!(run(&text, 2, 1, true).unwrap(), [42, 9]);
    }
}

#[test]
fn a_result_that_is_not_returned_is_dropped() {
    let caller = ".extern .func (.param .b32 r) take(.param .b32 a);
.visible .entry k(.param .u64 y)
{
  .reg .b32 %v; .reg .b64 %y;
  ld.param.u64 %y, [y];
  mov.u32 %v, 5;
  { .param .b32 a; .param .b32 r; st.param.b32 [a], %v; call (r), take, (a); }
  st.global.u32 [%y], %v;
  ret;
}";
    let callee = ".visible .func take(.param .b32 a) { ret; }";
    assert_eq!(
        run(&linked(&[caller, callee]).unwrap(), 1, 1, true).unwrap(),
        [5]
    );
}

#[test]
fn names_are_defined_once_unless_they_are_weak() {
    let body = "(.reg .b32 r) f() { mov.u32 r, 1; ret; }";
    let error = linked(&[
        &format!(".visible .func {body}"),
        &format!(".visible .func {body}"),
    ]);
    let error = error.expect_err("two definitions");
    assert_eq!((error.kind(), error.line()), (ErrorKind::Syntax, Some(8)));
    assert!(
        error.message().contains("`f` is defined in line 4 already"),
        "{error}"
    );
    let weak = format!(".weak .func {body}");
    assert!(linked(&[&weak, &weak]).is_ok());
    assert!(link(&[]).is_err());
    // Lines of the second module are those of the whole text.
    let error = linked(&[&weak, ".visible .func nonsense"]).expect_err("no function");
    assert_eq!(error.line(), Some(8 + 1));
}

#[test]
fn threads_that_returned_are_waited_for_with_the_sanitizer_only() {
    // Threads from 5 on return; the others exchange words through shared memory.
    let text = format!(
        "{HEAD}.visible .entry k(.param .u64 y)
{{
  .reg .b32 %t, %v, %a; .reg .b64 %y, %o; .reg .pred %p;
  .shared .align 4 .b8 words[64];
  mov.u32 %t, %tid.x;
  setp.gt.u32 %p, %t, 4;
  @%p bra END;
  mov.u32 %a, words;
  mad.lo.u32 %a, %t, 4, %a;
  st.shared.u32 [%a], %t;
  bar.sync 0;
  mov.u32 %a, words;
  sub.u32 %v, 4, %t;
  mad.lo.u32 %a, %v, 4, %a;
  ld.shared.u32 %v, [%a];
  ld.param.u64 %y, [y];
  mul.wide.u32 %o, %t, 4;
  add.s64 %y, %y, %o;
  st.global.u32 [%y], %v;
END:
  ret;
}}"
    );
    assert_eq!(run(&text, 5, 64, false).unwrap(), [4, 3, 2, 1, 0]);
    let module = Module::parse(&text).unwrap();
    let mut memory = Memory::new();
    let y = memory.allocate("y", 20, Initial::Uninitialised);
    let shape = Launch {
        grid: [1; 3],
        block: [64, 1, 1],
        dynamic_shared: 0,
        arguments: vec![Argument::Pointer(y)],
    };
    let report = launch(&module, "k", &shape, &mut memory, &Options::default()).unwrap();
    assert_eq!(report.findings[0].kind, FindingKind::DivergentBarrier);
}

#[test]
fn variables_are_placed_and_found_by_name() {
    let text = format!(
        "{HEAD}.const .align 4 .b32 table[3] = {{1, 2, 3}};\n.visible .global .b32 g = 7;
.visible .entry k(.param .u64 y, .param .b32 n) .maxntid 64, 2 {{ ret; }}"
    );
    let module = Module::parse(&text).unwrap();
    let mut memory = Memory::new();
    assert_eq!(module.variable(&memory, "g"), None);
    module.place(&mut memory).unwrap();
    let g = module.variable(&memory, "g").expect("a variable");
    assert_eq!(memory.read_u32(g), [7]);
    // Placed once: what was written remains.
    memory.write(g, 0, &8_u32.to_le_bytes());
    module.place(&mut memory).unwrap();
    assert_eq!(memory.read_u32(g), [8]);
    let resources = module.resources("k").unwrap();
    assert_eq!(
        (resources.constant_bytes, resources.max_threads),
        (12, Some(128))
    );
    let offsets: Vec<usize> = module
        .parameters("k")
        .unwrap()
        .iter()
        .map(|one| one.offset)
        .collect();
    assert_eq!(offsets, [0, 8]);
    module.unplace(&mut memory);
    assert_eq!(module.variable(&memory, "g"), None);
}

#[test]
fn a_kernel_that_is_not_emulated_is_an_error_when_it_is_used() {
    let text = format!(
        "{HEAD}.visible .entry k(.param .u64 y) {{ ret; }}
.visible .entry other() {{ wgmma.fence.sync.aligned; ret; }}"
    );
    assert!(Module::parse(&text).is_err());
    let module = Module::parse_each(&text).unwrap();
    assert_eq!(module.kernel_names(), ["k", "other"]);
    assert!(module.resources("k").is_ok());
    let error = module.resources("other").expect_err("not emulated");
    assert_eq!((error.kind(), error.line()), (ErrorKind::Syntax, Some(5)));
    let container = contain(&text);
    assert_eq!(contained_bytes(&container), Some(text.len()));
    assert_eq!(contained_bytes(text.as_bytes()), None);
}
