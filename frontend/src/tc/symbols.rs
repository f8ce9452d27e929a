//! The symbol of each name of a file, from the syntax tree alone (language specification, section
//! 3).
//!
//! For editors: go to definition, rename, highlight, completion. It works on files with errors, for
//! everything that was parsed. Names that are neither declared nor built in have no symbol and no
//! occurrence here.

use crate::builtins;
use std::collections::HashMap;
use std::sync::Arc;
use tc_syntax::Span;
use tc_syntax::tc::ast::{
    Clause, Comprehension, Def, Dim, Expr, ExprKind, Name, Program, Statement, Type,
};

/// The kind of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A definition.
    Def,
    /// A size of a definition.
    Size,
    /// An input tensor.
    Input,
    /// A returned tensor.
    Return,
    /// A tensor that is assigned and not returned.
    Temporary,
    /// An index of one statement.
    Index,
    /// The index of a sequential loop.
    Loop,
    /// A name that a `where` clause defines.
    Let,
    /// A built-in function; it has no declaration.
    Builtin,
}

/// A named entity.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// The name.
    pub name: Arc<str>,
    /// Its kind.
    pub kind: Kind,
    /// Number of the definition that it belongs to, or that it is.
    pub def: usize,
    /// Number of the statement that an index or let belongs to, in [`Def::leaves`].
    pub statement: Option<usize>,
    /// For a loop index: the numbers of the statements of the loop.
    pub within: Option<std::ops::Range<usize>>,
    /// The location of its declaration; for an index of its first occurrence.
    pub declaration: Span,
}

/// An occurrence of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// Its location.
    pub span: Span,
    /// The symbol, an index into [`Symbols::symbols`].
    pub symbol: usize,
}

/// The symbols of a file and all their occurrences in text order.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    /// The symbols.
    pub symbols: Vec<Symbol>,
    /// Their occurrences.
    pub occurrences: Vec<Occurrence>,
}

impl Symbols {
    /// Finds the symbols of a program.
    pub fn of(program: &Program) -> Symbols {
        let mut finder = Finder {
            found: Symbols::default(),
            defs: HashMap::new(),
        };
        for (number, def) in program.defs.iter().enumerate() {
            let id = finder.declare(&def.name, Kind::Def, number, None);
            finder.defs.entry(def.name.text.clone()).or_insert(id);
        }
        for (number, def) in program.defs.iter().enumerate() {
            finder.def(number, def);
        }
        let mut found = finder.found;
        found
            .occurrences
            .sort_by_key(|occurrence| (occurrence.span.start, occurrence.span.end));
        found
            .occurrences
            .dedup_by_key(|occurrence| occurrence.span.start);
        found
    }

    /// The occurrence that contains an offset, or ends at it.
    pub fn at(&self, offset: usize) -> Option<Occurrence> {
        let offset = u32::try_from(offset).ok()?;
        let end = self
            .occurrences
            .partition_point(|occurrence| occurrence.span.start <= offset);
        let last = self.occurrences[..end].last()?;
        (offset <= last.span.end).then_some(*last)
    }

    /// The occurrences of a symbol.
    pub fn occurrences_of(&self, symbol: usize) -> impl Iterator<Item = Span> + '_ {
        self.occurrences
            .iter()
            .filter(move |occurrence| occurrence.symbol == symbol)
            .map(|occurrence| occurrence.span)
    }

    /// The symbols that may be named in a definition, without those of statements other than
    /// `statement`.
    pub fn visible(&self, def: usize, statement: Option<usize>) -> impl Iterator<Item = &Symbol> {
        self.symbols.iter().filter(move |symbol| match symbol.kind {
            Kind::Def => true,
            Kind::Index | Kind::Let => symbol.def == def && symbol.statement == statement,
            Kind::Loop => {
                let within = |range: &std::ops::Range<usize>| {
                    statement.is_some_and(|statement| range.contains(&statement))
                };
                symbol.def == def && symbol.within.as_ref().is_some_and(within)
            }
            Kind::Builtin => false,
            _ => symbol.def == def,
        })
    }
}

struct Finder {
    found: Symbols,
    defs: HashMap<Arc<str>, usize>,
}

/// The names of one definition or statement.
type Names = HashMap<Arc<str>, usize>;

impl Finder {
    /// Adds a symbol and its declaration as an occurrence.
    fn declare(&mut self, name: &Name, kind: Kind, def: usize, statement: Option<usize>) -> usize {
        let id = self.found.symbols.len();
        self.found.symbols.push(Symbol {
            name: name.text.clone(),
            kind,
            def,
            statement,
            within: None,
            declaration: name.span,
        });
        self.occurs(name.span, id);
        id
    }

    fn occurs(&mut self, span: Span, symbol: usize) {
        self.found.occurrences.push(Occurrence { span, symbol });
    }

    /// The symbol of a name, declared here if there is none yet.
    fn name(&mut self, names: &mut Names, name: &Name, kind: Kind, def: usize) {
        match names.get(&name.text) {
            Some(id) => self.occurs(name.span, *id),
            None => {
                let id = self.declare(name, kind, def, None);
                names.insert(name.text.clone(), id);
            }
        }
    }

    fn dims(&mut self, names: &mut Names, ty: &Type, def: usize) {
        for dim in &ty.dims {
            if let Dim::Size(name) = dim {
                self.name(names, name, Kind::Size, def);
            }
        }
    }

    fn def(&mut self, number: usize, def: &Def) {
        let mut names = Names::new();
        for param in &def.params {
            self.dims(&mut names, &param.ty, number);
            self.name(&mut names, &param.name, Kind::Input, number);
        }
        for return_ in &def.returns {
            if let Some(ty) = &return_.ty {
                self.dims(&mut names, ty, number);
            }
            self.name(&mut names, &return_.name, Kind::Return, number);
        }
        // Targets are known in the whole definition, so they come before all right-hand sides.
        for leaf in def.leaves() {
            for target in leaf.statement.targets() {
                self.name(&mut names, target, Kind::Temporary, number);
            }
        }
        self.body(&names, &def.body, number, &mut 0);
    }

    /// Statements, of which the first has the number `position`.
    fn body(&mut self, names: &Names, body: &[Statement], def: usize, position: &mut usize) {
        for statement in body {
            match statement {
                Statement::Loop(one) => {
                    let mut scope = Statements::new(names, def, *position);
                    self.expression(&mut scope, &one.lower);
                    self.expression(&mut scope, &one.upper);
                    let index = self.declare(&one.index, Kind::Loop, def, None);
                    let mut inside = names.clone();
                    inside.insert(one.index.text.clone(), index);
                    let first = *position;
                    self.body(&inside, &one.body, def, position);
                    self.found.symbols[index].within = Some(first..*position);
                    continue;
                }
                Statement::Comprehension(one) => self.comprehension(names, one, def, *position),
                Statement::Call(call) => {
                    if let Some(id) = self.defs.get(&call.function.text).copied() {
                        self.occurs(call.function.span, id);
                    }
                    let mut scope = Statements::new(names, def, *position);
                    for argument in &call.arguments {
                        self.expression(&mut scope, argument);
                    }
                }
            }
            *position += 1;
        }
    }

    fn comprehension(&mut self, names: &Names, one: &Comprehension, def: usize, position: usize) {
        let mut scope = Statements::new(names, def, position);
        for clause in &one.clauses {
            if let Clause::Let { name, .. } = clause
                && !scope.own.contains_key(&name.text)
            {
                let id = self.declare(name, Kind::Let, def, Some(position));
                scope.own.insert(name.text.clone(), id);
            }
        }
        let pair = one.pair.iter().flat_map(|pair| &pair.subscripts);
        for expr in one.subscripts.iter().chain(pair).chain(one.values()) {
            self.expression(&mut scope, expr);
        }
        for clause in &one.clauses {
            match clause {
                Clause::Range {
                    index,
                    lower,
                    upper,
                } => {
                    self.leaf(&mut scope, index);
                    self.expression(&mut scope, lower);
                    self.expression(&mut scope, upper);
                }
                Clause::Let { value, .. } => self.expression(&mut scope, value),
                Clause::Exists { expression, .. } => self.expression(&mut scope, expression),
            }
        }
    }

    /// A bare name of a statement: something declared, else an index.
    fn leaf(&mut self, scope: &mut Statements<'_>, name: &Name) {
        match scope.find(&name.text) {
            Some(id) => self.occurs(name.span, id),
            None => {
                let id = self.declare(name, Kind::Index, scope.def, Some(scope.position));
                scope.own.insert(name.text.clone(), id);
            }
        }
    }

    fn expression(&mut self, scope: &mut Statements<'_>, expr: &Expr) {
        expr.walk(&mut |part| match &part.kind {
            ExprKind::Name(name) => self.leaf(scope, name),
            ExprKind::Extent { tensor, .. } => {
                if let Some(id) = scope.find(&tensor.text) {
                    self.occurs(tensor.span, id);
                }
            }
            ExprKind::Apply { name, .. } => {
                if let Some(id) = scope.find(&name.text) {
                    self.occurs(name.span, id);
                } else if builtins::lookup(&name.text).is_some() {
                    self.builtin(name, scope.def);
                } else if let Some(id) = self.defs.get(&name.text).copied() {
                    self.occurs(name.span, id);
                }
            }
            _ => {}
        });
    }

    fn builtin(&mut self, name: &Name, def: usize) {
        let id = self.found.symbols.len();
        self.found.symbols.push(Symbol {
            name: name.text.clone(),
            kind: Kind::Builtin,
            def,
            statement: None,
            within: None,
            declaration: name.span,
        });
        self.occurs(name.span, id);
    }
}

/// The names that a statement sees.
struct Statements<'n> {
    outer: &'n Names,
    own: Names,
    def: usize,
    position: usize,
}

impl<'n> Statements<'n> {
    fn new(outer: &'n Names, def: usize, position: usize) -> Self {
        Statements {
            outer,
            own: Names::new(),
            def,
            position,
        }
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.own.get(name).or_else(|| self.outer.get(name)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tc_syntax::diagnostic::SourceFile;
    use tc_syntax::tc::parse;

    const TEXT: &str = "def f(float(M,K) A, float(K) x) -> (y) {
  t(i) +=! A(i,k) * exp(w) where w = x(k), k in 0:K
  y(i) = t(i) + A.0
}
def g(float(K) x) -> (y) { y = f(x, x) }
";

    fn symbols() -> Symbols {
        Symbols::of(&parse(&SourceFile::new("t.tc", TEXT)).program)
    }

    /// The kind of the name at the n-th occurrence of a word, and its number of occurrences.
    fn at(word: &str, nth: usize) -> (Kind, usize) {
        let offset = TEXT
            .match_indices(word)
            .nth(nth)
            .expect("the word is there")
            .0;
        let symbols = symbols();
        let found = symbols.at(offset).expect("a symbol is there");
        let kind = symbols.symbols[found.symbol].kind;
        (kind, symbols.occurrences_of(found.symbol).count())
    }

    #[test]
    fn every_name_has_its_kind_and_its_occurrences() {
        assert_eq!(at("f(", 0), (Kind::Def, 2));
        assert_eq!(at("M,", 0), (Kind::Size, 1));
        assert_eq!(at("K)", 0), (Kind::Size, 3));
        assert_eq!(at("A(i", 0), (Kind::Input, 3));
        assert_eq!(at("x)", 0), (Kind::Input, 2));
        assert_eq!(at("t(i)", 0), (Kind::Temporary, 2));
        assert_eq!(at("i)", 0), (Kind::Index, 2));
        assert_eq!(at("i)", 1), (Kind::Index, 2));
        assert_eq!(at("k)", 0), (Kind::Index, 3));
        assert_eq!(at("w)", 0), (Kind::Let, 2));
        assert_eq!(at("exp", 0), (Kind::Builtin, 1));
        assert_eq!(at("y)", 0), (Kind::Return, 2));
    }

    #[test]
    fn an_offset_directly_behind_a_name_belongs_to_it() {
        let symbols = symbols();
        let offset = TEXT.find("A(i").expect("the read") + 1;
        assert!(symbols.at(offset).is_some());
        assert!(symbols.at(TEXT.len() + 10).is_none());
    }
}
