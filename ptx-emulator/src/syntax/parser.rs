//! Turns tokens into the syntax tree, by recursive descent.
//!
//! A mistake inside a statement is recorded and the parser continues after the next `;`, so that
//! one run shows all mistakes of a file.

use super::lexer::{MOST_ERRORS, Token, TokenKind, tokenize};
use super::*;

pub(super) type Parsed<T> = Result<T, SyntaxError>;

/// The most registers of one declaration; compilers declare tens of thousands at most.
const MOST_REGISTERS: u64 = 1 << 20;
/// The most elements of an array, so that bytes and addresses of all of them are numbers.
const MOST_ELEMENTS: u64 = 1 << 40;
/// The largest alignment.
const MOST_ALIGNED: u64 = 1 << 20;

/// The tree of one module, or the mistakes in it.
pub(super) fn parse_module(text: &str) -> Result<Tree, Vec<SyntaxError>> {
    let (tokens, mut errors) = tokenize(text);
    let mut parser = Parser {
        tokens,
        position: 0,
        errors: Vec::new(),
        tree: Tree::default(),
    };
    parser.file();
    errors.append(&mut parser.errors);
    if errors.is_empty() {
        return Ok(parser.tree);
    }
    errors.sort_by_key(|error| (error.line, error.column));
    errors.truncate(MOST_ERRORS);
    show_lines(&mut errors, text);
    Err(errors)
}

pub(super) struct Parser {
    pub(super) tokens: Vec<Token>,
    pub(super) position: usize,
    errors: Vec<SyntaxError>,
    tree: Tree,
}

impl Parser {
    pub(super) fn token(&self) -> &Token {
        &self.tokens[self.position]
    }

    pub(super) fn ahead(&self, count: usize) -> &TokenKind {
        let last = self.tokens.len() - 1;
        &self.tokens[(self.position + count).min(last)].kind
    }

    fn advance(&mut self) -> Token {
        let token = self.tokens[self.position].clone();
        if token.kind != TokenKind::End {
            self.position += 1;
        }
        token
    }

    pub(super) fn unexpected<T>(&self, expected: &str) -> Parsed<T> {
        let token = self.token();
        Err(SyntaxError::new(
            token.line,
            token.column,
            format!("expected {expected}, found {}", token.describe()),
        ))
    }

    fn is_symbol(&self, symbol: char) -> bool {
        self.token().kind == TokenKind::Symbol(symbol)
    }

    pub(super) fn accept(&mut self, symbol: char) -> bool {
        let found = self.is_symbol(symbol);
        if found {
            self.position += 1;
        }
        found
    }

    pub(super) fn expect(&mut self, symbol: char) -> Parsed<()> {
        if self.accept(symbol) {
            return Ok(());
        }
        self.unexpected(&format!("`{symbol}`"))
    }

    pub(super) fn peek_word(&self) -> Option<&str> {
        match &self.token().kind {
            TokenKind::Word(word) => Some(word),
            _ => None,
        }
    }

    fn word(&mut self, expected: &str) -> Parsed<String> {
        match self.peek_word() {
            Some(word) => {
                let word = word.to_owned();
                self.position += 1;
                Ok(word)
            }
            None => self.unexpected(expected),
        }
    }

    fn accept_word(&mut self, text: &str) -> bool {
        let found = self.peek_word() == Some(text);
        if found {
            self.position += 1;
        }
        found
    }

    fn unsigned(&mut self, expected: &str) -> Parsed<u64> {
        match self.token().kind {
            TokenKind::Integer(value) | TokenKind::Unsigned(value) if value >= 0 => {
                self.position += 1;
                Ok(value as u64)
            }
            _ => self.unexpected(expected),
        }
    }

    /// Records `error`, unless there are too many.
    fn note(&mut self, error: SyntaxError) {
        if self.errors.len() < MOST_ERRORS {
            self.errors.push(error);
        }
    }

    /// Records `error` and continues after the next `;`, or before a brace.
    fn recover(&mut self, error: SyntaxError) {
        self.note(error);
        loop {
            match self.token().kind {
                TokenKind::End | TokenKind::Symbol('}') => return,
                TokenKind::Symbol(';') => {
                    self.position += 1;
                    return;
                }
                _ => self.position += 1,
            }
        }
    }

    fn file(&mut self) {
        while self.token().kind != TokenKind::End {
            let start = self.position;
            if let Err(error) = self.top_level() {
                self.recover(error);
            }
            if self.position == start {
                self.position += 1;
            }
        }
    }

    fn top_level(&mut self) -> Parsed<()> {
        let Some(word) = self.peek_word().map(str::to_owned) else {
            return self.unexpected("a directive such as `.entry` or `.global`");
        };
        match word.as_str() {
            ".version" => {
                self.position += 1;
                self.advance();
                Ok(())
            }
            ".target" => {
                self.position += 1;
                self.tree.target = self.word("a target such as `sm_90a`")?;
                while self.accept(',') {
                    self.word("a target option")?;
                }
                Ok(())
            }
            ".address_size" => {
                self.position += 1;
                match self.unsigned("`64`")? {
                    64 => Ok(()),
                    _ => {
                        self.position -= 1;
                        self.unexpected("`64`: only 64-bit addresses are emulated")
                    }
                }
            }
            ".file" => self.file_directive(),
            ".section" => self.section(),
            ".loc" | ".pragma" => self.location_or_pragma().map(|_| ()),
            ".alias" => self.unexpected("a directive that is emulated (aliases are not)"),
            _ => self.linked_item(),
        }
    }

    fn file_directive(&mut self) -> Parsed<()> {
        self.position += 1;
        let number = self.unsigned("the number of the file")?;
        let TokenKind::Text(name) = self.advance().kind else {
            self.position -= 1;
            return self.unexpected("the name of the file in quotes");
        };
        while self.accept(',') {
            self.unsigned("a time stamp or a size")?;
        }
        self.tree.files.insert(number as u32, name);
        Ok(())
    }

    /// Debug sections contain nothing that a run needs.
    fn section(&mut self) -> Parsed<()> {
        while !self.is_symbol('{') {
            if self.token().kind == TokenKind::End {
                return self.unexpected("`{` of the section");
            }
            self.position += 1;
        }
        while !self.accept('}') {
            if self.token().kind == TokenKind::End {
                return self.unexpected("`}` of the section");
            }
            self.position += 1;
        }
        Ok(())
    }

    fn linked_item(&mut self) -> Parsed<()> {
        let mut linkage = Linkage::Private;
        loop {
            linkage = match self.peek_word() {
                Some(".visible") => Linkage::Visible,
                Some(".weak" | ".common") => Linkage::Weak,
                Some(".extern") => Linkage::Extern,
                _ => break,
            };
            self.position += 1;
        }
        let line = self.token().line;
        match self.peek_word() {
            Some(".entry") => self.function(true, linkage, line),
            Some(".func") => self.function(false, linkage, line),
            Some(".global" | ".const" | ".shared") => {
                let mut variables = self.variable()?;
                for variable in &mut variables {
                    variable.linkage = linkage;
                }
                self.tree.variables.append(&mut variables);
                Ok(())
            }
            _ => self.unexpected("`.entry`, `.func`, `.global`, `.const` or `.shared`"),
        }
    }

    fn function(&mut self, is_kernel: bool, linkage: Linkage, line: u32) -> Parsed<()> {
        self.position += 1;
        while matches!(self.peek_word(), Some(".attribute")) {
            self.position += 1;
            self.skip_parentheses()?;
        }
        let results = if self.is_symbol('(') {
            self.parameters()?
        } else {
            Vec::new()
        };
        let name = self.word("the name of the function")?;
        let parameters = if self.is_symbol('(') {
            self.parameters()?
        } else {
            Vec::new()
        };
        let bounds = self.bounds()?;
        let body = if self.accept('{') {
            Some(self.body())
        } else {
            self.expect(';')?;
            None
        };
        self.tree.functions.push(Function {
            name,
            linkage,
            is_kernel,
            results,
            parameters,
            bounds,
            body,
            line,
        });
        Ok(())
    }

    fn skip_parentheses(&mut self) -> Parsed<()> {
        self.expect('(')?;
        while !self.accept(')') {
            if self.token().kind == TokenKind::End {
                return self.unexpected("`)`");
            }
            self.position += 1;
        }
        Ok(())
    }

    fn bounds(&mut self) -> Parsed<Vec<(String, Vec<u32>)>> {
        let mut bounds = Vec::new();
        while let Some(word) = self.peek_word().filter(|word| word.starts_with('.')) {
            let name = word[1..].to_owned();
            self.position += 1;
            let mut values = Vec::new();
            if name == "pragma" {
                self.advance();
                self.expect(';')?;
            } else if matches!(
                self.token().kind,
                TokenKind::Integer(_) | TokenKind::Unsigned(_)
            ) {
                values.push(self.unsigned("a number")? as u32);
                while self.accept(',') {
                    values.push(self.unsigned("a number")? as u32);
                }
            }
            bounds.push((name, values));
        }
        Ok(bounds)
    }

    fn parameters(&mut self) -> Parsed<Vec<Parameter>> {
        self.expect('(')?;
        let mut parameters = Vec::new();
        if self.accept(')') {
            return Ok(parameters);
        }
        loop {
            parameters.push(self.parameter()?);
            if !self.accept(',') {
                break;
            }
        }
        self.expect(')')?;
        Ok(parameters)
    }

    fn parameter(&mut self) -> Parsed<Parameter> {
        let in_register = match self.peek_word() {
            Some(".param") => false,
            Some(".reg") => true,
            _ => return self.unexpected("`.param` or `.reg`"),
        };
        self.position += 1;
        let mut alignment = 0;
        let mut is_pointer = false;
        let mut ty = None;
        while let Some(word) = self.peek_word().filter(|word| word.starts_with('.')) {
            let word = word.to_owned();
            match word.as_str() {
                ".align" => {
                    self.position += 1;
                    let value = self.alignment()?;
                    // After `.ptr` it describes the pointee, not the parameter.
                    alignment = if is_pointer { alignment } else { value };
                    continue;
                }
                ".ptr" => is_pointer = true,
                ".global" | ".shared" | ".const" | ".local" => {}
                _ => match ScalarType::from_name(&word[1..]) {
                    Some(found) => ty = Some(found),
                    None => return self.unexpected("the type of a parameter"),
                },
            }
            self.position += 1;
        }
        let Some(ty) = ty else {
            return self.unexpected("the type of a parameter");
        };
        let name = self.word("the name of a parameter")?;
        let count = self.array_size()?.unwrap_or(Some(1)).unwrap_or(0);
        Ok(Parameter {
            name,
            ty,
            count,
            alignment: alignment.max(ty.bytes()),
            in_register,
        })
    }

    /// `[4][8]` gives `Some(Some(32))`, `[]` gives `Some(None)`, nothing gives `None`.
    fn array_size(&mut self) -> Parsed<Option<Option<usize>>> {
        let mut size = None;
        while self.accept('[') {
            let extent = if self.is_symbol(']') {
                None
            } else {
                Some(self.array_extent(size.flatten().unwrap_or(1))?)
            };
            self.expect(']')?;
            size = Some(match (size, extent) {
                (None, extent) => extent,
                (Some(Some(before)), Some(extent)) => Some(before * extent),
                _ => None,
            });
        }
        Ok(size)
    }

    /// An extent of an array that has `before` elements without it.
    fn array_extent(&mut self, before: usize) -> Parsed<usize> {
        let place = self.position;
        let extent = self.constant_integer("an array size")?;
        let fits = usize::try_from(extent).ok().filter(|extent| {
            let elements = extent.checked_mul(before);
            elements.is_some_and(|elements| elements as u64 <= MOST_ELEMENTS)
        });
        fits.ok_or(()).or_else(|()| {
            self.position = place;
            self.unexpected(&format!("an array of at most {MOST_ELEMENTS} elements"))
        })
    }

    /// An alignment in bytes.
    fn alignment(&mut self) -> Parsed<usize> {
        let value = self.unsigned("an alignment")?;
        if value.is_power_of_two() && value <= MOST_ALIGNED {
            return Ok(value as usize);
        }
        self.position -= 1;
        self.unexpected(&format!("a power of two of at most {MOST_ALIGNED}"))
    }

    fn variable(&mut self) -> Parsed<Vec<Variable>> {
        let line = self.token().line;
        let space_word = self.word("a state space")?;
        let Some(space) = Space::from_name(&space_word[1..]) else {
            self.position -= 1;
            return self.unexpected("a state space");
        };
        let mut alignment = None;
        let mut vector = 1;
        let mut element = None;
        while let Some(word) = self.peek_word().filter(|word| word.starts_with('.')) {
            let word = word.to_owned();
            self.position += 1;
            match word.as_str() {
                ".align" => alignment = Some(self.alignment()?),
                ".v2" => vector = 2,
                ".v4" => vector = 4,
                ".attribute" => self.skip_parentheses()?,
                _ => match ScalarType::from_name(&word[1..]) {
                    Some(ty) => element = Some(ty),
                    None => {
                        self.position -= 1;
                        return self.unexpected("the type of a variable");
                    }
                },
            }
        }
        let Some(element) = element else {
            return self.unexpected("the type of a variable");
        };
        let mut variables = Vec::new();
        loop {
            let name = self.word("the name of a variable")?;
            let count = match self.array_size()? {
                None => Some(vector),
                Some(extent) => extent.map(|extent| extent * vector),
            };
            let mut initializer = Vec::new();
            if self.accept('=') {
                self.initializer(&mut initializer)?;
            }
            // `name[] = {...}` takes its size from the list.
            let count = count.or((!initializer.is_empty()).then_some(initializer.len()));
            variables.push(Variable {
                name,
                linkage: Linkage::Private,
                space,
                alignment: alignment.unwrap_or(element.bytes() * vector),
                element,
                count,
                initializer,
                line,
            });
            if !self.accept(',') {
                break;
            }
        }
        self.expect(';')?;
        Ok(variables)
    }

    fn initializer(&mut self, values: &mut Vec<Initializer>) -> Parsed<()> {
        if self.accept('{') {
            if self.accept('}') {
                return Ok(());
            }
            loop {
                self.initializer(values)?;
                if !self.accept(',') {
                    break;
                }
            }
            return self.expect('}');
        }
        if self.peek_word().is_none() {
            let value = self.constant_operand()?;
            values.push(Initializer::Value(value));
            return Ok(());
        }
        let generic = self.accept_word("generic") && self.accept('(');
        let name = self.word("a symbol")?;
        if generic {
            self.expect(')')?;
        }
        let offset = self.offset()?;
        values.push(Initializer::Symbol(name, offset));
        Ok(())
    }

    fn body(&mut self) -> Vec<Statement> {
        let mut statements = Vec::new();
        let mut depth = 0;
        loop {
            if self.token().kind == TokenKind::End {
                if let Err(error) = self.unexpected::<()>("`}` at the end of the function") {
                    self.note(error);
                }
                return statements;
            }
            if self.accept('}') {
                if depth == 0 {
                    return statements;
                }
                depth -= 1;
                statements.push(Statement::ScopeClose);
            } else if self.accept('{') {
                depth += 1;
                statements.push(Statement::ScopeOpen);
            } else if !self.accept(';')
                && let Err(error) = self.statement(&mut statements)
            {
                self.recover(error);
            }
        }
    }

    fn statement(&mut self, statements: &mut Vec<Statement>) -> Parsed<()> {
        if *self.ahead(1) == TokenKind::Symbol(':') {
            return self.label(statements);
        }
        match self.peek_word() {
            Some(".reg") => statements.push(self.register_declaration()?),
            Some(".shared" | ".local" | ".param" | ".global" | ".const") => {
                statements.extend(self.variable()?.into_iter().map(Statement::Variable));
            }
            Some(".loc" | ".pragma") => {
                statements.push(self.location_or_pragma()?);
            }
            Some(".section") => self.section()?,
            _ => statements.push(Statement::Instruction(self.instruction()?)),
        }
        Ok(())
    }

    fn label(&mut self, statements: &mut Vec<Statement>) -> Parsed<()> {
        let name = self.word("a label")?;
        self.expect(':')?;
        match self.peek_word() {
            Some(".branchtargets") => {
                self.position += 1;
                let mut labels = vec![self.word("a label")?];
                while self.accept(',') {
                    labels.push(self.word("a label")?);
                }
                self.expect(';')?;
                statements.push(Statement::BranchTargets { name, labels });
            }
            Some(".calltargets") => {
                self.position += 1;
                let mut functions = vec![self.word("the name of a function")?];
                while self.accept(',') {
                    functions.push(self.word("the name of a function")?);
                }
                self.expect(';')?;
                statements.push(Statement::CallTargets { name, functions });
            }
            Some(".callprototype") => {
                self.position += 1;
                let results = if self.is_symbol('(') {
                    self.parameters()?
                } else {
                    Vec::new()
                };
                self.word("`_`")?;
                let parameters = if self.is_symbol('(') {
                    self.parameters()?
                } else {
                    Vec::new()
                };
                self.bounds()?;
                self.expect(';')?;
                statements.push(Statement::Prototype {
                    name,
                    results,
                    parameters,
                });
            }
            _ => statements.push(Statement::Label(name)),
        }
        Ok(())
    }

    fn register_declaration(&mut self) -> Parsed<Statement> {
        self.position += 1;
        let word = self.word("the type of a register")?;
        let Some(ty) = ScalarType::from_name(word.trim_start_matches('.')) else {
            self.position -= 1;
            return self.unexpected("the type of a register");
        };
        let mut names = Vec::new();
        loop {
            let name = self.word("the name of a register")?;
            let count = if self.accept('<') {
                let count = self.unsigned("a number of registers")?;
                if count > MOST_REGISTERS {
                    self.position -= 1;
                    return self.unexpected(&format!("at most {MOST_REGISTERS} registers"));
                }
                let count = count as u32;
                self.expect('>')?;
                Some(count)
            } else {
                None
            };
            names.push((name, count));
            if !self.accept(',') {
                break;
            }
        }
        self.expect(';')?;
        Ok(Statement::Registers { ty, names })
    }

    fn location_or_pragma(&mut self) -> Parsed<Statement> {
        if self.accept_word(".pragma") {
            let Token { kind, line, column } = self.token().clone();
            let TokenKind::Text(text) = kind else {
                return self.unexpected("the text of a pragma");
            };
            self.position += 1;
            self.expect(';')?;
            return Ok(Statement::Pragma { text, line, column });
        }
        self.position += 1;
        let file = self.unsigned("the number of a file")? as u32;
        let line = self.unsigned("a line")? as u32;
        let column = self.unsigned("a column")? as u32;
        while self.accept(',') {
            let word = self.word("`function_name` or `inlined_at`")?;
            if word == "function_name" {
                self.word("a label")?;
                self.offset()?;
            } else {
                for _ in 0..3 {
                    self.unsigned("a place of inlining")?;
                }
            }
        }
        Ok(Statement::Location(SourceLocation { file, line, column }))
    }

    fn instruction(&mut self) -> Parsed<Instruction> {
        let guard = if self.accept('@') {
            let negated = self.accept('!');
            let predicate = self.word("a predicate register")?;
            Some(Guard { predicate, negated })
        } else {
            None
        };
        let (line, column) = (self.token().line, self.token().column);
        match self.peek_word() {
            Some(word) if !word.starts_with(['.', '%', '$']) => {}
            _ => return self.unexpected("an instruction"),
        }
        let opcode = self.word("an instruction")?;
        let mut operands = Vec::new();
        if !self.is_symbol(';') {
            loop {
                operands.push(if self.is_symbol('(') && opcode.starts_with("call") {
                    Operand::List(self.operands('(', ')')?)
                } else {
                    self.operand()?
                });
                if !self.accept(',') {
                    break;
                }
            }
        }
        self.expect(';')?;
        Ok(Instruction {
            guard,
            opcode,
            operands,
            line,
            column,
        })
    }

    fn operand(&mut self) -> Parsed<Operand> {
        match self.token().kind.clone() {
            TokenKind::Symbol('[') => self.address(),
            TokenKind::Symbol('{') => Ok(Operand::Vector(self.operands('{', '}')?)),
            TokenKind::Symbol('!') if matches!(self.ahead(1), TokenKind::Word(_)) => {
                self.position += 1;
                Ok(Operand::Not(self.word("a predicate register")?))
            }
            TokenKind::Word(name) => {
                self.position += 1;
                self.name_operand(name)
            }
            _ => self.constant_operand(),
        }
    }

    fn name_operand(&mut self, name: String) -> Parsed<Operand> {
        if self.accept('|') {
            return Ok(Operand::Pair(name, self.word("a register")?));
        }
        if self.is_symbol('+') || self.is_symbol('-') {
            return Ok(Operand::NameOffset(name, self.offset()?));
        }
        Ok(Operand::Name(name))
    }

    fn operands(&mut self, open: char, close: char) -> Parsed<Vec<Operand>> {
        self.expect(open)?;
        let mut operands = Vec::new();
        if self.accept(close) {
            return Ok(operands);
        }
        loop {
            if self.is_symbol('{') {
                return self.unexpected("a register or a number");
            }
            operands.push(self.operand()?);
            if !self.accept(',') {
                break;
            }
        }
        self.expect(close)?;
        Ok(operands)
    }

    fn address(&mut self) -> Parsed<Operand> {
        self.expect('[')?;
        let (base, offset) = match self.token().kind.clone() {
            TokenKind::Integer(_) | TokenKind::Unsigned(_) | TokenKind::Symbol('(' | '-') => {
                let value = self.constant_integer("an address")?;
                (AddressBase::Absolute, value as i64)
            }
            _ => {
                let name = self.word("a register or a symbol")?;
                (AddressBase::Name(name), self.offset()?)
            }
        };
        let coordinates = if self.accept(',') {
            self.operands('{', '}')?
        } else {
            Vec::new()
        };
        self.expect(']')?;
        Ok(Operand::Address {
            base,
            offset,
            coordinates,
        })
    }
}
