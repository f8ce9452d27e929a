//! Round trips through isl, prefixes, edits, and the printed form.

use super::*;
use proptest::prelude::*;
use proptest::sample::select;
use tc_isl::{Context, Set, UnionMap, UnionPwAff, UnionPwMultiAff, UnionSet, thread_context};

fn set(text: &str) -> UnionSet {
    UnionSet::parse(&thread_context(), text).unwrap()
}

fn map(text: &str) -> UnionMap {
    UnionMap::parse(&thread_context(), text).unwrap()
}

fn aff(text: &str) -> UnionPwAff {
    UnionPwAff::parse(&thread_context(), text).unwrap()
}

fn member(text: &str, coincident: bool, kind: MemberKind) -> Member {
    Member {
        coincident,
        kind,
        ..Member::new(aff(text))
    }
}

/// Figure 3b of the Tensor Comprehensions paper, the outer loops mapped.
fn sgemm() -> Tree {
    let outer = Band::new(
        vec![
            member(
                "{ S[i, j] -> [(i)]; T[i, j, k] -> [(i)] }",
                true,
                MemberKind::Block(Axis::Y),
            ),
            member(
                "{ S[i, j] -> [(j)]; T[i, j, k] -> [(j)] }",
                true,
                MemberKind::Block(Axis::X),
            ),
        ],
        true,
    );
    let inner = Band::new(
        vec![member(
            "{ T[i, j, k] -> [(k)] }",
            false,
            MemberKind::Sequential,
        )],
        false,
    );
    let children = vec![
        Tree::Leaf.below_filter(set("{ S[i, j] }")),
        Tree::Leaf
            .below_band(inner.with_tag("reduction"))
            .below_filter(set("{ T[i, j, k] }")),
    ];
    Tree::Sequence { children }.below_band(outer).below_domain(set(
        "[N, M, K] -> { S[i, j] : 0 <= i < N and 0 <= j < K; T[i, j, k] : 0 <= i < N and 0 <= j < K and 0 <= k < M }",
    ))
}

#[test]
fn a_tree_goes_through_isl_and_comes_back() {
    let tree = sgemm();
    let schedule = tree.to_isl().unwrap();
    assert_eq!(Tree::from_isl(&schedule).unwrap(), tree);
}

#[test]
fn what_isl_has_no_place_for_travels_in_marks() {
    let yaml = sgemm().to_yaml().unwrap();
    assert!(
        yaml.contains("mark: \"tc.band kinds=block.y,block.x\""),
        "{yaml}"
    );
    assert!(yaml.contains("mark: \"tc.band tag=reduction\""), "{yaml}");
}

#[test]
fn a_schedule_that_isl_made_comes_back_as_the_same_text() {
    let text = r#"{ domain: "{ S[i] : 0 <= i <= 9 }", child: { mark: "here", child: { schedule: "[{ S[i] -> [(i)] }]", permutable: 1, coincident: [ 1 ], options: "{ unroll[x] }" } } }"#;
    let schedule = tc_isl::Schedule::parse(&thread_context(), text).unwrap();
    let tree = Tree::from_isl(&schedule).unwrap();
    assert_eq!(
        tree.to_isl().unwrap().to_yaml().unwrap(),
        schedule.to_yaml().unwrap()
    );
    let band = tree.at(&Path(vec![0, 0])).and_then(Tree::as_band).unwrap();
    assert_eq!(
        band.ast_options.as_ref().unwrap().to_string(),
        "{ unroll[0] }"
    );
    assert!(band.permutable && band.members[0].coincident);
}

#[test]
fn a_tree_without_a_domain_is_no_schedule() {
    let error = Tree::Leaf.to_isl().unwrap_err();
    assert_eq!(
        error.message,
        "expected a schedule tree with a domain at its root, found a leaf"
    );
}

#[test]
fn the_prefix_of_a_leaf_holds_all_outer_coordinates() {
    let tree = sgemm();
    let prefix = tree.prefix(&Path(vec![0, 0, 1, 0, 0])).unwrap();
    let expected =
        map("[N, M, K] -> { T[i, j, k] -> [i, j, k] : 0 <= i < N and 0 <= j < K and 0 <= k < M }");
    assert!(
        prefix.relation().unwrap().is_equal(&expected).unwrap(),
        "{}",
        prefix.relation().unwrap()
    );
    assert_eq!(
        prefix.kinds,
        [
            MemberKind::Block(Axis::Y),
            MemberKind::Block(Axis::X),
            MemberKind::Sequential
        ]
    );
    let above = tree.prefix(&Path(vec![0, 0, 1])).unwrap();
    assert_eq!(above.depth(), 2);
    assert!(above.active.is_equal(tree.domain().unwrap()).unwrap());
}

#[test]
fn the_prefixes_of_all_nodes_are_those_of_each() {
    let tree = sgemm();
    let prefixes = tree.prefixes().unwrap();
    assert_eq!(prefixes.len(), tree.walk().len());
    for (path, _) in tree.walk() {
        let (one, all) = (tree.prefix(&path).unwrap(), &prefixes[&path]);
        assert!(one.active.is_equal(&all.active).unwrap(), "{path}");
        assert_eq!(one.kinds, all.kinds, "{path}");
        let same = one.relation().unwrap().is_equal(all.relation().unwrap());
        assert!(same.unwrap(), "{path}");
    }
}

#[test]
fn the_first_coordinates_are_those_of_whole_bands() {
    let tree = sgemm();
    let leaf = tree.prefix(&Path(vec![0, 0, 1, 0, 0])).unwrap();
    let first = |depth| leaf.outer_relation(depth).unwrap().cloned();
    // The split falls inside the outer band.
    assert!(first(1).is_none());
    for (depth, expected) in [
        (0, "{ T[i, j, k] -> [] }"),
        (2, "{ T[i, j, k] -> [i, j] }"),
        (3, "{ T[i, j, k] -> [i, j, k] }"),
    ] {
        let found = first(depth)
            .unwrap()
            .intersect_domain(&leaf.active)
            .unwrap();
        let expected = map(expected).intersect_domain(&leaf.active).unwrap();
        assert!(found.is_equal(&expected).unwrap(), "{depth}: {found}");
    }
}

#[test]
fn an_extension_adds_instances_with_its_coordinates() {
    let copy = Tree::Sequence {
        children: vec![
            Tree::Leaf.below_filter(set("{ C[b, e] }")),
            Tree::Leaf.below_filter(set("{ sync[] }")),
            Tree::Leaf.below_filter(set("{ S[i] }")),
        ],
    };
    let tree = copy
        .below_extension(map("{ [b] -> C[b, e] : b <= e < b + 4; [b] -> sync[] }"))
        .below_band(Band::new(
            vec![Member::new(aff("{ S[i] -> [(4*floor((i)/4))] }"))],
            true,
        ))
        .below_domain(set("{ S[i] : 0 <= i < 8 }"));
    let prefix = tree.prefix(&Path(vec![0, 0, 0])).unwrap();
    let expected = "{ S[i] -> [4*floor(i/4)] : 0 <= i < 8; C[b, e] -> [b] : (b = 0 or b = 4) and b <= e < b + 4; sync[] -> [0]; sync[] -> [4] }";
    assert!(
        prefix.relation().unwrap().is_equal(&map(expected)).unwrap(),
        "{}",
        prefix.relation().unwrap()
    );
    let order = tree.order().unwrap();
    let expected = "{ S[i] -> [4*floor(i/4), 2] : 0 <= i < 8; C[b, e] -> [b, 0] : (b = 0 or b = 4) and b <= e < b + 4; sync[] -> [0, 1]; sync[] -> [4, 1] }";
    assert!(order.is_equal(&map(expected)).unwrap(), "{order}");
}

#[test]
fn instances_below_an_expansion_have_the_coordinates_of_their_group() {
    let contraction = UnionPwMultiAff::parse(&thread_context(), "{ A[i, c] -> G[(i)] }").unwrap();
    let tree = Tree::Expansion {
        contraction,
        expansion: map("{ G[i] -> A[i, c] : 0 <= c < 2 }"),
        child: Box::new(Tree::Leaf),
    };
    let tree = tree
        .below_band(Band::new(vec![Member::new(aff("{ G[i] -> [(i)] }"))], true))
        .below_domain(set("{ G[i] : 0 <= i < 3 }"));
    let prefix = tree.prefix(&Path(vec![0, 0, 0])).unwrap();
    assert!(
        prefix
            .relation()
            .unwrap()
            .is_equal(&map("{ A[i, c] -> [i] : 0 <= i < 3 and 0 <= c < 2 }"))
            .unwrap()
    );
    assert_eq!(Tree::from_isl(&tree.to_isl().unwrap()).unwrap(), tree);
}

#[test]
fn kernels_are_the_children_of_a_sequence_at_the_top() {
    assert_eq!(sgemm().kernels(), [Path(vec![0])]);
    let tree = Tree::Sequence {
        children: vec![
            Tree::Leaf.below_filter(set("{ S[] }")),
            Tree::Leaf.below_filter(set("{ T[] }")),
        ],
    };
    let tree = tree.below_domain(set("{ S[]; T[] }"));
    assert_eq!(tree.kernels(), [Path(vec![0, 0]), Path(vec![0, 1])]);
}

#[test]
fn kernels_below_a_band_of_launches_are_those_of_one_iteration() {
    let band = |kind, schedule| Band::new(vec![member(schedule, false, kind)], false);
    let steps = Tree::Sequence {
        children: vec![
            Tree::Leaf.below_filter(set("{ S[t] }")),
            Tree::Leaf
                .below_band(band(MemberKind::Launch, "{ T[t, k] -> [k] }"))
                .below_filter(set("{ T[t, k] }")),
        ],
    };
    let steps = |kind| {
        let time = band(kind, "{ S[t] -> [t]; T[t, k] -> [t] }");
        let all = set("{ S[t] : 0 <= t < 3; T[t, k] : 0 <= t < 3 and 0 <= k < 2 }");
        steps.clone().below_band(time).below_domain(all)
    };
    let launched = steps(MemberKind::Launch);
    let paths = [Path(vec![0, 0, 0]), Path(vec![0, 0, 1, 0, 0])];
    assert_eq!(launched.kernels(), paths);
    assert_eq!(launched.launches_above(&paths[0]), 1);
    assert_eq!(launched.launches_above(&paths[1]), 2);
    assert_eq!(launched.launches_above(&Path::root()), 0);
    // In a kernel there are no launches.
    assert_eq!(steps(MemberKind::Sequential).kernels(), [Path(vec![0])]);
}

#[test]
fn edits_replace_one_node() {
    let mut tree = sgemm();
    let path = Path(vec![0, 0, 1, 0]);
    assert_eq!(tree.at(&path).unwrap().kind(), "band");
    tree.replace_at(&path, |node| node.below_mark(Mark::new("here")));
    assert_eq!(tree.at(&path).unwrap().kind(), "mark");
    assert_eq!(tree.at(&path.child(0)).unwrap().kind(), "band");
    assert!(tree.at(&Path(vec![0, 5])).is_none());
}

#[test]
fn the_printed_form_has_a_line_for_each_member() {
    let expected = "\
domain [N, M, K] -> { T[i, j, k] : 0 <= i < N and 0 <= j < K and 0 <= k < M; S[i, j] : 0 <= i < N and 0 <= j < K }
  band permutable
    | block.y coincident { T[i, j, k] -> [(i)]; S[i, j] -> [(i)] }
    | block.x coincident { T[i, j, k] -> [(j)]; S[i, j] -> [(j)] }
    sequence
      filter { S[i, j] }
        leaf
      filter { T[i, j, k] }
        band \"reduction\"
          | { T[i, j, k] -> [(k)] }
          leaf
";
    assert_eq!(sgemm().to_string(), expected);
}

// Any tree over the instances of S and T that isl accepts.

fn any_kind() -> impl Strategy<Value = MemberKind> {
    select(MemberKind::all())
}

fn any_text() -> impl Strategy<Value = String> {
    select(vec![
        "tile",
        "a b",
        "tc.band kinds=vector",
        "100%",
        "say \"hi\"",
        "x=1",
        "%41",
        "line\nbreak",
    ])
    .prop_map(str::to_string)
}

fn any_member() -> impl Strategy<Value = Member> {
    let schedules = select(vec![
        "{ S[i, j] -> [(i)]; T[i] -> [(i)] }",
        "[N] -> { S[i, j] -> [(N - j)]; T[i] -> [(0)] }",
        "{ S[i, j] -> [(32*floor((i)/32))]; T[i] -> [(i - 4*floor((i)/4))] }",
    ]);
    (schedules, any::<bool>(), any_kind())
        .prop_map(|(schedule, coincident, kind)| member(schedule, coincident, kind))
}

fn any_band() -> impl Strategy<Value = Band> {
    let members = prop::collection::vec(any_member(), 1..4);
    (
        members,
        any::<bool>(),
        prop::option::of(any_text()),
        any::<bool>(),
        any::<bool>(),
    )
        .prop_map(|(members, permutable, tag, tiled, options)| Band {
            tile_sizes: if tiled {
                (1..=members.len() as i64).map(|size| 8 * size).collect()
            } else {
                Vec::new()
            },
            ast_options: options.then(|| set("{ separate[0] }")),
            unit: permutable.then(|| Unit::of(Element::F16)),
            members,
            permutable,
            tag,
        })
}

fn any_mark() -> impl Strategy<Value = Mark> {
    (
        any_text(),
        prop::collection::btree_map(any_text(), any_text(), 0..3),
    )
        .prop_map(|(name, attributes)| Mark { name, attributes })
}

fn any_subtree() -> impl Strategy<Value = Tree> {
    Just(Tree::Leaf).prop_recursive(5, 24, 2, |subtree| {
        let boxed = subtree.clone().prop_map(Box::new);
        prop_oneof![
            (any_band(), subtree.clone()).prop_map(|(band, child)| child.below_band(band)),
            (any_mark(), subtree.clone()).prop_map(|(mark, child)| child.below_mark(mark)),
            boxed.clone().prop_map(|child| Tree::Context {
                context: params("[N] -> { : N >= 1 }"),
                child
            }),
            (any_text(), subtree.clone()).prop_map(|(counter, child)| child.below_last(Last {
                counter,
                across: vec![Axis::X, Axis::Z],
            })),
            boxed.prop_map(|child| Tree::Guard {
                guard: params("[N] -> { : N >= 2 }"),
                child
            }),
            // isl joins a filter directly below a filter with it, so there is a mark between.
            subtree.clone().prop_map(|child| {
                child
                    .below_filter(set("{ S[i, j] : i >= 1; T[i] }"))
                    .below_mark(Mark::new("part"))
            }),
            (subtree.clone(), subtree.clone(), any::<bool>()).prop_map(
                |(first, second, ordered)| {
                    let children = vec![
                        first.below_filter(set("{ S[i, j] }")),
                        second.below_filter(set("{ T[i] }")),
                    ];
                    if ordered {
                        Tree::Sequence { children }
                    } else {
                        Tree::Set { children }
                    }
                }
            ),
        ]
    })
}

fn params(text: &str) -> Set {
    let context: Context = thread_context();
    Set::parse(&context, text).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn isl_gives_back_every_tree(subtree in any_subtree()) {
        let tree = subtree.below_domain(set("[N] -> { S[i, j] : 0 <= i, j < N; T[i] : 0 <= i < N }"));
        let schedule = tree.to_isl().unwrap();
        prop_assert_eq!(&Tree::from_isl(&schedule).unwrap(), &tree);
        // The text gives the same tree.
        let text = tree.to_yaml().unwrap();
        let read = tc_isl::Schedule::parse(schedule.context(), &text).unwrap();
        prop_assert_eq!(&Tree::from_isl(&read).unwrap(), &tree);
    }
}
