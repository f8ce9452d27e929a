//! AST generation with its closures.

use super::super::*;
use super::{set, union_map};

/// `for c0 (S; if c0 >= 1: T)` below a mark.
const SCHEDULE: &str = r#"{ domain: "[N] -> { S[i] : 0 <= i < N; T[i] : 0 < i < N }",
    child: { mark: "kernel",
    child: { schedule: "[{ S[i] -> [(i)]; T[i] -> [(i)] }]",
    child: { sequence: [ { filter: "{ S[i] }" }, { filter: "{ T[i] }" } ] } } } }"#;

fn build(context: &Context) -> AstBuild {
    AstBuild::from_context(&set(context, "[N] -> { : N >= 10 }")).unwrap()
}

#[test]
fn loops_conditions_blocks_marks_and_statements() {
    let context = Context::new();
    let schedule = Schedule::parse(&context, SCHEDULE).unwrap();
    let iterator = Id::new(&context, "n").unwrap();
    let root = AstGenerator::new(build(&context).set_iterators(&[iterator]).unwrap())
        .generate(&schedule)
        .unwrap();
    assert_eq!(root.kind().unwrap(), AstNodeKind::Mark);
    assert_eq!(root.mark_id().unwrap().name(), "kernel");
    let outer = root.mark_node().unwrap();
    assert_eq!(outer.kind().unwrap(), AstNodeKind::For);
    assert_eq!(outer.for_iterator().unwrap().id_id().unwrap().name(), "n");
    assert_eq!(
        outer.for_init().unwrap().int_val().unwrap().to_i64(),
        Some(0)
    );
    assert_eq!(
        outer.for_inc().unwrap().int_val().unwrap().to_i64(),
        Some(1)
    );
    let cond = outer.for_cond().unwrap();
    assert_eq!(cond.kind().unwrap(), AstExprKind::Op(AstOp::Lt));
    assert_eq!(cond.op_arg(1).unwrap().id_id().unwrap().name(), "N");
    let body = outer.for_body().unwrap();
    assert_eq!(body.kind().unwrap(), AstNodeKind::Block);
    let [first, second] = &body.block_children().unwrap()[..] else {
        panic!("expected two children in {body}")
    };
    assert_eq!(first.kind().unwrap(), AstNodeKind::User);
    assert_eq!(first.user_expr().unwrap().to_c().unwrap(), "S(n)");
    assert_eq!(second.kind().unwrap(), AstNodeKind::If);
    assert_eq!(second.if_cond().unwrap().to_c().unwrap(), "n >= 1");
    assert!(!second.if_has_else_node().unwrap());
    assert_eq!(
        second.children().unwrap()[0]
            .user_expr()
            .unwrap()
            .op_n_arg()
            .unwrap(),
        2
    );
}

#[test]
fn all_closures_are_called_in_order() {
    let context = Context::new();
    let schedule = Schedule::parse(&context, SCHEDULE).unwrap();
    let events = std::cell::RefCell::new(Vec::new());
    let log = |event: String| events.borrow_mut().push(event);
    let root = AstGenerator::new(build(&context))
        .before_each_mark(|id, _| {
            log(format!("enter {}", id.name()));
            Ok(())
        })
        .after_each_mark(|node, _| {
            log("leave mark".into());
            node.mark_node()
        })
        .before_each_for(|build| {
            log(format!("loop {}", build.schedule_space()?.dim(Dim::SET)?));
            Id::new(build.context(), "annotation")
        })
        .after_each_for(|node, _| {
            log(format!("looped {}", node.annotation()?.name()));
            Ok(node)
        })
        .at_each_domain(|node, build| {
            let instances = build.schedule()?.domain()?;
            log(format!(
                "statement {}",
                instances.sets()?[0].name().unwrap_or_default()
            ));
            node.set_annotation(&Id::new(node.context(), "seen")?)
        })
        .generate(&schedule)
        .unwrap();
    assert_eq!(
        events.into_inner(),
        [
            "enter kernel",
            "loop 1",
            "statement S",
            "statement T",
            "looped annotation",
            "leave mark"
        ]
    );
    assert_eq!(
        root.kind().unwrap(),
        AstNodeKind::For,
        "the mark was replaced"
    );
    assert_eq!(
        root.for_body().unwrap().block_children().unwrap()[0]
            .annotation()
            .unwrap()
            .name(),
        "seen"
    );
}

#[test]
fn expressions_know_the_loops_around_them() {
    let context = Context::new();
    let schedule = Schedule::parse(
        &context,
        r#"{ domain: "{ S[i] : 0 <= i < 64 }", child: { schedule: "[{ S[i] -> [(floor(i/32))] }, { S[i] -> [(i)] }]" } }"#,
    )
    .unwrap();
    let mut subscripts = Vec::new();
    AstGenerator::new(AstBuild::new(&context).unwrap())
        .at_each_domain(|node, build| {
            // i mod 32 as a function of the loops: instance -> loops, inverted.
            let loops = build.schedule()?.reverse()?.as_map()?.as_pw_multi_aff()?;
            let value = PwAff::parse(build.context(), "{ S[i] -> [(i mod 32)] }")?
                .pullback_pw_multi_aff(&loops)?;
            subscripts.push(build.expr_from_pw_aff(&value)?.to_c()?);
            let later = Set::universe(&build.schedule_space()?)?.lower_bound(Dim::SET, 0, 1)?;
            subscripts.push(build.expr_from_set(&later)?.to_c()?);
            Ok(node)
        })
        .generate(&schedule)
        .unwrap();
    assert_eq!(subscripts, ["-32 * c0 + c1", "c0 == 1"]);
}

#[test]
fn options_unroll_a_loop() {
    let context = Context::new();
    let build = AstBuild::new(&context).unwrap();
    let build = build
        .set_options(&union_map(&context, "{ [i] -> unroll[0] }"))
        .unwrap();
    let map = union_map(&context, "{ S[i] -> [i] : 0 <= i < 3 }");
    let root = AstGenerator::new(build).generate_map(&map).unwrap();
    let calls: Vec<_> = root
        .block_children()
        .unwrap()
        .iter()
        .map(|node| node.user_expr().unwrap().to_c().unwrap())
        .collect();
    assert_eq!(calls, ["S(0)", "S(1)", "S(2)"]);
}

#[test]
fn leaves_may_be_made_by_a_closure() {
    let context = Context::new();
    let map = union_map(&context, "{ S[i] -> [i] : 0 <= i < 3 }");
    let root = AstGenerator::new(AstBuild::new(&context).unwrap())
        .create_leaf(|build| {
            AstNode::user_from_expr(&AstExpr::from_id(&Id::new(build.context(), "leaf")?)?)
        })
        .generate_map(&map)
        .unwrap();
    assert_eq!(
        root.for_body()
            .unwrap()
            .user_expr()
            .unwrap()
            .id_id()
            .unwrap()
            .name(),
        "leaf"
    );
}

#[test]
fn a_closure_may_fail_or_panic() {
    let context = Context::new();
    let schedule = Schedule::parse(&context, SCHEDULE).unwrap();
    let generator = AstGenerator::new(build(&context))
        .at_each_domain(|_, _| Err(Error::callback("not this one")));
    assert_eq!(
        generator.generate(&schedule).unwrap_err(),
        Error::callback("not this one")
    );
    let generator = AstGenerator::new(build(&context)).after_each_for(|_, _| panic!("inside"));
    let work = std::panic::AssertUnwindSafe(|| generator.generate(&schedule));
    assert!(std::panic::catch_unwind(work).is_err());
    let generator = AstGenerator::new(build(&context));
    let error = context
        .with_budget(5, || generator.generate(&schedule))
        .unwrap_err();
    assert_eq!(error, Error::Budget { operations: 5 });
}

#[test]
fn every_operation_has_its_own_number() {
    let context = Context::new();
    let a = || AstExpr::from_id(&Id::new(&context, "a").unwrap()).unwrap();
    let b = || AstExpr::from_val(&Val::new(&context, 4).unwrap()).unwrap();
    let op = |expr: Result<AstExpr>| match expr.unwrap().kind().unwrap() {
        AstExprKind::Op(op) => op,
        other => panic!("expected an operation, found {other:?}"),
    };
    assert_eq!(op(a().add(&b())), AstOp::Add);
    assert_eq!(op(a().sub(&b())), AstOp::Sub);
    assert_eq!(op(a().mul(&b())), AstOp::Mul);
    assert_eq!(op(a().neg()), AstOp::Minus);
    assert_eq!(op(a().div(&b())), AstOp::Div);
    assert_eq!(op(a().pdiv_q(&b())), AstOp::NonNegativeDiv);
    assert_eq!(op(a().pdiv_r(&b())), AstOp::NonNegativeRem);
    assert_eq!(op(a().and(&b())), AstOp::And);
    assert_eq!(op(a().or(&b())), AstOp::Or);
    assert_eq!(op(a().le(&b())), AstOp::Le);
    assert_eq!(op(a().lt(&b())), AstOp::Lt);
    assert_eq!(op(a().ge(&b())), AstOp::Ge);
    assert_eq!(op(a().gt(&b())), AstOp::Gt);
    assert_eq!(op(a().eq(&b())), AstOp::Eq);
    context.set_ast_build_detect_min_max(true).unwrap();
    let build = AstBuild::new(&context).unwrap();
    let value = |text: &str| build.expr_from_pw_aff(&PwAff::parse(&context, text).unwrap());
    assert_eq!(op(value("[a] -> { [(floor(a/4))] }")), AstOp::FloorDiv);
    assert_eq!(
        op(value("[a, b] -> { [(a)] : a >= b; [(b)] : a < b }")),
        AstOp::Max
    );
    assert_eq!(
        op(value("[a, b] -> { [(a)] : a <= b; [(b)] : a > b }")),
        AstOp::Min
    );
}
