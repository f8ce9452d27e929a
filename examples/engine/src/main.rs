//! The production model of the TC paper (figure 15) on the engine: lookups in two tables and a
//! projection, side by side, through four layers. All of it is one operator, compiled for the
//! shapes of the arrays and run where they are, on the CPU and in the emulator; every intermediate
//! result is compared with plain Rust.

mod reference;

use ndarray::{Array1, Array2, Dimension, ShapeBuilder};
use reference::{Matrix, concat, layer, lookup, project};
use std::{error::Error, process::ExitCode};
use tc_engine::{Arguments, Engine, Options, View, ViewMut};

const BATCH: usize = 16;
const ROWS: usize = 200;
const WIDTH: usize = 32;
const LOOKUPS: usize = 10;
const FEATURES: (usize, usize) = (100, 48);
/// The outputs of the four layers.
const LAYERS: [usize; 4] = [64, 32, 16, 2];

/// Numbers in [-1, 1) that are the same everywhere.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as f64 / (1_u64 << 30) as f64 - 1.0
    }

    fn array<D: Dimension>(&mut self, shape: impl ShapeBuilder<Dim = D>) -> ndarray::Array<f32, D> {
        ndarray::Array::from_shape_simple_fn(shape, || self.next() as f32)
    }

    fn indices(&mut self) -> Array2<i32> {
        let any = || ((self.next() + 1.0) / 2.0 * ROWS as f64) as i32;
        Array2::from_shape_simple_fn((BATCH, LOOKUPS), any)
    }
}

/// The inputs of the model.
struct Model {
    tables: [(Array2<f32>, Array2<i32>); 2],
    x: Array2<f32>,
    w: Array2<f32>,
    layers: Vec<(Array2<f32>, Array1<f32>)>,
}

impl Model {
    fn new() -> Self {
        let mut numbers = Numbers(1);
        let mut table = || (numbers.array((ROWS, WIDTH)), numbers.indices());
        let tables = [table(), table()];
        let mut width = 2 * WIDTH + FEATURES.1;
        let layer = |out: usize| {
            let made = (numbers.array((out, width)) * 0.3, numbers.array(out));
            width = out;
            made
        };
        Model {
            tables,
            layers: LAYERS.map(layer).into(),
            x: numbers.array((BATCH, FEATURES.0)),
            w: numbers.array((FEATURES.1, FEATURES.0)) * 0.2,
        }
    }

    fn inputs(&self) -> Vec<View<'_>> {
        let tables = self.tables.iter();
        let tables = tables.flat_map(|(table, indices)| [table.into(), indices.into()]);
        let layers = self.layers.iter();
        let layers = layers.flat_map(|(weights, bias)| [weights.into(), bias.into()]);
        let features = [View::from(&self.x), View::from(&self.w)];
        tables.chain(features).chain(layers).collect()
    }

    /// C1, C2, C3, I, and O1 to O4.
    fn expected(&self) -> Vec<Matrix> {
        let double = |one: &Array2<f32>| one.mapv(f64::from);
        let [c1, c2] = self
            .tables
            .each_ref()
            .map(|(table, at)| lookup(&double(table), at));
        let c3 = project(double(&self.x).view(), &double(&self.w));
        let mut all = vec![concat(&[&c1, &c2, &c3])];
        for (weights, bias) in &self.layers {
            let last = all.last().expect("there is an input");
            all.push(layer(last, &double(weights), &bias.mapv(f64::from)));
        }
        all.splice(0..0, [c1, c2, c3]);
        all
    }
}

/// The largest difference, relative to the largest value; infinite where one is not a number.
fn difference(found: &Array2<f32>, due: &Matrix) -> f64 {
    let differences = found.iter().zip(due).map(|(found, due)| {
        let difference = (f64::from(*found) - due).abs();
        if difference.is_nan() {
            f64::INFINITY
        } else {
            difference
        }
    });
    let scale = due
        .iter()
        .fold(1.0_f64, |most, value| most.max(value.abs()));
    differences.fold(0.0, f64::max) / scale
}

fn run() -> Result<bool, Box<dyn Error>> {
    let operators = Engine::new().define_file("model.tc", include_str!("model.tc"))?;
    let (model, mut agrees) = (Model::new(), true);
    let expected = model.expected();
    for options in [Options::cpu(), Options::emulator()] {
        let inputs = model.inputs();
        let operator = operators.operator("model")?;
        let kernel = operator.compile(&Arguments::of(&inputs), &options)?;
        let shapes = kernel.signature().outputs();
        let mut outputs: Vec<Array2<f32>> = shapes
            .map(|one| Array2::zeros((one.shape[0], one.shape[1])))
            .collect();
        let mut views: Vec<ViewMut<'_>> = outputs.iter_mut().map(ViewMut::from).collect();
        let remarks = kernel.run(&inputs, &mut views)?;
        let names = kernel.signature().outputs().map(|one| one.name.as_str());
        let pairs = outputs.iter().zip(&expected);
        let all = names.zip(pairs.map(|(found, due)| difference(found, due)));
        let wrong: Vec<&str> = all
            .filter(|(_, one)| *one >= 1e-5)
            .map(|(name, _)| name)
            .collect();
        let same = if wrong.is_empty() {
            "as in plain Rust".to_owned()
        } else {
            format!("not as in plain Rust: {}", wrong.join(", "))
        };
        let executor = options.executor().as_str();
        println!(
            "{executor}: {} outputs, {same}, {} copies",
            outputs.len(),
            remarks.len()
        );
        agrees &= wrong.is_empty() && outputs.len() == expected.len();

        let alone = operators.operator("lut1")?;
        let (table, indices) = &model.tables[0];
        let inputs = [View::from(table), View::from(indices)];
        let kernel = alone.compile(&Arguments::of(&inputs), &options)?;
        let mut sums = Array2::<f32>::zeros((BATCH, WIDTH));
        kernel.run(&inputs, &mut [(&mut sums).into()])?;
        let far = difference(&sums, &expected[0]);
        println!(
            "{executor}: one table alone, {}",
            if far < 1e-5 {
                "the same"
            } else {
                "not the same"
            }
        );
        agrees &= far < 1e-5;
    }
    Ok(agrees)
}

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
