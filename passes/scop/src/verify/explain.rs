//! The message for a broken dependence: kind, array, a pair of instances, and the node at fault.

use tc_dialects::schedule::tree::{Instance, MemberKind, Path, Refusal, RefusalKind};
use tc_isl::{UnionMap, UnionSet};

use super::witness::{Pair, pair};
use crate::accesses::{AccessKind, ScopAccesses};
use crate::dependences::DependenceKind;

/// How a node breaks a dependence.
#[derive(Clone, Copy, Debug)]
pub enum Broken {
    /// A band member has a larger value for the first instance.
    Backwards {
        /// Which member of the band, from 0.
        member: usize,
    },
    /// A parallel band member separates the two.
    Parallel {
        /// Which member of the band, from 0.
        member: usize,
        /// What its iterations run on.
        kind: MemberKind,
    },
    /// A member of a permutable band has a larger value for the first instance.
    NotPermutable {
        /// Which member of the band, from 0.
        member: usize,
    },
    /// A member that is marked `coincident` has different values.
    NotCoincident {
        /// Which member of the band, from 0.
        member: usize,
    },
    /// A sequence runs the second one first.
    SequenceReversed,
    /// A set runs both in any order.
    SetUnordered,
    /// Two statements run at the same time.
    SameTime,
    /// Two threads run them, and no barrier is in between.
    NoBarrier {
        /// The member whose iterations separate them, from 0; `None` if no loop separates them.
        member: Option<usize>,
    },
    /// Two blocks run them.
    Blocks,
}

/// A dependence with a pair of instances that shows it.
pub struct Shown {
    /// Kind, pair and array: the flow dependence `S[0] -> T[1]` on `A`.
    pub dependence: String,
    /// The sizes for which the pair exists, as ` for N = 2`; empty if there are no sizes.
    pub sizes: String,
    /// The pair.
    pub instances: [Instance; 2],
}

/// Explains broken dependences.
pub struct Explainer<'a> {
    /// The accesses, which determine the array of a dependence.
    pub accesses: &'a ScopAccesses,
}

impl Explainer<'_> {
    /// Refuses if the node breaks a dependence: if the relation of broken pairs is not empty.
    pub fn refuse_if(
        &self,
        path: &Path,
        kind: DependenceKind,
        relation: &UnionMap,
        how: Broken,
    ) -> Result<(), Refusal> {
        let Some(shown) = self.show(kind, relation)? else {
            return Ok(());
        };
        let (dependence, sizes) = (shown.dependence, shown.sizes);
        let message = format!("{dependence} is broken{sizes}: {}", reason(how));
        let refusal = Refusal::new(message)
            .of_kind(RefusalKind::Dependence)
            .shown_by(shown.instances);
        Err(refusal.at(path).note(next_step(how, kind)))
    }

    /// The smallest dependent pair of a relation, in words; none for an empty relation.
    pub fn show(
        &self,
        kind: DependenceKind,
        relation: &UnionMap,
    ) -> Result<Option<Shown>, Refusal> {
        let Some(pair) = pair(relation)? else {
            return Ok(None);
        };
        let array = self.array(&pair, kind)?;
        let array = array.map_or_else(String::new, |array| format!(" on `{array}`"));
        Ok(Some(Shown {
            dependence: format!("the {kind} dependence {}{array}", pair.text()),
            sizes: pair.sizes,
            instances: pair.instances,
        }))
    }

    /// The pairs of instances whose accesses to a common element have a kind of dependence.
    pub fn of_kind(&self, pairs: &UnionMap, kind: DependenceKind) -> tc_isl::Result<UnionMap> {
        let (first, second) = access_kinds(kind);
        let same = self
            .relation(pairs, first)?
            .apply_range(&self.relation(pairs, second)?.reverse()?)?;
        pairs.intersect(&same)
    }

    fn relation(&self, pairs: &UnionMap, kind: AccessKind) -> tc_isl::Result<UnionMap> {
        let accesses = self
            .accesses
            .statements
            .iter()
            .flat_map(|statement| &statement.accesses);
        let none = UnionMap::none(pairs.context())?;
        accesses
            .filter(|access| access.kind == kind)
            .try_fold(none, |all, access| all.union(&access.relation))
    }

    /// The array on which a pair depends.
    fn array(&self, pair: &Pair, kind: DependenceKind) -> tc_isl::Result<Option<String>> {
        let (first, second) = access_kinds(kind);
        let elements = self
            .elements(&pair.first, first)?
            .intersect(&self.elements(&pair.second, second)?)?;
        Ok(elements
            .sets()?
            .into_iter()
            .filter_map(|set| set.name())
            .min())
    }

    /// The elements that some instances read or write.
    fn elements(&self, instances: &UnionSet, kind: AccessKind) -> tc_isl::Result<UnionSet> {
        let mut elements = UnionSet::none(instances.context())?;
        for access in self
            .accesses
            .statements
            .iter()
            .flat_map(|statement| &statement.accesses)
        {
            if access.kind == kind {
                elements = elements.union(&instances.apply(&access.relation)?)?;
            }
        }
        Ok(elements)
    }
}

/// The accesses of the first and the second instance of a dependence.
fn access_kinds(kind: DependenceKind) -> (AccessKind, AccessKind) {
    match kind {
        DependenceKind::Flow => (AccessKind::Write, AccessKind::Read),
        DependenceKind::Anti => (AccessKind::Read, AccessKind::Write),
        DependenceKind::Output | DependenceKind::Reduction => {
            (AccessKind::Write, AccessKind::Write)
        }
    }
}

fn reason(how: Broken) -> String {
    match how {
        Broken::Backwards { member } => {
            format!("band member {member} runs the second instance first")
        }
        Broken::Parallel { member, kind } => {
            format!("band member {member} ({kind}) runs both at the same time")
        }
        Broken::NotPermutable { member } => {
            format!(
                "the band is marked `permutable`, but its member {member} has a larger value for the first instance"
            )
        }
        Broken::NotCoincident { member } => {
            format!(
                "band member {member} is marked `coincident`, but has different values for the two"
            )
        }
        Broken::SequenceReversed => "the sequence runs the second instance first".to_owned(),
        Broken::SetUnordered => "the set runs both in any order".to_owned(),
        Broken::SameTime => "both have the same place in the tree, in no order".to_owned(),
        Broken::NoBarrier {
            member: Some(member),
        } => {
            format!(
                "different threads run them in different iterations of band member {member}, with no barrier in between"
            )
        }
        Broken::NoBarrier { member: None } => {
            "different threads run them, with no barrier in between".to_owned()
        }
        Broken::Blocks => {
            "different blocks run them, and the blocks of a kernel are in no order".to_owned()
        }
    }
}

fn next_step(how: Broken, kind: DependenceKind) -> String {
    match (how, kind) {
        (Broken::Parallel { .. }, DependenceKind::Reduction) => {
            "updates of one element cannot run at the same time: map a coincident member, or split the reduction".to_owned()
        }
        (Broken::Parallel { .. }, _) => "only coincident members may be parallel".to_owned(),
        (Broken::SetUnordered | Broken::SameTime, _) => "put the statements into a sequence".to_owned(),
        (Broken::NoBarrier { .. }, _) => "run `schedule-sync` after mapping threads".to_owned(),
        (Broken::Blocks, _) => {
            "put the loops on blocks outermost, or make a kernel of each part: a sequence at the root of the tree, or below a loop of launches".to_owned()
        }
        (Broken::NotPermutable { .. }, _) => "drop `permutable`, or skew the members".to_owned(),
        (Broken::NotCoincident { .. }, _) => "drop `coincident` of the member".to_owned(),
        (Broken::Backwards { .. } | Broken::SequenceReversed, _) => {
            "the original order is the text order of the statements, and the order of their indices; loops with several statements run them in turn".to_owned()
        }
    }
}
