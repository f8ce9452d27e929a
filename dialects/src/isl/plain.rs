//! Texts that only name instances and affine functions of their indices, put together by isl's arithmetic.
//!
//! ```text
//! { S[i, j] -> [floor(i/32)]; T[k] -> [2k + 1] }     { S[i, j] -> A[i, j + 1] }     { S[i, j]; T[k] }
//! ```
//!
//! Most texts of a schedule tree are such. isl's reader takes each of their terms for a function on a domain of its own and compares
//! domains at each sum, which costs ten times what the result takes to make. Here the same calls of isl are made without domains:
//! [`read`] gives what isl's reader gives, and nothing where a text is anything else. Wrong texts are among those: what is wrong is for
//! isl's reader to say.

use super::object::{Object, Output};
use super::{
    Aff, Context, Dim, Id, Map, MultiAff, Set, Space, UnionMap, UnionPwAff, UnionSet, Val, sys,
};

/// What may be read here.
pub(super) trait Plain: Sized {
    /// What a plain text says; none where it is not plain, or isl refuses.
    fn plain(context: &Context, text: &str) -> Option<Self>;
}

impl Plain for UnionSet {
    fn plain(context: &Context, text: &str) -> Option<UnionSet> {
        let sets = read(context, text)?
            .into_iter()
            .map(|part| match part.image {
                None => Set::universe(&part.domain).ok()?.to_union_set().ok(),
                Some(_) => None,
            });
        joined(sets, sys::isl_union_set_union)
    }
}

impl Plain for UnionMap {
    fn plain(context: &Context, text: &str) -> Option<UnionMap> {
        let maps = read(context, text)?.into_iter().map(|part| {
            // isl's reader has the divisions of a relation in an order of its own.
            let image = part.image.filter(|image| !image.divides)?;
            let mut results = image.results.iter().map(MultiAff::from_aff);
            let first = results.next()?.ok()?;
            let mut function = results.try_fold(first, |all, result| {
                all.flat_range_product(&result.ok()?).ok()
            })?;
            if let Some(name) = image.name {
                let name = Id::new(context, name).ok()?;
                function = function.set_tuple_id(Dim::Out, &name).ok()?;
            }
            Map::from_multi_aff(&function).ok()?.to_union_map().ok()
        });
        joined(maps, sys::isl_union_map_union)
    }
}

impl Plain for UnionPwAff {
    fn plain(context: &Context, text: &str) -> Option<UnionPwAff> {
        let functions = read(context, text)?.into_iter().map(|part| {
            let image = part.image.filter(|image| image.name.is_none())?;
            let [result] = &image.results[..] else {
                return None;
            };
            UnionPwAff::from_aff(result).ok()
        });
        joined(functions, sys::isl_union_pw_aff_union_add)
    }
}

/// All parts in one object, as isl's reader joins them: in a whole that nobody else has, whose table then grows in the same order.
fn joined<T: Object>(
    parts: impl Iterator<Item = Option<T>>,
    join: unsafe extern "C" fn(*mut T::Raw, *mut T::Raw) -> *mut T::Raw,
) -> Option<T> {
    let alone = |object: T| (object.context().clone(), object.take());
    let mut whole = None;
    for part in parts {
        let part = part?;
        whole = Some(match whole {
            None => part,
            Some(whole) => {
                let (context, whole) = alone(whole);
                let (_, part) = alone(part);
                // SAFETY: both are references that were given up, on objects of the context.
                unsafe { T::output(&context, join(whole, part)) }.ok()?
            }
        });
    }
    whole
}

/// The instances of one statement, and what a function makes of them.
struct Part<'t> {
    domain: Space,
    image: Option<Image<'t>>,
}

struct Image<'t> {
    name: Option<&'t str>,
    results: Vec<Aff>,
    /// Whether there is a division in one of them.
    divides: bool,
}

/// The parts of a plain text without parameters, no two of which have a tuple of the same name and size on the left.
fn read<'t>(context: &Context, text: &'t str) -> Option<Vec<Part<'t>>> {
    let mut reader = Reader {
        context,
        rest: text,
        divisions: 0,
    };
    if reader.takes("[") && !(reader.takes("]") && reader.takes("->")) {
        return None;
    }
    if !reader.takes("{") {
        return None;
    }
    let mut seen = Vec::new();
    let mut parts = Vec::new();
    loop {
        let name = reader.tuple_name()?;
        let indices = reader.indices()?;
        if seen.contains(&(name, indices.len())) {
            return None;
        }
        seen.push((name, indices.len()));
        let domain = space(context, name, &indices)?;
        let image = match reader.takes("->") {
            true => Some(reader.image(&Indices {
                names: &indices,
                domain: &domain,
            })?),
            false => None,
        };
        parts.push(Part { domain, image });
        if reader.takes("}") {
            return reader.rest.trim_start().is_empty().then_some(parts);
        }
        if !reader.takes(";") {
            return None;
        }
    }
}

/// The space of a tuple with named dimensions.
fn space(context: &Context, name: Option<&str>, indices: &[&str]) -> Option<Space> {
    let mut space = Space::anonymous_set(context, indices.len()).ok()?;
    for (position, index) in indices.iter().enumerate() {
        space = space.set_dim_name(Dim::SET, position, index).ok()?;
    }
    match name {
        Some(name) => space
            .set_tuple_id(Dim::SET, &Id::new(context, name).ok()?)
            .ok(),
        None => Some(space),
    }
}

/// What names mean in an expression.
struct Indices<'a> {
    names: &'a [&'a str],
    domain: &'a Space,
}

struct Reader<'c, 't> {
    context: &'c Context,
    rest: &'t str,
    /// How many divisions were read.
    divisions: usize,
}

/// Words that are no names, in capital letters or small ones.
const KEYWORDS: [&str; 18] = [
    "exists", "and", "or", "implies", "not", "infty", "infinity", "nan", "min", "max", "rat",
    "true", "false", "ceild", "floord", "mod", "ceil", "floor",
];

fn is_keyword(word: &str) -> bool {
    KEYWORDS
        .iter()
        .any(|keyword| word.eq_ignore_ascii_case(keyword))
}

impl<'t> Reader<'_, 't> {
    /// Goes over a token if it is next.
    fn takes(&mut self, token: &str) -> bool {
        match self.rest.trim_start().strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// The next word, a name or a keyword.
    fn word(&mut self) -> Option<&'t str> {
        let rest = self.rest.trim_start();
        let end = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        let starts = rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        // isl takes a quote for a part of the name.
        if !starts || rest[end..].starts_with('\'') {
            return None;
        }
        self.rest = &rest[end..];
        Some(&rest[..end])
    }

    /// The name of a tuple, or that it has none.
    fn tuple_name(&mut self) -> Option<Option<&'t str>> {
        let name = self.word();
        match name {
            Some(name) if is_keyword(name) => None,
            name => Some(name),
        }
    }

    fn number(&mut self) -> Option<i64> {
        let rest = self.rest.trim_start();
        let end = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        let number = rest[..end].parse().ok()?;
        self.rest = &rest[end..];
        Some(number)
    }

    /// `[i, j]`: names, all of them different.
    fn indices(&mut self) -> Option<Vec<&'t str>> {
        let mut names = Vec::new();
        if !self.takes("[") {
            return None;
        }
        if self.takes("]") {
            return Some(names);
        }
        loop {
            let name = self.word()?;
            if is_keyword(name) || names.contains(&name) {
                return None;
            }
            names.push(name);
            if self.takes("]") {
                return Some(names);
            }
            if !self.takes(",") {
                return None;
            }
        }
    }

    /// `A[i, j + 1]`, with at least one expression.
    fn image(&mut self, indices: &Indices) -> Option<Image<'t>> {
        let name = self.tuple_name()?;
        let mut results = Vec::new();
        let before = self.divisions;
        if !self.takes("[") {
            return None;
        }
        loop {
            results.push(self.sum(indices)?);
            if self.takes("]") {
                return Some(Image {
                    name,
                    results,
                    divides: self.divisions > before,
                });
            }
            if !self.takes(",") {
                return None;
            }
        }
    }

    /// `-i + 2j - 4*floor(k/8) + 1`
    fn sum(&mut self, indices: &Indices) -> Option<Aff> {
        let mut sum = Aff::zero_on_domain(indices.domain).ok()?;
        let mut minus = false;
        loop {
            while self.takes("-") {
                minus = !minus;
            }
            let term = self.term(indices)?;
            sum = match minus {
                true => sum.sub(&term),
                false => sum.add(&term),
            }
            .ok()?;
            minus = self.takes("-");
            if !minus && !self.takes("+") {
                return Some(sum);
            }
        }
    }

    /// `2j`, `4*floor(k/8)`, `1`
    fn term(&mut self, indices: &Indices) -> Option<Aff> {
        let Some(number) = self.number() else {
            return self.factor(indices);
        };
        let number = Val::new(self.context, number).ok()?;
        if self.takes("*") || self.is_before_a_name() {
            return self.factor(indices)?.scale_val(&number).ok();
        }
        Aff::val_on_domain(indices.domain, &number).ok()
    }

    fn is_before_a_name(&self) -> bool {
        let mut ahead = Reader { ..*self };
        ahead.word().is_some_and(|word| !is_keyword(word))
    }

    /// `j`, `(j + k)`, `floor(k/8)`, `j mod 8`
    fn factor(&mut self, indices: &Indices) -> Option<Aff> {
        let before = self.divisions;
        // What only begins like that goes on with a letter, and is no plain text.
        if self.takes("floor") {
            let open = self.takes("(");
            let dividend = self.base(indices).filter(|_| open)?;
            let slash = self.takes("/");
            let divisor = self.divisor(before).filter(|_| slash)?;
            let quotient = dividend.scale_down_val(&divisor).ok()?.floor().ok()?;
            return self.takes(")").then_some(quotient);
        }
        let base = self.base(indices)?;
        match self.takes("mod ") {
            true => base.mod_val(&self.divisor(before)?).ok(),
            false => Some(base),
        }
    }

    /// `j`, `(j + k)`
    fn base(&mut self, indices: &Indices) -> Option<Aff> {
        if self.takes("(") {
            let sum = self.sum(indices)?;
            return self.takes(")").then_some(sum);
        }
        let name = self.word()?;
        let position = indices.names.iter().position(|other| *other == name)?;
        Aff::var_on_domain(indices.domain, Dim::In, position).ok()
    }

    /// A number greater than 0 that divides what was read since there were `before` divisions; none if that has divisions itself,
    /// which isl's reader simplifies.
    fn divisor(&mut self, before: usize) -> Option<Val> {
        if self.divisions > before {
            return None;
        }
        self.divisions += 1;
        let number = self.number().filter(|number| *number > 0)?;
        Val::new(self.context, number).ok()
    }
}
