//! Builds the model from lines like `B[N], C:int32[I], s:int32 | A(i) = B(C(i)) where i in 0:N`.
//!
//! Only what the tests need of the language, without its checks: inputs with their extents (`:type`
//! marks another type than `float`), then statements separated by `;`. A return is every tensor
//! that is written; one listed with the inputs and written is in/out.

use crate::inference::model::*;
use tc_dialects::tensor::ElementType;
use tc_syntax::expr::{Comparison, Condition, Expr, Operator};

pub fn def(text: &str, bind: &[(&str, i64)]) -> Def {
    let (inputs, body) = text.split_once('|').expect("inputs | statements");
    let mut def = Def {
        name: "f".to_string(),
        ..Def::default()
    };
    for input in split_top(inputs, ',') {
        def.tensors.push(tensor(input, Role::Input, &mut def.sizes));
    }
    let mut statements: Vec<Statement> = Vec::new();
    for text in split_top(body, ';') {
        let mut reader = Reader::new(&def, text);
        statements.push(reader.statement());
    }
    for statement in &statements {
        match def
            .tensors
            .iter_mut()
            .find(|tensor| tensor.name == statement.target)
        {
            Some(tensor) if tensor.role == Role::Input => tensor.role = Role::InOut,
            Some(_) => {}
            None => def.tensors.push(Tensor {
                name: statement.target.clone(),
                role: Role::Return,
                element: "float".to_string(),
                dims: None,
                place: None,
            }),
        }
    }
    def.statements = statements;
    for (name, value) in bind {
        self::bind(&mut def, name, *value);
    }
    def
}

/// Replaces a size or a rank-0 input by a constant, as `tc-specialize` does.
fn bind(def: &mut Def, name: &str, value: i64) {
    let replace = |expr: &Expr| {
        expr.substitute(&|symbol| (symbol.as_name() == Some(name)).then_some(Expr::Const(value)))
    };
    let range = |range: &Range| Range::new(replace(&range.low), replace(&range.high));
    def.sizes.retain(|size| size != name);
    for tensor in &mut def.tensors {
        for dim in tensor.dims.iter_mut().flatten().flatten() {
            *dim = range(dim);
        }
    }
    for statement in &mut def.statements {
        statement.leaves.retain(|leaf| leaf.name != name);
        statement.accesses.retain(|access| access.tensor != name);
        for index in &mut statement.indices {
            index.given = index.given.as_ref().map(range);
        }
        for access in &mut statement.accesses {
            access.subscripts = access.subscripts.iter().map(replace).collect();
        }
    }
}

fn split_top(text: &str, separator: char) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (position, character) in text.char_indices() {
        match character {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ if character == separator && depth == 0 => {
                parts.push(text[start..position].trim());
                start = position + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

fn tensor(text: &str, role: Role, sizes: &mut Vec<String>) -> Tensor {
    let (head, dims) = text.split_once('[').map_or((text, ""), |(head, dims)| {
        (head, dims.trim_end_matches(']'))
    });
    let (name, element) = head.split_once(':').unwrap_or((head, "float"));
    let dims = split_top(dims, ',').into_iter().map(|dim| {
        let extent = Expr::parse(dim).expect(dim);
        for name in extent.names() {
            if !sizes.iter().any(|size| size == name) {
                sizes.push(name.to_string());
            }
        }
        Some(Range::of_extent(extent))
    });
    Tensor {
        name: name.to_string(),
        role,
        element: element.to_string(),
        dims: Some(dims.collect()),
        place: None,
    }
}

struct Reader<'d> {
    def: &'d Def,
    rest: String,
    statement: Statement,
    guards: Vec<Formula>,
    exists: bool,
}

impl<'d> Reader<'d> {
    fn new(def: &'d Def, text: &str) -> Reader<'d> {
        let statement = Statement {
            target: String::new(),
            place_target: None,
            store: Store::default(),
            loops: Vec::new(),
            left: Vec::new(),
            indices: Vec::new(),
            accesses: Vec::new(),
            leaves: Vec::new(),
            extent_values: Vec::new(),
            place: None,
        };
        Reader {
            def,
            rest: text.to_string(),
            statement,
            guards: Vec::new(),
            exists: false,
        }
    }

    fn eat(&mut self, token: &str) -> bool {
        let rest = self.rest.trim_start();
        let found = rest.starts_with(token);
        self.rest = if found {
            rest[token.len()..].to_string()
        } else {
            rest.to_string()
        };
        found
    }

    fn word(&mut self) -> String {
        self.rest = self.rest.trim_start().to_string();
        let length = self
            .rest
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(self.rest.len());
        self.rest.drain(..length).collect()
    }

    fn statement(&mut self) -> Statement {
        self.statement.target = self.word();
        if self.eat("(") {
            while !self.eat(")") {
                let name = self.word();
                self.index(&name);
                self.statement.left.push(Left::Index(name));
                self.eat(",");
            }
        }
        assert!(
            ["+=!", "max=!", "*=!", "+=", "="]
                .iter()
                .any(|operator| self.eat(operator)),
            "{}",
            self.rest
        );
        let (body, clauses) = match self.rest.split_once(" where ") {
            Some((body, clauses)) => (body.to_string(), clauses.to_string()),
            None => (self.rest.clone(), String::new()),
        };
        self.rest = body;
        self.expr();
        assert_eq!(self.rest.trim(), "");
        for clause in split_top(&clauses, ',') {
            if let Some(read) = clause.strip_prefix("exists ") {
                self.exists = true;
                self.rest = read.to_string();
                self.expr();
                continue;
            }
            let (name, range) = clause.split_once(" in ").expect("k in lo:hi");
            let (low, high) = range.split_once(':').expect("lo:hi");
            let parse = |text: &str| Expr::parse(&text.replace('/', " floordiv ")).expect(text);
            self.index(name.trim());
            let range = Range::new(parse(low), parse(high));
            let index = self
                .statement
                .indices
                .iter_mut()
                .find(|index| index.name == name.trim());
            index.expect("declared").given = Some(range);
        }
        self.statement.clone()
    }

    fn index(&mut self, name: &str) {
        if !self.statement.is_index(name) {
            self.statement.indices.push(Index {
                name: name.to_string(),
                given: None,
                place: None,
            });
        }
    }

    /// The rest of a comparison, of comparisons joined by `&&` or `||`, or of `true`.
    fn condition(&mut self, left: Expr) -> Option<Formula> {
        let known = [
            ("==", Comparison::Equal),
            ("!=", Comparison::NotEqual),
            ("<=", Comparison::LessEqual),
            (">=", Comparison::GreaterEqual),
            ("<", Comparison::Less),
            (">", Comparison::Greater),
        ];
        let (_, comparison) = known.into_iter().find(|(text, _)| self.eat(text))?;
        let mut condition = Formula::Compare(Condition::new(left, comparison, self.sum()));
        for (token, join) in [("&&", Formula::All as fn(_) -> _), ("||", Formula::Any)] {
            if self.eat(token) {
                let left = self.sum();
                let rest = self.condition(left).expect("a comparison");
                condition = join(vec![condition, rest]);
            }
        }
        Some(condition)
    }

    /// `c ? a : b`, or a sum.
    fn expr(&mut self) -> Expr {
        let condition = if self.eat("true") {
            Formula::All(Vec::new())
        } else {
            let left = self.sum();
            match self.condition(left.clone()) {
                Some(condition) => condition,
                None => return left,
            }
        };
        assert!(self.eat("?"), "a comparison stands before `?`");
        self.guards.push(condition.clone());
        let yes = self.expr();
        self.guards.pop();
        assert!(self.eat(":"));
        let negated = Formula::Not(Box::new(condition.clone()));
        self.guards.push(negated.clone());
        let no = self.expr();
        self.guards.pop();
        let mentions = yes
            .names()
            .into_iter()
            .chain(no.names())
            .map(str::to_string)
            .collect();
        self.leaf(Leaf {
            name: format!("choice {}", self.statement.leaves.len()),
            tensor: None,
            interval: Interval::default(),
            alternatives: vec![(condition, yes), (negated, no)],
            mentions,
        })
    }

    fn leaf(&mut self, leaf: Leaf) -> Expr {
        let name = leaf.name.clone();
        if self.statement.leaf(&name).is_none() {
            self.statement.leaves.push(leaf);
        }
        Expr::name(name)
    }

    fn sum(&mut self) -> Expr {
        let mut sum = self.product();
        loop {
            if self.eat("+") {
                sum = Expr::add(sum, self.product());
            } else if self.eat("-") {
                sum = Expr::sub(sum, self.product());
            } else {
                return sum;
            }
        }
    }

    fn product(&mut self) -> Expr {
        let mut product = self.factor();
        loop {
            let operator = match [
                ("*", Operator::Mul),
                ("/", Operator::FloorDiv),
                ("%", Operator::Mod),
            ]
            .into_iter()
            .find(|(text, _)| self.eat(text))
            {
                Some((_, operator)) => operator,
                None => return product,
            };
            product = Expr::binary(operator, product, self.factor());
        }
    }

    fn factor(&mut self) -> Expr {
        if self.eat("-") {
            return Expr::neg(self.factor());
        }
        if self.eat("(") {
            let inner = self.expr();
            assert!(self.eat(")"));
            return inner;
        }
        let word = self.word();
        assert!(!word.is_empty(), "expected an operand at `{}`", self.rest);
        if let Ok(value) = word.parse() {
            return Expr::Const(value);
        }
        let arguments = self.arguments();
        if let ("min" | "max", [a, b]) = (word.as_str(), arguments.as_slice()) {
            let operator = if word == "min" {
                Operator::Min
            } else {
                Operator::Max
            };
            return Expr::binary(operator, a.clone(), b.clone());
        }
        if self.def.sizes.contains(&word) {
            return Expr::name(word);
        }
        let written = self.statement.target == word || !arguments.is_empty();
        match self.def.tensor(&word) {
            Some(tensor) => self.read(&word, &tensor.element.clone(), arguments),
            None if written => self.read(&word, "float", arguments),
            None => {
                self.index(&word);
                Expr::name(word)
            }
        }
    }

    fn arguments(&mut self) -> Vec<Expr> {
        let mut arguments = Vec::new();
        if self.eat("(") {
            while !self.eat(")") {
                arguments.push(self.expr());
                self.eat(",");
            }
        }
        arguments
    }

    fn read(&mut self, tensor: &str, element: &str, subscripts: Vec<Expr>) -> Expr {
        let guards = self.guards.clone();
        let access = Access {
            tensor: tensor.to_string(),
            subscripts,
            guards,
            exists: self.exists,
            place: None,
            parts: Vec::new(),
        };
        let name = access.human();
        let mentions = access
            .subscripts
            .iter()
            .flat_map(|subscript| self.statement.indices_in(subscript))
            .collect();
        self.statement.accesses.push(access);
        let range = element
            .parse::<ElementType>()
            .ok()
            .and_then(ElementType::integer_range);
        let end = |value: i128| i64::try_from(value).ok();
        let interval = range.map_or(Interval::default(), |(low, high)| Interval {
            low: end(low),
            high: end(high),
        });
        self.leaf(Leaf {
            name,
            tensor: Some(tensor.to_string()),
            interval,
            alternatives: Vec::new(),
            mentions,
        })
    }
}
