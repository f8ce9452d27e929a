//! Partitions as boxes of the result (`docs/spec/sac.md`, sections 2.3 and 2.4).
//!
//! After bound inference each pattern becomes a list of axes, where a dot is an axis of the cell
//! (step ED); the last partition gives the shape of the result, against which all others are
//! checked (step W).

use super::bounds::{Bounds, Upper};
use super::*;

/// An axis of the frame of a partition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameAxis {
    /// An element of the index: its position among the variables.
    Variable(usize),
    /// A dot: an axis of the cell.
    Cell(usize),
}

/// A partition as a box in the result.
#[derive(Clone, Debug)]
pub struct Partition<'e> {
    /// Its pattern and body.
    pub part: &'e Part,
    /// The axes of its frame. Further axes of the result are those of the cell, in order.
    pub axes: Vec<FrameAxis>,
    /// The first index, for each axis of the frame.
    pub lower: Vec<Size>,
    /// One behind the last index.
    pub upper: Vec<Size>,
    /// The shape of the cell.
    pub cell: Vec<Size>,
}

/// A comprehension after all steps.
#[derive(Clone, Debug)]
pub struct Resolved<'e> {
    /// The shape of the result.
    pub shape: Vec<Size>,
    /// The type of its elements.
    pub scalar: Scalar,
    /// The partitions in text order.
    pub parts: Vec<Partition<'e>>,
}

impl Partition<'_> {
    /// How many elements the index has.
    pub fn variables(&self) -> usize {
        let of_index = |axis: &&FrameAxis| matches!(axis, FrameAxis::Variable(_));
        self.axes.iter().filter(of_index).count()
    }

    /// Splits a position in the result into the index and the position in the cell.
    pub fn split<P: Clone>(&self, position: &[P]) -> (Vec<P>, Vec<P>) {
        let (frame, rest) = position.split_at(self.axes.len());
        let mut index = Vec::new();
        let mut cell = Vec::new();
        for (axis, at) in self.axes.iter().zip(frame) {
            match axis {
                FrameAxis::Variable(_) => index.push(at.clone()),
                FrameAxis::Cell(_) => cell.push(at.clone()),
            }
        }
        cell.extend_from_slice(rest);
        (index, cell)
    }

    /// Whether it covers the whole result.
    pub fn is_full(&self, shape: &[Size]) -> bool {
        let from_zero = self.lower.iter().all(|lower| lower.as_const() == Some(0));
        let mut ends = self.upper.iter().zip(shape);
        from_zero && ends.all(|(upper, extent)| difference(upper, extent) == Some(0))
    }
}

impl<'p> Shapes<'p> {
    /// The form of a comprehension.
    pub(super) fn comprehension<T>(&self, expr: &Expr, parts: &[Part], env: &Env<T>) -> Form {
        let resolved = self.resolve(parts, env);
        let value = match &resolved {
            Ok(resolved) => self.small_vector(resolved, expr.span, env),
            Err(fault) => Err(fault.clone()),
        };
        let shape = resolved.as_ref().map(|one| one.shape.clone());
        Form {
            scalar: match (&resolved, parts.last()) {
                (Ok(resolved), _) => resolved.scalar,
                (_, Some(part)) => self.body_form(part, 1, env).scalar,
                _ => Scalar::Int32,
            },
            rank: shape
                .as_ref()
                .map(Vec::len)
                .map_err(|fault| (*fault).clone()),
            shape: shape.map_err(Clone::clone),
            value,
        }
    }

    /// The elements of a short vector that is made of sizes, such as a bound.
    fn small_vector<T>(&self, resolved: &Resolved, span: Span, env: &Env<T>) -> Known<Vec<Size>> {
        const LONGEST: i64 = 16;
        let unknown = || self.not_a_size(span);
        let (true, [length @ Size::Const(0..=LONGEST)]) =
            (resolved.scalar == Scalar::Int32, resolved.shape.as_slice())
        else {
            return Err(unknown());
        };
        let length = length.as_const().unwrap_or(0);
        (0..length)
            .map(|at| {
                let position = [Size::Const(at)];
                let part = resolved.parts.iter().find(|part| part.contains(&position));
                let Some(part) = part else {
                    return Ok(Size::Const(0));
                };
                let (index, cell) = part.split(&position);
                let form = self.form(
                    &part.part.body,
                    &index_variables(&part.part.pattern, &index, env),
                );
                let at = cell.first().and_then(Size::as_const).unwrap_or(0);
                form.value?.get(at as usize).cloned().ok_or_else(unknown)
            })
            .collect()
    }

    /// The form of a body, where the values of the variables are not known (rule SH1).
    fn body_form<T>(&self, part: &Part, length: usize, env: &Env<T>) -> Form {
        let mut env = env.clone();
        for name in part.pattern.variables() {
            let message = format!("the shape of the elements depends on the value of `{name}`");
            let help = "all elements of an array have one shape";
            let fault = self.fault_with(Code::TC0716, message, name.span, help);
            let shape = if part.pattern.is_vector() {
                vec![Size::Const(length as i64)]
            } else {
                Vec::new()
            };
            env = env.with(
                &name.text,
                Form::shaped(Scalar::Int32, shape, Err(fault)),
                None,
            );
        }
        self.form(&part.body, &env)
    }

    /// All steps for a comprehension.
    pub fn resolve<'e, T>(&self, parts: &'e [Part], env: &Env<T>) -> Known<Resolved<'e>> {
        let last = &parts[parts.len() - 1];
        let bounds = self.bounds(last, true, env)?;
        let Upper::At(upper) = &bounds.upper else {
            return Err(self.fault(Code::TC0710, "no upper bound", last.span));
        };
        for (axis, extent) in upper.iter().enumerate() {
            if extent.as_const().is_some_and(|extent| extent < 0) {
                let message = format!(
                    "the result has the negative extent {} in axis {axis}",
                    extent.human()
                );
                return Err(self.fault(Code::TC0715, message, last.pattern.span));
            }
        }
        let frame_length = upper.len();
        let (partition, shape, scalar) = self.place(last, bounds, frame_length, None, env)?;
        let mut all = Vec::new();
        for part in &parts[..parts.len() - 1] {
            let bounds = self.bounds(part, false, env)?;
            let (partition, ..) = self.place(part, bounds, frame_length, Some(&shape), env)?;
            self.check_homogeneous(&partition, &shape)?;
            self.check_inside(&partition, &shape)?;
            all.push(partition);
        }
        self.check_inside(&partition, &shape)?;
        all.push(partition);
        Ok(Resolved {
            shape,
            scalar,
            parts: all,
        })
    }

    /// Steps ED and W for one partition; the shape of the result is known except for the last.
    fn place<'e, T>(
        &self,
        part: &'e Part,
        bounds: Bounds,
        last_length: usize,
        shape: Option<&[Size]>,
        env: &Env<T>,
    ) -> Known<(Partition<'e>, Vec<Size>, Scalar)> {
        let length = match (&part.pattern.kind, &bounds.upper, &bounds.lower) {
            (PatternKind::Items(_), ..) => part.pattern.variables().len(),
            (_, Upper::At(upper), _) => upper.len(),
            (_, Upper::End, Some(lower)) => lower.len(),
            (_, Upper::End, None) => last_length,
        };
        let body = self.body_form(part, length, env);
        let cell = body.shape?;
        let axes = self.frame_axes(&part.pattern, length, cell.len())?;
        let dots = axes.len() - length;
        let lower = bounds.lower.unwrap_or_else(|| vec![Size::Const(0); length]);
        let merged = |number: usize, axis: &FrameAxis| match axis {
            FrameAxis::Variable(at) => match &bounds.upper {
                Upper::At(upper) => upper[*at].clone(),
                Upper::End => end(shape, number),
            },
            FrameAxis::Cell(at) => cell[*at].clone(),
        };
        let upper: Vec<Size> = axes
            .iter()
            .enumerate()
            .map(|(number, axis)| merged(number, axis))
            .collect();
        let lower = axes.iter().map(|axis| match axis {
            FrameAxis::Variable(at) => lower[*at].clone(),
            FrameAxis::Cell(_) => Size::Const(0),
        });
        let result = [upper.clone(), cell[dots..].to_vec()].concat();
        let partition = Partition {
            part,
            lower: lower.collect(),
            upper,
            cell,
            axes,
        };
        Ok((partition, result, body.scalar))
    }

    /// The axes of the frame (rules ED1 and ED2).
    fn frame_axes(&self, pattern: &Pattern, length: usize, rank: usize) -> Known<Vec<FrameAxis>> {
        let PatternKind::Items(items) = &pattern.kind else {
            return Ok((0..length).map(FrameAxis::Variable).collect());
        };
        let single = items
            .iter()
            .filter(|item| matches!(item, Item::Dot(_)))
            .count();
        if single > rank {
            let message = format!(
                "the pattern has {}, but the value only {}",
                count(single, "dot", "dots"),
                count(rank, "axis", "axes")
            );
            return Err(self.fault(Code::TC0712, message, pattern.span));
        }
        let (mut variable, mut cell) = (0, 0);
        let mut axes = Vec::new();
        for item in items {
            let dots = match item {
                Item::One(_) => {
                    axes.push(FrameAxis::Variable(variable));
                    variable += 1;
                    0
                }
                Item::Dot(_) => 1,
                Item::Dots(_) => rank - single,
            };
            axes.extend((cell..cell + dots).map(FrameAxis::Cell));
            cell += dots;
        }
        Ok(axes)
    }

    /// Rule W5.
    fn check_homogeneous(&self, partition: &Partition, shape: &[Size]) -> Known<()> {
        let of_cell = partition.axes.len() - partition.variables();
        let rest = &partition.cell[of_cell..];
        let frame = partition.axes.len();
        let message = if frame + rest.len() != shape.len() {
            format!(
                "this partition has {}, but the result {}",
                count(frame + rest.len(), "axis", "axes"),
                count(shape.len(), "axis", "axes")
            )
        } else if !self.shapes_agree(&shape[frame..], rest) {
            format!(
                "the elements of this partition have the shape {}, expected {}",
                shown(rest),
                shown(&shape[frame..])
            )
        } else {
            let mut axes = partition.axes.iter().zip(&partition.upper).zip(shape);
            let wrong = axes.find(|((axis, upper), extent)| {
                matches!(axis, FrameAxis::Cell(_)) && !self.agree(upper, extent)
            });
            match wrong {
                Some(((_, found), expected)) => format!(
                    "a dot of this partition covers {}, expected {}",
                    found.human(),
                    expected.human()
                ),
                None => return Ok(()),
            }
        };
        let help = "the upper bound and the value of the last partition give the shape";
        Err(self.fault_with(Code::TC0713, message, partition.part.span, help))
    }

    /// Rule W6: a box that is not empty lies in the result.
    fn check_inside(&self, partition: &Partition, shape: &[Size]) -> Known<()> {
        let bounds = || partition.lower.iter().zip(&partition.upper);
        if bounds().any(|(lower, upper)| difference(upper, lower).is_some_and(|size| size <= 0)) {
            return Ok(());
        }
        for (axis, ((lower, upper), extent)) in bounds().zip(shape).enumerate() {
            let negative = lower.as_const().is_some_and(|lower| lower < 0);
            if negative || !self.at_most(upper, extent) {
                let message = format!(
                    "this partition covers [{}, {}) in axis {axis}, but the result [0, {})",
                    lower.human(),
                    upper.human(),
                    extent.human()
                );
                return Err(self.fault(Code::TC0714, message, partition.part.span));
            }
        }
        Ok(())
    }
}

impl Partition<'_> {
    /// Whether a position that consists of numbers is in its box.
    pub fn contains(&self, position: &[Size]) -> bool {
        let bounds = self.lower.iter().zip(&self.upper);
        bounds.zip(position).all(|((lower, upper), at)| {
            difference(at, lower).is_some_and(|one| one >= 0)
                && difference(upper, at).is_some_and(|one| one > 0)
        })
    }
}

/// The end of an axis of the result (rule BI4).
fn end(shape: Option<&[Size]>, axis: usize) -> Size {
    let extent = shape.and_then(|shape| shape.get(axis)).cloned();
    extent.unwrap_or(Size::Const(0))
}

/// With the variables of a pattern at an index.
fn index_variables<T>(pattern: &Pattern, index: &[Size], env: &Env<T>) -> Env<T> {
    match &pattern.kind {
        PatternKind::Vector(name) => env.with(&name.text, Form::vector(index.to_vec()), None),
        PatternKind::Items(_) => {
            let names = pattern.variables().into_iter().zip(index);
            names.fold(env.clone(), |env, (name, at)| {
                env.with(&name.text, Form::int(at.clone()), None)
            })
        }
    }
}
