//! One test: a program, a call of it and the mapping options of each target; and its form for a
//! worker.

use super::analysis;
use super::ast::{Contents, Def, Dim, Program, Statement};
use super::generate;
use super::pick::Pick;
use super::sequence;
use serde::{Deserialize, Serialize};
use tc_pipelines::mapping::{Auto, Fusion, Inside, Launches, MappingOptions, Tile};

/// All tests.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tests {
    pub emulate: bool,
    /// On integers that wrap in place of floating values.
    pub algebra: bool,
    /// With every fusion strategy.
    pub any_fusion: bool,
    /// Only programs with loops, dependent ranges, scatter or pairs.
    pub sequential: bool,
}

/// A program to compile, run and compare.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    pub program: Program,
    pub cpu: MappingOptions,
    /// Run it in the emulator too, with these options.
    pub gpu: Option<MappingOptions>,
    /// On integers that wrap in place of floating values.
    pub algebra: bool,
    /// Compile it with its sizes left open, too.
    pub open: bool,
    /// The seed of the inputs' contents.
    pub seed: u64,
}

/// What a worker needs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    pub text: String,
    pub sizes: Vec<(String, i64)>,
    /// `NAME=SOURCE` of `tc-run --input`
    pub inputs: Vec<String>,
    pub cpu: MappingOptions,
    pub gpu: Option<MappingOptions>,
    /// As with `tc-run --algebra`; results must be equal.
    #[serde(default)]
    pub algebra: bool,
    /// Sizes to leave open, in a second compilation and at other values of them.
    #[serde(default)]
    pub open: Vec<String>,
    pub outputs: Vec<Output>,
}

/// The expected shape and error of an output.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Output {
    pub name: String,
    pub shape: Vec<usize>,
    /// The largest absolute difference of a floating value to the reference evaluator.
    pub error: f64,
}

/// How many programs in a hundred have loops, dependent ranges, scatter or pairs.
const SEQUENTIAL: usize = 35;

/// One program in so many is compiled with its sizes left open, too.
const OPEN: u64 = 6;

/// Makes a test from choices.
pub fn test(pick: &mut Pick, tests: Tests) -> Test {
    let sequential = tests.sequential || pick.chance(SEQUENTIAL);
    let program = if sequential {
        sequence::program(pick)
    } else {
        generate::program(pick)
    };
    let mut writes = false;
    for statement in program.defs.iter().flat_map(|def| &def.statements) {
        statement.walk(&mut |one| {
            writes |=
                matches!(one, Statement::Write(it) if it.is_scatter() || it.targets.len() > 1);
        });
    }
    let mut test = Test {
        program,
        cpu: cpu_options(pick, tests.any_fusion),
        gpu: tests.emulate.then(|| gpu_options(pick, tests.any_fusion)),
        // The algebra has neither places nor pairs.
        algebra: tests.algebra && !writes,
        open: false,
        seed: pick.seed(),
    };
    // As with launches below.
    test.open = test.seed.is_multiple_of(OPEN);
    if let Some(gpu) = &mut test.gpu {
        // Loops of generated programs are short, so that few gain from launches. The draw is that
        // of the inputs: an older sequence of programs stays what it was.
        gpu.launches = match test.seed % 4 {
            0 => Launches::Auto,
            1 => Launches::Never,
            _ => Launches::Always,
        };
    }
    let any_fusion = tests.any_fusion;
    for options in [Some(&mut test.cpu), test.gpu.as_mut()]
        .into_iter()
        .flatten()
    {
        schedule_inside(options, test.seed / 32, any_fusion);
    }
    test
}

/// Options of their own for the loops inside of tiles, in one program of two. As with launches, the
/// draw is that of the inputs.
fn schedule_inside(options: &mut MappingOptions, draw: u64, any_fusion: bool) {
    let fusion = match (draw % 8, any_fusion) {
        (0 | 1, _) => Fusion::Min,
        (2, _) => Fusion::Rows,
        (3, true) => Fusion::Max,
        (3, false) => Fusion::Parallel,
        _ => return,
    };
    options.intra_fusion = Inside::Other(fusion);
    let either = |number: u64| match number % 3 {
        0 => Inside::Other(true),
        1 => Inside::Other(false),
        _ => Inside::SAME,
    };
    options.intra_skewing = either(draw / 8);
    options.intra_nonnegative = either(draw / 24);
}

const TILES: [u64; 10] = [1, 2, 3, 4, 5, 7, 8, 16, 32, 64];

fn list(pick: &mut Pick, most: usize, from: &[u64]) -> Vec<u64> {
    (0..pick.below(most + 1)).map(|_| *pick.one(from)).collect()
}

/// A search for common loops can take isl minutes, so the strategies with such a search are left to
/// `--fusion`.
fn fusion(pick: &mut Pick, any: bool) -> Fusion {
    if any {
        *pick.weighted(&[
            (20, Fusion::Min),
            (20, Fusion::Parallel),
            (20, Fusion::Rows),
            (20, Fusion::Preserve3),
            (20, Fusion::Max),
        ])
    } else {
        *pick.weighted(&[
            (30, Fusion::Min),
            (35, Fusion::Parallel),
            (35, Fusion::Rows),
        ])
    }
}

fn cpu_options(pick: &mut Pick, any_fusion: bool) -> MappingOptions {
    MappingOptions {
        tile: Tile::Sizes(list(pick, 4, &TILES)),
        fusion: fusion(pick, any_fusion),
        private: pick.chance(70),
        unroll: pick.within(1, 8) as u64,
        time_tile: time_tile(pick),
        ..MappingOptions::cpu()
    }
}

/// Tiles in time: the arrays are too small for the model to want any.
fn time_tile(pick: &mut Pick) -> Tile {
    if pick.chance(50) {
        return Tile::Derived(Auto::Auto);
    }
    let mut sizes = vec![*pick.one(&[1, 2, 3, 5]), *pick.one(&[2, 3, 5, 8])];
    sizes.extend(list(pick, 2, &[0, 2, 4, 7]));
    Tile::Sizes(sizes)
}

fn gpu_options(pick: &mut Pick, any_fusion: bool) -> MappingOptions {
    let mut block = list(pick, 3, &[1, 2, 3, 4, 5, 8, 16, 32]);
    while block.iter().product::<u64>() > 256 {
        block.pop();
    }
    let tile = match list(pick, 4, &TILES) {
        // One program in ten of these runs without tiles.
        sizes if sizes.is_empty() && pick.chance(90) => Tile::Derived(Auto::Auto),
        sizes => Tile::Sizes(sizes),
    };
    MappingOptions {
        tile,
        block,
        grid: list(pick, 3, &[1, 2, 3, 4, 7, 16]),
        shared: pick.chance(60),
        private: pick.chance(70),
        vector: pick.chance(70),
        unroll: if pick.chance(30) {
            MappingOptions::gpu().unroll
        } else {
            pick.within(1, 8) as u64
        },
        fusion: fusion(pick, any_fusion),
        // Sums of generated programs are short.
        reductions: *pick.one(&[0, 2, 2, 5]),
        ..MappingOptions::gpu()
    }
}

impl Test {
    /// What a worker needs; `None` if the generator could not have made the program.
    pub fn case(&self) -> Option<Case> {
        let whole = |def: &Def| !def.statements.is_empty() && !def.returns.is_empty();
        if !self.program.defs.iter().all(whole) {
            return None;
        }
        let expected = analysis::expected(&self.program)?;
        let entry = self.program.defs.last()?;
        let declared = entry
            .returns
            .iter()
            .filter(|returned| analysis::is_in_out(entry, &returned.name));
        let mut inputs = Vec::new();
        let mut dims: Vec<&Dim> = Vec::new();
        let valued = |name: &str| self.program.sizes.iter().any(|(size, _)| size == name);
        for param in &entry.params {
            if !valued(&param.name) {
                inputs.push(self.source(&param.name, param.contents));
            }
            dims.extend(&param.dims);
        }
        for returned in declared {
            inputs.push(self.source(&returned.name, returned.contents));
            dims.extend(returned.annotation.iter().flat_map(|(_, dims)| dims));
        }
        let named = |size: &str| {
            let mut dims = dims.iter();
            entry.params.iter().any(|param| param.name == size)
                || dims.any(|dim| matches!(dim, Dim::Size(name) if name == size))
        };
        let sizes = self
            .program
            .sizes
            .iter()
            .filter(|(name, _)| named(name))
            .cloned();
        let is_extent = |size: &String| {
            let mut dims = dims.iter();
            self.open && dims.any(|dim| matches!(dim, Dim::Size(name) if name == size))
        };
        let named = sizes.clone().map(|(name, _)| name);
        let open = named.filter(is_extent).collect();
        let outputs = expected.into_iter().map(|one| Output {
            name: one.name,
            shape: one.shape,
            error: one.error,
        });
        Some(Case {
            text: self.program.to_string(),
            sizes: sizes.collect(),
            inputs,
            cpu: self.cpu.clone(),
            gpu: self.gpu.clone(),
            algebra: self.algebra,
            open,
            outputs: outputs.collect(),
        })
    }

    fn source(&self, name: &str, contents: Contents) -> String {
        let kind = match contents {
            Contents::Quarters => "quarters",
            Contents::Edges => "edges",
            Contents::Random => "random",
        };
        format!("{name}={kind}:{}", self.seed)
    }
}

impl Case {
    /// Other values of the sizes that are left open. The allowed differences are those of the
    /// program's own sizes, so that floating results are compared at smaller ones.
    pub fn other_sizes(&self) -> Vec<Vec<(String, i64)>> {
        let changed = |by: i64| -> Vec<(String, i64)> {
            let sizes = self.sizes.iter();
            let change = |name: &String, value: i64| match (self.open.contains(name), self.algebra)
            {
                (false, _) => value,
                (true, true) => value + by,
                (true, false) => (value - by).max(value.min(1)),
            };
            sizes
                .map(|(name, value)| (name.clone(), change(name, *value)))
                .collect()
        };
        if self.open.is_empty() {
            Vec::new()
        } else {
            vec![changed(1), changed(3)]
        }
    }

    /// The command that runs this case on one target, with the program in `file`.
    pub fn command(&self, file: &str, emulator: bool) -> String {
        let mut words = vec![format!("tc-run {file} --entry f --check")];
        words.extend(self.algebra.then(|| "--algebra".to_owned()));
        words.extend(
            self.sizes
                .iter()
                .map(|(name, value)| format!("--size {name}={value}")),
        );
        words.extend(self.inputs.iter().map(|input| format!("--input {input}")));
        words.extend(self.open.iter().map(|size| format!("--open {size}")));
        let (options, defaults) = match (&self.gpu, emulator) {
            (Some(gpu), true) => {
                words.push("--target emulator".to_owned());
                (gpu, MappingOptions::gpu())
            }
            _ => (&self.cpu, MappingOptions::cpu()),
        };
        for (name, value) in differences(options, &defaults) {
            words.push(format!("--option {name}={value}"));
        }
        words.join(" ")
    }
}

/// The options other than the defaults, as on a command line.
fn differences(options: &MappingOptions, defaults: &MappingOptions) -> Vec<(String, String)> {
    let object = |options: &MappingOptions| match serde_json::to_value(options) {
        Ok(serde_json::Value::Object(object)) => object,
        _ => serde_json::Map::new(),
    };
    let defaults = object(defaults);
    let changed = object(options)
        .into_iter()
        .filter(|(name, value)| defaults.get(name) != Some(value));
    changed
        .map(|(name, value)| {
            let text = value.to_string();
            let text = match text.trim_matches(|c| "[]\"".contains(c)) {
                "" => "none",
                other => other,
            };
            (name, text.to_owned())
        })
        .collect()
}
