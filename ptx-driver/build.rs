//! Writes the table of all functions of `cuda.h`, and the functions that `src/api` does not define:
//! those of a default stream for each thread jump to the plain ones, others count and refuse.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=functions.txt");
    println!("cargo:rerun-if-changed=src/api");
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libcuda.so.1");
    let defined = defined(Path::new("src/api"));
    let list = fs::read_to_string("functions.txt").expect("functions.txt");
    let rows: Vec<Vec<&str>> = list
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split(' ').collect())
        .collect();
    let mut code = String::new();
    let mut written: BTreeSet<String> = defined.clone();
    for row in &rows {
        let suffix = row.get(3).copied().unwrap_or_default();
        for symbol in BTreeSet::from([row[0].to_owned(), format!("{}{suffix}", row[0])]) {
            if written.insert(symbol.clone()) {
                let plain = defined.get(row[0]).filter(|_| symbol != row[0]);
                write_function(&mut code, &symbol, plain);
            }
        }
    }
    code += "pub static FUNCTIONS: &[Function] = &[\n";
    for row in &rows {
        let suffix = row.get(3).copied().unwrap_or_default();
        let (symbol, name, since) = (row[0], row[1], row[2]);
        let at = if defined.contains(symbol) {
            "crate::api::"
        } else {
            ""
        };
        let per_thread = if suffix.is_empty() {
            format!("{at}{symbol}")
        } else {
            format!("{symbol}{suffix}")
        };
        writeln!(
            code,
            "    Function {{ name: \"{name}\", since: {since}, plain: || {at}{symbol} as *const () as usize, per_thread: || {per_thread} as *const () as usize }},"
        )
        .expect("a string");
    }
    code += "];\n";
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("OUT_DIR"));
    fs::write(out.join("functions.rs"), code).expect("functions.rs");
}

/// The functions that the sources define, as `fn cu...(`.
fn defined(folder: &Path) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(folder).expect("src/api") {
        let text = fs::read_to_string(entry.expect("a file").path()).expect("a source");
        for rest in text.split("    fn cu").skip(1) {
            let end = rest.find('(').expect("parameters");
            names.insert(format!("cu{}", &rest[..end]));
        }
    }
    names
}

fn write_function(code: &mut String, symbol: &str, plain: Option<&String>) {
    let body = match plain {
        Some(plain) => {
            let jump = match env::var("CARGO_CFG_TARGET_ARCH").as_deref() {
                Ok("aarch64") => "b",
                _ => "jmp",
            };
            writeln!(
                code,
                "/// As `{plain}`, with a default stream for each thread.\n#[unsafe(naked)]\n#[unsafe(no_mangle)]\n#[allow(non_snake_case)]\nunsafe extern \"C\" fn {symbol}() {{ core::arch::naked_asm!(\"{jump} {{}}\", sym crate::api::{plain}) }}"
            )
        }
        None => writeln!(
            code,
            "#[unsafe(no_mangle)]\n#[allow(non_snake_case)]\nextern \"C\" fn {symbol}() -> u32 {{ crate::boundary::unsupported(\"{symbol}\") }}"
        ),
    };
    body.expect("a string");
}
