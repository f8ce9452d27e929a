//! The page around the data, and the data as text.
//!
//! The data are JSON inside of a `script` element that no browser runs. In it, `<` is written
//! `\u003c`, so that no text of a program ends the element or begins another.

use crate::data::Compilation;

const PAGE: &str = include_str!("../web/page.html");
const SCRIPT: &str = include_str!("../web/dist/explorer.js");
const STYLE: &str = include_str!("../web/dist/explorer.css");

/// The data as JSON, with a newline behind it.
pub(crate) fn json(compilation: &Compilation) -> String {
    serde_json::to_string(compilation).expect("a compilation is plain data") + "\n"
}

/// The page.
pub(crate) fn html(compilation: &Compilation) -> String {
    let data = json(compilation).replace('<', "\\u003c");
    let title = compilation.call.files.join(", ");
    let mut page = String::with_capacity(PAGE.len() + SCRIPT.len() + STYLE.len() + data.len());
    // Each part goes in once, and no part is searched for the names of others.
    let mut rest = PAGE;
    let parts = [
        ("{{title}}", &*escaped(&title)),
        ("{{style}}", STYLE),
        ("{{data}}", data.trim_end()),
        ("{{script}}", SCRIPT),
    ];
    for (name, part) in parts {
        let (before, behind) = rest.split_once(name).expect("the page names each part");
        page.push_str(before);
        page.push_str(part);
        rest = behind;
    }
    page.push_str(rest);
    page
}

/// A text between tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
