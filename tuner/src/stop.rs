//! Ends a search from outside: by a signal, or by the program around it.
//!
//! The processes that it has started end at once; what they were asked is no row, so that the log
//! ends with the last trial that was finished.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

/// Asks a search to end; clones ask the same one.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<State>);

#[derive(Debug, Default)]
struct State {
    asked: AtomicBool,
    /// Process groups that run, and the signal that ends them.
    groups: Mutex<BTreeMap<i32, i32>>,
}

impl Stop {
    /// Ends the processes of the search, and the search.
    pub fn ask(&self) {
        let groups = self.groups();
        self.0.asked.store(true, Ordering::SeqCst);
        groups
            .iter()
            .for_each(|(group, signal)| end(*group, *signal));
    }

    /// Whether somebody has asked.
    pub fn is_asked(&self) -> bool {
        self.0.asked.load(Ordering::SeqCst)
    }

    fn groups(&self) -> MutexGuard<'_, BTreeMap<i32, i32>> {
        let groups = self.0.groups.lock();
        groups.unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the group of a process when somebody asks, until the value is dropped, which must be
    /// before the process is waited for.
    pub(crate) fn ends(&self, process: u32, signal: i32) -> Running {
        let group = i32::try_from(process).unwrap_or(i32::MAX);
        let mut groups = self.groups();
        groups.insert(group, signal);
        if self.is_asked() {
            end(group, signal);
        }
        Running {
            stop: self.clone(),
            group,
        }
    }
}

fn end(group: i32, signal: i32) {
    // SAFETY: the group is that of a child that has not been waited for.
    unsafe { libc::kill(-group, signal) };
}

/// A process group that ends with the search.
#[derive(Debug)]
pub(crate) struct Running {
    stop: Stop,
    group: i32,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.groups().remove(&self.group);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        os::unix::process::{CommandExt, ExitStatusExt},
        process::{Child, Command},
    };

    /// A process that does not end by itself.
    fn waits() -> Child {
        let mut command = Command::new("tail");
        command.args(["-f", "/dev/null"]).process_group(0);
        command.spawn().unwrap()
    }

    #[test]
    fn processes_end_where_one_asks_and_where_one_has_asked() {
        let stop = Stop::default();
        let (mut before, mut other, mut after) = (waits(), waits(), waits());
        let running = stop.ends(before.id(), libc::SIGKILL);
        drop(stop.ends(other.id(), libc::SIGKILL));
        assert!(!stop.is_asked());
        stop.clone().ask();
        drop(running);
        assert_eq!(before.wait().unwrap().signal(), Some(libc::SIGKILL));
        let running = stop.ends(after.id(), libc::SIGTERM);
        drop(running);
        assert_eq!(after.wait().unwrap().signal(), Some(libc::SIGTERM));
        // Of this one it was told that it is not running any more.
        assert!(stop.is_asked() && other.try_wait().unwrap().is_none());
        other.kill().unwrap();
        other.wait().unwrap();
    }
}
