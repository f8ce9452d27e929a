//! Sets and relations as lists of points, for known sizes.

use std::collections::{HashMap, HashSet};
use std::fmt;

use tc_dialects::schedule::tree::{Refusal, Scop};
use tc_isl::{Dim, Set, UnionMap, UnionPwAff, UnionSet};

use tc_scop::accesses::Extent;

/// Sets with more points are not listed.
const MOST: usize = 200_000;

/// A named tuple of numbers: an instance, or an element of an array.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tuple {
    /// The statement, or the array.
    pub name: String,
    /// The indices.
    pub at: Vec<i64>,
}

impl fmt::Display for Tuple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at: Vec<String> = self.at.iter().map(i64::to_string).collect();
        write!(f, "{}[{}]", self.name, at.join(", "))
    }
}

/// The values of a program's sizes.
#[derive(Clone, Debug)]
pub struct Sizes {
    values: Vec<(String, i64)>,
    set: Option<Set>,
}

impl Sizes {
    /// Small sizes that the context allows, at most so many choices: those with the smallest sum
    /// first.
    pub fn choices(scop: &Scop, most: usize) -> Result<Vec<Sizes>, Refusal> {
        let names: Vec<String> = scop.sizes.iter().map(|size| size.name.clone()).collect();
        if names.is_empty() {
            let (values, set) = (Vec::new(), None);
            return Ok(vec![Sizes { values, set }]);
        }
        let isl = tc_isl::thread_context();
        let mut found = Vec::new();
        let mut least = 0;
        // Each value counts down from the largest one tried; the more names, the fewer values for
        // each.
        let each: i64 = match names.len() {
            1 => 12,
            2 => 6,
            3 => 4,
            _ => 2,
        };
        while found.is_empty() && least <= 64 {
            let mut choices: Vec<Vec<i64>> = vec![Vec::new()];
            for _ in &names {
                let longer = choices.iter().flat_map(|choice| {
                    (least..least + each).map(|value| [choice.as_slice(), &[value]].concat())
                });
                choices = longer.collect();
            }
            choices.sort_by_key(|choice| choice.iter().sum::<i64>());
            for choice in choices {
                let values: Vec<(String, i64)> = names.iter().cloned().zip(choice).collect();
                let equal: Vec<String> = values
                    .iter()
                    .map(|(name, value)| format!("{name} = {value}"))
                    .collect();
                let text = format!("[{}] -> {{ : {} }}", names.join(", "), equal.join(" and "));
                let set = Set::parse(&isl, &text)?;
                let allowed = match &scop.context {
                    Some(context) => !context.intersect(&set)?.is_empty()?,
                    None => true,
                };
                if allowed {
                    let set = Some(set);
                    found.push(Sizes { values, set });
                }
            }
            least += each;
        }
        // The smallest ones, and some of the largest, which have more than one tile.
        if found.len() > most {
            let tail = found.split_off(found.len() - most / 2);
            found.truncate(most - most / 2);
            found.extend(tail);
        }
        Ok(found)
    }

    /// Names and values.
    pub fn given(&self) -> &[(String, i64)] {
        &self.values
    }

    /// ` for N = 3, M = 2`
    pub fn text(&self) -> String {
        let values: Vec<String> = self
            .values
            .iter()
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        if values.is_empty() {
            String::new()
        } else {
            format!(" for {}", values.join(", "))
        }
    }

    /// The value of an extent that is a number or a known size.
    pub fn extent(&self, extent: &Extent) -> Option<i64> {
        match extent {
            Extent::Number(number) => Some(*number),
            Extent::Derived(function) => {
                let values = self.values.iter();
                let values: Vec<_> = values
                    .map(|(name, value)| (name.as_str(), *value))
                    .collect();
                function.evaluate_at(&values)
            }
            Extent::Size(size) => {
                let named = self.values.iter().find(|(name, _)| name == size);
                named.map(|(_, value)| *value)
            }
        }
    }

    /// Whether these sizes are in a set of sizes.
    pub fn are_in(&self, set: &Set) -> Result<bool, Refusal> {
        Ok(match &self.set {
            Some(own) => !own.intersect(set)?.is_empty()?,
            None => !set.is_empty()?,
        })
    }

    /// The tuples of a set.
    pub fn tuples(&self, set: &UnionSet) -> Result<HashSet<Tuple>, Refusal> {
        let set = match &self.set {
            Some(own) => set.intersect_params(own)?,
            None => set.clone(),
        };
        let mut tuples = HashSet::new();
        for part in set.sets()? {
            let name = part.name().unwrap_or_default();
            for at in points(&part)? {
                let name = name.clone();
                tuples.insert(Tuple { name, at });
            }
        }
        Ok(tuples)
    }

    /// The pairs of a relation.
    pub fn pairs(&self, relation: &UnionMap) -> Result<HashMap<Tuple, Vec<Tuple>>, Refusal> {
        let relation = match &self.set {
            Some(own) => relation.intersect_params(own)?,
            None => relation.clone(),
        };
        let mut pairs: HashMap<Tuple, Vec<Tuple>> = HashMap::new();
        for map in relation.maps()? {
            let from = map.domain()?.name().unwrap_or_default();
            let to = map.range()?.name().unwrap_or_default();
            let split = map.dim(Dim::In)?;
            for point in points(&map.wrap()?)? {
                let (first, second) = point.split_at(split);
                let key = Tuple {
                    name: from.clone(),
                    at: first.to_vec(),
                };
                pairs.entry(key).or_default().push(Tuple {
                    name: to.clone(),
                    at: second.to_vec(),
                });
            }
        }
        for list in pairs.values_mut() {
            list.sort();
            list.dedup();
        }
        Ok(pairs)
    }

    /// The values of a function on some instances.
    pub fn values(
        &self,
        function: &UnionPwAff,
        on: &UnionSet,
    ) -> Result<HashMap<Tuple, i64>, Refusal> {
        let relation = UnionMap::from_union_pw_aff(function)?.intersect_domain(on)?;
        let pairs = self.pairs(&relation)?.into_iter();
        let value = |(from, to): (Tuple, Vec<Tuple>)| Some((from, *to.first()?.at.first()?));
        Ok(pairs.filter_map(value).collect())
    }
}

/// The points of a finite set without free parameters.
fn points(set: &Set) -> Result<Vec<Vec<i64>>, Refusal> {
    let set = set.project_out_all_params()?;
    let mut found = Vec::new();
    let listed = set.foreach_point(|point| {
        if found.len() >= MOST {
            // Stops the listing; the error is reported below.
            return Err(tc_isl::Error::Budget {
                operations: MOST as u64,
            });
        }
        found.push(point.to_i64s().unwrap_or_default());
        Ok(())
    });
    if found.len() >= MOST {
        return Err(Refusal::new(format!("more than {MOST} points in one set")));
    }
    listed?;
    Ok(found)
}
