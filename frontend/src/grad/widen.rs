//! Sums of gradients of 16-bit types are in float, and cast once.
//!
//! ```text
//! d_A(m,k) +=! half(float(B(k,n)) * ..)      d_A_sum(m,k) +=! float(B(k,n)) * ..
//!                                    ==>     d_A(m,k) = half(d_A_sum(m,k))
//! ```
//! A sum into `half` takes terms of type half, so each product would be rounded to it, and become 0
//! or infinite, before it is added. A gradient that is one assignment has no such sum, and keeps
//! its type.

use super::backward::{Backward, Line, places};
use super::terms::{Id, Kind, Place, Source};
use tc_syntax::scalar::Scalar;
use tc_syntax::tc::ast::Assign;

impl Backward<'_, '_> {
    /// Gives each gradient of a 16-bit type that is added to a tensor in float.
    pub(super) fn widen(&mut self) {
        let mut sums: Vec<Source> = Vec::new();
        for line in &self.lines {
            let is_sum = matches!(line.assign, Assign::Reduce { .. });
            if is_sum && self.is_narrow(line.target) && !sums.contains(&line.target) {
                sums.push(line.target);
            }
        }
        for target in sums {
            self.widen_one(target);
        }
    }

    fn is_narrow(&self, target: Source) -> bool {
        match target {
            Source::Gradient(version) => self.versions.scalar(version).is_storage_only(),
            Source::Helper(helper) => self.helpers[helper].scalar.is_storage_only(),
            Source::Value(_) | Source::Given(_) => false,
        }
    }

    fn widen_one(&mut self, target: Source) {
        let wide = match target {
            Source::Helper(helper) => {
                self.helpers[helper].scalar = Scalar::Float;
                target
            }
            Source::Gradient(version) => {
                let tensor = &self.versions.def.tensors[self.versions.all[version].tensor];
                let name = format!("d_{}_sum", tensor.name);
                let space = self.versions.space(version).to_vec();
                self.helper(name, Scalar::Float, space)
            }
            Source::Value(_) | Source::Given(_) => return,
        };
        for at in 0..self.lines.len() {
            let mut line = self.lines[at].clone();
            if line.target == target {
                line.target = wide;
            }
            line.body = self.in_float(line.body, target, wide);
            for place in line.at.iter_mut().flatten() {
                if let Place::Value(value) = place {
                    *value = self.in_float(*value, target, wide);
                }
            }
            if let Some((_, place)) = &mut line.pair {
                *place = self.in_float(*place, target, wide);
            }
            self.lines[at] = line;
        }
        let Source::Gradient(version) = target else {
            return;
        };
        if self.versions.first.values().any(|first| *first == version) {
            let space = self.versions.space(version).to_vec();
            let body = self.terms.read(wide, places(&space), Scalar::Float);
            self.lines.push(Line::plain(target, space, body));
        }
    }

    /// The term with reads of `narrow` as reads of `wide`, which have type float.
    fn in_float(&mut self, root: Id, narrow: Source, wide: Source) -> Id {
        let mut root = root;
        let is_narrow = |kind: &Kind| matches!(kind, Kind::Read(source, _) if *source == narrow);
        loop {
            let reads = self.terms.reads(root);
            let found = reads.into_iter().find(|read| {
                let term = self.terms.get(*read);
                is_narrow(&term.kind) && term.scalar.is_storage_only()
            });
            let Some(read) = found else { return root };
            let Kind::Read(_, at) = self.terms.get(read).kind.clone() else {
                return root;
            };
            let new = self.terms.read(wide, at, Scalar::Float);
            root = self.terms.replaced(root, read, new);
        }
    }
}
