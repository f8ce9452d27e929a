//! The barriers of random sequences against all choices of barriers, judged by a list of what the
//! threads of two warps access.

use std::collections::{BTreeMap, BTreeSet};

use tc_dialects::schedule::tree::{Axis, Band, MemberKind, Tree};

use super::sync::{Launch, Touched, VisibleAccesses, sync};
use tc_scop::barriers::Level;
use tc_testing::trees::{filtered, map, member, set};

const ROWS: usize = 2;
const LANES: usize = 32;

/// An access of a statement on thread (x, y) to an array.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Access {
    array: usize,
    /// Lane 31 - x.
    reversed: bool,
    /// Row 1 - y, of the other warp.
    other_row: bool,
    writes: bool,
}

impl Access {
    fn element(&self, (y, x): (usize, usize)) -> (usize, usize, usize) {
        let x = if self.reversed { LANES - 1 - x } else { x };
        let y = if self.other_row { ROWS - 1 - y } else { y };
        (self.array, y, x)
    }

    fn text(&self, statement: usize) -> String {
        let (x, y) = (
            if self.reversed { "31 - x" } else { "x" },
            if self.other_row { "1 - y" } else { "y" },
        );
        format!("S{statement}[t, y, x] -> X{}[{y}, {x}]", self.array)
    }
}

/// Statements in a sequence, in a loop of so many iterations.
#[derive(Debug)]
struct Program {
    iterations: usize,
    statements: Vec<Vec<Access>>,
}

type Gaps = BTreeMap<usize, Level>;

impl Program {
    /// A statement stores its thread's element of one array, and loads from others.
    fn random(mut draw: impl FnMut(usize) -> usize) -> Program {
        let iterations = 1 + 2 * draw(2);
        let statements = (0..2 + draw(4)).map(|_| {
            let store = Access {
                array: draw(4),
                reversed: false,
                other_row: false,
                writes: true,
            };
            let mut accesses = vec![store];
            for _ in 0..draw(3) {
                accesses.push(Access {
                    array: (store.array + 1 + draw(3)) % 4,
                    reversed: draw(2) == 1,
                    other_row: draw(4) == 0,
                    writes: false,
                });
            }
            accesses
        });
        Program {
            iterations,
            statements: statements.collect(),
        }
    }

    /// The barrier that two statements need between them, found thread by thread.
    fn level(&self, one: usize, other: usize) -> Option<Level> {
        let threads = || (0..ROWS).flat_map(|y| (0..LANES).map(move |x| (y, x)));
        let mut owners: BTreeMap<(usize, usize, usize), Vec<((usize, usize), bool)>> =
            BTreeMap::new();
        for access in &self.statements[other] {
            for thread in threads() {
                let element = access.element(thread);
                owners
                    .entry(element)
                    .or_default()
                    .push((thread, access.writes));
            }
        }
        let mut level = None;
        for access in &self.statements[one] {
            for thread in threads() {
                let met = owners.get(&access.element(thread)).into_iter().flatten();
                for (its, _) in met.filter(|(_, writes)| *writes || access.writes) {
                    let needed = match (*its == thread, its.0 == thread.0) {
                        (true, _) => None,
                        (_, true) => Some(Level::Warp),
                        _ => Some(Level::Block),
                    };
                    level = level.max(needed);
                }
            }
        }
        level
    }

    /// Whether barriers before these statements, or at the end, separate all that runs.
    fn is_legal(&self, levels: &[Vec<Option<Level>>], gaps: &Gaps) -> bool {
        let count = self.statements.len();
        let total = self.iterations * count;
        // Before the execution of this number.
        let before = |number: usize| {
            let own = gaps.get(&(number % count)).copied();
            match number % count {
                0 => own.max(gaps.get(&count).copied()),
                _ => own,
            }
        };
        (0..total).all(|first| {
            let mut passed = None;
            (first + 1..total).all(|second| {
                passed = passed.max(before(second));
                levels[first % count][second % count] <= passed
            })
        })
    }

    fn tree(&self) -> Tree {
        let all = |write: &dyn Fn(usize) -> String| {
            let texts: Vec<String> = (0..self.statements.len()).map(write).collect();
            format!("{{ {} }}", texts.join("; "))
        };
        let child = |statement: usize| {
            let on = |index: &str, axis| {
                let mut member =
                    member(&format!("{{ S{statement}[t, y, x] -> [({index})] }}"), true);
                member.kind = MemberKind::Thread(axis);
                member
            };
            let band = Band::new(vec![on("y", Axis::Y), on("x", Axis::X)], true);
            filtered(
                &format!("{{ S{statement}[t, y, x] }}"),
                Tree::Leaf.below_band(band),
            )
        };
        let time = all(&|statement| format!("S{statement}[t, y, x] -> [(t)]"));
        let domain = all(&|statement| {
            let last = self.iterations - 1;
            format!("S{statement}[t, y, x] : 0 <= t <= {last} and 0 <= y <= 1 and 0 <= x <= 31")
        });
        Tree::Sequence {
            children: (0..self.statements.len()).map(child).collect(),
        }
        .below_band(Band::new(vec![member(&time, false)], false))
        .below_domain(set(&domain))
    }

    fn accesses(&self) -> VisibleAccesses {
        let of = |writes: bool| {
            let statements = self.statements.iter().enumerate();
            let texts = statements.flat_map(|(number, accesses)| {
                let own = accesses
                    .iter()
                    .filter(move |access| access.writes == writes);
                own.map(move |access| access.text(number))
            });
            map(&format!("{{ {} }}", texts.collect::<Vec<_>>().join("; ")))
        };
        let none = Touched {
            reads: map("{ }"),
            writes: map("{ }"),
        };
        VisibleAccesses {
            global: Touched {
                reads: of(false),
                writes: of(true),
            },
            shared: none,
            atomic: BTreeSet::new(),
        }
    }

    /// Where `schedule-sync` puts barriers.
    fn synchronized(&self) -> Gaps {
        let launch = Launch {
            grid: [1; 3],
            block: Some([LANES as i64, ROWS as i64, 1]),
            lanes: LANES as i64,
        };
        let result = sync(self.tree(), &self.accesses(), launch, &BTreeSet::new()).unwrap();
        let levels: BTreeMap<String, Level> = result.barriers.into_iter().collect();
        let nodes = result.tree.walk();
        let sequences = nodes
            .iter()
            .filter(|(_, node)| matches!(node, Tree::Sequence { .. }));
        let sequences: Vec<&Tree> = sequences.map(|(_, node)| *node).collect();
        assert_eq!(sequences.len(), 1, "{}", result.tree);
        let mut gaps = Gaps::new();
        let mut before = 0;
        for child in sequences[0].children() {
            let Tree::Filter { filter, .. } = child else {
                panic!("{child}")
            };
            let name = filter.sets().unwrap()[0].name().unwrap();
            match levels.get(&name) {
                Some(level) => assert_eq!(gaps.insert(before, *level), None, "{child}"),
                None => before += 1,
            }
        }
        assert_eq!(gaps.len(), levels.len());
        gaps
    }
}

/// The barriers of the block, and those of warps.
fn cost(gaps: &Gaps) -> (usize, usize) {
    let of = |wanted| gaps.values().filter(|level| **level == wanted).count();
    (of(Level::Block), of(Level::Warp))
}

fn all_choices(count: usize) -> Vec<Gaps> {
    (1..=count).fold(vec![Gaps::new()], |choices, gap| {
        let with = |level: Option<Level>| {
            let choices = choices.iter().cloned();
            choices.map(move |mut gaps| {
                gaps.extend(level.map(|level| (gap, level)));
                gaps
            })
        };
        let levels = [None, Some(Level::Warp), Some(Level::Block)];
        levels.into_iter().flat_map(with).collect()
    })
}

#[test]
fn no_choice_of_barriers_is_cheaper() {
    let mut state = 20_261_123_u64;
    let mut draw = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut costs = BTreeMap::new();
    for _ in 0..500 {
        let program = Program::random(&mut draw);
        let count = program.statements.len();
        let levels: Vec<Vec<Option<Level>>> = (0..count)
            .map(|one| (0..count).map(|other| program.level(one, other)).collect())
            .collect();
        let found = program.synchronized();
        assert!(program.is_legal(&levels, &found), "{program:?}: {found:?}");
        let legal = all_choices(count).into_iter();
        let legal = legal.filter(|gaps| program.is_legal(&levels, gaps));
        let least = legal.map(|gaps| cost(&gaps)).min().unwrap();
        assert_eq!(cost(&found), least, "{program:?}: {found:?}");
        for (gap, level) in &found {
            let mut fewer = found.clone();
            fewer.remove(gap);
            assert!(!program.is_legal(&levels, &fewer), "{program:?}: {fewer:?}");
            if *level == Level::Block {
                fewer.insert(*gap, Level::Warp);
                assert!(!program.is_legal(&levels, &fewer), "{program:?}: {fewer:?}");
            }
        }
        *costs.entry(least).or_insert(0) += 1;
    }
    // Programs without barriers, with barriers of one kind, and with both.
    for kind in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        assert!(costs.contains_key(&kind), "{costs:?}");
    }
}
