//! One warp: 32 lanes in lockstep, a stack of diverged paths, and the loop that runs it.
//!
//! When lanes disagree on a branch, one side runs first with its mask until it reaches the
//! post-dominator of the branch, then the other, then both continue together. At a barrier a path
//! waits for the others of its branch. The innermost path is kept beside the stack, so that
//! straight code touches no memory but the registers.

use super::asynchronous::Copies;
use super::block::Environment;
use super::undefined::Undefined;
use crate::operation::{Barrier, Branch, Code, Collective, NEVER, Operation};
use crate::registers::{LANES, Registers, lanes};

/// A path: its current instruction, its end, and its lanes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Path {
    pub pc: u32,
    pub reconverge: u32,
    pub mask: u32,
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

/// The state of one warp.
pub(super) struct Warp {
    pub index: u32,
    pub registers: Registers,
    pub top: Path,
    pub stack: Vec<Path>,
    /// Lanes that exist and have not returned.
    pub live: u32,
    /// Lanes that exist.
    pub existing: u32,
    /// Instructions run so far.
    pub executed: u64,
    /// Asynchronous copies in flight.
    pub copies: Copies,
    /// Registers with uninitialised values.
    pub undefined: Undefined,
}

/// Instructions per turn, so that a spinning warp does not block others.
const TURN: u32 = 2048;

impl Warp {
    pub fn new(index: u32) -> Self {
        Warp {
            index,
            registers: Registers::default(),
            top: Path {
                pc: 0,
                reconverge: NEVER,
                mask: 0,
            },
            stack: Vec::new(),
            live: 0,
            existing: 0,
            executed: 0,
            copies: Copies::default(),
            undefined: Undefined::default(),
        }
    }

    /// Sets the warp to the first instruction with the lanes of `mask`.
    pub fn restart(&mut self, mask: u32) {
        self.stack.clear();
        self.live = mask;
        self.existing = mask;
        self.executed = 0;
        self.copies.clear();
        self.undefined.clear();
        self.top = Path {
            pc: 0,
            reconverge: NEVER,
            mask,
        };
    }

    /// Continues with the next path that has lanes; false if none is left.
    fn pop(&mut self) -> bool {
        while let Some(mut path) = self.stack.pop() {
            path.mask &= self.live;
            if path.mask != 0 {
                self.top = path;
                return true;
            }
        }
        self.top.mask = 0;
        false
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
                let first = path.mask.trailing_zeros() as usize % LANES;
                self.registers.lane(*members, first) as u32
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
            ..
        } = self.top;
        let mut beside = self.stack.iter().rposition(|path| {
            path.reconverge == reconverge && path.pc == barrier && path.mask & self.live != 0
        });
        if let Some(position) = beside {
            let path = self.stack.remove(position);
            self.top.mask |= path.mask & self.live;
            return true;
        }
        beside = self.stack.iter().rposition(|path| {
            path.reconverge == reconverge
                && path.pc != reconverge
                && !self.waits(*path, code)
                && path.mask & self.live & !self.top.mask != 0
        });
        match beside {
            Some(position) => {
                std::mem::swap(&mut self.top, &mut self.stack[position]);
                true
            }
            None => false,
        }
    }

    /// Keeps the current path as the one where all reconverge, unless the enclosing path does that
    /// already.
    fn diverge(&mut self, reconverge: u32) {
        if reconverge != NEVER && reconverge != self.top.reconverge {
            self.push_path(reconverge, self.top.reconverge, self.top.mask);
        }
    }

    fn push_path(&mut self, pc: u32, reconverge: u32, mask: u32) {
        self.stack.push(Path {
            pc,
            reconverge,
            mask,
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
        };
    }

    /// Runs until something stops the warp.
    pub fn run(&mut self, environment: &mut Environment) -> Stop {
        let code = environment.context.code;
        for _ in 0..TURN {
            while self.top.pc == self.top.reconverge {
                if !self.pop() {
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
                    if matches!(other, Operation::IndexedBranch { .. }) {
                        continue;
                    }
                }
                _ => {}
            }
            self.top.pc += 1;
        }
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
