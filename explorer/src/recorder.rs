//! What sees a compilation, and writes it after each pass.

use crate::{
    data::{self, Call, Compilation, State, Text},
    page,
    places::{self, Places},
    scop, tree, witness,
};
use melior::ir::Module;
use std::{
    hash::{DefaultHasher, Hash, Hasher},
    io,
    path::{Path, PathBuf},
    time::Instant,
};
use tc_dialects::op;
use tc_pass_host::{Observation, OperationLike, OperationRef};
use tc_pipelines::{Level, Stage};
use tc_process::output::write_atomically;
use tc_runtime::{Arrived, COMPILER, Failure, Outcome, Watch};
use tc_syntax::diagnostic::{Code, Diagnostic, Severity, SourceMap};

const SCOP: &str = "schedule.scop";

pub(crate) struct Recorder {
    pub(crate) compilation: Compilation,
    files: Vec<PathBuf>,
    places: Places,
    /// The end of what was seen last.
    last: Instant,
    /// The text of the module then, as a number.
    module: Option<u64>,
}

impl Recorder {
    pub(crate) fn new(call: Call, files: &[PathBuf]) -> Self {
        Recorder {
            compilation: Compilation {
                schema: data::SCHEMA,
                compiler: COMPILER.to_owned(),
                call,
                state: State::Running,
                texts: Vec::new(),
                places: Vec::new(),
                levels: Vec::new(),
                passes: Vec::new(),
                pending: Vec::new(),
                trees: Vec::new(),
                scops: Vec::new(),
                tuning: None,
                witness: None,
                diagnostics: Vec::new(),
                ranges: Vec::new(),
                facts: serde_json::Map::new(),
            },
            files: files.to_vec(),
            places: Places::default(),
            last: Instant::now(),
            module: None,
        }
    }

    pub(crate) fn read(&mut self, sources: &SourceMap) {
        let files = self.compilation.call.files.iter();
        let texts = files.filter_map(|file| {
            let text = sources.get(file)?.text().to_owned();
            let file = file.clone();
            Some(Text { file, text })
        });
        self.compilation.texts = texts.collect();
    }

    pub(crate) fn done(&mut self, outcome: &Outcome) {
        self.told(&outcome.diagnostics, &outcome.sources);
        let ranges = outcome.ranges.iter().map(|one| one.to_json());
        self.compilation.ranges = ranges.collect();
        for (name, value) in &outcome.facts {
            let facts = &mut self.compilation.facts;
            facts.insert((*name).to_owned(), value.clone());
        }
        self.compilation.state = State::Done;
        self.compilation.pending.clear();
    }

    pub(crate) fn failed(&mut self, failure: &Failure) {
        self.told(&failure.diagnostics, &failure.sources);
        let found = witness::of(&failure.diagnostics);
        self.compilation.witness = found.map(|witness| data::Witness {
            tree: self.compilation.trees.len().checked_sub(1),
            ..witness
        });
        self.compilation.state = State::Failed;
    }

    /// Keeps diagnostics and the texts that they point into. How ranges were inferred is no
    /// message.
    fn told(&mut self, diagnostics: &[Diagnostic], sources: &SourceMap) {
        let is_range =
            |one: &&Diagnostic| one.severity == Severity::Note && one.code == Some(Code::TC0301);
        let said = diagnostics.iter().filter(|one| !is_range(one));
        self.compilation.diagnostics = said.map(|one| one.to_json(sources)).collect();
        if self.compilation.texts.is_empty() {
            self.read(sources);
        }
    }

    /// Writes all files.
    pub(crate) fn write(&mut self) -> io::Result<()> {
        self.compilation.places.clone_from(&self.places.all);
        for file in &self.files {
            let text = if is_data(file) {
                page::json(&self.compilation)
            } else {
                page::html(&self.compilation)
            };
            write_atomically(file, text.as_bytes())?;
        }
        Ok(())
    }

    /// Writes what there is for the case that the process dies. At the end, an error is reported.
    fn write_meanwhile(&mut self) {
        let _ = self.write();
        self.last = Instant::now();
    }

    /// The tree of a scop by its position, which is that of the last one if it has not changed.
    fn tree(&mut self, operation: OperationRef<'_, '_>) -> Option<usize> {
        let found = tree::of(operation, &mut self.places)?;
        let trees = &mut self.compilation.trees;
        let same = trees.iter().rposition(|one| one.scop == found.scop);
        if let Some(same) = same
            && tree::is_same(&trees[same], &found)
        {
            return Some(same);
        }
        trees.push(found);
        Some(trees.len() - 1)
    }

    /// Keeps a scop as it is before tiles are made, with the statements that it has then.
    fn scop(&mut self, operation: OperationRef<'_, '_>, tree: usize) {
        let tree = &self.compilation.trees[tree];
        let scops = &mut self.compilation.scops;
        let known = scops.iter().position(|one| one.name == tree.scop);
        let is_new = known.is_none_or(|known| {
            let domains = &scops[known].domains;
            let names = domains.iter().map(|one| &one.statement);
            !names.eq(tree.statements.iter().map(|one| &one.name))
        });
        if !is_new {
            return;
        }
        let Some(found) = scop::of(operation) else {
            return;
        };
        match known {
            Some(known) => scops[known] = found,
            None => scops.push(found),
        }
    }
}

impl Watch for Recorder {
    fn begin(&mut self, stage: &Stage) {
        self.compilation.pending = passes(&stage.text());
        self.write_meanwhile();
    }

    fn passed(&mut self, level: Level, seen: &Observation<'_>) {
        let seconds = self.last.elapsed().as_secs_f64();
        let (tree, changed) = if seen.failed {
            (None, false)
        } else {
            let module = number(root(seen.operation));
            let changed = self.module.replace(module) != Some(module);
            let tree = op::is(seen.operation, SCOP).then(|| self.tree(seen.operation));
            (tree.flatten(), changed)
        };
        if let Some(tree) = tree {
            self.scop(seen.operation, tree);
        }
        let all = &mut self.compilation;
        if let Some(at) = all.pending.iter().position(|name| name == seen.pass) {
            all.pending.remove(at);
        }
        all.passes.push(data::Pass {
            name: seen.pass.to_owned(),
            level: level.as_str().to_owned(),
            operation: op::name(seen.operation).to_owned(),
            symbol: op::string(seen.operation, "sym_name").unwrap_or_default(),
            seconds,
            failed: seen.failed,
            changed,
            decisions: seen.decisions.iter().map(|one| one.to_json()).collect(),
            tree,
        });
        self.write_meanwhile();
    }

    fn arrived(&mut self, arrived: &Arrived, module: &Module<'_>) {
        let level = arrived.level.as_str();
        let lines = match &arrived.located {
            Some(located) => self.places.of_located(&arrived.text, located),
            None => self.places.of_ptx(&arrived.text),
        };
        let mut lines = lines;
        if arrived.level == Level::Loops {
            lines = places::of_loops(&arrived.text, lines);
        }
        if arrived.level == Level::Schedule {
            for operation in op::nested(module.as_operation()) {
                if op::is(operation, SCOP)
                    && let Some(tree) = self.tree(operation)
                {
                    self.scop(operation, tree);
                    let tree = &mut self.compilation.trees[tree];
                    tree::explain(operation, tree);
                    let statements = tree.statements.iter();
                    let own = statements.filter_map(|one| Some((one.name.clone(), one.place?)));
                    let own: Vec<_> = own.collect();
                    lines = places::of_statements(&arrived.text, lines, &own);
                }
            }
        }
        let shown = data::Level {
            level: level.to_owned(),
            text: arrived.text.clone(),
            lines,
        };
        let all = &mut self.compilation;
        all.levels.retain(|one| one.level != level);
        all.levels.push(shown);
        all.pending.clear();
        self.module = Some(number(module.as_operation()));
        self.write_meanwhile();
    }

    fn disassembled(&mut self, listing: &str) {
        let lines = self.places.of_listing(listing, &self.compilation.texts);
        self.compilation.levels.push(data::Level {
            level: "sass".to_owned(),
            text: listing.to_owned(),
            lines,
        });
    }
}

/// Whether a file is data, by its name.
fn is_data(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending == "json")
}

/// The operation around an operation that is in no other.
fn root<'c: 'a, 'a>(mut operation: OperationRef<'c, 'a>) -> OperationRef<'c, 'a> {
    while let Some(above) = operation.parent_operation() {
        operation = above;
    }
    operation
}

/// The text of an operation as a number.
fn number(operation: OperationRef<'_, '_>) -> u64 {
    let mut hasher = DefaultHasher::new();
    operation.to_string().hash(&mut hasher);
    hasher.finish()
}

/// The passes in the text of a pipeline, in order: words that nothing is nested in.
fn passes(pipeline: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut name = String::new();
    let mut depth = 0_usize;
    for letter in pipeline.chars() {
        match letter {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            '(' => name.clear(),
            ',' | ')' if !name.is_empty() => names.push(std::mem::take(&mut name)),
            ',' | ')' => {}
            letter => name.push(letter),
        }
    }
    names.extend((!name.is_empty()).then_some(name));
    names
}

#[cfg(test)]
mod unit_tests {
    #[test]
    fn the_passes_of_a_pipeline_are_its_innermost_words() {
        let pipeline = "builtin.module(a{x=1,2 y=(3)},tc.def(b,c{z=4}),d)";
        assert_eq!(super::passes(pipeline), ["a", "b", "c", "d"]);
        assert_eq!(super::passes("cse"), ["cse"]);
        assert!(super::passes("builtin.module()").is_empty());
    }
}
