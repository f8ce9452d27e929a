//! Errors are typed and have positions; isl neither prints nor aborts.

use super::super::*;
use super::{set, union_set};

fn syntax(text: &str) -> (usize, usize, Option<String>) {
    let context = Context::new();
    match Set::parse(&context, text) {
        Err(Error::Syntax {
            line,
            column,
            found,
            ..
        }) => (line, column, found),
        other => panic!("expected a syntax error, found {other:?}"),
    }
}

#[test]
fn a_syntax_error_has_a_position() {
    assert_eq!(syntax("{ S[i] : i < }"), (1, 14, Some("}".into())));
    assert_eq!(
        syntax("{ S[i] :\n 0 <= i <= foo }"),
        (2, 12, Some("foo".into()))
    );
    assert_eq!(syntax("{ S[i] : 0 <= i"), (1, 16, None));
    assert_eq!(
        syntax("{ S[i] } trailing"),
        (1, 10, Some("trailing".into()))
    );
    assert_eq!(syntax(""), (1, 1, None));
}

#[test]
fn a_syntax_error_reads_well() {
    let context = Context::new();
    let error = Set::parse(&context, "{ S[i] : i < }").unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected an isl set; unexpected `}` at line 1, column 14"
    );
    let error = Set::parse(&context, "{ S[i").unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected an isl set; the text ends too early, at line 1, column 6"
    );
    assert!(Set::parse(&context, "{ \0 }").is_err());
    assert!(Schedule::parse(&context, "{ domain: \"{ S[i] \" }").is_err());
    assert!(Val::parse(&context, "{ }").is_err());
}

#[test]
fn a_refused_call_gives_the_reason_of_isl() {
    let context = Context::new();
    let error = set(&context, "{ A[i] }")
        .union(&set(&context, "{ B[i] }"))
        .unwrap_err();
    assert_eq!(
        error,
        Error::Isl {
            kind: ErrorKind::Invalid,
            message: "spaces don't match".into()
        }
    );
    // The error is removed: the next call starts clean.
    assert!(set(&context, "{ A[i] }").is_empty().is_ok());
}

/// The normal form of this text has 3 to the 20th parts.
#[test]
fn reading_stops_at_a_budget_too() {
    let context = Context::new();
    let names: Vec<String> = (0..20).map(|index| format!("p{index}")).collect();
    let parts: Vec<String> = names
        .iter()
        .map(|name| format!("({name} <= 0 or {name} = 7 or {name} >= 9)"))
        .collect();
    let text = format!("[{}] -> {{ : {} }}", names.join(", "), parts.join(" and "));
    let read = |text: &str| context.with_budget(10_000, || Set::parse(&context, text));
    assert_eq!(
        read(&text).unwrap_err(),
        Error::Budget { operations: 10_000 }
    );
    assert!(matches!(
        read("{ [i] : 0 <= }").unwrap_err(),
        Error::Syntax { column: 14, .. }
    ));
}

#[test]
fn an_exhausted_budget_is_a_typed_error() {
    let context = Context::new();
    let domain = union_set(
        &context,
        "[N] -> { S[i, j] : 0 <= i, j < N; T[i, j] : 0 <= i, j < N }",
    );
    let work = || {
        domain
            .lex_lt_union_set(&domain)
            .and_then(|order| order.reverse())
            .and_then(|map| map.coalesce())
    };
    assert_eq!(
        context.with_budget(10, work).unwrap_err(),
        Error::Budget { operations: 10 }
    );
    assert!(
        context
            .with_budget(0, || domain.union(&domain.universe()?))
            .is_err()
    );
    assert!(work().is_ok(), "the budget ends with its closure");
    assert!(context.with_budget(1_000_000, work).is_ok());
}

#[test]
fn budgets_nest_and_operations_are_counted() {
    let context = Context::new();
    let domain = union_set(
        &context,
        "[N] -> { S[i, j] : 0 <= i, j < N; T[i, j] : 0 <= i, j < N }",
    );
    let before = context.operations();
    domain.lex_lt_union_set(&domain).unwrap();
    let cost = context.operations() - before;
    assert!(cost > 10, "only {cost} operations");
    let before = context.operations();
    assert_eq!(context.operations(), before, "asking costs nothing");
    let error = context.with_budget(cost / 2, || {
        context.with_budget(1_000_000, || domain.lex_lt_union_set(&domain).map(drop))
    });
    assert_eq!(
        error.unwrap_err(),
        Error::Budget {
            operations: cost / 2
        }
    );
    assert_eq!(
        domain.to_string(),
        context.with_budget(0, || domain.to_string()),
        "printing needs no budget"
    );
}

#[test]
fn a_panic_in_a_closure_goes_on_after_isl() {
    let context = Context::new();
    let domain = union_set(&context, "{ S[i]; T[j] }");
    let work = std::panic::AssertUnwindSafe(|| domain.foreach_set(|_| panic!("from the closure")));
    let payload = std::panic::catch_unwind(work).unwrap_err();
    assert_eq!(payload.downcast_ref::<&str>(), Some(&"from the closure"));
    let error = domain
        .foreach_set(|_| Err(Error::callback("enough")))
        .unwrap_err();
    assert_eq!(error.to_string(), "enough");
    assert_eq!(domain.sets().unwrap().len(), 2);
}

#[test]
fn each_thread_has_its_own_context() {
    let counts: Vec<_> = (0..4)
        .map(|shift| {
            std::thread::spawn(move || {
                let context = thread_context();
                assert!(context.is(&thread_context()));
                let text = format!("{{ S[i] : {shift} <= i < 100 }}");
                (0..50)
                    .map(|_| set(&context, &text).count_val().unwrap().to_i64().unwrap())
                    .sum::<i64>()
            })
        })
        .collect::<Vec<_>>()
        .into_iter()
        .map(|thread| thread.join().unwrap())
        .collect();
    assert_eq!(counts, [5000, 4950, 4900, 4850]);
}

#[test]
fn objects_outlive_their_context_handle() {
    let alive = {
        let context = Context::new();
        set(&context, "{ S[i] : 0 <= i < 3 }")
    };
    assert_eq!(alive.count_val().unwrap().to_i64(), Some(3));
}

#[test]
fn a_time_limit_ends_what_a_budget_does_not_see() {
    let context = Context::new();
    let unions = |context: &Context| -> Result<()> {
        let mut all = set(context, "{ [i] : 0 <= i < 4 }");
        for offset in 1.. {
            let more = format!("{{ [i] : {offset} <= 3i <= {} }}", 7 * offset);
            all = all.union(&Set::parse(context, &more)?)?.coalesce()?;
        }
        Ok(())
    };
    let limit = std::time::Duration::from_millis(5);
    let error = context.with_time_limit(limit, || unions(&context));
    assert_eq!(error, Err(Error::Time { limit }));
    assert!(context.take_exhausted() && !context.take_exhausted());
    // The context still works.
    assert!(set(&context, "{ [i] : i > 2 }").coalesce().is_ok());
}

#[test]
fn objects_of_two_contexts_do_not_meet() {
    let (one, other) = (Context::new(), Context::new());
    let (left, right) = (set(&one, "{ A[i] }"), set(&other, "{ A[i] }"));
    let refused = |result: Result<()>| {
        let message = result.unwrap_err().to_string();
        assert_eq!(message, "expected objects of one isl context, found two");
    };
    refused(left.union(&right).map(drop));
    refused(left.is_equal(&right).map(drop));
    refused(
        AstBuild::new(&one)
            .and_then(|build| build.set_iterators(&[Id::new(&other, "i")?]))
            .map(drop),
    );
    let tree = |context: &Context| Schedule::parse(context, "{ domain: \"{ A[i] }\" }").unwrap();
    let (schedule, stranger) = (tree(&one), tree(&other).root().unwrap());
    refused(
        schedule
            .map_nodes_bottom_up(|_| Ok(stranger.clone()))
            .map(drop),
    );
    assert_eq!(
        left.union(&set(&one, "{ A[i] : i > 0 }"))
            .unwrap()
            .to_string(),
        "{ A[i] }"
    );
}
