//! The worked examples E1 to E70 of the language specification, by their ids, and the claims about
//! inference.

mod brute_force;
mod examples;
mod notation;
mod reports;

use super::model::Def;
use super::{Inference, Options, infer};
use notation::def;

fn run(text: &str, bind: &[(&str, i64)]) -> (Def, Inference) {
    let def = def(text, bind);
    let inference = infer(&def, Options::default());
    (def, inference)
}

/// The codes reported, sorted, each as often as it was.
fn codes(inference: &Inference) -> Vec<String> {
    let mut codes: Vec<String> = inference
        .diagnostics
        .iter()
        .filter_map(|diagnostic| Some(diagnostic.code?.to_string()))
        .collect();
    codes.sort();
    codes
}
