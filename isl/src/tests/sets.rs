//! Sets, maps, expressions and values.

use super::super::*;
use super::{map, pw_aff, set, union_map, union_set};

#[test]
fn set_algebra() {
    let context = Context::new();
    let low = set(&context, "{ S[i] : 0 <= i < 10 }");
    let high = set(&context, "{ S[i] : 5 <= i < 20 }");
    assert_eq!(
        low.union(&high).unwrap().coalesce().unwrap().to_string(),
        "{ S[i] : 0 <= i <= 19 }"
    );
    assert_eq!(
        low.intersect(&high).unwrap().to_string(),
        "{ S[i] : 5 <= i <= 9 }"
    );
    assert_eq!(
        low.subtract(&high).unwrap().to_string(),
        "{ S[i] : 0 <= i <= 4 }"
    );
    assert_eq!(low.count_val().unwrap().to_i64(), Some(10));
    assert_eq!(low.name().as_deref(), Some("S"));
    assert!(!low.is_disjoint(&high).unwrap());
    assert!(low.intersect(&high).unwrap().is_subset(&low).unwrap());
    assert!(low.is_equal(&low.clone()).unwrap());
    assert_eq!(low.basic_sets().unwrap().len(), 1);
}

#[test]
fn parameters_and_projection() {
    let context = Context::new();
    let domain = set(
        &context,
        "[N, M] -> { S[i, j] : 0 <= i < N and 0 <= j < M }",
    );
    assert_eq!(domain.space().unwrap().param_names(), ["N", "M"]);
    assert_eq!(domain.dim(Dim::SET).unwrap(), 2);
    assert_eq!(
        domain.space().unwrap().dim_name(Dim::SET, 1).as_deref(),
        Some("j")
    );
    assert_eq!(domain.space().unwrap().dim_name(Dim::SET, 2), None);
    assert_eq!(
        domain.params().unwrap().to_string(),
        "[N, M] -> {  : N > 0 and M > 0 }"
    );
    let rows = domain.project_out(Dim::SET, 1, 1).unwrap();
    assert!(
        rows.is_equal(&set(&context, "[N, M] -> { [i] : 0 <= i < N and M > 0 }"))
            .unwrap()
    );
    let last = domain.dim_max(0).unwrap();
    assert_eq!(
        last.to_string(),
        "[N, M] -> { [(-1 + N)] : N > 0 and M > 0 }"
    );
    let renamed = domain
        .space()
        .unwrap()
        .set_dim_name(Dim::Param, 0, "K")
        .unwrap();
    assert_eq!(renamed.param_names(), ["K", "M"]);
}

/// claim D23: if `O(i) = I(i + x) * W(x)` got its range from a projection (some x reads in bounds),
/// i would cover [0, M - 1]; the language takes the i for which all x read in bounds, [0, M - N +
/// 1)
#[test]
fn projection_is_not_what_the_language_means() {
    let context = Context::new();
    let reads = set(
        &context,
        "[M, N] -> { [i, x] : 0 <= i and 0 <= i + x < M and 0 <= x < N and 0 < N <= M }",
    );
    let some = reads.project_out(Dim::SET, 1, 1).unwrap();
    let existential = "[M, N] -> { [i] : 0 <= i <= M - 1 and 0 < N <= M }";
    assert!(some.is_equal(&set(&context, existential)).unwrap());
    let outside = set(
        &context,
        "[M, N] -> { [i, x] : 0 <= i and 0 <= x < N and 0 < N <= M and not (0 <= i + x < M) }",
    );
    let all = some.subtract(&outside.project_out(Dim::SET, 1, 1).unwrap());
    let universal = "[M, N] -> { [i] : 0 <= i < M - N + 1 and 0 < N <= M }";
    assert!(all.unwrap().is_equal(&set(&context, universal)).unwrap());
}

#[test]
fn points_of_a_finite_set() {
    let context = Context::new();
    let corner = set(&context, "{ [i, j] : 0 <= i, j and i + j <= 1 }");
    let mut points: Vec<_> = corner
        .points()
        .unwrap()
        .iter()
        .filter_map(Point::to_i64s)
        .collect();
    points.sort();
    assert_eq!(points, [[0, 0], [0, 1], [1, 0]]);
    let nothing = set(&context, "{ [i] : i < i }").sample_point().unwrap();
    assert!(nothing.is_void().unwrap());
    assert_eq!(nothing.to_i64s(), None);
}

#[test]
fn relations() {
    let context = Context::new();
    let shift = map(&context, "{ S[i] -> A[i + 1] }");
    assert_eq!(
        shift.reverse().unwrap().to_string(),
        "{ A[i0] -> S[i = -1 + i0] }"
    );
    assert_eq!(
        set(&context, "{ S[i] : 0 <= i < 3 }")
            .apply(&shift)
            .unwrap()
            .to_string(),
        "{ A[i0] : 0 < i0 <= 3 }"
    );
    let twice = map(&context, "{ [i] -> [i + 1] }")
        .apply_range(&map(&context, "{ [i] -> [2i] }"))
        .unwrap();
    assert_eq!(twice.to_string(), "{ [i] -> [2 + 2i] }");
    assert_eq!(
        map(&context, "{ [i] -> [i + 3] }")
            .deltas()
            .unwrap()
            .to_string(),
        "{ [i = 3] }"
    );
    assert!(shift.is_bijective().unwrap());
    assert!(
        !map(&context, "{ [i] -> [j] : 0 <= j <= 1 }")
            .is_single_valued()
            .unwrap()
    );
    assert!(
        Map::identity(
            &shift
                .space()
                .unwrap()
                .domain()
                .unwrap()
                .map_from_set()
                .unwrap()
        )
        .unwrap()
        .is_identity()
        .unwrap()
    );
    let box_hull = map(&context, "{ [t] -> [a] : 32t <= a < 32t + 34 }")
        .range_simple_fixed_box_hull()
        .unwrap();
    assert!(box_hull.is_valid().unwrap());
    assert_eq!(
        box_hull.size().unwrap().values().unwrap()[0].to_i64(),
        Some(34)
    );
    assert_eq!(box_hull.offset().unwrap().to_string(), "{ [t] -> [(32t)] }");
}

#[test]
fn unions_of_spaces() {
    let context = Context::new();
    let domain = union_set(&context, "{ S[i] : 0 <= i < 4; T[] }");
    let names: Vec<_> = domain
        .sets()
        .unwrap()
        .iter()
        .filter_map(Set::name)
        .collect();
    assert_eq!(names.len(), 2);
    assert!(names.contains(&"S".to_string()) && names.contains(&"T".to_string()));
    let writes = union_map(&context, "{ S[i] -> A[i]; T[] -> A[0] }")
        .intersect_domain(&domain)
        .unwrap();
    assert_eq!(writes.maps().unwrap().len(), 2);
    assert!(
        writes
            .range()
            .unwrap()
            .is_equal(&union_set(&context, "{ A[i] : 0 <= i < 4 }"))
            .unwrap()
    );
    assert!(!writes.is_injective().unwrap());
    assert!(UnionSet::none(&context).unwrap().is_empty().unwrap());
}

#[test]
fn expressions() {
    let context = Context::new();
    let value = pw_aff(
        &context,
        "{ S[i] -> [(i)] : i >= 0; S[i] -> [(-i)] : i < 0 }",
    );
    assert_eq!(value.pieces().unwrap().len(), 2);
    let space = Space::anonymous_set(&context, 2).unwrap();
    let i = PwAff::var_on_domain(&space, Dim::SET, 0).unwrap();
    let j = PwAff::var_on_domain(&space, Dim::SET, 1).unwrap();
    assert_eq!(
        i.add(&j).unwrap().to_string(),
        "{ [i0, i1] -> [(i0 + i1)] }"
    );
    let tile = i
        .scale_down_val(&Val::new(&context, 32).unwrap())
        .unwrap()
        .floor()
        .unwrap();
    assert_eq!(tile.to_string(), "{ [i0, i1] -> [(floor((i0)/32))] }");
    assert_eq!(i.lt_set(&j).unwrap().to_string(), "{ [i0, i1] : i1 > i0 }");
    let access = MultiAff::parse(&context, "{ S[i, j] -> A[(j), (i + 1)] }").unwrap();
    assert_eq!(
        access.at(1).unwrap().to_string(),
        "{ S[i, j] -> [(1 + i)] }"
    );
    let members =
        MultiUnionPwAff::parse(&context, "[{ S[i, j] -> [(i)] }, { S[i, j] -> [(j)] }]").unwrap();
    let again = MultiUnionPwAff::from_members(&members.members().unwrap()).unwrap();
    assert!(again.plain_is_equal(&members).unwrap());
}

#[test]
fn values() {
    let context = Context::new();
    assert_eq!(Val::parse(&context, "1/2").unwrap().to_string(), "1/2");
    assert_eq!(Val::parse(&context, "1/2").unwrap().to_i64(), None);
    assert_eq!(
        Val::new(&context, i64::MIN).unwrap().to_i64(),
        Some(i64::MIN)
    );
    let sizes = MultiVal::new(&Space::anonymous_set(&context, 2).unwrap(), &[32, 8]).unwrap();
    assert_eq!(sizes.to_string(), "{ [32, 8] }");
}

/// Relations built without a search equal isl's, except for empty parts.
#[test]
fn relations_without_a_search_are_those_of_isl() {
    let context = Context::new();
    let functions = |texts: &[&str]| -> Vec<UnionPwAff> {
        let parse = |text: &&str| UnionPwAff::parse(&context, text).expect(text);
        texts.iter().map(parse).collect()
    };
    let relation = union_map(
        &context,
        "{ S[i, j] -> [i] : 0 <= i < 40 and i mod 3 = 1; S[i, j] -> [7] : i > 50; T[k] -> [3] : 2 <= k < 9 }",
    );
    for (texts, values) in [
        (
            &[
                "{ S[i, j] -> [floor(i/32)]; T[k] -> [2k] }",
                "{ S[i, j] -> [j mod 8]; T[k] -> [1] }",
            ][..],
            "{ S[i, j] -> [floor(i/32), j mod 8]; T[k] -> [2k, 1] }",
        ),
        // A statement outside the domain of one function has no values.
        (
            &["{ S[i, j] -> [i]; T[k] -> [k] }", "{ T[k] -> [5] }"],
            "{ T[k] -> [k, 5] }",
        ),
        (
            &["{ S[i, j] -> [i] : j > 0; S[i, j] -> [0] : j < 0; T[k] -> [k] }"],
            "{ S[i, j] -> [i] : j > 0; S[i, j] -> [0] : j < 0; T[k] -> [k] }",
        ),
        (
            &["[N] -> { S[i, j] -> [(i + N)] }"],
            "[N] -> { S[i, j] -> [i + N] }",
        ),
    ] {
        let values = union_map(&context, values);
        let functions = functions(texts);
        let own = UnionMap::of_functions(&functions).unwrap();
        assert!(own.is_equal(&values).unwrap(), "{own} is not {values}");
        let own = relation.with_values(&functions).unwrap();
        let product = relation.flat_range_product(&values).unwrap();
        assert!(own.is_equal(&product).unwrap(), "{own} is not {product}");
    }
    let domain = union_set(
        &context,
        "{ S[i, j] : i mod 3 = 0 and j = 1; T[k] : k <= 4; U[] }",
    );
    let own = relation.restricted_to(&domain).unwrap();
    assert!(
        own.is_equal(&relation.intersect_domain(&domain).unwrap())
            .unwrap()
    );
    let next = union_map(
        &context,
        "{ [i] -> A[i + 1] : i < 20; [i] -> B[] : i mod 3 = 2 }",
    );
    let own = relation.followed_by(&next).unwrap();
    assert!(own.is_equal(&relation.apply_range(&next).unwrap()).unwrap());
    assert!(UnionMap::of_functions(&[]).is_err());
}
