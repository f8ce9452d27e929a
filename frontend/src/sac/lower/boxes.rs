//! Boxes of partitions and what remains of them (`docs/spec/sac.md`, section 4.2).

use super::*;

/// The range of each axis.
pub(super) type Region = Vec<(Size, Size)>;

/// Whether `a <= b`, if that is the same for all sizes.
pub(super) fn at_most(a: &Size, b: &Size) -> Option<bool> {
    if let Some(difference) = difference(a, b) {
        return Some(difference <= 0);
    }
    let rest = Size::sub(b.clone(), a.clone());
    super::super::shape::is_natural(&rest).then_some(true)
}

/// Whether nothing is in a box, if that is the same for all sizes.
pub(super) fn is_empty(region: &Region) -> Option<bool> {
    let mut empty = Some(false);
    for (lower, upper) in region {
        match at_most(upper, lower) {
            Some(true) => return Some(true),
            Some(false) => {}
            // `[0, n)` may be empty, and is still a range.
            None if at_most(lower, upper) == Some(true) => {}
            None => empty = None,
        }
    }
    empty
}

/// What two boxes share; none if that depends on sizes.
pub(super) fn intersection(a: &Region, b: &Region) -> Option<Region> {
    let axes = a.iter().zip(b);
    axes.map(|(a, b)| {
        let lower = if at_most(&a.0, &b.0)? {
            b.0.clone()
        } else {
            a.0.clone()
        };
        let upper = if at_most(&a.1, &b.1)? {
            a.1.clone()
        } else {
            b.1.clone()
        };
        Some((lower, upper))
    })
    .collect()
}

/// Whether two boxes are the same for all sizes, also where they may be empty.
pub(super) fn is_same(a: &Region, b: &Region) -> bool {
    let same = |a: &Size, b: &Size| difference(a, b) == Some(0);
    let mut axes = a.iter().zip(b);
    a.len() == b.len() && axes.all(|(a, b)| same(&a.0, &b.0) && same(&a.1, &b.1))
}

/// `a` without `b` as disjoint boxes; none if that depends on sizes.
pub(super) fn difference_of(a: &Region, b: &Region) -> Option<Vec<Region>> {
    if is_same(a, b) {
        return Some(Vec::new());
    }
    if is_empty(a)? {
        return Some(Vec::new());
    }
    if is_empty(b)? {
        return Some(vec![a.clone()]);
    }
    let shared = intersection(a, b)?;
    if is_empty(&shared)? {
        return Some(vec![a.clone()]);
    }
    let mut rest = a.clone();
    let mut pieces = Vec::new();
    for axis in 0..a.len() {
        let (lower, upper) = shared[axis].clone();
        let below = (rest[axis].0.clone(), lower.clone());
        let above = (upper.clone(), rest[axis].1.clone());
        for range in [below, above] {
            let mut piece = rest.clone();
            piece[axis] = range;
            if !is_empty(&piece)? {
                pieces.push(piece);
            }
        }
        rest[axis] = (lower, upper);
    }
    Some(pieces)
}

/// A box without all of some boxes.
pub(super) fn without(region: &Region, taken: &[Region]) -> Option<Vec<Region>> {
    let mut pieces = match is_empty(region) {
        Some(true) => Vec::new(),
        _ => vec![region.clone()],
    };
    for one in taken {
        let mut next = Vec::new();
        for piece in &pieces {
            next.extend(difference_of(piece, one)?);
        }
        pieces = next;
    }
    Some(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn region(ranges: &[(i64, i64)]) -> Region {
        let size = |(a, b): &(i64, i64)| (Size::Const(*a), Size::Const(*b));
        ranges.iter().map(size).collect()
    }

    /// Shows claim K14: pieces are disjoint, and together what remains.
    #[test]
    fn pieces_cover_each_position_once() {
        let frame = region(&[(0, 4), (0, 5)]);
        let inner = region(&[(1, 3), (1, 4)]);
        let corner = region(&[(0, 2), (0, 2)]);
        let pieces = without(&frame, &[inner.clone(), corner.clone()]).unwrap();
        let holds = |one: &Region, i: i64, j: i64| {
            let of = |at: i64, (a, b): &(Size, Size)| {
                a.as_const().unwrap() <= at && at < b.as_const().unwrap()
            };
            of(i, &one[0]) && of(j, &one[1])
        };
        for (i, j) in (0..4).flat_map(|i| (0..5).map(move |j| (i, j))) {
            let count = pieces.iter().filter(|one| holds(one, i, j)).count();
            let free = !holds(&inner, i, j) && !holds(&corner, i, j);
            assert_eq!(count, usize::from(free), "{i} {j}");
        }
        assert_eq!(without(&frame, std::slice::from_ref(&frame)), Some(vec![]));
        assert_eq!(without(&region(&[(3, 3)]), &[]), Some(vec![]));
    }

    #[test]
    fn pieces_that_depend_on_sizes_are_not_known() {
        let n = Size::name("n");
        let all = vec![(Size::Const(0), n.clone())];
        assert_eq!(without(&all, std::slice::from_ref(&all)), Some(vec![]));
        assert_eq!(without(&all, &[region(&[(1, 4)])]), None);
        let rest = Size::sub(n, Size::Const(3));
        let part = vec![(Size::Const(0), rest)];
        assert_eq!(without(&part, std::slice::from_ref(&part)), Some(vec![]));
    }
}
