//! What a warm call costs beside its kernel: the sum of two arrays of four numbers, whose kernel
//! takes a few nanoseconds. Prints the nanoseconds of a call for each of some rounds, in processor
//! time.

use std::{error::Error, hint::black_box};
use tc_engine::{Arguments, Engine, Options, View, ViewMut};

const ROUNDS: usize = 20;
const CALLS: u32 = 20_000;

/// The processor time of this thread so far.
fn nanoseconds() -> f64 {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the clock exists on every POSIX system, and the result has a place.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

fn main() -> Result<(), Box<dyn Error>> {
    let text = "def add(float(N) A, float(N) B) -> (C) { C(i) = A(i) + B(i) }";
    let (a, b, mut c) = ([1.0_f32; 4], [2.0_f32; 4], [0.0_f32; 4]);
    let shape = [4];
    let inputs = [View::new(&a, &shape)?, View::new(&b, &shape)?];
    let add = Engine::new().define(text)?.only()?;
    let kernel = add.compile(&Arguments::of(&inputs), &Options::cpu())?;
    let mut outputs = [ViewMut::new(&mut c, &shape)?];
    for _ in 0..ROUNDS {
        let begin = nanoseconds();
        for _ in 0..CALLS {
            kernel.run(black_box(&inputs), black_box(&mut outputs))?;
        }
        println!("{}", (nanoseconds() - begin) / f64::from(CALLS));
    }
    if c == [3.0; 4] {
        Ok(())
    } else {
        Err(format!("expected [3, 3, 3, 3], found {c:?}").into())
    }
}
