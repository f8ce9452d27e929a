//! Arrays with what happened to each element: whether it was written, and who accessed it last.

use super::number::{Kind, Value};

/// The threads of a warp, on every machine that has warps.
pub const LANES: u32 = 32;

/// Who accesses an element, and when. Zeros on the host.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Who {
    /// The number of the launch.
    pub launch: u32,
    pub block: u32,
    pub thread: u32,
    /// Barriers of the block, and of the warp, that the thread has passed.
    pub barriers: [u32; 2],
    /// The parallel loop that runs, by number, and the iteration.
    pub parallel: [u32; 2],
    /// The same of a vector loop.
    pub lanes: [u32; 2],
    /// Whether the access is an atomic update.
    pub atomic: bool,
}

impl Who {
    /// Why two accesses are in no order, this one in text order first.
    fn unordered(&self, later: &Who) -> Option<&'static str> {
        if self.atomic && later.atomic || self.launch != later.launch {
            return None;
        }
        if self.block != later.block {
            return Some("different blocks");
        }
        if self.thread != later.thread {
            let one_warp = self.thread / LANES == later.thread / LANES;
            let fenced = self.barriers[0] != later.barriers[0]
                || one_warp && self.barriers[1] != later.barriers[1];
            return (!fenced).then_some("different threads, and no barrier in between");
        }
        let apart = |one: [u32; 2], other: [u32; 2]| {
            one[0] != 0 && one[0] == other[0] && one[1] != other[1]
        };
        if apart(self.parallel, later.parallel) {
            return Some("different iterations of a parallel loop");
        }
        apart(self.lanes, later.lanes).then_some("different lanes of a vector")
    }

    /// Whether a read by one stands for a read by the other.
    fn is_like(&self, other: &Who) -> bool {
        let who = |one: &Who| {
            (
                one.launch,
                one.block,
                one.thread,
                one.parallel,
                one.lanes,
                one.atomic,
            )
        };
        who(self) == who(other)
    }
}

/// The accesses to an element since the last write.
#[derive(Clone, Debug, Default)]
struct Shadow {
    writer: Option<Who>,
    readers: Vec<Who>,
}

/// An array.
#[derive(Clone, Debug)]
pub struct Array {
    pub name: String,
    pub kind: Kind,
    pub elements: Vec<Value>,
    shadow: Vec<Shadow>,
    pub freed: bool,
}

/// An array in rows.
#[derive(Clone, Debug)]
pub struct View {
    pub array: usize,
    pub extents: Vec<i64>,
    pub strides: Vec<i64>,
}

/// All arrays.
#[derive(Debug, Default)]
pub struct Memory {
    pub arrays: Vec<Array>,
    pub views: Vec<View>,
    elements: usize,
}

/// Programs with more elements are not run.
const MOST: usize = 4_000_000;

/// The distances between elements whose subscripts differ by one.
fn rows(extents: &[i64]) -> Vec<i64> {
    let mut strides = vec![1_i64; extents.len()];
    for dim in (1..extents.len()).rev() {
        strides[dim - 1] = strides[dim].saturating_mul(extents[dim]);
    }
    strides
}

impl Memory {
    /// A new array of unwritten elements; its view.
    ///
    /// # Errors
    /// It is too large.
    pub fn make(&mut self, name: String, kind: Kind, extents: &[i64]) -> Result<usize, String> {
        let product = extents
            .iter()
            .try_fold(1_i64, |all, extent| all.checked_mul((*extent).max(0)));
        let count = product.and_then(|count| usize::try_from(count).ok());
        let count = count.filter(|count| count + self.elements <= MOST);
        let count = count.ok_or("undecided: the arrays are too large")?;
        self.elements += count;
        let array = self.arrays.len();
        let unwritten = (0..count).map(|element| Value::Unwritten(array as u32, element as u32));
        self.arrays.push(Array {
            name,
            kind,
            elements: unwritten.collect(),
            shadow: vec![Shadow::default(); count],
            freed: false,
        });
        let (extents, strides) = (extents.to_vec(), rows(extents));
        self.views.push(View {
            array,
            extents,
            strides,
        });
        Ok(self.views.len() - 1)
    }

    /// Makes the elements of an array unwritten, as those of a new one.
    pub fn renew(&mut self, array: usize) {
        let one = &mut self.arrays[array];
        for (element, value) in one.elements.iter_mut().enumerate() {
            *value = Value::Unwritten(array as u32, element as u32);
        }
        one.shadow.fill(Shadow::default());
        one.freed = false;
    }

    /// The place of an element: the array and the number of the element.
    ///
    /// # Errors
    /// It is outside.
    pub fn place(&self, view: usize, at: &[i64]) -> Result<(usize, usize), String> {
        let view = &self.views[view];
        let array = &self.arrays[view.array];
        let text = || {
            let at: Vec<String> = at.iter().map(i64::to_string).collect();
            format!("{}[{}]", array.name, at.join(", "))
        };
        let inside = at.len() == view.extents.len()
            && at
                .iter()
                .zip(&view.extents)
                .all(|(at, extent)| (0..*extent).contains(at));
        if !inside {
            return Err(format!(
                "{} is outside of an array of {:?}",
                text(),
                view.extents
            ));
        }
        if array.freed {
            return Err(format!("{} is accessed after its array was freed", text()));
        }
        let element: i64 = at
            .iter()
            .zip(&view.strides)
            .map(|(at, stride)| at * stride)
            .sum();
        let element = usize::try_from(element)
            .ok()
            .filter(|element| *element < array.elements.len());
        let element = element.ok_or_else(|| format!("{} is behind the end", text()))?;
        Ok((view.array, element))
    }

    /// Reads an element.
    ///
    /// # Errors
    /// It races.
    pub fn read(&mut self, (array, element): (usize, usize), who: Who) -> Result<Value, String> {
        let one = &mut self.arrays[array];
        let shadow = &mut one.shadow[element];
        if let Some(how) = shadow
            .writer
            .as_ref()
            .and_then(|writer| writer.unordered(&who))
        {
            return Err(format!(
                "a race at element {element} of {}: {how}",
                one.name
            ));
        }
        match shadow.readers.iter_mut().find(|other| other.is_like(&who)) {
            Some(other) => *other = who,
            None => shadow.readers.push(who),
        }
        Ok(one.elements[element])
    }

    /// Writes an element.
    ///
    /// # Errors
    /// It races.
    pub fn write(
        &mut self,
        (array, element): (usize, usize),
        value: Value,
        who: Who,
    ) -> Result<(), String> {
        let one = &mut self.arrays[array];
        let shadow = &mut one.shadow[element];
        let mut others = shadow.writer.iter().chain(&shadow.readers);
        if let Some(how) = others.find_map(|other| other.unordered(&who)) {
            return Err(format!(
                "a race at element {element} of {}: {how}",
                one.name
            ));
        }
        shadow.writer = Some(who);
        shadow.readers.clear();
        one.elements[element] = value;
        Ok(())
    }

    /// The text of an element.
    pub fn text(&self, array: u32, element: u32) -> String {
        let name = self
            .arrays
            .get(array as usize)
            .map_or("", |array| array.name.as_str());
        format!("element {element} of {name}")
    }
}
