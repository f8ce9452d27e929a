//! Bands that are one matrix operation for each iteration of the loops around them: which instances
//! an operation runs, and how their subscripts change from one to the next.
//!
//! ```text
//! band unit(mma, 16, 8, 16, f16)                         the operation at the first instance S1[m, n, k]:
//!   thread(4, 8)  S1[m, n, k] -> [m mod 8]                 d0 d1 d2 d3 d4      each step of a member
//!   thread(1, 4)  S1[m, n, k] -> [floor(n/2) mod 4]   ==>  m + d0 + 8*d2       by a vector of the indices
//!   unroll        S1[m, n, k] -> [floor(m/8) mod 2]        n + 2*d1 + d3
//!   unroll        S1[m, n, k] -> [n mod 2]                 k + d4
//!   sequential    S1[m, n, k] -> [k mod 16]
//! ```
//!
//! The steps are found at one operation and proved of all: with them, the values of the members
//! come out for each instance, and each operation has all of its instances. Operations that have
//! only some, at the border of a domain, are refused.

use tc_dialects::schedule::tree::{Band, Path, Prefix, Refusal, Tree, Unit};
use tc_isl::{UnionMap, UnionPwAff, UnionSet};

use crate::values::distance;
use crate::verify::witness::instance;

/// The operations of a band with a unit.
#[derive(Debug)]
pub struct Operations {
    /// What they are.
    pub unit: Unit,
    /// The statement that they run.
    pub statement: String,
    /// All instances.
    pub instances: UnionSet,
    /// The first instance of each operation.
    pub first: UnionSet,
    /// From the instances to the values of the members.
    pub members: UnionMap,
    /// From the instances to the values of the loops around the band.
    pub around: UnionMap,
    /// What one more of each member adds to the indices.
    pub steps: [Vec<i64>; Unit::MEMBERS],
}

impl Operations {
    /// Those of a node, whose prefix this is; `None` for a node without a unit.
    pub fn of(node: &Tree, prefix: &Prefix) -> Result<Option<Operations>, Refusal> {
        match node {
            Tree::Band { band, .. } if band.unit.is_some() => {
                let unit = band.unit.expect("the band has a unit");
                Operations::of_band(unit, band, prefix).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn of_band(unit: Unit, band: &Band, prefix: &Prefix) -> Result<Operations, Refusal> {
        let [set] = &prefix.active.sets()?[..] else {
            return Err(Refusal::new(format!(
                "expected instances of one statement in a band with unit({unit}), found {}",
                prefix.active
            )));
        };
        let (statement, arity) = (set.name().unwrap_or_default(), set.dim(tc_isl::Dim::SET)?);
        let instances = prefix.active.clone();
        let members: Vec<UnionPwAff> = band
            .members
            .iter()
            .map(|one| one.schedule.clone())
            .collect();
        let members = UnionMap::of_functions(&members)?.restricted_to(&instances)?;
        let around = prefix.relation()?.restricted_to(&instances)?;
        let at = |values: [i64; Unit::MEMBERS]| -> Result<UnionSet, Refusal> {
            let point = UnionSet::parse(instances.context(), &format!("{{ {values:?} }}"))?;
            Ok(members.intersect_range(&point)?.domain()?)
        };
        let first = at([0; Unit::MEMBERS])?;
        let mut steps: [Vec<i64>; Unit::MEMBERS] = std::array::from_fn(|_| vec![0; arity]);
        let one = UnionSet::from_point(&first.sample_point()?)?;
        let together = one.apply(&around)?.apply(&around.reverse()?)?;
        for (position, extent) in unit.extents().into_iter().enumerate() {
            if extent == 1 {
                continue;
            }
            let mut values = [0; Unit::MEMBERS];
            values[position] = 1;
            let next = at(values)?.intersect(&together)?;
            let step = UnionMap::from_domain_and_range(&one, &next)?.deltas()?;
            let step = step.sample_point()?.to_i64s();
            match step.filter(|step| step.len() == arity) {
                Some(step) => steps[position] = step,
                None => return Err(incomplete(unit, &instances)?),
            }
        }
        let found = Operations {
            unit,
            statement,
            instances,
            first,
            members,
            around,
            steps,
        };
        found.check()?;
        Ok(found)
    }

    /// Proves the steps: that each instance is reached from a first one with the values of its
    /// members, within one iteration of the loops around, and that there is one operation in each.
    fn check(&self) -> Result<(), Refusal> {
        let reached = self.reached()?;
        let members = reached.range()?.unwrap()?;
        let missing = self.instances.subtract(&members.domain()?)?;
        let foreign = members.domain()?.subtract(&self.instances)?;
        for wrong in [&foreign, &missing] {
            if !wrong.is_empty()? {
                return Err(incomplete(self.unit, wrong)?);
            }
        }
        let apart = || {
            Refusal::new(format!(
                "the members of the band with unit({}) do not advance by one vector of the indices each",
                self.unit
            ))
            .note(format!("a member has a value that its first instance and its steps, {}, do not give", self.text_of_steps()))
        };
        if !members.is_equal(&self.members)? {
            return Err(apart());
        }
        let instances = reached.apply_range(&reached.range()?.unwrap()?.domain_map()?)?;
        let around = instances.apply_range(&self.around)?;
        if !around.is_subset(&self.around)? {
            return Err(apart());
        }
        if !(self.around.restricted_to(&self.first)?).is_injective()? {
            let message = format!(
                "several operations of unit({}) run in one iteration of the loops around the band",
                self.unit
            );
            return Err(Refusal::new(message)
                .note("put loops around the band that give each operation values of its own"));
        }
        Ok(())
    }

    /// `{ S[x0] -> [S[y0] -> [d0, ..]] }` from the first instances.
    fn reached(&self) -> Result<UnionMap, Refusal> {
        let arity = self.steps[0].len();
        let names = |letter: &str, count: usize| {
            let all = (0..count).map(|at| format!("{letter}{at}"));
            all.collect::<Vec<_>>().join(", ")
        };
        let sums = (0..arity).map(|index| {
            let terms = self.steps.iter().enumerate();
            let terms = terms.map(|(member, step)| format!(" + {} * d{member}", step[index]));
            format!("y{index} = x{index}{}", terms.collect::<String>())
        });
        let extents = self.unit.extents().into_iter().enumerate();
        let extents = extents.map(|(member, extent)| format!("0 <= d{member} < {extent}"));
        let conditions: Vec<String> = sums.chain(extents).collect();
        let (x, y) = (names("x", arity), names("y", arity));
        let text = format!(
            "{{ {0}[{x}] -> [{0}[{y}] -> [{1}]] : {2} }}",
            self.statement,
            names("d", Unit::MEMBERS),
            conditions.join(" and ")
        );
        Ok(UnionMap::parse(self.instances.context(), &text)?.intersect_domain(&self.first)?)
    }

    fn text_of_steps(&self) -> String {
        let steps = self.steps.iter().map(|step| format!("{step:?}"));
        steps.collect::<Vec<_>>().join(", ")
    }

    /// From each instance of an operation to the next one along a member, if it has one.
    pub fn next(&self, member: usize) -> Result<UnionMap, Refusal> {
        let isl = self.instances.context();
        let arity = self.steps[member].len();
        let from: Vec<String> = (0..arity).map(|index| format!("x{index}")).collect();
        let to = self.steps[member].iter().zip(&from);
        let to: Vec<String> = to
            .map(|(step, index)| format!("{index} + {step}"))
            .collect();
        let text = format!(
            "{{ {0}[{1}] -> {0}[{2}] }}",
            self.statement,
            from.join(", "),
            to.join(", ")
        );
        let values: Vec<String> = (0..Unit::MEMBERS).map(|at| format!("d{at}")).collect();
        let last = self.unit.extents()[member] - 1;
        let before = format!("{{ [{}] : d{member} < {last} }}", values.join(", "));
        let before = self
            .members
            .intersect_range(&UnionSet::parse(isl, &before)?)?;
        Ok(UnionMap::parse(isl, &text)?.intersect_domain(&before.domain()?)?)
    }

    /// Whether a relation of the instances is the same for all values of some members.
    pub fn is_free_of(&self, relation: &UnionMap, members: &[usize]) -> Result<bool, Refusal> {
        for member in members {
            let next = self.next(*member)?;
            let here = relation.restricted_to(&next.domain()?)?;
            if !next.apply_range(relation)?.is_equal(&here)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// What one more of each member adds to a function of the instances; `None` if that is not the
    /// same everywhere.
    pub fn steps_of(&self, function: &UnionMap) -> Result<Option<[i64; Unit::MEMBERS]>, Refusal> {
        let mut steps = [0; Unit::MEMBERS];
        for (member, extent) in self.unit.extents().into_iter().enumerate() {
            if extent == 1 {
                continue;
            }
            let next = self.next(member)?;
            let here = function.restricted_to(&next.domain()?)?;
            let pairs = here.reverse()?.apply_range(&next.apply_range(function)?)?;
            match distance(&pairs)? {
                Some(step) => steps[member] = step,
                None => return Ok(None),
            }
        }
        Ok(Some(steps))
    }
}

/// The refusal of operations that have only some of their instances.
fn incomplete(unit: Unit, instances: &UnionSet) -> Result<Refusal, Refusal> {
    let mut refusal = Refusal::new(format!(
        "an operation of unit({unit}) has not all of its {} x {} x {} instances",
        unit.rows, unit.columns, unit.depth
    ));
    if let Some(one) = instance(instances)? {
        refusal = refusal
            .note(format!("for example, the one with {one}"))
            .shown_by([one.instance]);
    }
    Ok(refusal.note("leave the instances at the border to a branch without a unit"))
}

/// All bands of a tree with a unit.
pub fn bands(tree: &Tree) -> Vec<(Path, Unit)> {
    let nodes = tree.walk().into_iter();
    let units = nodes.filter_map(|(path, node)| Some((path, node.as_band()?.unit?)));
    units.collect()
}

#[cfg(test)]
mod tests {
    use tc_dialects::schedule::tree::{Band, Element, Member};
    use tc_isl::thread_context;

    use super::*;

    /// The operations of a product of these sizes whose columns are `columns`.
    fn operations(domain: &str, columns: [&str; 2]) -> Result<Operations, Refusal> {
        let isl = thread_context();
        let member = |text: &str, kind: &str| {
            let text = format!("{{ S[m, n, k] -> [{text}] }}");
            let schedule = UnionPwAff::parse(&isl, &text).expect("a function");
            Member::new(schedule).with_kind(kind.parse().expect("a kind"))
        };
        let around = Band::new(
            vec![
                member("floor(m/16)", "sequential"),
                member("floor(n/8)", "sequential"),
                member("floor(k/16)", "sequential"),
            ],
            true,
        );
        let mut band = Band::new(
            vec![
                member("m mod 8", "thread(4, 8)"),
                member(columns[0], "thread(1, 4)"),
                member("floor(m/8) mod 2", "unroll"),
                member(columns[1], "unroll"),
                member("k mod 16", "sequential"),
            ],
            true,
        );
        band.unit = Some(Unit::of(Element::F16));
        let domain = UnionSet::parse(&isl, domain).expect("a set");
        let tree = (Tree::Leaf.below_band(band).below_band(around)).below_domain(domain);
        let path = Path(vec![0, 0]);
        let prefix = tree.prefix(&path).expect("a prefix");
        let node = tree.at(&path).expect("the band");
        Operations::of(node, &prefix).map(|found| found.expect("it has a unit"))
    }

    const WHOLE: &str = "{ S[m, n, k] : 0 <= m < 64 and 0 <= n < 32 and 0 <= k < 48 }";
    const PAIRS: [&str; 2] = ["floor(n/2) mod 4", "n mod 2"];

    #[test]
    fn each_member_advances_the_indices_by_a_vector() {
        let found = operations(WHOLE, PAIRS).expect("whole operations");
        assert_eq!(
            found.steps,
            [[1, 0, 0], [0, 2, 0], [8, 0, 0], [0, 1, 0], [0, 0, 1]].map(Vec::from)
        );
        // Columns that are permuted have other steps.
        let found = operations(WHOLE, ["n mod 4", "floor(n/4) mod 2"]).expect("whole operations");
        assert_eq!(
            (&found.steps[1], &found.steps[3]),
            (&vec![0, 1, 0], &vec![0, 4, 0])
        );
    }

    #[test]
    fn operations_at_a_border_are_refused() {
        let domain = "{ S[m, n, k] : 0 <= m < 64 and 0 <= n < 32 and 0 <= k < 40 }";
        let refusal = operations(domain, PAIRS).expect_err("half an operation");
        assert_eq!(
            refusal.message,
            "an operation of unit(mma, 16, 8, 16, f16) has not all of its 16 x 8 x 16 instances"
        );
        let refusal = operations(WHOLE, ["(n + floor(m/8)) mod 4", "floor(n/4) mod 2"]);
        let message = refusal.expect_err("a shear").message;
        assert!(message.contains("has not all of its"), "{message}");
    }

    #[test]
    fn subscripts_have_steps_where_they_do_not_wrap() {
        let found = operations(WHOLE, PAIRS).expect("whole operations");
        let of = |text: &str| {
            let text = format!("{{ S[m, n, k] -> [{text}] }}");
            let function = UnionMap::parse(&thread_context(), &text).expect("a function");
            found.steps_of(&function).expect("isl works")
        };
        assert_eq!(of("3*m + k + 5"), Some([3, 0, 24, 0, 1]));
        assert_eq!(of("m mod 16"), Some([1, 0, 8, 0, 0]));
        assert_eq!(of("floor(m/8)"), Some([0, 0, 1, 0, 0]));
        assert_eq!(of("m mod 12"), None);
        let relation = UnionMap::parse(&thread_context(), "{ S[m, n, k] -> A[m, k] }");
        let relation = relation.expect("a relation");
        assert!(found.is_free_of(&relation, &[1, 3]).expect("isl works"));
        assert!(!found.is_free_of(&relation, &[4]).expect("isl works"));
    }
}
