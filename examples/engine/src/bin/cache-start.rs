//! What a process pays for its first result: from `Engine::new` to the values of `mlp3` on the
//! CPU, with the cache of the environment. Prints milliseconds by the clock and of processor time.

use ndarray::{Array1, Array2};
use std::{error::Error, time::Instant};
use tc_engine::{Arguments, CacheMode, Engine, Options, View, processor_seconds};

const TEXT: &str = include_str!("../../../../kernels/mlp3.tc");
const SIZES: [usize; 5] = [128, 128, 64, 32, 2];

fn main() -> Result<(), Box<dyn Error>> {
    let [b, n, o, p, q] = SIZES;
    let matrix = |rows, columns| Array2::<f32>::from_elem((rows, columns), 0.5);
    let column = |rows| Array1::<f32>::from_elem(rows, 0.25);
    let weights = [(o, n), (p, o), (q, p)].map(|(to, from)| (matrix(to, from), column(to)));
    let x = matrix(b, n);
    let mut inputs = vec![View::from(&x)];
    for (w, bias) in &weights {
        inputs.extend([View::from(w), View::from(bias)]);
    }

    let (begin, worked) = (Instant::now(), processor_seconds());
    let engine = Engine::with_threads(1)?;
    let mlp3 = engine.define_file("mlp3.tc", TEXT)?.only()?;
    let kernel = mlp3.compile(
        &Arguments::of(&inputs),
        &Options::cpu().cache_of_user(CacheMode::On)?,
    )?;
    let outputs = kernel.call(&inputs)?;
    let (wall, processor) = (begin.elapsed(), processor_seconds() - worked);

    let layer = |before: f32, width: usize| width as f32 * before * 0.5 + 0.25;
    let expected = layer(layer(layer(0.5, n), o), p);
    let last = outputs.last().and_then(|one| one.as_slice::<f32>());
    let last = last.ok_or("the result is not of floats")?;
    if !last
        .iter()
        .all(|one| (one - expected).abs() < 1e-3 * expected)
    {
        return Err(format!("expected {expected}, found {last:?}").into());
    }
    println!("{} {}", wall.as_secs_f64() * 1e3, processor * 1e3);
    Ok(())
}
