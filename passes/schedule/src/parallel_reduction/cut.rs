//! How a reduction is dealt out: over runs of an index, then over lanes. The tags of the bands that
//! come of it.

/// The tag of the bands whose loops are lanes of a warp: `schedule-sink` leaves them innermost.
pub const LANES_TAG: &str = "lanes";
/// The tag of the bands whose loops are warps of a block, around the loops over elements.
pub const WARPS_TAG: &str = "warps";
/// The tag of the loops of one lane.
pub const PARTIAL_TAG: &str = "partial";
/// The tag of the loops that fold the partial results.
pub const FOLD_TAG: &str = "fold";

/// How the values of one index of a reduction are dealt to lanes: `width` neighbouring ones go to
/// one lane, and after the last lane it is the first one's turn again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lane {
    /// The position among the indices of the statement.
    pub index: usize,
    /// The first value of the index.
    pub first: i64,
    /// The number of values.
    pub extent: i64,
    /// The number of lanes.
    pub lanes: i64,
    /// How many neighbouring values one lane has at a time.
    pub width: i64,
}

impl Lane {
    /// The values that all lanes have at a time.
    pub(super) fn turn(&self) -> i64 {
        self.lanes.saturating_mul(self.width)
    }

    /// The lane of a value, as isl's text.
    pub(super) fn text(&self, value: &str) -> String {
        let vector = match self.width {
            1 => format!("({value} - {})", self.first),
            width => format!("floor(({value} - {})/{width})", self.first),
        };
        if self.turn() >= self.extent {
            vector
        } else {
            format!("({vector}) mod {}", self.lanes)
        }
    }
}

/// How the values of one index are cut into runs, each for blocks of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The position among the indices of the statement.
    pub index: usize,
    /// The first value of the index.
    pub first: i64,
    /// The number of runs.
    pub count: i64,
    /// The values of a run; the last one may have fewer.
    pub length: i64,
}

impl Run {
    /// The run of a value, as isl's text.
    fn text(&self, value: &str) -> String {
        format!("floor(({value} - {})/{})", self.first, self.length)
    }
}

/// How a reduction is split: over runs of an index, then over lanes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cut {
    /// Over blocks.
    pub run: Option<Run>,
    /// Over the threads of a block, outermost first.
    pub lanes: Vec<Lane>,
    /// Whether neighbouring threads work on neighbouring elements of the result and not on
    /// neighbouring terms.
    pub outermost: bool,
}

impl Cut {
    /// The parts that an instance belongs to, as isl's text: its run, then its lanes.
    pub(super) fn parts(&self, indices: &[String]) -> Vec<String> {
        let run = self.run.iter().map(|run| run.text(&indices[run.index]));
        let lanes = self.lanes.iter();
        run.chain(lanes.map(|lane| lane.text(&indices[lane.index])))
            .collect()
    }

    /// The number of parts along each of these.
    pub(super) fn extents(&self) -> Vec<i64> {
        let run = self.run.iter().map(|run| run.count);
        run.chain(self.lanes.iter().map(|lane| lane.lanes))
            .collect()
    }
}
