//! The statements and loops of a callee, under the names of the caller.

use super::*;

impl<'c: 'a, 'a> Inliner<'c, 'a, '_> {
    pub(super) fn copy(
        &self,
        operation: OperationRef<'c, 'a>,
        renaming: &mut Renaming<'c, 'a>,
    ) -> Result<(), Diagnostic> {
        if let Some(temporary) = Temporary::from_op(operation) {
            return self.copy_temporary(temporary, renaming);
        }
        let clone = op::insert_before(self.call.operation(), (*operation).clone());
        self.adapt(clone, renaming, &HashMap::new())
    }

    /// Temporaries stand outside of loops.
    fn copy_temporary(
        &self,
        temporary: Temporary<'c, 'a>,
        renaming: &mut Renaming<'c, 'a>,
    ) -> Result<(), Diagnostic> {
        let outermost = self.around().first().map(|one| one.operation());
        let anchor = outermost.unwrap_or_else(|| self.call.operation());
        let owner = temporary.tensor().owner();
        let clone = op::insert_before(anchor, (*owner).clone());
        let name = self.fresh(&format!("{}_{}", self.callee.name(), temporary.name()));
        let attribute = StringAttribute::new(self.context, &name).into();
        op::set_attribute(clone, "array_name", Some(attribute));
        renaming.names.insert(temporary.name(), name);
        let value = clone
            .result(0)
            .map_err(|_| self.error(Code::TC0219, "a temporary has no value".to_string()))?;
        renaming
            .tensors
            .insert(op::ValueKey::of(temporary.tensor().value()), value.into());
        Ok(())
    }

    /// Gives a copied statement or loop the names and tensors of the caller; `loops` has the names
    /// of the callee's loops around it.
    fn adapt(
        &self,
        clone: OperationRef<'c, 'a>,
        renaming: &Renaming<'c, 'a>,
        loops: &HashMap<String, String>,
    ) -> Result<(), Diagnostic> {
        if let Some(one) = For::from_op(clone) {
            let change = |expr: &Expr| {
                expr.substitute(&|symbol| {
                    let index = symbol.as_name().and_then(|name| loops.get(name));
                    index.map(Expr::name).or_else(|| renaming.symbol(symbol))
                })
            };
            let range = one.range();
            let range = Range::new(change(&range.lower), change(&range.upper));
            self.bound_scalar(&[&range.lower, &range.upper], renaming)?;
            one.set_range(self.context, &range);
            let name = self.loop_name(one, renaming, loops);
            let mut inner = loops.clone();
            inner.insert(one.index(), name.clone());
            let attribute = StringAttribute::new(self.context, &name).into();
            op::set_attribute(clone, "index", Some(attribute));
            for operation in one.operations() {
                self.adapt(operation, renaming, &inner)?;
            }
            return Ok(());
        }
        let Some(comprehension) = Comprehension::from_op(clone) else {
            return Ok(());
        };
        let indices = self.rename_indices(comprehension, renaming, loops);
        let change = |expr: &Expr| {
            expr.substitute(&|symbol| {
                let name = symbol.as_name();
                let index = name.and_then(|name| indices.get(name).or_else(|| loops.get(name)));
                index.map(Expr::name).or_else(|| renaming.symbol(symbol))
            })
        };
        self.rename_heads(comprehension, &indices, &change);
        let ranges = comprehension.ranges().into_iter().flatten();
        let ends: Vec<Expr> = ranges
            .flat_map(|range| [range.lower, range.upper])
            .collect();
        let left = comprehension.left().into_iter();
        let left: Vec<Expr> = left.filter_map(|left| left.expr()).collect();
        let named: Vec<&Expr> = ends.iter().chain(&left).collect();
        self.bound_scalar(&named, renaming)?;
        let mut nested = vec![clone];
        comprehension.walk(&mut |inner| nested.push(inner));
        for inner in nested {
            self.rewrite(inner, renaming, &change)?;
        }
        Ok(())
    }

    /// A name for a loop index that has no other meaning in the caller or in the loop.
    fn loop_name(
        &self,
        one: For<'c, 'a>,
        renaming: &Renaming<'c, 'a>,
        loops: &HashMap<String, String>,
    ) -> String {
        let mut taken = self.taken(renaming, loops);
        let mut pending = one.operations();
        while let Some(operation) = pending.pop() {
            if let Some(statement) = Comprehension::from_op(operation) {
                taken.extend(statement.index_names());
            }
            if let Some(inner) = For::from_op(operation) {
                taken.insert(inner.index());
                pending.extend(inner.operations());
            }
        }
        let name = one.index();
        let numbered = (1..).map(|count| format!("{name}_{count}"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        names.find(|name| !taken.contains(name)).unwrap_or(name)
    }

    /// The names of the caller that an index may not have.
    fn taken(
        &self,
        renaming: &Renaming<'c, 'a>,
        loops: &HashMap<String, String>,
    ) -> HashSet<String> {
        let mut taken: HashSet<String> = self.caller.sizes().into_iter().collect();
        taken.extend(self.caller.tensors().iter().map(Tensor::name));
        taken.extend(renaming.names.values().cloned());
        taken.extend(loops.values().cloned());
        taken.extend(self.around().into_iter().map(For::index));
        taken
    }

    /// Names of indices that have another meaning in the caller.
    fn rename_indices(
        &self,
        comprehension: Comprehension<'c, 'a>,
        renaming: &Renaming<'c, 'a>,
        loops: &HashMap<String, String>,
    ) -> HashMap<String, String> {
        let mut taken = self.taken(renaming, loops);
        let names = comprehension.index_names();
        let mut renamed = HashMap::new();
        for name in &names {
            let mut fresh = name.clone();
            let mut count = 0;
            while taken.contains(&fresh) || (fresh != *name && names.contains(&fresh)) {
                count += 1;
                fresh = format!("{name}_{count}");
            }
            taken.insert(fresh.clone());
            renamed.insert(name.clone(), fresh);
        }
        renamed
    }

    fn rename_heads(
        &self,
        comprehension: Comprehension<'c, 'a>,
        renamed: &HashMap<String, String>,
        change: &dyn Fn(&Expr) -> Expr,
    ) {
        let new_name = |name: &String| renamed.get(name).cloned().unwrap_or_else(|| name.clone());
        comprehension.map_left(self.context, change);
        let indices: Vec<Index> = comprehension
            .indices()
            .into_iter()
            .map(|index| Index {
                name: new_name(&index.name),
                range: index
                    .range
                    .map(|range| Range::new(change(&range.lower), change(&range.upper))),
            })
            .collect();
        comprehension.set_indices(self.context, &indices);
    }

    /// Substitutes the caller's tensors and names in an operation.
    fn rewrite(
        &self,
        inner: OperationRef<'c, 'a>,
        renaming: &Renaming<'c, 'a>,
        change: &dyn Fn(&Expr) -> Expr,
    ) -> Result<(), Diagnostic> {
        if let Some(value) = ValueOf::from_op(inner) {
            value.set_expr(self.context, &change(&value.expr()));
        }
        if let Some(access) = Access::from_op(inner) {
            self.shift(access, renaming, change)?;
        }
        for (position, operand) in op::operands(inner).into_iter().enumerate() {
            if let Some(tensor) = renaming.tensors.get(&op::ValueKey::of(operand)) {
                mutable(inner).set_operand(position, *tensor);
            }
        }
        self.unknown_scalar(inner, renaming)
    }

    fn shift(
        &self,
        access: Access<'c, 'a>,
        renaming: &Renaming<'c, 'a>,
        change: &dyn Fn(&Expr) -> Expr,
    ) -> Result<(), Diagnostic> {
        let Some(origin) = renaming.origins.get(&op::ValueKey::of(access.tensor())) else {
            access.map_exprs(self.context, change);
            return Ok(());
        };
        let expressions = access
            .subscripts()
            .iter()
            .filter(|subscript| subscript.as_expr().is_some())
            .count();
        if expressions != origin.len() {
            let message = format!(
                "an argument of `{}` does not start at 0 and is read at subscripts computed in the body",
                self.callee.name()
            );
            return Err(self.error(Code::TC0219, message));
        }
        let dim = std::cell::Cell::new(0);
        access.map_exprs(self.context, &|expr| {
            let position = dim.replace(dim.get() + 1);
            Expr::add(change(expr), origin[position].clone())
        });
        Ok(())
    }

    /// A scalar input of the callee in an expression must have become one.
    fn unknown_scalar(
        &self,
        inner: OperationRef<'c, 'a>,
        renaming: &Renaming<'c, 'a>,
    ) -> Result<(), Diagnostic> {
        let mut exprs: Vec<Expr> = ValueOf::from_op(inner)
            .map(ValueOf::expr)
            .into_iter()
            .collect();
        if let Some(access) = Access::from_op(inner) {
            exprs.extend(
                access
                    .subscripts()
                    .iter()
                    .filter_map(|subscript| subscript.as_expr().cloned()),
            );
        }
        self.bound_scalar(&exprs.iter().collect::<Vec<_>>(), renaming)
    }

    fn bound_scalar(&self, exprs: &[&Expr], renaming: &Renaming<'c, 'a>) -> Result<(), Diagnostic> {
        let scalars = self.callee.scalars();
        let bad = scalars.iter().map(Tensor::name).find(|name| {
            !renaming.symbols.contains_key(name) && exprs.iter().any(|expr| expr.mentions(name))
        });
        match bad {
            None => Ok(()),
            Some(name) => {
                let message = format!(
                    "`{name}` of `{}` is used in subscripts: pass an input, a literal or a size expression",
                    self.callee.name()
                );
                Err(self.error(Code::TC0219, message))
            }
        }
    }

    /// A tensor name that the caller does not use.
    fn fresh(&self, wanted: &str) -> String {
        let mut taken: HashSet<String> = self.caller.sizes().into_iter().collect();
        taken.extend(self.caller.tensors().iter().map(Tensor::name));
        let mut name = wanted.to_string();
        let mut count = 1;
        while taken.contains(&name) {
            count += 1;
            name = format!("{wanted}_{count}");
        }
        name
    }
}
