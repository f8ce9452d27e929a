//! Tests of the parser.

use super::parse;
use super::{Operand, Statement};

#[test]
fn a_kernel_is_read_whole() {
    let tree = parse(
        ".version 8.7\n.target sm_90a\n.address_size 64\n.file 1 \"a.tc\"\n\
         .extern .shared .align 16 .b8 smem[];\n\
         .visible .entry k(.param .u64 .ptr .global .align 16 k_0, .param .b32 n) .maxntid 32, 1, 1\n\
         {\n.reg .b32 %r<3>;\n.loc 1 4 2\n@!%p1 ld.global.v2.b32 {%r1, _}, [%rd1+-4];\nL: bra L;\n}\n",
    )
    .unwrap();
    assert_eq!(tree.files[&1], "a.tc");
    assert_eq!(tree.variables[0].count, None);
    let kernel = &tree.functions[0];
    assert_eq!(kernel.bounds, vec![("maxntid".to_owned(), vec![32, 1, 1])]);
    assert_eq!(kernel.parameters[0].alignment, 8);
    assert_eq!(kernel.parameters[1].bytes(), 4);
    let body = kernel.body.as_ref().unwrap();
    let Statement::Instruction(load) = &body[2] else {
        panic!("{body:?}")
    };
    assert_eq!(load.line, 10);
    assert!(load.guard.as_ref().unwrap().negated);
    assert!(matches!(
        &load.operands[1],
        Operand::Address { offset: -4, .. }
    ));
}

#[test]
fn every_mistake_of_a_file_is_reported_with_its_line() {
    let errors =
        parse(".entry k()\n{\n  add.s32 %r1 %r2;\n  mov.b32 %r1, ;\n  ret;\n}\n.globl x;\n")
            .unwrap_err();
    let shown: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(
        shown,
        vec![
            "3:15: expected `;`, found `%r2`\n    add.s32 %r1 %r2;",
            "4:16: expected an operand, found `;`\n    mov.b32 %r1, ;",
            "7:1: expected `.entry`, `.func`, `.global`, `.const` or `.shared`, found `.globl`\n  .globl x;",
        ]
    );
}

#[test]
fn constant_expressions_are_computed() {
    let value = |text: &str| {
        let tree = parse(&format!(".global .b64 x = {text};")).unwrap();
        match &tree.variables[0].initializer[..] {
            [super::Initializer::Value(Operand::Integer(value))] => *value,
            other => panic!("{text}: {other:?}"),
        }
    };
    assert_eq!(value("1 + 2 * 3"), 7);
    assert_eq!(value("(1 + 2) * 3 - -4"), 13);
    assert_eq!(value("1 << 4 | 3 & 2"), 18);
    assert_eq!(value("~0"), -1);
    assert_eq!(value("!5 + !0"), 1);
    assert_eq!(value("7 % 4 == 3 && 2 >= 3 || 0"), 0);
    assert_eq!(value("2 < 3 ? 10 : 20"), 10);
    assert_eq!(value("-7 / 2"), -3);
    assert_eq!(value("-7 >> 1"), -4);
    assert_eq!(value("(.u64) -1 >> 60"), 15);
    assert_eq!(value("-1 / 2U"), i128::from(u64::MAX / 2));
    assert_eq!(value("0xffffffffffffffff / 2"), i128::from(u64::MAX / 2));
    assert_eq!(value("(.s64) 2.75"), 2);
    for wrong in ["1 / 0", "1 +", "~1.5", "(1", "1.0 & 2"] {
        parse(&format!(".global .b64 x = {wrong};")).unwrap_err();
    }
    parse(&format!(".global .b64 x = {}1;", "(".repeat(100_000))).unwrap_err();
    for wrong in ["x[0x7fffffffffffffff][4]", "x[4-5]", "x[1 << 50]"] {
        parse(&format!(".shared .align 4 .b8 {wrong};")).unwrap_err();
    }
    parse(".shared .align 3 .b8 x[4];").unwrap_err();
    let tree = parse(".shared .align 4 .b8 x[4 * 8 + 1];").unwrap();
    assert_eq!(tree.variables[0].count, Some(33));
}
