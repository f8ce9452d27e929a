//! The files of a crate import each other in one direction, and each belongs to the crate.
//!
//! ```text
//! copies.rs     use super::generate::Ast;         generate.rs needs copies.rs, and copies.rs needs
//! generate.rs   use super::copies::Unrolled;      generate.rs: neither can be read before the other
//! ```
//!
//! What both need stands in a third file that needs neither. A module and the modules inside of it
//! are one thing in several files: between them any import may be. Every path counts that begins
//! with `crate`, `super` or `self`, also one in a macro; those of a `#[cfg(test)] mod tests { .. }`
//! do not.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    path::{Path, PathBuf},
};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::{
    none,
    repository::{Package, files, packages, read, shown},
};

#[test]
fn files_import_each_other_in_one_direction() {
    let (mut problems, mut count) = (Vec::new(), 0);
    for package in packages() {
        for root in &package.roots {
            let files = Files::of(root);
            count += files.imports.values().map(BTreeMap::len).sum::<usize>();
            problems.extend(files.circles().iter().map(|circle| files.told(circle)));
        }
    }
    assert!(count > 1000, "only {count} imports were found");
    none(problems);
}

#[test]
fn every_file_belongs_to_its_crate() {
    none(packages().iter().flat_map(unnamed).collect());
}

/// The sources of a crate that no `mod` of it names: nothing compiles them.
fn unnamed(package: &Package) -> Vec<String> {
    let src = package.folder.join("src");
    if !src.is_dir() {
        return Vec::new();
    }
    let roots = package.roots.iter();
    let named: BTreeSet<PathBuf> = roots
        .flat_map(|root| Files::of(root).modules.into_values())
        .collect();
    let sources = files(&src, &[".rs"]).into_iter();
    let unnamed = sources.filter(|file| !named.contains(file));
    unnamed
        .map(|file| format!("{}: expected a `mod` that names it", shown(&file)))
        .collect()
}

/// The place of a module in its crate: the names from the root to it.
type Module = Vec<String>;

/// A part of a crate: the files below one root, such as `lib.rs`.
#[derive(Default)]
struct Files {
    modules: BTreeMap<Module, PathBuf>,
    /// For each module those of other files that it imports from, with the path of one import.
    imports: BTreeMap<Module, BTreeMap<Module, String>>,
}

impl Files {
    /// The files that the modules below a root name.
    fn of(root: &Path) -> Files {
        let mut all = Files::default();
        let mut sources = BTreeMap::new();
        let mut open = vec![(Module::new(), root.to_owned())];
        while let Some((module, path)) = open.pop() {
            let text = read(&path);
            let tokens: TokenStream = text.parse().expect("a Rust file");
            let mut source = Source::default();
            source.read(tokens, &module);
            let folder = folder_of(&path, root);
            for (inner, named) in &source.files {
                let below = &inner[module.len()..];
                open.push((
                    inner.clone(),
                    file_of(&path, &folder, below, named.as_deref()),
                ));
            }
            sources.insert(module.clone(), source);
            all.modules.insert(module, path);
        }
        for (module, source) in sources {
            let mut imports = BTreeMap::new();
            for import in source.imports {
                let target = all.file_around(&import.module);
                if !is_related(&target, &module) {
                    imports.insert(target, import.text);
                }
            }
            all.imports.insert(module, imports);
        }
        all
    }

    /// The module of the file that has an item.
    fn file_around(&self, item: &[String]) -> Module {
        let mut module = item.to_vec();
        while !self.modules.contains_key(&module) && module.pop().is_some() {}
        module
    }

    /// Circles of imports, none of which has a file with another one in common.
    fn circles(&self) -> Vec<Vec<Module>> {
        let mut circles: Vec<Vec<Module>> = Vec::new();
        for module in self.modules.keys() {
            let known = circles.iter().flatten().any(|one| one == module);
            if let Some(circle) = (!known).then(|| self.circle(module)).flatten() {
                circles.push(circle);
            }
        }
        circles
    }

    /// The shortest circle from a module back to it.
    fn circle(&self, from: &Module) -> Option<Vec<Module>> {
        let mut before: BTreeMap<&Module, &Module> = BTreeMap::new();
        let mut open = VecDeque::from([from]);
        while let Some(module) = open.pop_front() {
            for target in self.imports.get(module)?.keys() {
                if target == from {
                    let back = |at: &&Module| before.get(*at).copied();
                    let mut circle: Vec<Module> =
                        std::iter::successors(Some(module), back).cloned().collect();
                    circle.reverse();
                    return Some(circle);
                }
                if !before.contains_key(target) {
                    before.insert(target, module);
                    open.push_back(target);
                }
            }
        }
        None
    }

    /// A circle in words: its files, each with an import of the next one.
    fn told(&self, circle: &[Module]) -> String {
        let next = circle.iter().cycle().skip(1);
        let lines = circle.iter().zip(next).map(|(module, next)| {
            let (file, import) = (&self.modules[module], &self.imports[module][next]);
            format!("\n    {} has `{import}`", shown(file))
        });
        let lines: String = lines.collect();
        format!(
            "files import each other in a circle, expected what they share in a file that imports none of them:{lines}"
        )
    }
}

/// Whether one module is inside of the other, or both are the same.
fn is_related(one: &[String], other: &[String]) -> bool {
    one.starts_with(other) || other.starts_with(one)
}

/// The folder of the modules inside of a file.
fn folder_of(file: &Path, root: &Path) -> PathBuf {
    if file == root || file.ends_with("mod.rs") {
        file.parent().expect("a folder").to_owned()
    } else {
        file.with_extension("")
    }
}

/// The file of a module that a file declares; `folder` is that of the modules inside of the file,
/// and `named` what an attribute `path` says.
fn file_of(file: &Path, folder: &Path, module: &[String], named: Option<&str>) -> PathBuf {
    if let Some(named) = named {
        let beside = file.parent().expect("a folder").join(named);
        return beside.canonicalize().unwrap_or(beside);
    }
    let mut below = folder.to_owned();
    below.extend(module);
    let flat = below.with_extension("rs");
    if flat.is_file() {
        flat
    } else {
        below.join("mod.rs")
    }
}

/// What a file says of other files.
#[derive(Default)]
struct Source {
    /// The modules that have files of their own, and what an attribute `path` says.
    files: Vec<(Module, Option<String>)>,
    imports: Vec<Import>,
}

struct Import {
    /// From the root of the crate.
    module: Module,
    /// As it is written.
    text: String,
}

impl Source {
    /// Reads the items of a module.
    fn read(&mut self, tokens: TokenStream, module: &[String]) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut attributes: Vec<String> = Vec::new();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            at += 1;
            match (token, tokens.get(at), tokens.get(at + 1)) {
                (TokenTree::Punct(hash), Some(TokenTree::Group(attribute)), _)
                    if hash.as_char() == '#' =>
                {
                    attributes.push(attribute.stream().to_string());
                    at += 1;
                }
                (TokenTree::Ident(word), Some(TokenTree::Ident(name)), Some(content))
                    if word == "mod" =>
                {
                    let inner = [module, &[name.to_string()]].concat();
                    self.inner(inner, content, &std::mem::take(&mut attributes));
                    at += 2;
                }
                (TokenTree::Ident(word), ..)
                    if word == "crate" || word == "super" || word == "self" =>
                {
                    let (paths, behind) = paths(&tokens, at - 1);
                    let paths = paths.into_iter().filter(|path| path.len() > 1);
                    self.imports.extend(paths.map(|path| import(module, &path)));
                    at = behind;
                }
                (TokenTree::Group(group), ..) => {
                    if group.delimiter() == Delimiter::Brace {
                        attributes.clear();
                    }
                    self.read(group.stream(), module);
                }
                (TokenTree::Punct(end), ..) if end.as_char() == ';' => attributes.clear(),
                _ => {}
            }
        }
    }

    /// Reads a module inside of this one; `content` is its braces, or the end of its declaration.
    fn inner(&mut self, inner: Module, content: &TokenTree, attributes: &[String]) {
        match content {
            TokenTree::Group(content) => {
                if !attributes.iter().any(|one| one == "cfg (test)") {
                    self.read(content.stream(), &inner);
                }
            }
            _ => {
                let path = attributes
                    .iter()
                    .find_map(|one| one.strip_prefix("path = "));
                let path = path.map(|path| path.trim_matches('"').to_owned());
                self.files.push((inner, path));
            }
        }
    }
}

/// The import of a path in a module.
fn import(module: &[String], path: &[String]) -> Import {
    let (mut base, mut rest) = (module.to_vec(), path);
    while let Some((first, behind)) = rest.split_first() {
        match first.as_str() {
            "crate" => base.clear(),
            "super" => drop(base.pop()),
            "self" => {}
            _ => break,
        }
        rest = behind;
    }
    base.extend_from_slice(rest);
    Import {
        module: base,
        text: path.join("::"),
    }
}

/// The paths that begin at a token, which are several where a brace is in them, and the position
/// behind them.
fn paths(tokens: &[TokenTree], start: usize) -> (Vec<Vec<String>>, usize) {
    let (mut path, mut at): (Vec<String>, usize) = (Vec::new(), start);
    let is_colon =
        |at: usize| matches!(tokens.get(at), Some(TokenTree::Punct(one)) if one.as_char() == ':');
    loop {
        match tokens.get(at) {
            Some(TokenTree::Ident(name)) => path.push(name.to_string()),
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                let is_comma =
                    |one: &TokenTree| matches!(one, TokenTree::Punct(one) if one.as_char() == ',');
                let parts = inner.split(is_comma).flat_map(|part| paths(part, 0).0);
                let all = parts.map(|part| [&path[..], &part[..]].concat());
                return (all.collect(), at + 1);
            }
            _ => break,
        }
        at += 1;
        if !is_colon(at) || !is_colon(at + 1) {
            break;
        }
        at += 2;
    }
    (vec![path], at.max(start + 1))
}

#[test]
fn what_a_file_says_is_read() {
    let text = r#"
        //! See [`crate::docs`].
        use crate::{a::{self, B, c::*}, d as e};
        pub(super) mod file;
        #[path = "../other.rs"]
        pub(crate) mod other;
        mod inline { use super::super::x::Y; }
        fn f() { format!("{}", super::z::g(self.h())) }
        #[cfg(test)]
        mod tests { use crate::t; }
    "#;
    let mut source = Source::default();
    source.read(
        text.parse().expect("tokens"),
        &["m".to_owned(), "n".to_owned()],
    );
    let said = |module: &Module| module.join("::");
    let files = source.files.iter();
    let files: Vec<_> = files
        .map(|(module, path)| (said(module), path.as_deref()))
        .collect();
    let due = [("m::n::file", None), ("m::n::other", Some("../other.rs"))];
    assert_eq!(files, due.map(|(module, path)| (module.to_owned(), path)));
    let imports: Vec<_> = source.imports.iter().map(|one| said(&one.module)).collect();
    assert_eq!(
        imports,
        ["a::self", "a::B", "a::c", "d", "m::x::Y", "m::z::g"]
    );
}
