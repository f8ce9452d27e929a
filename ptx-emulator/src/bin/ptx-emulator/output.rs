//! The output of a run: files, arrays, counts, findings; as text or as one JSON object.

use std::io::{self, Write};
use std::path::PathBuf;

use ptx_emulator::Report;
use serde_json::{Value, json};

use crate::argument::Array;
use crate::element::Element;
use crate::{CommandLine, Failure, Profile, npy};

/// The result of a run.
pub struct Outcome {
    pub ptx: String,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub report: Report,
    pub arrays: Vec<Returned>,
}

/// A resulting array.
pub struct Returned {
    pub name: String,
    pub element: Element,
    pub shape: Vec<usize>,
    pub bytes: Vec<u8>,
    pub output: Option<PathBuf>,
}

/// Arrays with more elements are abbreviated.
const MOST_ELEMENTS: usize = 1000;
/// Elements per line.
const LINE: usize = 8;

impl Outcome {
    /// Writes and prints the requested output; with findings, no file is written.
    ///
    /// # Errors
    /// The findings, or a file or standard output that cannot be written.
    pub fn tell(&self, command_line: &CommandLine) -> Result<(), Failure> {
        let findings = &self.report.findings;
        if findings.is_empty() {
            for array in &self.arrays {
                array.write()?;
            }
        }
        let text = if command_line.json {
            format!("{:#}\n", self.to_json(command_line.print))
        } else {
            self.to_text(command_line)
        };
        let mut out = io::stdout();
        out.write_all(text.as_bytes())
            .and_then(|()| out.flush())
            .map_err(|error| format!("cannot write standard output: {error}"))?;
        if findings.is_empty() {
            Ok(())
        } else {
            Err(Failure::refused(
                findings.iter().map(ToString::to_string).collect(),
            ))
        }
    }

    /// The arrays to print; none with findings, since results are then incomplete.
    fn printed(&self, print: bool) -> &[Returned] {
        if print && self.report.findings.is_empty() {
            &self.arrays
        } else {
            &[]
        }
    }

    fn to_text(&self, command_line: &CommandLine) -> String {
        let arrays = self.printed(command_line.print).iter();
        let mut text = self.report.printed.clone();
        text.extend(arrays.map(Returned::to_text));
        text += &match command_line.profile {
            None => String::new(),
            Some(Profile::Text) => self.report.profile.to_text(),
            Some(Profile::Ptx) => self.report.profile.annotate(&self.ptx),
        };
        text
    }

    fn to_json(&self, print: bool) -> Value {
        let profile: Value =
            serde_json::from_str(&self.report.profile.to_json()).unwrap_or(Value::Null);
        let mut object = json!({
            "kernel": profile["kernel"],
            "grid": self.grid,
            "block": self.block,
            "findings": self.report.findings,
            "profile": profile,
        });
        if !self.report.printed.is_empty() {
            object["printed"] = json!(self.report.printed);
        }
        if print {
            let arrays = self.printed(print).iter();
            object["arrays"] = arrays
                .map(|array| (array.name.clone(), array.to_json()))
                .collect();
        }
        object
    }
}

impl Returned {
    /// An array before the launch.
    pub fn new(name: String, array: &Array, shape: Vec<usize>) -> Returned {
        Returned {
            name,
            element: array.element,
            shape,
            bytes: Vec::new(),
            output: array.output.clone(),
        }
    }

    fn write(&self) -> Result<(), String> {
        let Some(path) = &self.output else {
            return Ok(());
        };
        npy::write(path, self.element, &self.shape, &self.bytes)
            .map_err(|error| format!("cannot write `{}`: {error}", path.display()))
    }

    /// The elements in row-major order, each line with the number of its first.
    fn to_text(&self) -> String {
        let elements = self.element.texts(&self.bytes);
        let mut text = format!("{} = {}{:?}\n", self.name, self.element, self.shape);
        let lines: Vec<(usize, &[String])> = elements.chunks(LINE).enumerate().collect();
        let is_shown =
            |line: usize| elements.len() <= MOST_ELEMENTS || line < 3 || line + 3 >= lines.len();
        for (number, line) in &lines {
            if is_shown(*number) {
                text += &format!("{:>6}: {}\n", number * LINE, line.join(" "));
            } else if *number == 3 {
                text += "   ...\n";
            }
        }
        text
    }

    fn to_json(&self) -> Value {
        // Numbers that JSON cannot express are null, as in serde_json.
        let number = |text: String| {
            text.parse::<serde_json::Number>()
                .map_or(Value::Null, Value::from)
        };
        let values = self.element.texts(&self.bytes).into_iter().map(number);
        json!({
            "type": self.element.name(),
            "shape": self.shape,
            "values": values.collect::<Value>(),
        })
    }
}
