//! A checked subscript, and the error if its values leave their range.

use serde::{Deserialize, Serialize};
use tc_syntax::diagnostic::{Code, Diagnostic, Place};

/// A recorded subscript.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// The return that holds its values, `i64`.
    pub tensor: String,
    /// The tensor that is read, or written.
    pub read: String,
    /// Whether it is written.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub writes: bool,
    /// The subscripts of the access in source form; `None` if they are computed.
    pub subscripts: Vec<Option<String>>,
    /// The position of the recorded one.
    pub dimension: usize,
    /// The first value in range.
    pub low: i64,
    /// One past the last.
    pub high: i64,
    /// The indices that it depends on: name, first value, one past the last.
    pub indices: Vec<(String, i64, i64)>,
    /// The location of the read.
    #[serde(skip)]
    pub place: Option<Place>,
}

impl Check {
    /// The shape of the recorded values.
    pub fn shape(&self) -> Vec<usize> {
        let extents = self.indices.iter();
        extents
            .map(|(_, low, high)| usize::try_from(high - low).unwrap_or(0))
            .collect()
    }

    /// The shape of the flags, one for each row of values.
    pub fn flag_shape(&self) -> Vec<usize> {
        let mut shape = self.shape();
        shape.pop();
        shape
    }

    /// TC0510 at the first value that is out of range.
    pub fn violation(&self, values: &[i64]) -> Option<Diagnostic> {
        let position = values
            .iter()
            .position(|value| !(self.low..self.high).contains(value))?;
        let mut rest = position;
        let mut at = Vec::new();
        for (name, low, high) in self.indices.iter().rev() {
            let extent = (high - low) as usize;
            at.push(format!("{name} = {}", low + (rest % extent) as i64));
            rest /= extent;
        }
        at.reverse();
        let at = if at.is_empty() {
            String::new()
        } else {
            format!(" at {}", at.join(", "))
        };
        let mut subscripts: Vec<String> = self
            .subscripts
            .iter()
            .map(|subscript| subscript.clone().unwrap_or_else(|| "..".to_owned()))
            .collect();
        subscripts[self.dimension] = values[position].to_string();
        let message = format!(
            "{} `{}({})` out of range{at}",
            if self.writes { "write" } else { "read" },
            self.read,
            subscripts.join(", ")
        );
        let dimension = match self.subscripts.len() {
            1 => String::new(),
            _ => format!(" in dimension {}", self.dimension),
        };
        let bounds = format!("expected [{}, {}){dimension}", self.low, self.high);
        Some(Diagnostic::error(Code::TC0510, message).at(self.place.clone(), bounds))
    }
}
