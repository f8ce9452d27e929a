//! Comprehensions: patterns and generators, with the rules G1 to G6.

use super::*;

impl Parser<'_> {
    pub(super) fn comprehension(&mut self) -> Result<Expr> {
        let start = self.take();
        let mut parts = vec![self.part()?];
        while self.take_if(T::Semicolon).is_some() {
            if self.kind() == T::CloseBrace {
                break;
            }
            parts.push(self.part()?);
        }
        let end = self.expect(T::CloseBrace, "`|`, `;` or `}`")?;
        self.node(Kind::Comprehension(parts), start.to(end))
    }

    fn part(&mut self) -> Result<Part> {
        let start = self.span();
        let pattern = self.pattern()?;
        self.expect(T::Arrow, "`->`")?;
        let body = self.expression()?;
        let generator = match self.take_if(T::Bar) {
            Some(_) => self.generator(&pattern)?,
            None => None,
        };
        Ok(Part {
            pattern,
            body,
            generator,
            span: start.to(self.last_span()),
        })
    }

    fn pattern(&mut self) -> Result<Pattern> {
        let start = self.span();
        let kind = match self.take_if(T::OpenBracket) {
            None => PatternKind::Vector(self.name("a pattern: a name or `[`")?),
            Some(_) => {
                let variable = |parser: &mut Self| parser.name("a variable, `.` or `...`");
                PatternKind::Items(self.items(variable, "`,` or `]`")?)
            }
        };
        let pattern = Pattern {
            kind,
            span: start.to(self.last_span()),
        };
        let variables: Vec<Name> = pattern.variables().into_iter().cloned().collect();
        for (number, name) in variables.iter().enumerate() {
            if let Some(first) = variables[..number].iter().find(|other| *other == name) {
                let place = self.file.place(first.span.range());
                let message = format!("variable `{name}` is twice in a pattern");
                let error = self.error(Code::TC0703, message, name.span);
                let error = error.label(place, "first here");
                self.report(name.span, error.help("rename one of them"));
            }
        }
        Ok(pattern)
    }

    /// `lower < index < upper`, or a part of it.
    fn generator(&mut self, pattern: &Pattern) -> Result<Option<Generator>> {
        let start = self.span();
        let mut operands = vec![self.operand()?];
        let mut strict = Vec::new();
        while let Some(is_strict) = self.relation()? {
            strict.push(is_strict);
            operands.push(self.operand()?);
        }
        if strict.is_empty() || strict.len() > 2 {
            return Err(self.expected("`<` or `<=`"));
        }
        if matches!(self.word(), "step" | "width") {
            let span = self.span();
            let message = format!("`{}` in a generator is not implemented", self.word());
            let error = self
                .error(Code::TC0705, message, span)
                .with_note("E-NYI-STEP");
            self.report(span, error);
            return Err(Stop);
        }
        let span = start.to(self.last_span());
        Ok(self.classify(pattern, operands, &strict, span))
    }

    /// Which operand is the index (rules G1 and G5).
    fn classify(
        &mut self,
        pattern: &Pattern,
        operands: Vec<Bound>,
        strict: &[bool],
        span: Span,
    ) -> Option<Generator> {
        let is_index = |operand: &Bound| match operand {
            Bound::Vector(expr) => is_index_of(expr, pattern),
            Bound::Dot(_) => false,
        };
        let found = match operands.len() {
            2 if is_index(&operands[0]) => Some(0),
            2 if is_index(&operands[1]) => Some(1),
            3 if is_index(&operands[1]) => Some(1),
            _ => None,
        };
        let Some(found) = found.filter(|_| !pattern.variables().is_empty()) else {
            let error = match pattern.variables().as_slice() {
                [] => self
                    .error(
                        Code::TC0701,
                        "a pattern without variables has no generator",
                        span,
                    )
                    .help("remove the generator: the dots cover the whole axes"),
                variables => {
                    let names: Vec<_> = variables.iter().map(|name| &*name.text).collect();
                    let index = if pattern.is_vector() {
                        names.join("")
                    } else {
                        format!("[{}]", names.join(","))
                    };
                    let message = "the generator does not repeat the variables of the pattern";
                    self.error(Code::TC0701, message, span)
                        .label(self.file.place(pattern.span.range()), "the pattern")
                        .help(format!(
                            "write `{index} < upper`, `lower <= {index}` or both"
                        ))
                }
            };
            self.report(span, error);
            return None;
        };
        let mut generator = Generator {
            lower: None,
            upper: None,
        };
        for (number, bound) in operands.into_iter().enumerate() {
            if number < found {
                generator.lower = Some((bound, strict[0]));
            } else if number > found {
                generator.upper = Some((bound, strict[found]));
            }
        }
        for (bound, strict) in generator.lower.iter().chain(&generator.upper) {
            if let (Bound::Dot(at), true) = (bound, strict) {
                let at = *at;
                let error = self.error(Code::TC0708, "`.` with `<`", at);
                let help = "`.` is the smallest or the largest index, and included: write `<=`";
                self.report(at, error.help(help));
            }
        }
        Some(generator)
    }

    /// A bound, or the index in the form of one.
    fn operand(&mut self) -> Result<Bound> {
        Ok(match self.kind() {
            T::Dot => Bound::Dot(self.take()),
            _ => Bound::Vector(self.bound_expression()?),
        })
    }

    /// The next relation: whether it is strict.
    fn relation(&mut self) -> Result<Option<bool>> {
        match self.kind() {
            T::Less => {
                self.take();
                Ok(Some(true))
            }
            T::LessEqual => {
                self.take();
                Ok(Some(false))
            }
            T::Greater | T::GreaterEqual => {
                let span = self.span();
                let message = format!("`{}` in a generator", self.text(span));
                let error = self.error(Code::TC0704, message, span);
                self.report(span, error.help("turn it round: `lower <= index < upper`"));
                Err(Stop)
            }
            _ => Ok(None),
        }
    }
}

/// Whether an expression repeats the variables of a pattern.
fn is_index_of(expr: &Expr, pattern: &Pattern) -> bool {
    let variables = pattern.variables();
    match (&pattern.kind, &expr.kind) {
        (PatternKind::Vector(name), Kind::Var(other)) => name == other,
        (PatternKind::Items(_), Kind::Array(all)) => {
            let same = |(expr, name): (&Expr, &&Name)| matches!(&expr.kind, Kind::Var(other) if other == *name);
            all.len() == variables.len() && all.iter().zip(&variables).all(same)
        }
        _ => false,
    }
}
