//! One warp: 32 lanes in lockstep, a stack of diverged paths, and the loop that runs it.
//!
//! When lanes disagree on a branch, one side runs first with its mask until it reaches the
//! post-dominator of the branch, then the other, then both continue together. At a barrier a path
//! waits for the others of its branch. The innermost path is kept beside the stack, so that
//! straight code touches no memory but the registers.

use std::collections::HashMap;

use super::state::{Copies, Environment, Path, Undefined, Warp};
use crate::operation::{Barrier, Branch, Code, Collective, NEVER, Operation};
use crate::registers::{LANES, Registers, lanes};

impl Path {
    /// A path from the first instruction of the kernel.
    fn start(mask: u32) -> Path {
        Path {
            pc: 0,
            reconverge: NEVER,
            mask,
            joins: false,
            call: 0,
            child: 0,
        }
    }
}

/// Why a warp stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// Its turn is over.
    Turn,
    /// All lanes returned.
    Finished,
    /// It is at the barrier instruction of this number, which these lanes reached.
    Barrier { pc: u32, mask: u32 },
    /// The block must end: a fault, or a finding after which it cannot continue.
    Abort,
}

/// Instructions per turn, so that a spinning warp does not block others.
pub(super) const TURN: u32 = 2048;

impl Warp {
    pub fn new(index: u32) -> Self {
        Warp {
            index,
            registers: Registers::default(),
            top: Path::start(0),
            stack: Vec::new(),
            live: 0,
            existing: 0,
            executed: 0,
            copies: Copies::default(),
            undefined: Undefined::default(),
            stack_pointer: [0; LANES],
            frames: HashMap::new(),
            calls_so_far: 0,
        }
    }

    /// Sets the warp to the first instruction with the lanes of `mask`, and frames from `stack` on.
    pub fn restart(&mut self, mask: u32, stack: u64) {
        self.stack.clear();
        self.stack_pointer = [stack; LANES];
        self.frames.clear();
        self.calls_so_far = 0;
        self.live = mask;
        self.existing = mask;
        self.executed = 0;
        self.copies.clear();
        self.undefined.clear();
        self.top = Path::start(mask);
    }

    /// Continues with the next path that has lanes; false if none is left.
    pub(super) fn pop(&mut self) -> bool {
        while let Some(mut path) = self.stack.pop() {
            path.mask &= self.live;
            if path.mask != 0 {
                self.top = Path {
                    joins: false,
                    ..path
                };
                return true;
            }
        }
        self.top.mask = 0;
        false
    }

    /// Lanes that wait at the end of the kernel, to join the others there, have returned.
    pub(super) fn let_exit(&mut self, code: &Code) {
        let mut waiting = self.live & !self.top.mask;
        let mut exited = 0;
        for path in self.stack.iter().rev() {
            let rest = &code.instructions[path.pc as usize..];
            let next = rest
                .iter()
                .find(|decoded| !matches!(decoded.operation, Operation::Nothing));
            let ends = next.is_some_and(|decoded| {
                decoded.guard.is_none() && matches!(decoded.operation, Operation::Exit)
            });
            if ends {
                exited |= path.mask & waiting;
            }
            waiting &= !path.mask;
        }
        self.live &= !exited;
    }

    /// Removes lanes from the warp; false if none is left.
    fn exit(&mut self, mask: u32) -> bool {
        self.live &= !mask;
        self.top.mask &= !mask;
        self.top.pc += 1;
        self.top.mask != 0 || self.pop()
    }

    fn branch(&mut self, taken: u32, branch: &Branch) {
        let fall_through = self.top.pc + 1;
        let active = self.top.mask;
        let target = branch.targets.first().copied().unwrap_or(fall_through);
        if taken == active {
            self.top.pc = target;
        } else if taken == 0 {
            self.top.pc = fall_through;
        } else {
            self.diverge(branch.reconverge);
            self.push_path(fall_through, branch.reconverge, active & !taken);
            self.top = Path {
                pc: target,
                reconverge: branch.reconverge,
                mask: taken,
                ..self.top
            };
        }
    }

    /// Whether a path waits at its instruction for lanes of other paths: at a barrier of the block
    /// for all, at one of the warp or at a collective for the members.
    fn waits(&self, path: Path, code: &Code) -> bool {
        let members = match code
            .instructions
            .get(path.pc as usize)
            .map(|one| &one.operation)
        {
            Some(Operation::Barrier(_)) => u32::MAX,
            Some(
                Operation::WarpBarrier { members }
                | Operation::Collective(Collective { members, .. }),
            ) => {
                // Each lane names its own group.
                let named = self.registers.bits(*members);
                lanes(path.mask).fold(0, |all, lane| all | named[lane] as u32)
            }
            _ => 0,
        };
        members & self.live & !path.mask != 0
    }

    /// Runs the other paths of a branch until they reach the barrier or collective of the current
    /// one. The lanes of a warp need not reach it on the same path: they must execute the same
    /// instruction (PTX ISA, `barrier.sync.aligned`, `bar.warp.sync`, `shfl.sync`), and compilers
    /// join the paths of a uniform condition before the post-dominator of a divergent branch. False
    /// if no path is left that could arrive; one that waits itself cannot.
    fn meet(&mut self, code: &Code) -> bool {
        let Path {
            pc: barrier,
            reconverge,
            call,
            ..
        } = self.top;
        let runs = |path: &Path| self.runs(*path);
        let mut beside = self.stack.iter().rposition(|path| {
            runs(path) && (path.reconverge, path.pc, path.call) == (reconverge, barrier, call)
        });
        if let Some(position) = beside {
            let path = self.stack.remove(position);
            self.top.mask |= path.mask & self.live;
            return true;
        }
        beside = self.stack.iter().rposition(|path| {
            runs(path)
                && path.pc != path.reconverge
                && self.is_inside(*path, reconverge)
                && !self.waits(*path, code)
                && path.mask & self.live & !self.top.mask != 0
        });
        match beside {
            Some(position) => {
                self.raise(position);
                true
            }
            None => false,
        }
    }

    /// Whether a path of the stack can go on: it has lanes, and no path has to join it first.
    fn runs(&self, path: Path) -> bool {
        let mut others = self.stack.iter().chain([&self.top]);
        let waits_for = |other: &Path| {
            let is_inside = match path.child {
                0 => {
                    other.reconverge == path.pc
                        && other.pc != other.reconverge
                        && other.call == path.call
                }
                child => other.call == child,
            };
            is_inside && other.mask & path.mask & self.live != 0
        };
        path.mask & self.live != 0 && !(path.joins && others.any(waits_for))
    }

    /// Whether a path ends at `reconverge`, itself or with the branches that it is inside of.
    fn is_inside(&self, path: Path, reconverge: u32) -> bool {
        let mut end = path.reconverge;
        while end != reconverge {
            let mut joins = self.stack.iter().filter(|path| path.joins);
            match joins.find(|outer| outer.pc == end) {
                Some(outer) if outer.reconverge != end => end = outer.reconverge,
                _ => return false,
            }
        }
        true
    }

    /// Continues with a path of the stack instead of the current one.
    fn raise(&mut self, position: usize) {
        let path = self.stack.remove(position);
        let below = std::mem::replace(&mut self.top, path);
        self.stack.push(below);
        self.top.mask &= self.live;
        self.top.joins = false;
    }

    /// Lets other lanes run while those of the current path spin: since sm_70 every lane makes
    /// progress, also one that spinning lanes wait for.
    fn take_turns(&mut self, environment: &Environment) {
        let context = environment.context;
        if self.top.mask == self.live || !context.spins[self.top.pc as usize] {
            return;
        }
        let next = self.stack.iter().position(|path| {
            self.runs(*path) && path.pc != path.reconverge && !self.waits(*path, context.code)
        });
        match next {
            Some(position) => self.raise(position),
            None => self.part(),
        }
    }

    /// Lets lanes go on that have left a branch and wait where its paths join.
    fn part(&mut self) {
        for position in 0..self.stack.len() {
            let join = self.stack[position];
            if !join.joins || join.child != 0 {
                continue;
            }
            let above = self.stack[position + 1..].iter().chain([&self.top]);
            let arrived = |path: &Path| path.pc == path.reconverge && path.pc == join.pc;
            let missing = above
                .filter(|path| !arrived(path))
                .fold(0, |lanes, path| lanes | path.mask);
            let ready = join.mask & self.live & !missing;
            if ready == 0 {
                continue;
            }
            self.stack[position].mask &= !ready;
            for path in &mut self.stack[position + 1..] {
                path.mask &= !ready;
            }
            let below = std::mem::replace(
                &mut self.top,
                Path {
                    mask: ready,
                    joins: false,
                    ..join
                },
            );
            self.stack.push(below);
            return;
        }
    }

    /// Keeps the current path as the one where all reconverge, unless the enclosing path does that
    /// already.
    fn diverge(&mut self, reconverge: u32) {
        if reconverge != NEVER && reconverge != self.top.reconverge {
            self.stack.push(Path {
                pc: reconverge,
                joins: true,
                ..self.top
            });
        }
    }

    fn push_path(&mut self, pc: u32, reconverge: u32, mask: u32) {
        self.stack.push(Path {
            pc,
            reconverge,
            mask,
            joins: false,
            call: self.top.call,
            child: 0,
        });
    }

    /// `brx`: one path for each target that a lane chose.
    fn indexed_branch(&mut self, indices: [u64; LANES], mask: u32, branch: &Branch) {
        let fall_through = self.top.pc + 1;
        let outside = self.top.mask & !mask;
        let mut paths: Vec<(u32, u32)> = Vec::new();
        if outside != 0 {
            paths.push((fall_through, outside));
        }
        for lane in lanes(mask) {
            let last = branch.targets.len().saturating_sub(1);
            let choice = (indices[lane] as usize).min(last);
            let target = branch.targets.get(choice).copied().unwrap_or(fall_through);
            match paths.iter_mut().find(|(pc, _)| *pc == target) {
                Some((_, lanes)) => *lanes |= 1 << lane,
                None => paths.push((target, 1 << lane)),
            }
        }
        if let [(target, _)] = paths[..] {
            self.top.pc = target;
            return;
        }
        self.diverge(branch.reconverge);
        for (pc, mask) in &paths[1..] {
            self.push_path(*pc, branch.reconverge, *mask);
        }
        self.top = Path {
            pc: paths[0].0,
            reconverge: branch.reconverge,
            mask: paths[0].1,
            ..self.top
        };
    }

    /// Runs until something stops the warp, at most for `turn` instructions.
    pub fn run(&mut self, environment: &mut Environment, turn: u32) -> Stop {
        let code = environment.context.code;
        for _ in 0..turn {
            // A call may end where its lanes join others.
            while self.top.child != 0 || self.top.pc == self.top.reconverge {
                if self.top.child != 0 {
                    self.finish_call(environment);
                } else if !self.pop() {
                    return Stop::Finished;
                }
            }
            let pc = self.top.pc;
            let decoded = &code.instructions[pc as usize];
            let mask = match decoded.guard {
                None => self.top.mask,
                Some((predicate, negated)) => {
                    let bits = self.registers.predicate(predicate);
                    self.top.mask & if negated { !bits } else { bits }
                }
            };
            let whole = mask == self.top.mask;
            let parted = whole && mask != self.live;
            if parted && self.waits(self.top, code) && self.meet(code) {
                continue;
            }
            self.executed += 1;
            environment.profile.count(pc, mask);
            if !self.undefined.is_empty() {
                self.follow_undefined(decoded, mask, environment);
            }
            match &decoded.operation {
                Operation::Lanes(operation) => {
                    if mask != 0 {
                        operation(&mut self.registers, mask);
                    }
                }
                Operation::Branch(branch) => {
                    if mask != self.top.mask && mask != 0 {
                        environment.profile.diverged(pc);
                    }
                    self.branch(mask, branch);
                    continue;
                }
                Operation::Exit => {
                    if self.exit(mask) {
                        continue;
                    }
                    return Stop::Finished;
                }
                other if mask != 0 => {
                    if let Some(stop) = self.perform(other, pc, mask, environment) {
                        return stop;
                    }
                    if matches!(
                        other,
                        Operation::IndexedBranch { .. }
                            | Operation::Call(_)
                            | Operation::Return { .. }
                    ) {
                        continue;
                    }
                }
                _ => {}
            }
            self.top.pc += 1;
        }
        self.take_turns(environment);
        self.check_budget(environment)
    }

    fn check_budget(&self, environment: &mut Environment) -> Stop {
        if environment.aborted() {
            return Stop::Abort;
        }
        if self.executed <= environment.context.options.budget {
            return Stop::Turn;
        }
        environment.infinite_loop(self);
        Stop::Abort
    }

    /// Runs everything that is neither a lane operation nor a plain branch.
    fn perform(
        &mut self,
        operation: &Operation,
        pc: u32,
        mask: u32,
        environment: &mut Environment,
    ) -> Option<Stop> {
        environment.pc = pc;
        match operation {
            Operation::Load(access) => environment.load(self, access, mask),
            Operation::Store(access) => environment.store(self, access, mask),
            Operation::Atomic(access) => environment.atomic(self, access, mask),
            Operation::Collective(collective) => environment.collective(self, collective, mask),
            Operation::ActiveMask { target } => {
                for lane in lanes(mask) {
                    self.registers.set_lane(*target, lane, u64::from(mask));
                }
            }
            Operation::WarpBarrier { members } => environment.warp_barrier(self, *members, mask),
            Operation::Barrier(barrier) => return Some(self.arrive(barrier, pc, mask)),
            Operation::IndexedBranch { index, branch } => {
                let indices = self.registers.bits(*index);
                self.indexed_branch(indices, mask, branch);
            }
            Operation::Call(call) => self.call(call, environment),
            Operation::Enter { routine } => {
                let routine = &environment.context.code.routines[*routine as usize];
                self.enter(routine, mask);
            }
            Operation::Return { routine } => {
                let routine = &environment.context.code.routines[*routine as usize];
                if !self.leave(routine, mask) {
                    return Some(Stop::Finished);
                }
            }
            Operation::System(call) => environment.system(self, call, mask),
            Operation::Clock { target, kind } => {
                let value = environment.clock(*kind, self.executed);
                for lane in lanes(mask) {
                    self.registers.set_lane(*target, lane, value);
                }
            }
            Operation::Fence(fence) => environment.fence(self, *fence),
            Operation::Async(operation) => environment.asynchronous(self, operation, mask),
            Operation::MemoryBarrier(barrier) => {
                if environment.memory_barrier(self, barrier, mask) {
                    // A wait that failed: other warps continue.
                    let stop = self.check_budget(environment);
                    self.top.pc += 1;
                    return Some(stop);
                }
            }
            Operation::MatrixMultiply(multiply) => environment.multiply(self, multiply, mask),
            Operation::MatrixAccess(access) => environment.matrix_access(self, access, mask),
            Operation::TileAccess(access) => environment.access_tile(self, access, mask),
            Operation::TileMultiply(multiply) => environment.multiply_tiles(self, multiply, mask),
            Operation::Trap => {
                environment.trap(self, mask);
                return Some(Stop::Abort);
            }
            _ => {}
        }
        environment.aborted().then_some(Stop::Abort)
    }

    /// A barrier stops the warp after its instruction.
    fn arrive(&mut self, _barrier: &Barrier, pc: u32, mask: u32) -> Stop {
        self.top.pc += 1;
        Stop::Barrier { pc, mask }
    }
}
