//! Bound inference (`docs/spec/sac.md`, sections 2.1 and 2.2).

use super::*;

/// The upper bound of a partition.
#[derive(Clone, Debug)]
pub(super) enum Upper {
    /// Exclusive.
    At(Vec<Size>),
    /// Up to the end of the result.
    End,
}

/// The bounds of a partition; no lower one are zeros.
#[derive(Clone, Debug)]
pub(super) struct Bounds {
    pub(super) lower: Option<Vec<Size>>,
    pub(super) upper: Upper,
}

/// What the selections of a body say about the variables.
enum Found {
    /// For each variable the extent, if there is one.
    Scalars(Vec<Option<Size>>),
    /// For an index vector.
    Vector(Option<Vec<Size>>),
}

impl Found {
    /// All bounds, if each variable has one.
    fn complete(&self) -> Option<Vec<Size>> {
        match self {
            Found::Scalars(all) => all.iter().cloned().collect(),
            Found::Vector(all) => all.clone(),
        }
    }
}

impl<'p> Shapes<'p> {
    /// The bounds of a partition (rules BI).
    pub(super) fn bounds<T>(&self, part: &Part, is_last: bool, env: &Env<T>) -> Known<Bounds> {
        let generator = part.generator.as_ref();
        let lower = generator.and_then(|one| one.lower.as_ref());
        let upper = generator.and_then(|one| one.upper.as_ref());
        let lower_at = match lower {
            Some((Bound::Vector(bound), strict)) => Some(self.bound(part, bound, *strict, env)?),
            _ => None,
        };
        if let Some((bound, strict)) = upper {
            let upper = match bound {
                Bound::Dot(span) if is_last => return Err(self.last_dot(*span)),
                Bound::Dot(_) => Upper::End,
                Bound::Vector(bound) => Upper::At(self.bound(part, bound, !strict, env)?),
            };
            if let (Some(lower), Upper::At(upper)) = (&lower_at, &upper)
                && lower.len() != upper.len()
            {
                let message = format!(
                    "the bounds have {} and {} elements",
                    lower.len(),
                    upper.len()
                );
                return Err(self.fault(Code::TC0707, message, bound.span()));
            }
            return Ok(Bounds {
                lower: lower_at,
                upper,
            });
        }
        let found = self.find_shapes(part, env)?;
        let upper = match (found.complete(), &lower_at) {
            (Some(shape), Some(lower)) if part.pattern.is_vector() => {
                if lower.len() > shape.len() {
                    let message = format!(
                        "the bound has {}, but the variable selects from arrays with {}",
                        count(lower.len(), "element", "elements"),
                        count(shape.len(), "axis", "axes")
                    );
                    return Err(self.fault(Code::TC0707, message, part.pattern.span));
                }
                Upper::At(shape[..lower.len()].to_vec())
            }
            (Some(shape), _) => Upper::At(shape),
            (None, _) if is_last => return Err(self.unbounded(part, &found)),
            (None, _) => Upper::End,
        };
        Ok(Bounds {
            lower: lower_at,
            upper,
        })
    }

    fn last_dot(&self, span: Span) -> Fault {
        let message = "`.` as the upper bound of the last partition";
        let help = "the upper bound of the last partition is the shape of the result: write it";
        self.fault_with(Code::TC0710, message, span, help)
    }

    fn unbounded(&self, part: &Part, found: &Found) -> Fault {
        let variables = part.pattern.variables();
        let without: Vec<String> = match found {
            Found::Vector(_) => variables.iter().map(|name| format!("`{name}`")).collect(),
            Found::Scalars(all) => variables
                .iter()
                .zip(all)
                .filter(|(_, extent)| extent.is_none())
                .map(|(name, _)| format!("`{name}`"))
                .collect(),
        };
        let message = format!(
            "no bound for {}: no selection has it alone as a subscript",
            without.join(" and ")
        );
        let names: Vec<&str> = variables.iter().map(|name| &*name.text).collect();
        let help = if part.pattern.is_vector() {
            format!("give an upper bound: `| {} < ...`", names[0])
        } else {
            format!("give an upper bound: `| [{}] < [...]`", names.join(","))
        };
        self.fault_with(Code::TC0709, message, part.pattern.span, &help)
    }

    /// The elements of a bound (rules N1, N2 and N4), plus one if wanted.
    fn bound<T>(
        &self,
        part: &Part,
        bound: &Expr,
        plus_one: bool,
        env: &Env<T>,
    ) -> Known<Vec<Size>> {
        let form = self.form(bound, env);
        let rank = form.rank.clone()?;
        if rank != 1 || !form.scalar.is_integer() {
            let found = match rank {
                0 => "a scalar".to_owned(),
                1 => format!("a vector of {}", form.scalar.name()),
                _ => count(rank, "axis", "axes"),
            };
            let message = format!("a bound is an int vector, found {found}");
            let help = "write `[n]`, also for one variable";
            return Err(self.fault_with(Code::TC0706, message, bound.span, help));
        }
        let length = self.length(&form, bound.span)?;
        let variables = part.pattern.variables().len();
        if !part.pattern.is_vector() && length != variables {
            let message = format!(
                "the pattern has {}, but the bound {}",
                count(variables, "variable", "variables"),
                count(length, "element", "elements")
            );
            return Err(self.fault(Code::TC0707, message, bound.span));
        }
        let one = Size::Const(i64::from(plus_one));
        let elements = form.value?.into_iter();
        Ok(elements
            .map(|element| Size::add(element, one.clone()))
            .collect())
    }

    /// The extents of the axes that the variables select (rules FS).
    fn find_shapes<T>(&self, part: &Part, env: &Env<T>) -> Known<Found> {
        let variables: Vec<&str> = part
            .pattern
            .variables()
            .iter()
            .map(|name| &*name.text)
            .collect();
        let found = if part.pattern.is_vector() {
            Found::Vector(None)
        } else {
            Found::Scalars(vec![None; variables.len()])
        };
        let mut search = Search {
            shapes: self,
            env,
            variables,
            inner: Vec::new(),
            found,
        };
        search.visit(&part.body)?;
        Ok(search.found)
    }
}

struct Search<'s, 'p, 'e, T> {
    shapes: &'s Shapes<'p>,
    env: &'s Env<T>,
    /// The variables of the pattern.
    variables: Vec<&'e str>,
    /// Variables of comprehensions between the pattern and here.
    inner: Vec<&'e str>,
    found: Found,
}

impl<'e, T> Search<'_, '_, 'e, T> {
    /// Rule FS1.
    fn visit(&mut self, expr: &'e Expr) -> Known<()> {
        if let Kind::Select(..) = &expr.kind {
            self.selection(expr)?;
        }
        let Kind::Comprehension(parts) = &expr.kind else {
            return expr
                .children()
                .into_iter()
                .try_for_each(|child| self.visit(child));
        };
        for part in parts {
            part.bounds()
                .into_iter()
                .try_for_each(|bound| self.visit(bound))?;
            let outside = self.inner.len();
            let names = part.pattern.variables();
            self.inner.extend(names.into_iter().map(|name| &*name.text));
            self.visit(&part.body)?;
            self.inner.truncate(outside);
        }
        Ok(())
    }

    /// Rules FS2 to FS5 and FS9: the chain `a[..][..]` that ends in a selection.
    fn selection(&mut self, expr: &'e Expr) -> Known<()> {
        let mut chain = Vec::new();
        let mut base = expr;
        while let Kind::Select(array, items) = &base.kind {
            chain.push((items, base.span));
            base = array;
        }
        let hidden: Vec<&str> = self.variables.iter().chain(&self.inner).copied().collect();
        if mentions(base, &hidden) {
            return Ok(());
        }
        let Ok(mut axes) = self.shapes.form(base, self.env).shape else {
            return Ok(());
        };
        for (items, span) in chain.into_iter().rev() {
            match self.level(items, axes, span)? {
                Some(rest) => axes = rest,
                None => break,
            }
        }
        Ok(())
    }

    /// One selection from an array of this shape: the axes that it keeps, if they are known.
    fn level(
        &mut self,
        items: &'e [Item<Expr>],
        axes: Vec<Size>,
        span: Span,
    ) -> Known<Option<Vec<Size>>> {
        if let [Item::One(index)] = items {
            if let Some(name) = variable(index)
                && matches!(self.found, Found::Vector(_))
                && self.is_of_pattern(name)
            {
                self.candidate_shape(&axes);
                return Ok(None);
            }
            let is_scalar = match variable(index) {
                Some(name) if self.is_of_pattern(name) => true,
                Some(name) if self.inner.contains(&name) => false,
                Some(name) => matches!(self.env.find(name), Some((form, _)) if form.rank == Ok(0)),
                None => matches!(index.kind, Kind::Int(_)),
            };
            if !is_scalar {
                return Ok(None);
            }
        }
        let dots = items.iter().position(|item| matches!(item, Item::Dots(_)));
        let named = items.len() - usize::from(dots.is_some());
        if named > axes.len() {
            return Err(self.shapes.too_many(named, axes.len(), span));
        }
        let mut kept = Vec::new();
        let mut axis = 0;
        for item in items {
            match item {
                Item::One(index) => {
                    if let Some(name) = variable(index) {
                        self.candidate(name, &axes[axis]);
                    }
                    axis += 1;
                }
                Item::Dot(_) => {
                    kept.push(axes[axis].clone());
                    axis += 1;
                }
                Item::Dots(_) => {
                    kept.extend_from_slice(&axes[axis..axis + axes.len() - named]);
                    axis += axes.len() - named;
                }
            }
        }
        kept.extend_from_slice(&axes[axis..]);
        Ok(Some(kept))
    }

    /// Whether a name here is a variable of the pattern (rule FS8).
    fn is_of_pattern(&self, name: &str) -> bool {
        self.variables.contains(&name) && !self.inner.contains(&name)
    }

    /// Rule FS6 for a scalar variable.
    fn candidate(&mut self, name: &str, extent: &Size) {
        if !self.is_of_pattern(name) {
            return;
        }
        let number = self.variables.iter().position(|variable| *variable == name);
        if let (Found::Scalars(all), Some(number)) = (&mut self.found, number) {
            let smaller = all[number].take().map(|other| smaller(other, extent));
            all[number] = Some(smaller.unwrap_or_else(|| extent.clone()));
        }
    }

    /// Rule FS6 for an index vector.
    fn candidate_shape(&mut self, shape: &[Size]) {
        if let Found::Vector(found) = &mut self.found {
            let prefix = match found.take() {
                Some(other) => other
                    .into_iter()
                    .zip(shape)
                    .map(|(a, b)| smaller(a, b))
                    .collect(),
                None => shape.to_vec(),
            };
            *found = Some(prefix);
        }
    }
}

fn smaller(a: Size, b: &Size) -> Size {
    match difference(&a, b) {
        Some(difference) if difference <= 0 => a,
        Some(_) => b.clone(),
        None => Size::min(a, b.clone()),
    }
}

/// The name of an expression that is a variable.
fn variable(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        Kind::Var(name) => Some(&name.text),
        _ => None,
    }
}

/// Whether an expression mentions a free variable of these names.
pub(crate) fn mentions(expr: &Expr, names: &[&str]) -> bool {
    match &expr.kind {
        Kind::Var(name) => names.contains(&&*name.text),
        Kind::Comprehension(parts) => parts.iter().any(|part| {
            let bound: Vec<&str> = part
                .pattern
                .variables()
                .iter()
                .map(|name| &*name.text)
                .collect();
            let free: Vec<&str> = names
                .iter()
                .filter(|name| !bound.contains(name))
                .copied()
                .collect();
            part.bounds()
                .into_iter()
                .any(|bound| mentions(bound, names))
                || mentions(&part.body, &free)
        }),
        _ => expr
            .children()
            .into_iter()
            .any(|child| mentions(child, names)),
    }
}
