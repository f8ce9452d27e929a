//! Reading isl's notation, with the position of an error.
//!
//! A silent isl reports only "syntax error". To locate it, isl reads the text once more from a
//! memory file: the offending token ends where its lexer stopped. isl also ignores what follows a
//! complete object; here that is an error, because a typing mistake after the closing brace must
//! not be dropped.

use std::any::TypeId;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ffi::c_void;

use super::Context;
use super::error::{Error, Result};
use super::object::{Object, c_text};
use super::ownership::{self, Owned};
use super::plain::Plain;
use super::renew::Renew;
use super::sys;

/// The reader of isl that locates an error.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Grammar {
    /// `[N] -> { ... }`: sets, maps and affine expressions.
    Braces,
    /// A schedule in YAML.
    Schedule,
    /// A single token, such as a number.
    Token,
}

/// The number of objects cached with their text.
const MAX_KEPT: usize = 4096;

/// Recently read objects, by type and text: the same text is read many times while passes run, and
/// isl's reader is slow.
///
/// isl may rewrite the inside of a shared object into an equal one, so the printed form of a result
/// could depend on earlier uses of the object. A pass therefore gets copies that share nothing with
/// those of other passes ([`super::renew`]), and reading is counted as if isl had read the text
/// again: the pass's output is a function of its input, and so is whether reading fits its budget.
#[derive(Default)]
pub(super) struct Memory {
    kept: RefCell<HashMap<(TypeId, String), Entry>>,
    /// The number of passes begun.
    passes: Cell<u64>,
}

/// An object read from a text.
struct Entry {
    /// The object as isl read it, which is only copied as a whole; `None` if that is not possible.
    original: Option<Kept>,
    /// The operations that reading it took.
    operations: u64,
    /// The object shared within the current pass, and the number of that pass.
    shared: Kept,
    pass: u64,
}

/// One reference on an object, and the function that frees it.
struct Kept {
    raw: *mut c_void,
    release: unsafe fn(*mut c_void),
}

impl Kept {
    fn new<T: Object>(object: &T) -> Option<Kept> {
        let raw = object.take().into_raw();
        (!raw.is_null()).then(|| Kept {
            raw: raw.cast(),
            release: T::release,
        })
    }

    /// # Safety
    /// The object is of this type, and lives in this context.
    unsafe fn object<T: Object>(&self, context: &Context) -> Option<T> {
        let raw = ownership::Kept::new(self.raw.cast());
        // SAFETY: the object is alive, and of this type, as the caller states; null is not an
        // object.
        let copy = context.unlimited(|| unsafe { T::copy(raw) });
        // SAFETY: not null, and the reference is a fresh one.
        (!copy.is_null()).then(|| unsafe { T::adopt(context, copy) })
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        // SAFETY: the reference is this entry's own, and the context outlives its memory.
        unsafe { (self.release)(self.raw) }
    }
}

impl Memory {
    /// Drops everything.
    pub(super) fn clear(&self) {
        self.kept.borrow_mut().clear();
    }

    /// Objects read from here on share nothing with those read before.
    pub(super) fn begin_pass(&self) {
        self.passes.set(self.passes.get() + 1);
    }

    fn find<T: Renew + 'static>(&self, context: &Context, text: &str) -> Option<T> {
        let mut kept = self.kept.borrow_mut();
        let entry = kept.get_mut(&(TypeId::of::<T>(), text.to_owned()))?;
        if entry.pass != self.passes.get() {
            let original = entry.original.as_ref()?;
            // SAFETY: the key says the type, and the memory is the context's.
            let original: T = unsafe { original.object(context) }?;
            let renewed = context.unlimited(|| original.renewed()).ok()??;
            entry.shared = Kept::new(&renewed)?;
            entry.pass = self.passes.get();
            context.charge(entry.operations);
        }
        // SAFETY: as above.
        unsafe { entry.shared.object(context) }
    }

    /// Caches an object that was just read, and returns the one that the pass may use.
    fn keep<T: Renew + 'static>(&self, text: &str, read: T, operations: u64) -> T {
        let renewed = read.context().unlimited(|| read.renewed());
        let (original, object) = match renewed {
            Ok(Some(renewed)) => (Kept::new(&read), renewed),
            _ => (None, read),
        };
        if let Some(shared) = Kept::new(&object) {
            let mut kept = self.kept.borrow_mut();
            if kept.len() >= MAX_KEPT {
                kept.clear();
            }
            let entry = Entry {
                original,
                operations,
                shared,
                pass: self.passes.get(),
            };
            kept.insert((TypeId::of::<T>(), text.to_owned()), entry);
        }
        object
    }
}

pub(super) type Reader<T> =
    unsafe extern "C" fn(*mut sys::isl_ctx, *const std::ffi::c_char) -> Owned<T>;

/// Reads an object from a whole text, by the plain reader if possible.
pub(super) fn parse_plain<T: Renew + Plain + 'static>(
    context: &Context,
    text: &str,
    reader: Reader<T::Raw>,
    expected: &str,
) -> Result<T> {
    if let Some(known) = context.memory().find(context, text) {
        return Ok(known);
    }
    let before = context.operations();
    match T::plain(context, text) {
        Some(object) => {
            let operations = context.operations() - before;
            Ok(context.memory().keep(text, object, operations))
        }
        None => parse(context, text, reader, Grammar::Braces, expected),
    }
}

/// Reads an object from a whole text.
pub(crate) fn parse<T: Renew + 'static>(
    context: &Context,
    text: &str,
    reader: Reader<T::Raw>,
    grammar: Grammar,
    expected: &str,
) -> Result<T> {
    if let Some(known) = context.memory().find(context, text) {
        return Ok(known);
    }
    let c = c_text(text)?;
    let before = context.operations();
    // Reading computes: a text is turned into disjunctive normal form, which may be exponentially
    // longer.
    // SAFETY: the context is alive and the text a valid C string.
    let raw = unsafe { reader(context.raw(), c.as_ptr()) };
    if raw.is_null() {
        // isl's reader may report a reached limit as a syntax error.
        if let Some(limit) = context.at_limit() {
            return Err(limit);
        }
        let error = context.take_error();
        return Err(match &error {
            Error::Isl { message, .. } if message == "syntax error" => {
                let start = context.unlimited(|| failing_token(context, text, grammar));
                syntax_error(text, start, expected)
            }
            _ => error,
        });
    }
    // SAFETY: not null, and given to us by isl.
    let object = unsafe { T::adopt(context, raw) };
    if grammar == Grammar::Braces
        && let Some(rest) = text_after_braces(text)
    {
        return Err(syntax_error(text, rest, expected));
    }
    let operations = context.operations() - before;
    Ok(context.memory().keep(text, object, operations))
}

fn syntax_error(text: &str, start: usize, expected: &str) -> Error {
    let before = &text[..start];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let token = tokens(&text[start..])
        .next()
        .map(|(_, token)| token.to_string());
    Error::Syntax {
        line: before.matches('\n').count() + 1,
        column: before[line_start..].chars().count() + 1,
        found: token,
        expected: expected.to_string(),
    }
}

/// The start of the token at which isl's own reader gives up.
fn failing_token(context: &Context, text: &str, grammar: Grammar) -> usize {
    let consumed = match grammar {
        Grammar::Token => 0,
        Grammar::Braces | Grammar::Schedule => consumed_by_isl(context, text, grammar).unwrap_or(0),
    };
    if consumed >= text.trim_end().len() && open_brackets(text) > 0 {
        return text.trim_end().len();
    }
    let read: Vec<(usize, &str)> = tokens(text)
        .take_while(|(start, _)| *start < consumed)
        .collect();
    match read[..] {
        // isl reads one token ahead before it reports an unknown name.
        [.., (before, name), _] if is_unknown(text, name) => before,
        [.., (last, _)] => last,
        [] => 0,
    }
}

/// Whether a token is a name without another occurrence: it is used, but not declared.
fn is_unknown(text: &str, name: &str) -> bool {
    const KEYWORDS: [&str; 11] = [
        "and", "or", "not", "exists", "implies", "floor", "ceil", "mod", "min", "max", "infty",
    ];
    name.starts_with(|first: char| first.is_alphabetic() || first == '_')
        && !KEYWORDS.contains(&name)
        && tokens(text).filter(|(_, token)| *token == name).count() == 1
}

/// The number of brackets still open at the end of a text.
fn open_brackets(text: &str) -> i64 {
    tokens(text)
        .map(|(_, token)| match token {
            "{" | "[" | "(" => 1,
            "}" | "]" | ")" => -1,
            _ => 0,
        })
        .sum()
}

/// How far isl reads before it stops, in bytes.
fn consumed_by_isl(context: &Context, text: &str, grammar: Grammar) -> Option<usize> {
    if text.is_empty() {
        return None;
    }
    // SAFETY: the memory file reads `text` and is closed before `text` goes; results are freed.
    unsafe {
        let file = libc::fmemopen(
            text.as_ptr().cast_mut().cast::<c_void>(),
            text.len(),
            c"r".as_ptr(),
        );
        if file.is_null() {
            return None;
        }
        let stream = sys::isl_stream_new_file(context.raw(), file);
        match grammar {
            Grammar::Schedule => drop_raw(
                sys::isl_stream_read_schedule(stream.keep()),
                sys::isl_schedule_free,
            ),
            _ => drop_raw(
                sys::isl_stream_read_union_map(stream.keep()),
                sys::isl_union_map_free,
            ),
        }
        let position = libc::ftell(file);
        sys::isl_stream_free(stream);
        libc::fclose(file);
        context.take_error();
        usize::try_from(position).ok()
    }
}

unsafe fn drop_raw<T>(raw: Owned<T>, free: unsafe extern "C" fn(Owned<T>) -> *mut T) {
    if !raw.is_null() {
        // SAFETY: the caller gives up its reference.
        unsafe { free(raw) };
    }
}

/// The position of the first token, comments aside, after the first complete pair of braces.
fn text_after_braces(text: &str) -> Option<usize> {
    let mut depth = 0i64;
    let mut closed = false;
    for (start, token) in tokens(text) {
        if closed {
            return Some(start);
        }
        match token {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        closed = depth == 0 && token == "}";
    }
    None
}

/// The tokens of isl's notation with their byte offsets; comments and white space are skipped.
fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut position = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = &text[position..];
            let first = rest.chars().next()?;
            if first.is_whitespace() {
                position += first.len_utf8();
            } else if first == '#' {
                position += rest.find('\n').unwrap_or(rest.len());
            } else {
                let length = token_length(rest, first);
                let start = position;
                position += length;
                return Some((start, &rest[..length]));
            }
        }
    })
}

fn token_length(rest: &str, first: char) -> usize {
    let word = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
    if word(first) {
        return rest.find(|c| !word(c)).unwrap_or(rest.len());
    }
    if first == '"' {
        return rest[1..].find('"').map_or(rest.len(), |end| end + 2);
    }
    const LONG: [&str; 9] = ["->", "<=", ">=", "!=", "==", ":=", "//", "<<", ">>"];
    LONG.iter()
        .find(|long| rest.starts_with(**long))
        .map_or(first.len_utf8(), |long| long.len())
}
