//! Builds the crates that `docs/a-pass-in-50-lines.md` and `docs/a-schedule-pass-in-60-lines.md` show, and runs their tools.
//!
//! They are exactly what stands there, but for the path of the checkout, `../tc` in the text.
//! A crate lives outside of the repository and has no workspace; it shares our target folder, profile and features, so
//! that nothing of the checkout is compiled again.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

#[test]
fn a_pass_in_50_lines() {
    let chapter = Chapter::of("a-pass-in-50-lines.md", "my-opt", 50);
    chapter.write("twice.mlir", &chapter.block("mlir twice.mlir"));
    chapter.build();

    let output = chapter.run_shown(&[
        "twice.mlir",
        "--tc-pass-statistics",
        "--pass-pipeline=builtin.module(tc.def(my-double-to-add{report=true},cse))",
    ]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(
        text(&output.stdout).trim(),
        chapter.block("mlir output").trim()
    );
    assert_eq!(
        text(&output.stderr).trim(),
        chapter.block("text diagnostics").trim()
    );

    assert!(text(&chapter.run(&["--help"]).stdout).contains("--my-double-to-add"));
    let explained = text(&chapter.run(&["--tc-explain-pass=my-double-to-add"]).stdout);
    assert!(
        explained.contains("Turns each product whose right factor is the constant 2.0"),
        "{explained}"
    );
    let wrong = chapter.run(&[
        "twice.mlir",
        "--pass-pipeline=builtin.module(tc.def(my-double-to-add{loud=1}))",
    ]);
    assert_eq!(wrong.status.code(), Some(2));
    let reason = text(&wrong.stderr);
    assert!(
        reason.contains("`my-double-to-add` has options: report"),
        "{reason}"
    );
}

#[test]
fn a_schedule_pass_in_60_lines() {
    let chapter = Chapter::of("a-schedule-pass-in-60-lines.md", "my-schedule-opt", 60);
    for (kind, file) in [
        ("python", "lit.cfg.py"),
        ("mlir", "skew.mlir"),
        ("mlir", "skew-invalid.mlir"),
    ] {
        chapter.write(file, &chapter.block(&format!("{kind} {file}")));
    }
    chapter.build();
    let (passes, said) = chapter.lit();
    assert!(passes, "{said}");

    let front = chapter.run_shown(&[
        "skew.mlir",
        "--pass-pipeline=builtin.module(schedule.scop(my-schedule-skew,schedule-interchange{order=1,0},schedule-verify))",
    ]);
    assert!(front.status.success(), "{}", text(&front.stderr));
    assert_eq!(
        text(&front.stdout).trim(),
        chapter.block("mlir output").trim()
    );
    let interchanged = [
        "skew.mlir",
        "--pass-pipeline=builtin.module(schedule.scop(my-schedule-skew{factor=-1},schedule-interchange{order=1,0},schedule-verify))",
    ];
    chapter.expect_error(&chapter.run_shown(&interchanged), "text refused");
    let none = chapter.run(&[
        "skew.mlir",
        "--pass-pipeline=builtin.module(schedule.scop(my-schedule-skew{factor=0}))",
    ]);
    assert_eq!(none.status.code(), Some(2));
    let reason = text(&none.stderr);
    assert!(
        reason.contains("expected a factor other than 0, found 0"),
        "{reason}"
    );

    chapter.apply("diff wrong");
    chapter.build();
    chapter.expect_error(&chapter.run(&interchanged), "text caught");
    let claim = chapter.run(&[
        "skew.mlir",
        "--pass-pipeline=builtin.module(schedule.scop(my-schedule-skew{factor=-2},schedule-verify))",
    ]);
    chapter.expect_error(&claim, "text claim");
    let (passes, said) = chapter.lit();
    assert!(!passes && said.contains("Failed: 1"), "{said}");
}

/// A page of the book whose blocks are a crate, and that crate.
struct Chapter {
    page: String,
    folder: tempfile::TempDir,
    /// The name of the package and of its tool.
    tool: &'static str,
}

impl Chapter {
    /// Writes the manifest and the source of a page's crate, which has at most so many lines.
    fn of(page: &str, tool: &'static str, most: usize) -> Chapter {
        let page = fs::read_to_string(repository().join("docs").join(page)).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let chapter = Chapter { page, folder, tool };
        let source = chapter.block("rust src/main.rs");
        let lines = source.lines().count();
        assert!(lines <= most, "the pass has {lines} lines");
        let checkout = repository().display().to_string();
        let manifest = chapter.block("toml Cargo.toml").replace("../tc", &checkout);
        chapter.write("Cargo.toml", &manifest);
        chapter.write("src/main.rs", &source);
        let lock = chapter.folder.path().join("Cargo.lock");
        fs::copy(repository().join("Cargo.lock"), lock).unwrap();
        chapter
    }

    /// The text between the fences of the block with that info string.
    fn block(&self, info: &str) -> String {
        let opening = format!("```{info}\n");
        let start = self
            .page
            .find(&opening)
            .unwrap_or_else(|| panic!("no block `{info}`"))
            + opening.len();
        let length = self.page[start..].find("```\n").expect("the block ends");
        self.page[start..start + length].to_owned()
    }

    fn write(&self, name: &str, contents: &str) {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, contents).unwrap();
    }

    /// Changes the line of the source that the block takes away into the one that it adds.
    fn apply(&self, diff: &str) {
        let source = self.block("rust src/main.rs");
        let diff = self.block(diff);
        let line = |sign| {
            let line = diff.lines().find_map(|line| line.strip_prefix(sign));
            line.expect("a line of the difference")
        };
        assert_eq!(source.matches(line('-')).count(), 1, "{diff}");
        self.write("src/main.rs", &source.replace(line('-'), line('+')));
    }

    /// Cargo with a command for this crate.
    fn cargo(&self, arguments: &[&str]) -> Output {
        let configuration = repository().join(".cargo/config.toml");
        Command::new(env!("CARGO"))
            .args(arguments)
            .args(["--release", "--offline", "--config"])
            .arg(configuration)
            .current_dir(self.folder.path())
            .output()
            .unwrap()
    }

    fn build(&self) {
        let output = self.cargo(&["build"]);
        assert!(
            output.status.success(),
            "{}{}",
            text(&output.stdout),
            text(&output.stderr)
        );
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(tools().join(self.tool))
            .args(arguments)
            .current_dir(self.folder.path())
            .output()
            .unwrap()
    }

    /// Runs a command that the page shows; the last argument is the pipeline.
    fn run_shown(&self, arguments: &[&str]) -> Output {
        let (pipeline, others) = arguments.split_last().expect("a pipeline");
        let (flag, pipeline) = pipeline.split_once('=').expect("a flag with a value");
        let command = format!("{} {} {flag}='{pipeline}'\n", self.tool, others.join(" "));
        assert!(
            self.page.contains(&command),
            "the page shows another command than {command}"
        );
        self.run(arguments)
    }

    /// The command fails, and the first line that it says is the one of the block.
    fn expect_error(&self, output: &Output, block: &str) {
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert_eq!(said.lines().next(), self.block(block).lines().next());
    }

    /// Runs the lit tests of the crate: whether they pass, and what lit says.
    fn lit(&self) -> (bool, String) {
        let llvm = env::var("MLIR_SYS_220_PREFIX").unwrap_or("/usr/lib/llvm-22".to_owned());
        let inherited = env::var_os("PATH").unwrap_or_default();
        let folders = [tools(), Path::new(&llvm).join("bin")].into_iter();
        let path = env::join_paths(folders.chain(env::split_paths(&inherited))).unwrap();
        let output = Command::new(repository().join("target/venv/bin/lit"))
            .args(["-v", "."])
            .env("PATH", path)
            .current_dir(self.folder.path())
            .output()
            .expect("lit, which ./x setup installs");
        let said = text(&output.stdout) + &text(&output.stderr);
        (output.status.success(), said)
    }
}

/// The tools have LLVM linked in, and each temporary folder makes others: they do not stay.
impl Drop for Chapter {
    fn drop(&mut self) {
        self.cargo(&["clean", "--package", self.tool]);
    }
}

/// The folder of the tools, ours and those of the crates.
fn tools() -> PathBuf {
    let target = Path::new(env!("CARGO_BIN_EXE_tc-opt")).ancestors().nth(2);
    target.expect("tools are in target/release").join("release")
}

fn repository() -> PathBuf {
    let tools = Path::new(env!("CARGO_MANIFEST_DIR"));
    tools
        .parent()
        .expect("tools/ is in the repository")
        .to_owned()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
