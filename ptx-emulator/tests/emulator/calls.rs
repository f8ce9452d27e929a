//! Calls through registers, of functions that call themselves, and of the system.

use ptx_emulator::{
    Argument, FindingKind, Initial, Launch, Memory, Module, Options, Report, launch,
};

/// Runs `text`'s kernel `k` of 64 threads on one array of 64 words.
fn run(text: &str) -> (Report, Vec<u32>) {
    let text = format!(".version 8.0\n.target sm_80\n.address_size 64\n{text}");
    let module = Module::parse(&text).unwrap_or_else(|error| panic!("{error}"));
    let mut memory = Memory::new();
    let y = memory.allocate("y", 256, Initial::Data(vec![0; 256]));
    let shape = Launch {
        grid: [1; 3],
        block: [64, 1, 1],
        dynamic_shared: 0,
        arguments: vec![Argument::Pointer(y)],
    };
    let report = launch(&module, "k", &shape, &mut memory, &Options::default()).unwrap();
    (report, memory.read_u32(y))
}

/// A kernel that stores what `body` leaves in `%v`.
fn kernel(functions: &str, body: &str) -> String {
    format!(
        "{functions}\n.visible .entry k(.param .u64 y)\n{{\n.reg .pred %p<4>; .reg .b32 %t, %v, %w<4>; \
         .reg .b64 %y, %o, %f;\nmov.u32 %t, %tid.x;\n{body}\nld.param.u64 %y, [y];\n\
         mul.wide.u32 %o, %t, 4;\nadd.s64 %y, %y, %o;\nst.global.u32 [%y], %v;\nret;\n}}\n"
    )
}

/// Sums a lane's own number of terms, each in its own frame: lanes return at different depths.
const SUM: &str = ".func (.param .b32 r) sum(.param .b32 n)\n{\n.reg .pred %p; .reg .b32 %n, %m, %s; \
    .local .align 4 .b8 mine[4];\nld.param.u32 %n, [n];\nst.local.u32 [mine], %n;\nsetp.eq.u32 %p, %n, 0;\n\
    mov.u32 %s, 0;\n@%p bra END;\nsub.u32 %m, %n, 1;\n{\n.param .b32 a; .param .b32 b;\nst.param.b32 [a], %m;\n\
    call.uni (b), sum, (a);\nld.param.b32 %s, [b];\n}\nld.local.u32 %m, [mine];\nadd.u32 %s, %s, %m;\n\
    END:\nst.param.b32 [r], %s;\nret;\n}";

#[test]
fn a_function_calls_itself_and_keeps_its_variables() {
    let call = "{\n.param .b32 a; .param .b32 b;\nst.param.b32 [a], %w1;\ncall.uni (b), sum, (a);\n\
                ld.param.b32 %v, [b];\n}";
    let text = kernel(SUM, &format!("and.b32 %w1, %t, 15;\n{call}"));
    let (report, y) = run(&text);
    assert_eq!(report.findings, vec![]);
    let due: Vec<u32> = (0..64).map(|thread| (0..=(thread & 15)).sum()).collect();
    assert_eq!(y, due);
    // Behind a guard only some lanes call.
    let guarded = call.replace("call.uni", "@%p1 call");
    let text = kernel(
        SUM,
        &format!("mov.u32 %w1, 3;\nsetp.gt.u32 %p1, %t, 40;\n{guarded}\n@!%p1 mov.u32 %v, 7;"),
    );
    let (report, y) = run(&text);
    assert_eq!(report.findings, vec![]);
    assert_eq!(
        y,
        (0..64)
            .map(|thread| if thread > 40 { 6 } else { 7 })
            .collect::<Vec<_>>()
    );
    // Without an end the stack is used up.
    let text = text.replace("setp.eq.u32 %p, %n, 0", "setp.eq.u32 %p, %n, 9");
    let (report, _) = run(&text);
    assert_eq!(report.findings[0].kind, FindingKind::InvalidOperation);
    assert!(
        report.findings[0].message.contains("stack"),
        "{}",
        report.findings[0]
    );
}

const TWO: &str = ".func (.reg .b32 r) inc(.reg .b32 v)\n{\nadd.u32 r, v, 1;\nret;\n}\n\
    .func (.reg .b32 r) twice(.reg .b32 v)\n{\nadd.u32 r, v, v;\nret;\n}\n\
    .global .b64 table[2] = {inc, twice};";

#[test]
fn a_register_may_hold_a_function() {
    let choose = "and.b32 %w1, %t, 1;\nmul.wide.u32 %o, %w1, 8;\nmov.u64 %f, table;\nadd.s64 %f, %f, %o;\nld.global.u64 %f, [%f];";
    let prototype = "type: .callprototype (.reg .b32 _) _ (.reg .b32 _);";
    let text = kernel(
        TWO,
        &format!("{prototype}\n{choose}\ncall (%v), %f, (%t), type;"),
    );
    let (report, y) = run(&text);
    assert_eq!(report.findings, vec![]);
    let due = |thread: u32| {
        if thread & 1 == 0 {
            thread + 1
        } else {
            2 * thread
        }
    };
    assert_eq!(y, (0..64).map(due).collect::<Vec<_>>());
    let targets = "type: .calltargets inc, twice;";
    let text = kernel(
        TWO,
        &format!("{targets}\n{choose}\ncall (%v), %f, (%t), type;"),
    );
    assert_eq!(run(&text).1, (0..64).map(due).collect::<Vec<_>>());
    // What is no function is a finding; a call without its type is refused.
    let text = kernel(
        TWO,
        &format!("{prototype}\nmov.u64 %f, 64;\ncall (%v), %f, (%t), type;"),
    );
    assert_eq!(run(&text).0.findings[0].kind, FindingKind::InvalidOperation);
    let text = kernel(TWO, &format!("{choose}\ncall (%v), %f, (%t);"));
    let error = Module::parse(&format!(".version 8.0\n.target sm_80\n{text}")).unwrap_err();
    assert!(error.message().contains(".callprototype"), "{error}");
}

const SYSTEM: &str = ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n\
    .extern .func __assertfail(.param .b64 m, .param .b64 f, .param .b32 l, .param .b64 n, .param .b64 s);\n\
    .extern .func (.param .b64 r) malloc(.param .b64 s);\n.extern .func free(.param .b64 p);\n\
    .global .align 1 .b8 text[14] = {118, 32, 61, 32, 37, 100, 44, 32, 37, 46, 49, 102, 10, 0};\n\
    .global .align 1 .b8 word[4] = {97, 62, 98, 0};";

#[test]
fn kernels_print() {
    let print = ".local .align 8 .b8 list[16];\n.reg .b64 %l, %s;\nsetp.ne.u32 %p1, %t, 33;\nmov.u32 %v, 0;\n\
        @%p1 bra NO;\nst.local.u32 [list], %t;\nmov.b64 %s, 0d4004000000000000;\nst.local.b64 [list+8], %s;\n\
        mov.u64 %l, list;\ncvta.local.u64 %l, %l;\nmov.u64 %s, text;\n{\n.param .b64 a; .param .b64 b; .param .b32 c;\n\
        st.param.b64 [a], %s;\nst.param.b64 [b], %l;\ncall (c), vprintf, (a, b);\nld.param.b32 %v, [c];\n}\nNO:";
    let (report, y) = run(&kernel(SYSTEM, print));
    assert_eq!(report.findings, vec![]);
    assert_eq!(report.printed, "v = 33, 2.5\n");
    assert_eq!(y[33], 2);
}

#[test]
fn an_assertion_that_fails_is_a_trap_with_its_words() {
    let fail = ".reg .b64 %s;\nmov.u32 %v, 0;\nmov.u64 %s, word;\nsetp.ne.u32 %p1, %t, 5;\n@%p1 bra NO;\n\
        {\n.param .b64 a; .param .b64 b; .param .b32 c; .param .b64 d; .param .b64 e;\nst.param.b64 [a], %s;\n\
        st.param.b64 [b], %s;\nst.param.b32 [c], 12;\nst.param.b64 [d], %s;\nst.param.b64 [e], 1;\n\
        call.uni __assertfail, (a, b, c, d, e);\n}\nNO:";
    let (report, _) = run(&kernel(SYSTEM, fail));
    let finding = &report.findings[0];
    assert_eq!(finding.kind, FindingKind::Trap);
    assert_eq!(
        finding.message,
        "the assertion `a>b` does not hold: a>b:12, a>b"
    );
    assert_eq!(finding.actor.as_ref().unwrap().thread, [5, 0, 0]);
}

#[test]
fn memory_is_allocated_and_freed() {
    let allocate = ".reg .b64 %s;\n{\n.param .b64 a; .param .b64 b;\nst.param.b64 [a], 8;\ncall (b), malloc, (a);\n\
        ld.param.b64 %s, [b];\n}\nst.u32 [%s], %t;\nld.u32 %v, [%s+0];";
    let free = "{\n.param .b64 a;\nst.param.b64 [a], %s;\ncall free, (a);\n}";
    let (report, y) = run(&kernel(SYSTEM, &format!("{allocate}\n{free}")));
    assert_eq!(report.findings, vec![]);
    assert_eq!(y, (0..64).collect::<Vec<u32>>());
    let kind = |body: &str| run(&kernel(SYSTEM, body)).0.findings[0].kind;
    assert_eq!(
        kind(&format!("{allocate}\nst.u32 [%s+8], %t;")),
        FindingKind::OutOfBounds
    );
    assert_eq!(
        kind(&format!("{allocate}\nld.u32 %v, [%s+4];")),
        FindingKind::UninitialisedRead
    );
    assert_eq!(
        kind(&format!("{allocate}\n{free}\nst.u32 [%s], %t;")),
        FindingKind::OutOfBounds
    );
    assert_eq!(
        kind(&format!("{allocate}\n{free}\n{free}")),
        FindingKind::InvalidOperation
    );
}

#[test]
fn functions_of_other_files_are_named() {
    let text = kernel(".extern .func other();", "call other;\nmov.u32 %v, 0;");
    let error = Module::parse(&format!(".version 8.0\n.target sm_80\n{text}")).unwrap_err();
    assert!(
        error
            .message()
            .contains("`other` is not defined in this file"),
        "{error}"
    );
}

/// Each function calls the next one twice: the copies double with each.
#[test]
fn calls_that_double_are_refused() {
    let one = |number: u32| {
        format!(
            ".func f{number}()\n{{\ncall f{0};\ncall f{0};\nret;\n}}\n",
            number - 1
        )
    };
    let functions: String = (1..60).map(one).collect();
    let text = kernel(
        &format!(".func f0() {{ ret; }}\n{functions}"),
        "call f59;\nmov.u32 %v, 0;",
    );
    let error = Module::parse(&format!(".version 8.0\n.target sm_80\n{text}")).unwrap_err();
    assert!(
        error.message().contains("at most 262144 instructions"),
        "{error}"
    );
}
