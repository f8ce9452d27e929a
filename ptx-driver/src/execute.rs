//! Tasks, when they are submitted to a stream: done at once, or a node of the graph that the stream
//! is captured in.

use cudarc::driver::sys::CUresult;

use crate::boundary::{Outcome, Refused};
use crate::driver::{Driver, LEGACY, call_host};
use crate::graph::{Capture, Graph};
use crate::table::Handle;
use crate::task::Task;

/// `CU_STREAM_CAPTURE_MODE_THREAD_LOCAL` and `_RELAXED`
const THREAD_LOCAL: u32 = 1;
const RELAXED: u32 = 2;

/// Whether a capture forbids calls of this thread that it cannot record.
fn forbids(capture: &Capture) -> bool {
    let own = capture.thread == std::thread::current().id();
    capture.mode != RELAXED && (capture.mode != THREAD_LOCAL || own)
}

impl Driver {
    /// Submits a task to a stream.
    pub fn submit(&mut self, stream: Handle, task: Task) -> Outcome {
        let stream = self.stream(stream)?;
        if self.streams.get(stream)?.capture.is_some() {
            return self.capture(stream, task).map(|_| ());
        }
        if stream == LEGACY {
            // The default stream waits for all others, which a capture cannot.
            self.refuse_captures(CUresult::CUDA_ERROR_STREAM_CAPTURE_IMPLICIT)?;
        }
        self.run(&task)
    }

    /// Adds a node to the capture of a stream, behind what the stream has so far.
    pub fn capture(&mut self, stream: Handle, task: Task) -> Refused<Handle> {
        let Some((capture, needs)) = self.streams.get(stream)?.capture.clone() else {
            return Err(CUresult::CUDA_ERROR_ILLEGAL_STATE);
        };
        let state = self.captures.get(capture)?;
        if state.invalid {
            return Err(CUresult::CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
        }
        let into = state.into;
        self.check(&task)?;
        let node = self.new_node();
        let graph = match into {
            Some(graph) => self.graphs.get_mut(graph)?,
            None => &mut self.captures.get_mut(capture)?.graph,
        };
        graph.add(node, task, &needs)?;
        self.streams.get_mut(stream)?.capture = Some((capture, vec![node]));
        Ok(node)
    }

    /// A handle for a node.
    pub fn new_node(&mut self) -> Handle {
        (1 << 57) + (11 << 48) + 16 * self.number()
    }

    /// Refuses a call that no capture allows, and ends those that it disturbs.
    pub fn refuse_captures(&mut self, code: CUresult) -> Outcome {
        let active = self.captures.handles(forbids);
        for capture in &active {
            self.captures.get_mut(*capture)?.invalid = true;
        }
        if active.is_empty() { Ok(()) } else { Err(code) }
    }

    /// Waits for everything, which a capture does not allow.
    pub fn synchronise(&mut self) -> Outcome {
        let all = self.captures.handles(forbids);
        for capture in &all {
            self.captures.get_mut(*capture)?.invalid = true;
        }
        if all.is_empty() {
            Ok(())
        } else {
            Err(CUresult::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED)
        }
    }

    /// Checks a task that is done later.
    pub fn check(&self, task: &Task) -> Outcome {
        match task {
            Task::Launch(launch) => self.check_shape(launch),
            Task::Copy(copy) => self.check_copy(copy),
            Task::Fill(fill) => self.check_fill(fill),
            Task::Host { function: 0, .. } => Err(CUresult::CUDA_ERROR_INVALID_VALUE),
            Task::Child(graph) => self.graphs.get(*graph)?.order().map(|_| ()),
            _ => Ok(()),
        }
    }

    /// Does a task.
    pub fn run(&mut self, task: &Task) -> Outcome {
        self.now += 500;
        match task {
            Task::Empty | Task::Wait(_) => Ok(()),
            Task::Launch(launch) => self.launch(launch),
            Task::Copy(copy) => {
                let bytes = copy.width.saturating_mul(copy.height * copy.depth);
                self.now += bytes as u64 / 16;
                self.copy(copy)
            }
            Task::Fill(fill) => {
                self.now += (fill.width * fill.height) as u64 / 16;
                self.fill(fill)
            }
            Task::Host { function, data } => {
                self.check(task)?;
                call_host(*function, *data);
                Ok(())
            }
            Task::Record(event) => {
                let now = self.now;
                self.events.get_mut(*event)?.recorded = Some(now);
                Ok(())
            }
            Task::Allocate { .. } => Ok(()),
            Task::Free(address) => {
                // Memory of a graph is there again when the graph runs again.
                if self.allocations.contains_key(address) {
                    Ok(())
                } else {
                    Err(CUresult::CUDA_ERROR_INVALID_VALUE)
                }
            }
            Task::Child(graph) => {
                let graph = self.graphs.get(*graph)?.clone();
                self.run_graph(&graph)
            }
        }
    }

    /// A copy of a graph, with copies of the graphs inside of it.
    pub fn copy_of_graph(&mut self, graph: &Graph) -> Refused<Graph> {
        let mut copy = graph.clone();
        for (object, count) in &copy.objects {
            self.objects.get_mut(*object)?.references += count;
        }
        for node in copy.nodes.values_mut() {
            if let Task::Child(child) = &mut node.task {
                let inner = self.graphs.get(*child)?.clone();
                let inner = self.copy_of_graph(&inner)?;
                *child = self.graphs.add(inner);
            }
        }
        Ok(copy)
    }

    /// Ends the graphs inside of a graph, and its memory.
    pub fn end_graph(&mut self, graph: &Graph, memory: bool) {
        for (object, count) in &graph.objects {
            // The graph had so many references, so that they are there.
            let _ = self.release_object(*object, *count);
        }
        for node in graph.nodes.values() {
            match node.task {
                Task::Child(child) => {
                    if let Ok(child) = self.graphs.remove(child) {
                        self.end_graph(&child, memory);
                    }
                }
                Task::Allocate { address, .. } if memory => {
                    // The program may have freed it.
                    let _ = self.release(address);
                }
                _ => {}
            }
        }
    }

    /// Runs the nodes of a graph in order.
    pub fn run_graph(&mut self, graph: &Graph) -> Outcome {
        for handle in graph.order()? {
            let node = graph.node(handle)?;
            if node.enabled {
                self.run(&node.task)?;
            }
        }
        Ok(())
    }
}
