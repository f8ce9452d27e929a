//! A fast reader for plain texts (instances, affine functions of their indices, and bounds of
//! these, without parameters), which are built by isl's arithmetic.
//!
//! ```text
//! { S[i, j] -> [floor(i/32)]; T[k] -> [2k + 1] }     { S[i, j] -> A[i, j + 1] }     { S[i, j]; T[k] }
//! { S[i] : 0 <= i <= 16 }                            { [0, c1] -> A_in[0, a0] : 0 <= a0 < 31 and a0 < c1 }
//! ```
//!
//! Most texts of a schedule tree are plain. isl's reader makes each of their terms a function with
//! its own domain and compares domains at each sum, which costs ten times as much as building the
//! result. Here the same isl functions are called without domains: [`read`] returns what isl's
//! reader returns, and `None` for all other texts, including malformed ones, whose errors isl's
//! reader reports.

use super::object::{Object, Output, together};
use super::ownership::Owned;
use super::{
    Aff, Context, Dim, Id, Map, MultiAff, Result, Set, Space, UnionMap, UnionPwAff, UnionSet, Val,
    sys,
};

/// The types that may be read here.
pub(super) trait Plain: Sized {
    /// The object of a plain text; `None` if the text is not plain, or isl refuses it.
    fn plain(context: &Context, text: &str) -> Option<Self>;
}

impl Plain for UnionSet {
    fn plain(context: &Context, text: &str) -> Option<UnionSet> {
        let sets = read(context, text)?.into_iter().map(|part| match part {
            Part::All(space) => Set::universe(&space).ok()?.to_union_set().ok(),
            Part::Set(set) => set.to_union_set().ok(),
            Part::Function(_) | Part::Relation(_) => None,
        });
        joined(sets, sys::isl_union_set_union)
    }
}

impl Plain for UnionMap {
    fn plain(context: &Context, text: &str) -> Option<UnionMap> {
        let maps = read(context, text)?.into_iter().map(|part| match part {
            // isl's reader keeps the divisions of a relation in its own order.
            Part::Function(image) if !image.divides => {
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
            }
            Part::Relation(pairs) => pairs.unwrap().ok()?.to_union_map().ok(),
            Part::Function(_) | Part::All(_) | Part::Set(_) => None,
        });
        joined(maps, sys::isl_union_map_union)
    }
}

impl Plain for UnionPwAff {
    fn plain(context: &Context, text: &str) -> Option<UnionPwAff> {
        let functions = read(context, text)?.into_iter().map(|part| {
            let Part::Function(Image {
                name: None,
                results,
                ..
            }) = part
            else {
                return None;
            };
            let [result] = &results[..] else {
                return None;
            };
            UnionPwAff::from_aff(result).ok()
        });
        joined(functions, sys::isl_union_pw_aff_union_add)
    }
}

/// All parts in one object, joined as isl's reader does: into an unshared object, whose table then
/// grows in the same order.
fn joined<T: Object>(
    parts: impl Iterator<Item = Option<T>>,
    join: unsafe extern "C" fn(Owned<T::Raw>, Owned<T::Raw>) -> Owned<T::Raw>,
) -> Option<T> {
    let alone = |object: T| (object.context().clone(), object.take());
    let mut whole: Option<T> = None;
    for part in parts {
        let part = part?;
        whole = Some(match whole {
            None => part,
            Some(whole) => {
                together(whole.context(), &part).ok()?;
                let (context, whole) = alone(whole);
                let (_, part) = alone(part);
                // SAFETY: both are references that were given up, on objects of the context.
                unsafe { T::output(&context, join(whole, part)) }.ok()?
            }
        });
    }
    whole
}

/// The part of a text about one tuple, or one pair of tuples.
enum Part<'t> {
    /// `S[i, j]`
    All(Space),
    /// `S[i, j] -> A[i, j + 1]`
    Function(Image<'t>),
    /// `S[i, 0] : 0 <= i <= 16`
    Set(Set),
    /// `S[i] -> A[a] : i <= a`, wrapped: a set of pairs.
    Relation(Set),
}

/// The function on the instances of one statement.
struct Image<'t> {
    name: Option<&'t str>,
    results: Vec<Aff>,
    /// Whether there is a division in one of them.
    divides: bool,
}

/// `A[i, 0, k]`
struct Tuple<'t> {
    name: Option<&'t str>,
    elements: Vec<Element<'t>>,
}

#[derive(Clone, Copy, PartialEq)]
enum Element<'t> {
    Name(&'t str),
    Number(i64),
}

impl<'t> Tuple<'t> {
    /// Its name and size, which identify it.
    fn key(&self) -> (Option<&'t str>, usize) {
        (self.name, self.elements.len())
    }

    /// The names of the elements; empty for a number, and for a name that is `known` or occurred
    /// before.
    fn names(&self, known: &[&str]) -> Vec<&'t str> {
        let mut names: Vec<&str> = Vec::new();
        for element in &self.elements {
            names.push(match element {
                Element::Name(name) if !known.contains(name) && !names.contains(name) => name,
                _ => "",
            });
        }
        names
    }
}

/// The parts of a plain text without parameters, each for different tuples.
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
        let (key, part) = reader.part()?;
        if seen.contains(&key) {
            return None;
        }
        seen.push(key);
        parts.push(part);
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
        if !index.is_empty() {
            space = space.set_dim_name(Dim::SET, position, index).ok()?;
        }
    }
    match name {
        Some(name) => space
            .set_tuple_id(Dim::SET, &Id::new(context, name).ok()?)
            .ok(),
        None => Some(space),
    }
}

/// The names and sizes of the tuples of a part.
type Key<'t> = ((Option<&'t str>, usize), Option<(Option<&'t str>, usize)>);

/// The meaning of names in an expression.
struct Indices<'a> {
    names: &'a [&'a str],
    domain: &'a Space,
}

impl Indices<'_> {
    fn position(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|other| *other == name)
    }
}

struct Reader<'c, 't> {
    context: &'c Context,
    rest: &'t str,
    /// The number of divisions read.
    divisions: usize,
}

/// Words that are not names, in upper or lower case.
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
    /// Consumes a token if it is next.
    fn takes(&mut self, token: &str) -> bool {
        match self.rest.trim_start().strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn is_before(&self, token: &str) -> bool {
        self.rest.trim_start().starts_with(token)
    }

    /// The next word, a name or a keyword.
    fn word(&mut self) -> Option<&'t str> {
        let rest = self.rest.trim_start();
        let end = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        let starts = rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        // isl treats a quote as a part of the name.
        if !starts || rest[end..].starts_with('\'') {
            return None;
        }
        self.rest = &rest[end..];
        Some(&rest[..end])
    }

    /// The name of a tuple, if it has one.
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

    /// `S[i]`, `S[i] : 0 <= i`, `S[i] -> A[i + 1]`, `S[i] -> A[a] : i <= a`
    fn part(&mut self) -> Option<(Key<'t>, Part<'t>)> {
        let left = self.tuple()?;
        let names = left.names(&[]);
        let free = names.iter().all(|name| !name.is_empty());
        let domain = space(self.context, left.name, &names)?;
        if !self.takes("->") {
            let part = if free && !self.is_before(":") {
                Part::All(domain)
            } else {
                Part::Set(self.bounded(&left.elements, &names, &domain)?)
            };
            return Some(((left.key(), None), part));
        }
        let image_start = self.rest;
        if let Some(right) = self.tuple() {
            let new = right.names(&names);
            if !free || self.is_before(":") || new.iter().any(|name| !name.is_empty()) {
                let range = space(self.context, right.name, &new)?;
                let pairs = domain.map_from_domain_and_range(&range).ok()?.wrap().ok()?;
                let elements = [&left.elements[..], &right.elements].concat();
                let pairs = self.bounded(&elements, &[names, new].concat(), &pairs)?;
                return Some(((left.key(), Some(right.key())), Part::Relation(pairs)));
            }
        }
        self.rest = image_start;
        let image = self.image(&Indices {
            names: &names,
            domain: &domain,
        })?;
        let right = (image.name, image.results.len());
        Some(((left.key(), Some(right)), Part::Function(image)))
    }

    /// `A[i, 0]`: names and numbers.
    fn tuple(&mut self) -> Option<Tuple<'t>> {
        let name = self.tuple_name()?;
        let mut elements = Vec::new();
        if !self.takes("[") {
            return None;
        }
        if self.takes("]") {
            return Some(Tuple { name, elements });
        }
        loop {
            let minus = self.takes("-");
            elements.push(match (self.number(), minus) {
                (Some(number), true) => Element::Number(-number),
                (Some(number), false) => Element::Number(number),
                (None, _) => Element::Name(self.word().filter(|word| !minus && !is_keyword(word))?),
            });
            if self.takes("]") {
                return Some(Tuple { name, elements });
            }
            if !self.takes(",") {
                return None;
            }
        }
    }

    /// The elements of a space with the given numbers and names that satisfy the conditions after a
    /// colon; `names` are those of the dimensions.
    fn bounded(&mut self, elements: &[Element], names: &[&str], space: &Space) -> Option<Set> {
        let indices = Indices {
            names,
            domain: space,
        };
        let index = |position| Aff::var_on_domain(space, Dim::In, position).ok();
        let mut all = Set::universe(space).ok()?;
        for (position, element) in elements.iter().enumerate() {
            let value = match element {
                Element::Name(name) if names[position] == *name => continue,
                Element::Name(name) => index(indices.position(name)?)?,
                Element::Number(number) => {
                    let number = Val::new(self.context, *number).ok()?;
                    Aff::val_on_domain(space, &number).ok()?
                }
            };
            all = all.intersect(&value.eq_set(&index(position)?).ok()?).ok()?;
        }
        if !self.takes(":") {
            return Some(all);
        }
        let mut bounded = self.comparison(&all, &indices)?;
        while self.is_before("and ") {
            self.takes("and ");
            bounded = bounded.intersect(&self.comparison(&all, &indices)?).ok()?;
        }
        Some(bounded)
    }

    /// The elements of a set for which `0 <= i < j + 1` holds.
    fn comparison(&mut self, all: &Set, indices: &Indices) -> Option<Set> {
        let before = self.divisions;
        let mut left = self.sum(indices)?;
        let mut set = all.clone();
        loop {
            let compare = [
                ("<=", Aff::le_set as fn(&Aff, &Aff) -> Result<Set>),
                (">=", Aff::ge_set),
                ("<", Aff::lt_set),
                (">", Aff::gt_set),
                ("=", Aff::eq_set),
            ];
            let (_, compare) = compare.into_iter().find(|(sign, _)| self.takes(sign))?;
            let right = self.sum(indices)?;
            set = set.intersect(&compare(&left, &right).ok()?).ok()?;
            left = right;
            if !["<", ">", "="].into_iter().any(|sign| self.is_before(sign)) {
                return (self.divisions == before).then_some(set);
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
            sum = if minus {
                sum.sub(&term)
            } else {
                sum.add(&term)
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
        // A word that only begins like this continues with a letter, and is not plain.
        if self.takes("floor") {
            let open = self.takes("(");
            let dividend = self.base(indices).filter(|_| open)?;
            let slash = self.takes("/");
            let divisor = self.divisor(before, &dividend).filter(|_| slash)?;
            let quotient = dividend.scale_down_val(&divisor).ok()?.floor().ok()?;
            return self.takes(")").then_some(quotient);
        }
        let base = self.base(indices)?;
        if self.takes("mod ") {
            base.mod_val(&self.divisor(before, &base)?).ok()
        } else {
            Some(base)
        }
    }

    /// `j`, `(j + k)`
    fn base(&mut self, indices: &Indices) -> Option<Aff> {
        if self.takes("(") {
            let sum = self.sum(indices)?;
            return self.takes(")").then_some(sum);
        }
        let name = self.word()?;
        let position = indices.position(name)?;
        Aff::var_on_domain(indices.domain, Dim::In, position).ok()
    }

    /// A positive divisor of the dividend, which was read after `before` divisions; none if isl's
    /// reader simplifies: if the dividend contains divisions itself, or if the divisor divides all
    /// of its coefficients.
    fn divisor(&mut self, before: usize, dividend: &Aff) -> Option<Val> {
        if self.divisions > before {
            return None;
        }
        self.divisions += 1;
        let number = self.number().filter(|number| *number > 0)?;
        let number = Val::new(self.context, number).ok()?;
        for position in 0..dividend.dim(Dim::In).ok()? {
            let coefficient = dividend.coefficient_val(Dim::In, position).ok()?;
            if !coefficient.is_divisible_by(&number).ok()? {
                return Some(number);
            }
        }
        None
    }
}
