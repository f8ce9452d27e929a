use super::{genetic, *};
use crate::{
    machine::Machine,
    problem::{Description, Problem},
    space::Space,
};
use rand::SeedableRng;
use std::collections::BTreeSet;

fn problem(machine: Machine) -> Problem {
    Problem {
        file: "mm.tc".to_owned(),
        text: "def mm(float(M,K) A, float(K,N) B) -> (C) { C(i,j) +=! A(i,k) * B(k,j) }".to_owned(),
        entry: None,
        sizes: [("M", 100), ("K", 48), ("N", 64)]
            .map(|(name, value)| (name.to_owned(), value))
            .to_vec(),
        inputs: Vec::new(),
        machine,
        description: None,
        threads: 1,
    }
}

fn description(machine: Machine) -> Description {
    problem(machine).describe().unwrap()
}

pub(super) fn space(machine: Machine) -> Space {
    Space::of(machine, &description(machine))
}

/// What the tests search for: far from the defaults, each gene by itself, like a bowl. The last
/// gene keeps its default.
fn bowl(candidate: &Candidate) -> f64 {
    let due = |at: usize| if at.is_multiple_of(2) { 2 } else { 1 };
    let genes = candidate.0.iter().enumerate().rev().skip(1);
    1.0 + genes
        .map(|(at, value)| value.abs_diff(due(at)) as f64)
        .sum::<f64>()
}

/// The least cost of so many trials.
fn least(kind: Kind, seed: u64, trials: usize) -> f64 {
    let space = space(Machine::Cpu);
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    let mut search = kind.begin();
    let mut least = f64::INFINITY;
    for _ in 0..trials {
        let candidate = search.ask(&space, &mut dice);
        let cost = bowl(&candidate);
        search.tell(&space, &candidate, Some(cost));
        least = least.min(cost);
    }
    least
}

fn mean(kind: Kind, trials: usize) -> f64 {
    (1..=5).map(|seed| least(kind, seed, trials)).sum::<f64>() / 5.0
}

#[test]
fn a_search_finds_more_than_chance() {
    assert!(mean(Kind::Genetic, 800) < mean(Kind::Random, 800));
    assert!(mean(Kind::Model, 100) < 0.9 * mean(Kind::Random, 100));
}

#[test]
fn the_same_seed_asks_for_the_same_candidates() {
    let space = space(Machine::Gpu);
    for kind in [Kind::Model, Kind::Genetic, Kind::Random] {
        let asked = |seed| -> Vec<Candidate> {
            let mut dice = ChaCha8Rng::seed_from_u64(seed);
            let mut search = kind.begin();
            let next = |_| {
                let candidate = search.ask(&space, &mut dice);
                let fails = candidate.0.iter().sum::<usize>().is_multiple_of(3);
                let cost = (!fails).then(|| bowl(&candidate));
                search.tell(&space, &candidate, cost);
                candidate
            };
            (0..130).map(next).collect()
        };
        assert_eq!(asked(1), asked(1), "{}", kind.word());
        assert_ne!(asked(1), asked(2), "{}", kind.word());
    }
}

/// What everyone agrees on is what children have, but for mutations. Claim H3: generations of 100,
/// as in the paper; how many there are follows from the budget of the search.
#[test]
fn children_have_the_genes_of_their_parents() {
    let space = space(Machine::Cpu);
    let mut dice = ChaCha8Rng::seed_from_u64(7);
    let mut search = genetic::Genetic::default();
    let unroll = space
        .genes
        .iter()
        .position(|one| one.name == "unroll")
        .unwrap();
    for _ in 0..genetic::POPULATION {
        let mut candidate = search.ask(&space, &mut dice);
        candidate.0[unroll] = 3;
        search.tell(&space, &candidate, Some(bowl(&candidate)));
    }
    let children = (0..genetic::POPULATION - genetic::ELITES).map(|_| {
        let child = search.ask(&space, &mut dice);
        child.0[unroll]
    });
    let kept = children.filter(|value| *value == 3).count();
    assert_eq!((genetic::POPULATION, genetic::ELITES), (100, 10));
    // Each gene is drawn anew by a chance of 7 %, and six of seven draws are another value.
    assert!((78..90).contains(&kept), "{kept}");
}

#[test]
fn generations_begin_again_where_all_fail() {
    let space = space(Machine::Cpu);
    let mut dice = ChaCha8Rng::seed_from_u64(7);
    let mut search = genetic::Genetic::default();
    let mut seen = BTreeSet::new();
    for _ in 0..3 * genetic::POPULATION {
        let candidate = search.ask(&space, &mut dice);
        search.tell(&space, &candidate, None);
        seen.insert(candidate);
    }
    assert!(seen.len() > 250, "{}", seen.len());
}

mod spaces {
    use super::*;
    use crate::{
        model::prior,
        options::{Options, mapping},
        presets,
    };
    use tc_pipelines::mapping::OPTIONS;

    fn values(space: &Space, name: &str) -> Vec<String> {
        let found = space.genes.iter().find(|one| one.name == name);
        found.map(|one| one.values.clone()).unwrap_or_default()
    }

    /// Claim G20: in the space of a loop over 130 are 128 and 65.
    #[test]
    fn sizes_are_powers_of_two_and_whole_parts_of_the_extents() {
        let problem = Problem {
            sizes: [("M", 130), ("K", 48), ("N", 64)]
                .map(|(name, value)| (name.to_owned(), value))
                .to_vec(),
            ..problem(Machine::Gpu)
        };
        let wide = Space::of(Machine::Gpu, &problem.describe().unwrap());
        for name in ["tile.1", "block.1"] {
            let found = values(&wide, name);
            assert!(
                ["64", "65", "128"]
                    .iter()
                    .all(|one| found.contains(&(*one).to_owned())),
                "{name}: {found:?}"
            );
            assert!(!found.contains(&"66".to_owned()), "{name}: {found:?}");
        }
        let space = space(Machine::Cpu);
        assert_eq!(values(&space, "tile"), ["auto", "none", "1", "2", "3"]);
        let due = "0 1 2 4 7 8 13 16 25 32 50 64 100 128";
        assert_eq!(values(&space, "tile.1").join(" "), due);
        assert_eq!(
            values(&space, "tile.3").join(" "),
            "0 1 2 3 4 6 8 12 16 24 32 48 64"
        );
        assert!(values(&space, "block").is_empty());
    }

    /// Claims F28, G21, G22, G23: how statements are fused, the shape of the schedule, what goes to
    /// shared memory and registers, and how much is unrolled are a few values each.
    #[test]
    fn words_and_switches_are_genes() {
        let space = space(Machine::Gpu);
        let fusion = "rows parallel preserve3 max min";
        assert_eq!(values(&space, "fusion").join(" "), fusion);
        assert_eq!(values(&space, "intra_fusion"), ["same", "max", "min"]);
        for name in ["shared", "private", "vector", "unroll_tile"] {
            assert_eq!(values(&space, name), ["true", "false"], "{name}");
        }
        let mut unroll: Vec<u32> = values(&space, "unroll")
            .iter()
            .map(|one| one.parse().unwrap())
            .collect();
        unroll.sort_unstable();
        assert_eq!(unroll, (0..=12).map(|power| 1 << power).collect::<Vec<_>>());
        let reductions = ["64", "0", "16", "256"];
        assert_eq!(values(&space, "reductions"), reductions);
        let cpu = self::space(Machine::Cpu);
        assert_eq!(values(&cpu, "fusion").join(" "), fusion);
        assert_eq!(values(&cpu, "skewing"), ["false", "true"]);
    }

    /// The first value of each gene is the default, and each other one reaches the compiler, unless
    /// its row in the table of mapping options says that it changes nothing there.
    #[test]
    fn the_default_stands_first_and_each_value_reaches_the_candidate() {
        let genes_of = |machine: Machine| {
            let description = Description {
                inert: Vec::new(),
                ..description(machine)
            };
            let space = Space::of(machine, &description);
            let defaults = machine.defaults();
            let words = space.genes.iter().enumerate();
            let words = words.filter(|(_, gene)| !gene.name.contains('.'));
            let mut searched = Vec::new();
            for (at, gene) in words {
                let option = OPTIONS.iter().find(|one| one.name == gene.name).unwrap();
                let first = Options::from([(gene.name.clone(), gene.values[0].clone())]);
                assert_eq!(mapping(machine, &first).unwrap(), defaults, "{first:?}");
                for value in 1..gene.values.len() {
                    let mut candidate = space.defaults();
                    candidate.0[at] = value;
                    let given = mapping(machine, &space.options(&candidate)).unwrap();
                    assert_ne!(given, defaults, "{} {}", gene.name, gene.values[value]);
                    let changes = !(option.idle)(&given, machine == Machine::Gpu);
                    assert_eq!(space.normal(candidate.clone()) == candidate, changes);
                }
                if gene.values.len() > 1 {
                    searched.push(gene.name.clone());
                }
            }
            searched.join(" ")
        };
        assert_eq!(
            genes_of(Machine::Gpu),
            "tile block launches time_tile fold unroll unroll_copies unroll_tile fusion skewing \
             intra_fusion shared vector stages pad swizzle private reductions \
             last_block units atomics invariants"
        );
        assert_eq!(
            genes_of(Machine::Cpu),
            "tile time_tile fold unroll fusion skewing intra_fusion vector private invariants"
        );
    }

    #[test]
    fn candidates_and_options_stand_for_each_other() {
        let mut space = space(Machine::Gpu);
        let mut dice = ChaCha8Rng::seed_from_u64(3);
        for _ in 0..500 {
            let candidate = space.random(&mut dice);
            let options = space.options(&candidate);
            assert_eq!(space.admit(&options), Some(candidate), "{options:?}");
        }
        for options in presets::starts(Machine::Gpu) {
            let candidate = space.admit(&options).unwrap();
            assert_eq!(space.options(&candidate), options);
        }
        let unknown = Options::from([("warps".to_owned(), "3".to_owned())]);
        assert_eq!(space.admit(&unknown), None);
        let long = Options::from([("tile".to_owned(), "1,2,3,4,5,6,7".to_owned())]);
        assert_eq!(space.admit(&long), None);
    }

    #[test]
    fn what_has_no_effect_is_no_candidate_of_its_own() {
        let mut space = space(Machine::Gpu);
        let of = |pairs: &[(&str, &str)]| -> Options {
            let pairs = pairs.iter();
            pairs
                .map(|(n, v)| ((*n).to_owned(), (*v).to_owned()))
                .collect()
        };
        // A block is for tiles, and loops with tiles are not split.
        assert_eq!(
            space.admit(&of(&[("block", "8,8")])),
            Some(space.defaults())
        );
        let tiled = space.admit(&of(&[("tile", "8,8")]));
        assert_eq!(
            space.admit(&of(&[("tile", "8,8"), ("reductions", "0")])),
            tiled
        );
        // Statements share loops inside of tiles as around them, and only tiles have an inside.
        let same = of(&[("tile", "8,8"), ("fusion", "min"), ("intra_fusion", "min")]);
        let outside = of(&[("tile", "8,8"), ("fusion", "min")]);
        assert_eq!(space.admit(&same), space.admit(&outside));
        let inside = |tile: &str| of(&[("tile", tile), ("intra_fusion", "min")]);
        assert_ne!(space.admit(&inside("8,8")), tiled);
        assert_ne!(space.admit(&inside("auto")), Some(space.defaults()));
        assert_eq!(
            space.admit(&inside("none")),
            space.admit(&of(&[("tile", "none")]))
        );
        let mut cpu = self::space(Machine::Cpu);
        assert_eq!(cpu.admit(&inside("auto")), Some(cpu.defaults()));
        assert_ne!(cpu.admit(&inside("8")), cpu.admit(&of(&[("tile", "8")])));
    }

    /// The names of the genes that some of many random candidates differ in.
    fn varied(machine: Machine, text: &str, sizes: &[(&str, i64)]) -> BTreeSet<String> {
        let problem = Problem {
            text: text.to_owned(),
            sizes: sizes.iter().map(|(n, v)| ((*n).to_owned(), *v)).collect(),
            ..problem(machine)
        };
        let space = Space::of(machine, &problem.describe().unwrap());
        let mut dice = ChaCha8Rng::seed_from_u64(3);
        let drawn: Vec<Candidate> = (0..200).map(|_| space.random(&mut dice)).collect();
        let genes = space.genes.iter().enumerate();
        let varied = genes.filter(|(at, _)| drawn.iter().any(|one| one.0[*at] > 0));
        varied.map(|(_, gene)| gene.name.clone()).collect()
    }

    #[test]
    fn options_without_an_effect_on_the_program_keep_their_defaults() {
        let copy = varied(
            Machine::Cpu,
            "def f(float(N,M) A) -> (B) { B(j,i) = A(i,j) }",
            &[("N", 64), ("M", 64)],
        );
        let both = ["fusion", "intra_fusion", "skewing", "time_tile"].map(str::to_owned);
        assert!(both.iter().all(|name| !copy.contains(name)), "{copy:?}");
        assert!(copy.contains("unroll") && copy.contains("tile"), "{copy:?}");
        let sums = varied(
            Machine::Cpu,
            "def f(float(N,M) A) -> (B) { B(i) +=! A(i,j) }",
            &[("N", 64), ("M", 64)],
        );
        assert!(
            ["fusion", "intra_fusion", "skewing"].map(|name| sums.contains(name)) == [true; 3],
            "{sums:?}"
        );
        assert!(!sums.contains("time_tile"), "{sums:?}");
        let steps = varied(
            Machine::Cpu,
            include_str!("../../../kernels/loops/jacobi_1d.tc"),
            &[("T", 8), ("N", 64)],
        );
        assert!(steps.contains("time_tile"), "{steps:?}");
        // Temporaries with slices of a loop, and updates at computed places.
        let of_gpu = |text: &str, sizes: &[(&str, i64)]| {
            let varied = varied(Machine::Gpu, text, sizes);
            ["fold", "atomics"].map(|name| varied.contains(name))
        };
        let waves = include_str!("../../../kernels/loops/wave_last.tc");
        let size = |name| (name, 32);
        assert_eq!(of_gpu(waves, &["T", "N", "M"].map(size)), [true, false]);
        let histogram = include_str!("../../../kernels/loops/histogram.tc");
        assert_eq!(of_gpu(histogram, &["N", "K"].map(size)), [false, true]);
    }

    #[test]
    fn limits_of_the_machine_leave_candidates_out() {
        let mut space = space(Machine::Gpu);
        let mut why = |tile: &str, block: &str| {
            let options = [("tile", tile), ("block", block)];
            let options = options.map(|(n, v)| (n.to_owned(), v.to_owned()));
            let candidate = space.admit(&Options::from(options)).unwrap();
            space.excluded(&candidate)
        };
        assert_eq!(why("32,32", "8,32"), None);
        let many = "the block has more threads than the machine allows";
        assert_eq!(why("64,64", "64,64"), Some(many));
        assert_eq!(why("64,64", "128,1,1"), Some(many));
        let few = "the block has fewer threads than a warp";
        assert_eq!(why("64,64", "1,8"), Some(few));
        let registers = "a thread would need more registers than it has";
        assert_eq!(why("100,64", "1,32"), Some(registers));
        assert_eq!(
            why("128,128", "8,32"),
            Some("every tile is larger than its loop")
        );
    }

    #[test]
    fn the_prior_prefers_what_fits_the_machine() {
        for machine in [Machine::Cpu, Machine::Gpu] {
            let mut space = space(machine);
            let mut of = |name: &str, value: &str| {
                let options = Options::from([(name.to_owned(), value.to_owned())]);
                let candidate = space.admit(&options).unwrap();
                prior(&space, &candidate)
            };
            let defaults = of("unroll", "2");
            assert!(of("private", "false") > 1.5 * defaults);
            assert!(of("tile", "1,1,1") > 1.5 * defaults);
        }
    }
}
