#!/usr/bin/env python3
"""Writes `src/sys.rs`: the functions that isl's headers declare, each argument with its ownership.

usage: declarations.py [--check]      (writes; --check only compares)

The headers are those in the source of the crate `isl-rs`. They mark the ownership of each argument (`__isl_take`, `__isl_keep`, `__isl_give`);
a compiler never sees these marks, because they are empty macros. Here clang preprocesses the headers with the marks left in, and
the output is parsed: prototypes, enumerations, and the structures that are passed by value. isl's headers are regular, so anything that
the parser does not know is an error, never skipped.

 C                                        Rust
 __isl_take isl_set *, __isl_give ...     Owned<isl_set>: one reference, which changes hands
 __isl_keep isl_set *                     Kept<isl_set>: only borrowed
 enum isl_dim_type, isl_bool, isl_size    a distinct type around c_int
 struct ... *, not marked                 *mut ...
 isl_stat (*fn)(...)                      Option<unsafe extern "C" fn(...) -> isl_stat>
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

CRATE = Path(__file__).resolve().parent
OUTPUT = CRATE / "src" / "sys.rs"
# Headers for C++, headers that are included many times with other macros, and those of a build with
# GMP.
NO_HEADERS = {"cpp.h", "cpp-checked.h", "cpp-checked-conversion.h", "typed_cpp.h", "hmap.h", "maybe_templ.h", "val_gmp.h"}
# Not installed, but their functions are in the archive: those with which isl's YAML reader builds
# trees, and the operation counter.
PRIVATE_HEADERS = ["isl_schedule_band.h", "isl_schedule_tree.h", "isl_schedule_private.h", "isl_ctx_private.h"]
# What ./configure would write, and the definitions of isl's integers that the private headers need,
# used here only as opaque types.
STAND_INS = {
    "isl/stdint.h": "#include <stdint.h>\n",
    "isl_blk.h": "typedef long isl_int;\nstruct isl_blk { long data; };\n#define ISL_BLK_CACHE_SIZE 1\n",
}
MARKS = {"__isl_take": "Owned", "__isl_give": "Owned", "__isl_keep": "Kept", "__isl_null": None}
# Functions whose first argument isl forgot to mark.
FORGOTTEN = {"isl_id_copy": "__isl_keep", "isl_stream_read_schedule": "__isl_keep"}
NUMBERS = {
    "void": "c_void", "char": "c_char", "int": "c_int", "unsigned": "c_uint", "unsigned int": "c_uint", "long": "c_long",
    "unsigned long": "c_ulong", "double": "f64", "size_t": "usize", "uint32_t": "u32", "FILE": "FILE",
}
KEYWORDS = {"type", "match", "fn", "ref", "in", "move", "where", "mod", "loop", "use", "box", "final", "str", "self"} - {"str"}
TOKEN = re.compile(r'\s+|("(?:\\.|[^"\\])*"|\.\.\.|\w+|[^\w\s])')
HEAD = """\
//! The functions of isl 0.27, as its headers declare them. Made by `declarations.py`: edit that, then run it.

use std::ffi::{c_char, c_int, c_long, c_uint, c_ulong, c_void};

use libc::FILE;

use super::ownership::{Kept, Owned, number, opaque};
"""


class Unknown(Exception):
    """A construct in the headers that the parser does not know."""


def output_of(command, given=""):
    return subprocess.run(command, cwd=CRATE, input=given, stdout=subprocess.PIPE, text=True, check=True).stdout


def headers():
    """The folder of isl's source."""
    host = re.search("^host: (.*)$", output_of(["rustc", "-vV"]), re.M)[1]
    metadata = json.loads(output_of(["cargo", "metadata", "--format-version=1", "--locked", f"--filter-platform={host}"]))
    manifest = next(package["manifest_path"] for package in metadata["packages"] if package["name"] == "isl-rs")
    return Path(manifest).parent / "isl"


def preprocessed(isl):
    """The text of the headers, macros replaced, with the line markers that give the origin of each part."""
    public = sorted(path.name for path in (isl / "include" / "isl").glob("*.h") if path.name not in NO_HEADERS)
    text = "".join(f"#include <isl/{name}>\n" for name in public) + "".join(f"#include <{name}>\n" for name in PRIVATE_HEADERS)
    prefix = os.environ.get("MLIR_SYS_220_PREFIX", "/usr/lib/llvm-22")
    with tempfile.TemporaryDirectory() as folder:
        for name, content in STAND_INS.items():
            path = Path(folder) / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(content)
        marks = [f"-D{mark}={mark}" for mark in MARKS]
        command = [f"{prefix}/bin/clang", "-E", "-dD", "-x", "c", "-", f"-I{folder}", f"-I{isl}/include", f"-I{isl}", *marks]
        return output_of(command, text)


def tokens_of(text, isl):
    """The contents of isl's own headers: pairs of a header and a token, and the numeric macros."""
    tokens, macros, header = [], [], None
    for line in text.splitlines():
        if place := re.match(r'# \d+ "(.*)"', line):
            path = Path(place[1])
            header = str(path.relative_to(isl)) if path.is_relative_to(isl) else None
            header = header and header.removeprefix("include/")
        elif header and (macro := re.match(r"#\s*define\s+(ISL_\w+)\s+(\d+)$", line)):
            macros.append((header, macro[1], macro[2]))
        elif header and not line.startswith("#"):
            tokens += [(header, token) for token in TOKEN.findall(line) if token]
    return tokens, macros


def statements(tokens):
    """The top-level declarations: each with its header, without the semicolon."""
    begin, depth = 0, 0
    for position, (_, token) in enumerate(tokens):
        depth += (token in "({[") - (token in ")}]")
        if token == ";" and depth == 0:
            if position > begin:
                yield tokens[begin][0], [token for _, token in tokens[begin:position]]
            begin = position + 1
    if begin < len(tokens):
        raise Unknown(f"a declaration without an end: {' '.join(token for _, token in tokens[begin:begin + 20])}")


class Reader:
    """Reads one declaration, from the left."""

    def __init__(self, tokens, declared):
        self.tokens = tokens
        self.position = 0
        self.declared = declared

    def attributes(self):
        """Drops `extern` and deprecation attributes."""
        while self.peek() in ("extern", "__attribute__"):
            if self.next() == "__attribute__":
                self.expect("(", "(", "__deprecated__", ")", ")")

    def peek(self):
        return self.tokens[self.position] if self.position < len(self.tokens) else ""

    def next(self):
        self.position += 1
        return self.tokens[self.position - 1] if self.position <= len(self.tokens) else ""

    def accept(self, *words):
        return self.peek() in words and self.next()

    def expect(self, *words):
        for word in words:
            if not self.accept(word):
                raise Unknown(f"expected `{word}` before `{self.peek()}` in: {' '.join(self.tokens)}")

    def type(self):
        """A type up to its last star, as Rust."""
        mark, constant = None, False
        while self.peek() in MARKS or self.peek() == "const":
            word = self.next()
            constant, mark = constant or word == "const", MARKS.get(word, mark)
        name = self.next()
        if name in ("struct", "enum"):
            name = self.next()
            self.declared.uses(name)
        elif name in NUMBERS:
            while f"{name} {self.peek()}" in NUMBERS:
                name += " " + self.next()
            name = NUMBERS[name]
        elif name not in self.declared.types:
            raise Unknown(f"the type `{name}` in: {' '.join(self.tokens)}")
        constant = bool(self.accept("const")) or constant
        stars = 0
        while self.accept("*"):
            stars += 1
        if mark and stars:
            return f"{'*mut ' * (stars - 1)}{mark}<{name}>"
        return "*mut " * (stars - 1) + ("*const " if constant else "*mut ") * (stars > 0) + name

    def parameters(self):
        """The parameters in parentheses: pairs of a name and a type."""
        self.expect("(")
        found = []
        if self.peek() == "void" and self.tokens[self.position + 1] == ")":
            self.next()
        while self.peek() != ")":
            kind = self.type()
            if self.accept("("):
                self.expect("*")
                name = self.next()
                self.expect(")")
                kind = function_type(self.parameters(), kind)
            else:
                name = self.next() if re.match(r"\w", self.peek()) else f"argument{len(found)}"
                if self.peek() == "(":
                    kind = function_type(self.parameters(), kind)
            if self.accept("["):
                self.expect("]")
                kind = f"*mut {kind}"
            self.declared.by_value.add(kind)
            found.append((f"r#{name}" if name in KEYWORDS else name, kind))
            if not self.accept(","):
                break
        self.expect(")")
        return found


def result_of(kind):
    return "" if kind == "c_void" else f" -> {kind}"


def function_type(parameters, result):
    listed = ", ".join(kind for _, kind in parameters)
    return f'Option<unsafe extern "C" fn({listed}){result_of(result)}>'


class Declarations:
    """All declarations of the headers."""

    def __init__(self):
        self.types = {}       # name: opaque, or the text of its definition
        self.bodies = {}      # structure: tokens of its fields
        self.by_value = set()
        self.functions = {}   # name: header, text

    def uses(self, name):
        self.types.setdefault(name, None)

    def add(self, header, tokens):
        if tokens[0] in ("enum", "struct") and "{" in tokens or tokens[:2] == ["typedef", "enum"]:
            self.add_body(tokens)
        elif tokens[0] == "typedef":
            self.add_typedef(tokens)
        elif tokens[0] == "struct" and len(tokens) == 2:
            self.uses(tokens[1])
        elif "(" in tokens:
            self.add_function(header, tokens)
        elif tokens[0] != "extern":
            raise Unknown(f"neither a type nor a function: {' '.join(tokens)}")

    def add_body(self, tokens):
        opening = tokens.index("{")
        inside = tokens[opening + 1:len(tokens) - 1 - tokens[::-1].index("}")]
        if "enum" not in tokens[:2]:
            self.uses(tokens[1])
            self.bodies[tokens[1]] = inside
            return
        name = tokens[-1] if tokens[0] == "typedef" else tokens[1]
        values, value = [], -1
        for item in " ".join(inside).strip(" ,").split(","):
            label, _, given = item.partition("=")
            value = self.number(given.replace(" ", ""), values) if given else value + 1
            values.append((label.strip(), value))
        self.types[name] = number(name, values)

    @staticmethod
    def number(text, earlier):
        known = dict(earlier)
        return known[text] if text in known else int(text, 0)

    def add_typedef(self, tokens):
        name = tokens[-1]
        reader = Reader(tokens[1:], self)
        kind = reader.type()
        if reader.accept("("):
            reader.expect("*")
            name = reader.next()
            reader.expect(")")
            self.types[name] = f"pub type {name} = {function_type(reader.parameters(), kind)};"
        elif kind == "c_int":
            self.types[name] = number(name, [])
        elif kind != name:
            self.types[name] = f"pub type {name} = {kind};"

    def add_function(self, header, tokens):
        reader = Reader(tokens, self)
        reader.attributes()
        kind = reader.type()
        gives_function = reader.accept("(") and reader.expect("*") is None
        name = reader.next()
        if name in FORGOTTEN:
            reader.tokens.insert(reader.position + 1, FORGOTTEN[name])
        parameters = ", ".join(f"{name}: {kind}" for name, kind in reader.parameters())
        if gives_function:
            reader.expect(")")
            kind = function_type(reader.parameters(), kind)
        reader.attributes()
        self.by_value.add(kind)
        if reader.peek():
            raise Unknown(f"`{reader.peek()}` after a prototype: {' '.join(tokens)}")
        self.functions.setdefault(name, (header, f"pub fn {name}({parameters}){result_of(kind)};"))

    def structures(self):
        """Structures that are passed by value: all of their fields."""
        for name in sorted(set(self.bodies) & self.by_value):
            fields, body = [], self.bodies[name]
            while body:
                end = body.index(";")
                reader = Reader(body[:end], self)
                kind = reader.type()
                fields.append(f"    pub {reader.next()}: {kind},\n".replace("pub type:", "pub r#type:"))
                body = body[end + 1:]
            self.types[name] = f"#[repr(C)]\npub struct {name} {{\n{''.join(fields)}}}"


def number(name, values):
    text = f"number!({name});"
    return text + "".join(f"\npub const {label}: {name} = {name}({value});" for label, value in values)


def written(declarations, macros):
    """The file."""
    declarations.structures()
    opaque = sorted(name for name, text in declarations.types.items() if text is None)
    parts = [HEAD, "opaque! {\n" + "".join(f"    {name}\n" for name in opaque) + "}\n"]
    parts += [text + "\n" for _, text in sorted(declarations.types.items()) if text]
    parts += ["".join(f"pub const {name}: c_int = {value};\n" for _, name, value in macros)]
    by_header = {}
    for header, text in declarations.functions.values():
        by_header.setdefault(header, []).append(text)
    blocks = [f"    // {header}\n" + "".join(f"    {text}\n" for text in texts) for header, texts in sorted(by_header.items())]
    parts += ['unsafe extern "C" {\n' + "\n".join(blocks) + "}\n"]
    return "\n".join(parts)


def main():
    isl = headers()
    tokens, macros = tokens_of(preprocessed(isl), isl)
    declarations = Declarations()
    for header, statement in statements(tokens):
        declarations.add(header, statement)
    text = written(declarations, macros)
    if "--check" not in sys.argv[1:]:
        OUTPUT.write_text(text)
    elif not OUTPUT.exists() or OUTPUT.read_text() != text:
        sys.exit(f"error: {OUTPUT.relative_to(CRATE.parent)} is not what isl's headers say: run isl/declarations.py")
    count = len(declarations.functions)
    print(f"{OUTPUT.relative_to(CRATE.parent)}: {count} functions")


if __name__ == "__main__":
    try:
        main()
    except Unknown as unknown:
        sys.exit(f"error: isl's headers have {unknown}")
