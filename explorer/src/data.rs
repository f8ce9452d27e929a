//! A compilation as data. Tools may read it: names and meanings change only with the version, which
//! is in the name of the schema.

use serde::Serialize;
use serde_json::{Map, Value};

/// The schema of the data.
pub const SCHEMA: &str = "tensorcomp-compilation-1";

/// A compilation, as far as it got.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Compilation {
    /// The name and version of this form: `tensorcomp-compilation-1`.
    pub schema: &'static str,
    /// The version of the compiler.
    pub compiler: String,
    /// What was asked for.
    pub call: Call,
    /// How it ended, or that it has not.
    pub state: State,
    /// The texts of the program.
    pub texts: Vec<Text>,
    /// Places in these texts, to which the levels refer by position.
    pub places: Vec<Place>,
    /// The levels that it arrived at, in order.
    pub levels: Vec<Level>,
    /// The passes that ran, in order.
    pub passes: Vec<Pass>,
    /// Passes that had not ended, by name, where the state is `running` or `failed`: the first is
    /// the one that was next.
    pub pending: Vec<String>,
    /// Schedule trees, to which the passes refer by position.
    pub trees: Vec<Tree>,
    /// The scops with their statements and dependences.
    pub scops: Vec<Scop>,
    /// A search for mapping options, if its log is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tuning: Option<Tuning>,
    /// The two instances that a refusal names, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub witness: Option<Witness>,
    /// Diagnostics, as `--diagnostic-format=json` prints them.
    pub diagnostics: Vec<Value>,
    /// How ranges were inferred, as `tc-run --explain=ranges --json` prints them.
    pub ranges: Vec<Value>,
    /// The report of `--report`, the profile of `--profile` and other results of the run, as
    /// `--json` prints them.
    pub facts: Map<String, Value>,
}

/// What was asked for.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Call {
    /// The files of the program.
    pub files: Vec<String>,
    /// The sizes that were given.
    pub sizes: Vec<(String, i64)>,
    /// What runs it: `cpu`, `emulator`, `cuda` or `reference`.
    pub target: String,
    /// The mapping options that differ from the target's own, by name.
    pub options: Map<String, Value>,
}

/// How a compilation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum State {
    /// It had not ended when this was written: the process died, or is still at it.
    Running,
    /// It was refused, or running the program failed.
    Failed,
    /// It succeeded.
    Done,
}

/// A text of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Text {
    /// The name of the file.
    pub file: String,
    /// What is in it.
    pub text: String,
}

/// A place in a text. Lines and columns count from 1, columns in characters; the end is excluded.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Place {
    /// The name of the file.
    pub file: String,
    /// The first line.
    pub line: u32,
    /// The first column.
    pub column: u32,
    /// The last line.
    pub end_line: u32,
    /// The column behind the last.
    pub end_column: u32,
}

/// A level of the compilation.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Level {
    /// `tc`, `schedule`, `loops`, `llvm`, `ptx`, or `sass`, the machine code of the report.
    pub level: String,
    /// As it is printed, without the line of the pipeline.
    pub text: String,
    /// Where the lines come from. Lines without a place are left out.
    pub lines: Vec<Lines>,
}

/// Successive lines of a level that come from the same places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Lines {
    /// The first line, from 1.
    pub first: u32,
    /// The last line.
    pub last: u32,
    /// The positions of the places.
    pub places: Vec<u32>,
}

/// A pass that ran.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Pass {
    /// Its flag: `schedule-tile`.
    pub name: String,
    /// The level that its stage leads to.
    pub level: String,
    /// What it ran on: the operation, and its symbol if it has one.
    pub operation: String,
    /// The symbol.
    pub symbol: String,
    /// Seconds on the wall, with the verification of what it left.
    pub seconds: f64,
    /// Whether it failed.
    pub failed: bool,
    /// Whether it changed what it ran on.
    pub changed: bool,
    /// What it decided: `pass`, `outcome`, `subject`, `what`, `why`, `change` and `figures`, as
    /// `tc-run --explain=mapping --json` prints them.
    pub decisions: Vec<Value>,
    /// The tree that it left, by position in `trees`, if it ran on a scop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<usize>,
}

/// A schedule tree.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Tree {
    /// The scop.
    pub scop: String,
    /// Blocks of the grid along x, y and z, once it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grid: Option<[i64; 3]>,
    /// Threads of a block along x, y and z, once they are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block: Option<[i64; 3]>,
    /// The arrays; passes add tiles.
    pub arrays: Vec<Array>,
    /// The statements with the names of their indices; passes add copies and barriers.
    pub statements: Vec<Statement>,
    /// The nodes: parents before children, the root first.
    pub nodes: Vec<Node>,
}

/// An array of a scop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Array {
    /// Its name.
    pub name: String,
    /// `in`, `out`, `inout`, `temporary`, `shared` or `private`.
    pub kind: String,
    /// Its extents; -1 for one that is not known.
    pub shape: Vec<i64>,
    /// The type of its elements, as MLIR prints it.
    pub element: String,
}

/// A statement of a scop.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Statement {
    /// Its name in the tree: `S1`.
    pub name: String,
    /// The names of its indices.
    pub indices: Vec<String>,
    /// Whether its instances may update an element in any order.
    pub reduces: bool,
    /// Where the program has it, by position in `places`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<u32>,
}

/// A node of a schedule tree.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Node {
    /// `domain`, `band`, `sequence`, `filter`, `extension`, `mark`, ...
    pub kind: String,
    /// The path from the root: child positions.
    pub path: Vec<usize>,
    /// The positions of the children among the nodes. Leaves are left out.
    pub children: Vec<usize>,
    /// The domain, the filter, the extension or the condition, as isl prints it; or the name of a
    /// mark.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The statements with instances here.
    pub statements: Vec<String>,
    /// What a band has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub band: Option<Band>,
}

/// The loops of a band.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Band {
    /// Whether the members may be interchanged.
    pub permutable: bool,
    /// Its tag: `tile`, `point`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
    /// The members from the outermost to the innermost.
    pub members: Vec<Member>,
}

/// A loop of a band.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Member {
    /// `sequential`, `parallel`, `block.x`, `thread.y`, `unroll`, ...
    pub kind: String,
    /// Whether it carries no dependence.
    pub coincident: bool,
    /// The coordinate of each instance, as isl prints it.
    pub schedule: String,
    /// Its least and its greatest coordinate, where they are numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<[i64; 2]>,
    /// Why it is not coincident: the dependence with the least distance. Only the last tree of a
    /// scop says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub carries: Option<String>,
}

/// What holds of the statements of a scop before they are scheduled.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Scop {
    /// Its name.
    pub name: String,
    /// The domains of its statements.
    pub domains: Vec<Domain>,
    /// Which instances must stay in order.
    pub dependences: Vec<Dependence>,
    /// The elements that its statements access.
    pub accesses: Vec<Access>,
}

/// The instances of a statement.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Domain {
    /// The statement.
    pub statement: String,
    /// The names of its indices.
    pub indices: Vec<String>,
    /// The set, as isl prints it.
    pub set: String,
    /// The least and the greatest value of each index.
    pub ranges: Vec<[i64; 2]>,
    /// Whether it has every point of this box.
    pub is_box: bool,
}

/// A dependence between two statements.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Dependence {
    /// `flow`, `anti`, `output` or `reduction`.
    pub kind: String,
    /// The statement whose instances come first.
    pub from: String,
    /// The statement whose instances come later.
    pub to: String,
    /// Functions from an instance to one that depends on it, the nearest first, as isl prints them.
    pub targets: Vec<String>,
    /// Whether these are all; otherwise the nearest is there alone.
    pub every: bool,
}

/// The elements of an array that a statement accesses.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Access {
    /// The statement.
    pub statement: String,
    /// The array.
    pub array: String,
    /// Whether it writes.
    pub writes: bool,
    /// From instances to elements, as isl prints it.
    pub relation: String,
}

/// A search for mapping options, as the log of `tc-tune` has it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Tuning {
    /// What was searched, and how.
    pub header: Value,
    /// The trials: `trial`, `status`, `cost`, `options`.
    pub trials: Vec<Value>,
    /// The best options with their cost and that of the defaults, if the search has ended.
    #[serde(rename = "final", skip_serializing_if = "Option::is_none")]
    pub last: Option<Value>,
}

/// The two instances that a refusal names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Witness {
    /// What the diagnostic says.
    pub message: String,
    /// The instance that must come first.
    pub first: Instance,
    /// The instance that must come later.
    pub second: Instance,
    /// The array whose element both access, if the refusal says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub array: Option<String>,
    /// The tree at the refusal, by position in `trees`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<usize>,
}

/// An instance of a statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Instance {
    /// The statement.
    pub statement: String,
    /// The values of its indices.
    pub indices: Vec<i64>,
}
