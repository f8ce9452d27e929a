//! Compilations as data: what is in them, and what is not.

use crate::{
    Explorer,
    data::{Call, Compilation, State},
    page,
};
use std::path::{Path, PathBuf};
use tc_runtime::{
    Checking, Contents, Executor, Failure, Given, Lowering, Outcome, Program, Reading, new_context,
};

const PRODUCT: &str =
    "def mm(float(M, K) A, float(K, N) B) -> (C) {\n  C(i, j) +=! A(i, k) * B(k, j)\n}\n";

/// Shows the compilation of a text, named `f.tc`, in files.
fn explored(text: &str, sizes: &[(&str, i64)], executor: Executor, files: &[PathBuf]) -> Explorer {
    let sizes = sizes
        .iter()
        .map(|(name, value)| ((*name).to_owned(), *value));
    let call = Call {
        files: vec!["f.tc".to_owned()],
        sizes: sizes.collect(),
        target: executor.as_str().to_owned(),
        ..Call::default()
    };
    let explorer = Explorer::new(call.clone(), files);
    let ended = match compiled(text, call, executor, &explorer) {
        Ok(outcome) => explorer.done(&outcome),
        Err(failure) => explorer.failed(&failure),
    };
    ended.unwrap();
    explorer
}

fn compiled(
    text: &str,
    call: Call,
    executor: Executor,
    explorer: &Explorer,
) -> Result<Outcome, Failure> {
    let context = new_context();
    let program = Program::parse(&context, "f.tc", text, Reading::default())?;
    explorer.read(program.sources());
    let platform = program.platform(Lowering {
        watcher: Some(explorer.watcher()),
        ..Lowering::new(executor)
    })?;
    let given = Given {
        sizes: call.sizes,
        ..Given::default()
    };
    let checking = Checking {
        explain_ranges: true,
        ..Checking::default()
    };
    let checked = program.check(checking, &given)?;
    checked.show(&explorer.watcher())?;
    Ok(checked.bind(Contents::None)?.compile(platform)?.finish())
}

fn product() -> Compilation {
    let sizes = [("M", 64), ("N", 64), ("K", 64)];
    explored(PRODUCT, &sizes, Executor::Emulator, &[]).compilation()
}

#[test]
fn a_product_has_its_levels_passes_trees_and_dependences() {
    let shown = product();
    assert_eq!(shown.state, State::Done);
    assert_eq!(shown.texts[0].text, PRODUCT);
    let levels: Vec<&str> = shown.levels.iter().map(|one| &*one.level).collect();
    assert_eq!(levels, ["tc", "schedule", "loops", "llvm", "ptx"]);
    assert!(shown.pending.is_empty());
    let tiled = shown
        .passes
        .iter()
        .find(|one| one.name == "schedule-choose");
    let tiled = tiled.unwrap();
    assert!(tiled.changed && !tiled.failed && tiled.seconds > 0.0);
    assert_eq!((&*tiled.operation, &*tiled.symbol), ("schedule.scop", "mm"));
    let decided = tiled
        .decisions
        .iter()
        .find(|one| one["outcome"] == "passed");
    assert!(
        decided.unwrap()["what"]
            .as_str()
            .unwrap()
            .starts_with("tile=")
    );
    let untouched = shown
        .passes
        .iter()
        .find(|one| one.name == "schedule-scatter");
    let untouched = untouched.unwrap();
    assert!(!untouched.changed && untouched.decisions.is_empty());

    let last = shown.trees.last().unwrap();
    assert!(last.grid.is_some() && last.block.is_some());
    let band = last.nodes[1].band.as_ref().unwrap();
    assert_eq!(band.members[0].kind, "block.y");
    let blocks = last.grid.unwrap();
    assert_eq!(band.members[0].range, Some([0, blocks[1] - 1]));
    let mut members = last
        .nodes
        .iter()
        .flat_map(|node| &node.band)
        .flat_map(|band| &band.members);
    let carries = members.find_map(|member| member.carries.as_ref()).unwrap();
    assert!(
        carries.starts_with("the reduction dependence S1[0, 0, 0] -> S1[0, 0, "),
        "{carries}"
    );

    let scop = &shown.scops[0];
    let domain = &scop.domains[1];
    assert_eq!((&*domain.statement, domain.is_box), ("S1", true));
    assert_eq!(domain.indices, ["i", "j", "k"]);
    assert_eq!(domain.ranges, [[0, 63]; 3]);
    let sums = scop
        .dependences
        .iter()
        .find(|one| one.kind == "reduction")
        .unwrap();
    assert_eq!(
        (&*sums.from, &*sums.to, sums.every, sums.targets.len()),
        ("S1", "S1", false, 1)
    );
    assert!(sums.targets[0].contains("(1 + k)"), "{:?}", sums.targets);
    assert_eq!(shown.ranges[0]["def"], "mm");
}

/// The places of the lines of a level that have a text, as `line:column`.
fn places_of(shown: &Compilation, level: &str, text: &str) -> Vec<(u32, u32)> {
    let level = shown.levels.iter().find(|one| one.level == level).unwrap();
    let line = level
        .text
        .lines()
        .position(|line| line.contains(text))
        .unwrap() as u32
        + 1;
    let mut lines = level.lines.iter();
    let found = lines.find(|one| one.first <= line && line <= one.last);
    let places = found.map(|one| &*one.places).unwrap_or_default();
    let place = |number: &u32| &shown.places[*number as usize];
    places
        .iter()
        .map(place)
        .map(|one| (one.line, one.column))
        .collect()
}

#[test]
fn the_multiplication_has_its_place_in_every_level() {
    let shown = product();
    for (level, text) in [
        ("tc", "arith.mulf"),
        ("schedule", "arith.mulf"),
        ("loops", "arith.mulf"),
        ("llvm", "llvm.fmul"),
    ] {
        assert_eq!(places_of(&shown, level, text), [(2, 15)], "{level}");
    }
    assert_eq!(places_of(&shown, "ptx", "fma.rn.f32").len(), 1);
    // A node has the place of its statement, and a loop what is in it.
    assert_eq!(
        places_of(&shown, "schedule", "schedule.filter \"{ S1["),
        [(2, 3)]
    );
    assert!(places_of(&shown, "loops", "scf.for").contains(&(2, 15)));
}

#[test]
fn a_stencil_has_all_instances_that_depend_on_one() {
    let text = "def f(float(N) A) -> (B, C) { B(i) = A(i) where i in 0:64\n C(i) = B(i) + B(i + 1) where i in 0:63 }";
    let shown = explored(text, &[("N", 64)], Executor::Cpu, &[]).compilation();
    let flow = shown.scops[0]
        .dependences
        .iter()
        .find(|one| one.kind == "flow");
    let flow = flow.unwrap();
    assert_eq!((flow.every, flow.targets.len()), (true, 2));
    assert!(flow.targets[0].contains("(-1 + i)"), "{:?}", flow.targets);
}

#[test]
fn an_error_leaves_what_was_reached() {
    let shown = explored(
        "def f(float(N) A) -> (B) { B(i) = C(i) }",
        &[],
        Executor::Cpu,
        &[],
    );
    let shown = shown.compilation();
    assert_eq!(shown.state, State::Failed);
    assert_eq!(shown.diagnostics[0]["code"], "TC0201");
    assert_eq!(shown.texts.len(), 1);
    assert!(shown.levels.is_empty() && shown.passes.is_empty());
    // Without sizes there is the level of comprehensions.
    let shown = explored(PRODUCT, &[], Executor::Cpu, &[]).compilation();
    assert_eq!(
        (shown.state, &*shown.levels[0].level),
        (State::Failed, "tc")
    );
    assert_eq!(shown.diagnostics[0]["code"], "TC0206");
}

#[test]
fn a_file_is_there_before_the_end_and_says_what_runs() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("f.json");
    let call = Call::default();
    let explorer = Explorer::new(call, std::slice::from_ref(&file));
    let context = new_context();
    let program = Program::parse(&context, "f.tc", PRODUCT, Reading::default()).unwrap();
    let checked = program
        .check(Checking::default(), &Given::default())
        .unwrap();
    checked.show(&explorer.watcher()).unwrap();
    let text = std::fs::read_to_string(file).unwrap();
    let data: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        (&data["state"], &data["schema"]),
        (&"running".into(), &"tensorcomp-compilation-1".into())
    );
    assert_eq!(data["levels"][0]["level"], "tc");
}

#[test]
fn a_file_that_cannot_be_written_is_an_error() {
    let call = Call::default();
    let explorer = Explorer::new(call, &[PathBuf::from("/no/such/folder/f.html")]);
    let reason = explorer.done(&Outcome::default()).unwrap_err().to_string();
    assert!(
        reason.starts_with("cannot write `/no/such/folder/f.html`"),
        "{reason}"
    );
}

#[test]
fn texts_of_a_program_are_no_markup() {
    let hostile = "# </script><script>alert(1)</script> <!-- {{script}}\ndef f(float(N) A) -> (B) { B(i) = A(i) }\n";
    let call = Call {
        files: vec!["<script>alert(2)</script>.tc".to_owned()],
        ..Call::default()
    };
    let explorer = Explorer::new(call, &[]);
    let mut shown = explored(hostile, &[("N", 4)], Executor::Cpu, &[]).compilation();
    shown.call = explorer.compilation().call;
    let page = page(&shown);
    assert!(!page.contains("alert(1)</script>") && !page.contains("<script>alert"));
    assert!(page.contains("<title>&lt;script&gt;alert(2)&lt;/script&gt;.tc</title>"));
    // What a browser reads as data are the data.
    let (_, data) = page.split_once("id=\"compilation\">").unwrap();
    let (data, behind) = data.split_once("</script>").unwrap();
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["texts"][0]["text"], hostile);
    assert!(behind.starts_with("\n<script>"));
}

#[test]
fn the_schema_is_that_of_the_data() {
    let made = schemars::schema_for!(Compilation);
    let made = serde_json::to_string_pretty(&made).unwrap() + "\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema/compilation-1.json");
    if std::env::var_os("TENSORCOMP_WRITE_SCHEMA").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        kept, made,
        "run TENSORCOMP_WRITE_SCHEMA=1 cargo test --release -p tc-explorer"
    );
}
