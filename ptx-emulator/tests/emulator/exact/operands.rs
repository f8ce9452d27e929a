//! Operands: what lies at the edges of a type, in all pairs, and random bits behind them.

/// A small generator: splitmix64.
pub struct Random(pub u64);

impl Random {
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut value = self.0;
        value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        value ^ value >> 31
    }
}

/// Tuples of `count` operands: `edges` in all pairs (the others by turns), then random ones. The
/// result has one list for each operand.
pub fn tuples(
    count: usize,
    edges: &[u64],
    random: usize,
    mut draw: impl FnMut(&mut Random) -> u64,
) -> Vec<Vec<u64>> {
    let mut lists = vec![Vec::new(); count];
    let mut generator = Random(7);
    let mut turn = 0;
    for first in edges {
        for second in edges {
            let fixed = [*first, *second];
            for (place, list) in lists.iter_mut().enumerate() {
                turn += 1;
                list.push(
                    fixed
                        .get(place)
                        .copied()
                        .unwrap_or(edges[turn % edges.len()]),
                );
            }
            if count == 1 {
                break;
            }
        }
    }
    for _ in 0..random {
        lists
            .iter_mut()
            .for_each(|list| list.push(draw(&mut generator)));
    }
    lists
}

/// The edges of integers of so many bits, and a few numbers between.
pub fn integer_edges(bits: u32) -> Vec<u64> {
    let keep = u64::MAX >> (64 - bits);
    let half = 1 << (bits - 1);
    [
        0,
        1,
        2,
        3,
        7,
        31,
        32,
        33,
        63,
        64,
        65,
        255,
        half - 1,
        half,
        half + 1,
        keep - 1,
        keep,
    ]
    .map(|value| value & keep)
    .to_vec()
}

/// Random integers of all magnitudes.
pub fn integer(bits: u32) -> impl FnMut(&mut Random) -> u64 {
    move |random| {
        let keep = u64::MAX >> (64 - bits);
        let shift = random.bits() % u64::from(bits);
        let value = (random.bits() & keep) >> shift;
        if random.bits() & 1 == 0 {
            value
        } else {
            value.wrapping_neg() & keep
        }
    }
}

/// The edges of a float format of so many exponent and mantissa bits: zeros, subnormals, the
/// smallest and the largest numbers, infinities, NaN, and numbers around one.
pub fn float_edges(exponent: u32, mantissa: u32) -> Vec<u64> {
    let sign = 1 << (exponent + mantissa);
    let infinity = ((1 << exponent) - 1) << mantissa;
    let one = ((1 << (exponent - 1)) - 1) << mantissa;
    let positive = [
        0,
        1,
        2,
        3,
        (1 << mantissa) - 1,
        1 << mantissa,
        (1 << mantissa) + 1,
        one - 1,
        one,
        one + 1,
        one + (1 << mantissa),
        one + (1 << (mantissa - 1)),
        infinity - 2,
        infinity - 1,
        infinity,
        infinity + (1 << (mantissa - 1)),
    ];
    let negative = positive.map(|bits| bits | sign);
    [positive, negative].concat()
}

/// Random floats: any bits, numbers near one, or subnormal ones.
pub fn float(exponent: u32, mantissa: u32) -> impl FnMut(&mut Random) -> u64 {
    move |random| {
        let all = u64::MAX >> (63 - exponent - mantissa);
        let bits = random.bits() & all;
        let fraction = bits & ((1 << mantissa) - 1);
        let sign = bits & 1 << (exponent + mantissa);
        let bias = (1_u64 << (exponent - 1)) - 1;
        match random.bits() % 4 {
            0 => sign | fraction | (bias - 2 + random.bits() % 5) << mantissa,
            1 => sign | fraction | (random.bits() % 3) << mantissa,
            _ => bits,
        }
    }
}
