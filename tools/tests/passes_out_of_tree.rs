//! Builds the crates that `docs/a-pass-in-50-lines.md` and `docs/a-schedule-pass-in-60-lines.md`
//! show, and runs their tools.
//!
//! The first is made by `./x new-pass`, the second lies outside of the repository and is linked
//! into `extensions/`. Both are exactly what the pages show. As members of the workspace they use
//! what it has compiled.

use std::{
    env, fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::{Mutex, MutexGuard, PoisonError},
};

#[test]
fn a_pass_in_50_lines() {
    let chapter = Chapter::made("a-pass-in-50-lines.md", "my-opt", 50);
    let command = "./x new-pass my-opt\n";
    assert!(chapter.page.contains(command), "the page shows {command}");
    let again = new_pass(&["my-opt"]);
    assert_eq!(again.status.code(), Some(1), "{}", text(&again.stdout));
    chapter.build();

    let output = chapter.run_shown(&[
        "extensions/my-opt/twice.mlir",
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
        "extensions/my-opt/twice.mlir",
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
    let chapter = Chapter::linked("a-schedule-pass-in-60-lines.md", "my-schedule-opt", 60);
    chapter.build();
    let (passes, said) = chapter.lit();
    assert!(passes, "{said}");

    let front = chapter.run_shown(&[
        "extensions/my-schedule-opt/skew.mlir",
        "--pass-pipeline=builtin.module(schedule.scop(my-schedule-skew,schedule-interchange{order=1,0},schedule-verify))",
    ]);
    assert!(front.status.success(), "{}", text(&front.stderr));
    assert_eq!(
        text(&front.stdout).trim(),
        chapter.block("mlir output").trim()
    );
    let interchanged = [
        "extensions/my-schedule-opt/skew.mlir",
        "--pass-pipeline=builtin.module(schedule.scop(my-schedule-skew{factor=-1},schedule-interchange{order=1,0},schedule-verify))",
    ];
    chapter.expect_error(&chapter.run_shown(&interchanged), "text refused");
    let none = chapter.run(&[
        "extensions/my-schedule-opt/skew.mlir",
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
        "extensions/my-schedule-opt/skew.mlir",
        "--pass-pipeline=builtin.module(schedule.scop(my-schedule-skew{factor=-2},schedule-verify))",
    ]);
    chapter.expect_error(&claim, "text claim");
    let (passes, said) = chapter.lit();
    assert!(!passes && said.contains("Failed: 1"), "{said}");
}

#[test]
fn a_new_pass_has_a_name_of_its_own() {
    let _lock = lock();
    for (arguments, status, reason) in [
        (&[][..], 2, "new-pass needs a name"),
        (&["My Opt"], 2, "expected a name of lower-case letters"),
        (
            &["my-opt", "--tree"],
            2,
            "new-pass has the option --schedule",
        ),
        (&["tc-opt"], 1, "`tc-opt` is the name of a tool"),
        (&["tc-passes"], 1, "`tc-passes` is the name of a package"),
    ] {
        let refused = new_pass(arguments);
        assert_eq!(refused.status.code(), Some(status), "{arguments:?}");
        let said = text(&refused.stderr);
        assert!(said.contains(reason), "{said}");
    }
    let made = new_pass(&["my-other-opt", "--schedule"]);
    let folder = extensions().join("my-other-opt");
    let manifest = fs::read_to_string(folder.join("Cargo.toml"));
    let files = ["lit.cfg.py", "skew.mlir", "skew-invalid.mlir"].map(|file| folder.join(file));
    let missing: Vec<_> = files.iter().filter(|file| !file.exists()).collect();
    let _ = fs::remove_dir_all(folder);
    assert!(made.status.success(), "{}", text(&made.stderr));
    assert!(manifest.unwrap().contains("name = \"my-other-opt\""));
    assert!(missing.is_empty(), "{missing:?}");
}

/// One crate at a time is in the workspace: each changes `Cargo.lock`.
fn lock() -> MutexGuard<'static, ()> {
    static ONE: Mutex<()> = Mutex::new(());
    ONE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn new_pass(arguments: &[&str]) -> Output {
    let mut command = Command::new(repository().join("x"));
    command.arg("new-pass").args(arguments).output().unwrap()
}

fn extensions() -> PathBuf {
    repository().join("extensions")
}

/// A page of the book whose blocks are a crate, and that crate in the workspace.
struct Chapter {
    page: String,
    /// Its place in `extensions/`.
    place: PathBuf,
    /// The name of the package and of its tool.
    tool: &'static str,
    /// Where it lies, if that is elsewhere.
    _folder: Option<tempfile::TempDir>,
    /// `Cargo.lock` without it.
    without: Vec<u8>,
    _lock: MutexGuard<'static, ()>,
}

impl Chapter {
    /// The crate of a page as `./x new-pass` makes it.
    fn made(page: &str, tool: &'static str, most: usize) -> Chapter {
        let chapter = Chapter::new(page, tool, None);
        let made = new_pass(&[tool]);
        assert!(made.status.success(), "{}", text(&made.stderr));
        chapter.check(most)
    }

    /// The crate of a page in a folder elsewhere.
    fn linked(page: &str, tool: &'static str, most: usize) -> Chapter {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_owned();
        let chapter = Chapter::new(page, tool, Some(folder));
        symlink(path, &chapter.place).unwrap();
        for (info, file) in chapter.files() {
            chapter.write(&file, &chapter.block(&info));
        }
        chapter.check(most)
    }

    fn new(page: &str, tool: &'static str, folder: Option<tempfile::TempDir>) -> Chapter {
        let _lock = lock();
        let place = extensions().join(tool);
        assert!(
            place.symlink_metadata().is_err(),
            "{} is in the way of this test: move it away",
            place.display()
        );
        Chapter {
            page: fs::read_to_string(repository().join("docs").join(page)).unwrap(),
            place,
            tool,
            _folder: folder,
            without: fs::read(repository().join("Cargo.lock")).unwrap(),
            _lock,
        }
    }

    /// The files are those of the page, and the pass has at most so many lines.
    fn check(self, most: usize) -> Chapter {
        for (info, file) in self.files() {
            let found = fs::read_to_string(self.place.join(&file));
            assert_eq!(found.expect(&file), self.block(&info), "{file}");
        }
        let lines = self.block("rust src/main.rs").lines().count();
        assert!(lines <= most, "the pass has {lines} lines");
        self
    }

    /// The blocks that are files: their info strings, and the files.
    fn files(&self) -> Vec<(String, String)> {
        let infos = self
            .page
            .lines()
            .filter_map(|line| line.strip_prefix("```"));
        let named = infos.filter_map(|info| Some((info, info.split_once(' ')?.1)));
        named
            .filter(|(_, file)| file.contains('.'))
            .map(|(info, file)| (info.to_owned(), file.to_owned()))
            .collect()
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
        let path = self.place.join(name);
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
    fn cargo(&self, command: &str) -> Output {
        Command::new(env!("CARGO"))
            .args([command, "--release", "--offline", "--package", self.tool])
            .current_dir(repository())
            .output()
            .unwrap()
    }

    fn build(&self) {
        let output = self.cargo("build");
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
            .current_dir(repository())
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
            .arg("-v")
            .arg(&self.place)
            .env("PATH", path)
            .current_dir(repository())
            .output()
            .expect("lit, which ./x setup installs");
        let said = text(&output.stdout) + &text(&output.stderr);
        (output.status.success(), said)
    }
}

/// The tools have LLVM linked in: they do not stay, and neither do the crates.
impl Drop for Chapter {
    fn drop(&mut self) {
        self.cargo("clean");
        // A link is removed, not what it leads to.
        let _ = fs::remove_file(&self.place).or_else(|_| fs::remove_dir_all(&self.place));
        let _ = fs::write(repository().join("Cargo.lock"), &self.without);
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
