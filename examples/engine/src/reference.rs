//! The same model in plain Rust, in double precision.

use ndarray::{Array1, Array2, ArrayView2, Axis, concatenate};

pub type Matrix = Array2<f64>;

/// The rows of a table at the indices of each example, added up.
pub fn lookup(table: &Matrix, indices: &Array2<i32>) -> Matrix {
    let mut sums = Matrix::zeros((indices.nrows(), table.ncols()));
    for ((example, _), index) in indices.indexed_iter() {
        let mut row = sums.row_mut(example);
        row += &table.row(*index as usize);
    }
    sums
}

/// `x w'`.
pub fn project(x: ArrayView2<f64>, w: &Matrix) -> Matrix {
    Matrix::from_shape_fn((x.nrows(), w.nrows()), |(b, y)| {
        x.row(b).iter().zip(w.row(y)).map(|(a, b)| a * b).sum()
    })
}

/// Matrices side by side.
pub fn concat(parts: &[&Matrix]) -> Matrix {
    let views: Vec<_> = parts.iter().map(|one| one.view()).collect();
    concatenate(Axis(1), &views).expect("matrices with the same number of rows")
}

/// A layer: `max(0, x w' + bias)`.
pub fn layer(x: &Matrix, w: &Matrix, bias: &Array1<f64>) -> Matrix {
    (project(x.view(), w) + bias).mapv(|value| value.max(0.0))
}
