//! A function of the host with the kernels that it launches: blocks one after the other, the
//! threads of a block between its barriers.
//!
//! The order in which blocks and threads run does not matter for a program without races, and
//! [`super::memory`] finds races, whatever the order is.

use std::collections::HashMap;

use tc_scop::barriers::Level;

use super::code::Code;
use super::memory::{LANES, Who};
use super::number::Value;
use super::thread::{Numbers, Pause, Thread, World};

/// The functions of a module by name.
pub type Functions = HashMap<String, Code>;

/// Programs with more threads than this in one launch are not run.
const THREADS: i64 = 1 << 16;

/// Runs a function of the host.
///
/// # Errors
/// What is wrong, or a line that begins with `undecided:`.
pub fn host(
    function: &Code,
    kernels: &Functions,
    arguments: &[Value],
    world: &mut World,
) -> Result<(), String> {
    let mut thread = Thread::new(function, arguments, Numbers::default(), Who::default());
    let mut launches = 0;
    loop {
        match thread.run(world)? {
            Pause::End => return Ok(()),
            Pause::Barrier(_) => return Err("a barrier outside of a kernel".to_owned()),
            Pause::Launch {
                kernel,
                grid,
                block,
                arguments,
            } => {
                launches += 1;
                thread.who.launch = launches;
                let code = kernels.get(&kernel).ok_or("undecided: an unknown kernel")?;
                launch(code, grid, block, &arguments, launches, world)?;
                launches += 1;
                thread.who.launch = launches;
            }
        }
    }
}

/// All points of a box, `x` first.
fn points([x, y, z]: [i64; 3]) -> impl Iterator<Item = [i64; 3]> {
    (0..z).flat_map(move |z| (0..y).flat_map(move |y| (0..x).map(move |x| [x, y, z])))
}

fn launch(
    code: &Code,
    grid: [i64; 3],
    block: [i64; 3],
    arguments: &[Value],
    launch: u32,
    world: &mut World,
) -> Result<(), String> {
    let count = grid
        .iter()
        .chain(&block)
        .try_fold(1_i64, |all, one| all.checked_mul(*one));
    if grid.iter().chain(&block).any(|extent| *extent < 1) {
        return Err("a launch without blocks or threads".to_owned());
    }
    if count.is_none_or(|count| count > THREADS) {
        return Err("undecided: too many threads".to_owned());
    }
    for (number, place) in points(grid).enumerate() {
        let numbers = Numbers {
            block: place,
            thread: [0; 3],
            blocks: grid,
            threads: block,
        };
        let who = Who {
            launch,
            block: number as u32,
            ..Who::default()
        };
        one_block(code, numbers, who, arguments, world)?;
    }
    Ok(())
}

/// What a thread waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Runs,
    Waits(Level),
    Ended,
}

fn one_block(
    code: &Code,
    numbers: Numbers,
    who: Who,
    arguments: &[Value],
    world: &mut World,
) -> Result<(), String> {
    world.shared.clear();
    let mut declared = Vec::new();
    for (position, (register, kind, extents)) in code.declared.iter().enumerate() {
        let name = format!("shared array {position}");
        declared.push((*register, world.memory.make(name, *kind, extents)?));
    }
    let mut threads: Vec<(Thread, State)> = points(numbers.threads)
        .enumerate()
        .map(|(number, thread)| {
            let who = Who {
                thread: number as u32,
                ..who
            };
            let mut thread = Thread::new(code, arguments, Numbers { thread, ..numbers }, who);
            for (register, view) in &declared {
                thread.registers[*register] = Value::View(*view);
            }
            (thread, State::Runs)
        })
        .collect();
    loop {
        for (thread, state) in threads
            .iter_mut()
            .filter(|(_, state)| *state == State::Runs)
        {
            *state = match thread.run(world)? {
                Pause::End => State::Ended,
                Pause::Barrier(level) => State::Waits(level),
                Pause::Launch { .. } => return Err("a launch in a kernel".to_owned()),
            };
        }
        if threads.iter().all(|(_, state)| *state == State::Ended) {
            return Ok(());
        }
        let mut released = false;
        for warp in threads.chunks_mut(LANES as usize) {
            released |= release(warp, Level::Warp);
        }
        released = released || release(&mut threads, Level::Block);
        if !released {
            return Err("some threads of a block do not reach a barrier".to_owned());
        }
    }
}

/// Lets threads pass a barrier, if all of them wait at one of this level.
fn release(threads: &mut [(Thread, State)], level: Level) -> bool {
    let all = threads
        .iter()
        .all(|(_, state)| *state == State::Waits(level));
    if all {
        for (thread, state) in threads {
            *state = State::Runs;
            thread.who.barriers[usize::from(level == Level::Warp)] += 1;
        }
    }
    all
}
