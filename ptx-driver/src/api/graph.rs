//! Graphs: their nodes and edges, and how they are made ready and run.

use std::collections::BTreeSet;
use std::fmt::Write;

use cudarc::driver::sys::CUresult;

use crate::boundary::{Outcome, Refused, api};
use crate::driver::{Driver, UserObject, driver, in_context};
use crate::graph::{Executable, Graph};
use crate::pointer::{In, Out};
use crate::table::Handle;

/// Adds a node to a graph.
pub fn add(
    driver: &mut Driver,
    (node, graph): (Out<Handle>, Handle),
    (needs, count): (In<Handle>, u64),
    task: crate::task::Task,
) -> Outcome {
    node.check()?;
    let needs = needs.list(count as usize)?;
    driver.graphs.get(graph)?;
    driver.check(&task)?;
    let handle = driver.new_node();
    driver.graphs.get_mut(graph)?.add(handle, task, &needs)?;
    node.put(handle)
}

/// Flags of an executable graph.
const FLAGS: u64 = 15;

pub fn instantiate(executable: Out<Handle>, graph: Handle, flags: u64) -> Outcome {
    executable.check()?;
    let mut driver = driver()?;
    if flags & !FLAGS != 0 {
        return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
    }
    let graph = driver.graphs.get(graph)?.clone();
    graph.order()?;
    let graph = driver.copy_of_graph(&graph)?;
    let handle = driver.executables.add(Executable { graph, flags });
    executable.put(handle)
}

/// What `cuGraphExecUpdate` says of a graph of another form.
const TOPOLOGY_CHANGED: u32 = 2;
const KIND_CHANGED: u32 = 3;

/// Updates an executable graph; else the reason, and the node that differs.
fn update(executable: Handle, graph: Handle) -> Refused<Result<(), (u32, Handle)>> {
    let mut driver = driver()?;
    let new = driver.graphs.get(graph)?.clone();
    let new = driver.copy_of_graph(&new)?;
    let changed = driver.executables.get_mut(executable)?.graph.update(&new);
    Ok(changed.map_err(|node| match node {
        Some(node) => (KIND_CHANGED, node),
        None => (TOPOLOGY_CHANGED, 0),
    }))
}

/// Gives a list in the manner of `cuda.h`: its length without a place for it, else as much as there
/// is room for, and zeros behind.
fn give(list: &[Handle], place: Out<Handle>, count: Out<u64>) -> Outcome {
    count.check()?;
    if !place.is_null() {
        let room = In::<u64>::at(count.address()).get()? as usize;
        let mut given = list.to_vec();
        if room > given.len() {
            given.resize(room.min(given.len() + (1 << 16)), 0);
        }
        given.truncate(room);
        place.fill(&given)?;
        return count.put(room.min(list.len()) as u64);
    }
    count.put(list.len() as u64)
}

fn give_edges(graph: Handle, from: Out<Handle>, to: Out<Handle>, count: Out<u64>) -> Outcome {
    count.check()?;
    let edges = driver()?.graphs.get(graph)?.edges();
    let (first, second): (Vec<Handle>, Vec<Handle>) = edges.into_iter().unzip();
    if from.is_null() != to.is_null() {
        return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
    }
    if !from.is_null() {
        let room = In::<u64>::at(count.address()).get()?;
        give(&first, from, count)?;
        count.put(room)?;
    }
    give(&second, to, count)
}

fn needs_of(node: Handle, place: Out<Handle>, count: Out<u64>) -> Outcome {
    let driver = driver()?;
    let graph = driver.graphs.get(driver.graph_of(node)?)?;
    let needs: Vec<Handle> = graph.node(node)?.needs.iter().copied().collect();
    give(&needs, place, count)
}

fn dependents_of(node: Handle, place: Out<Handle>, count: Out<u64>) -> Outcome {
    let driver = driver()?;
    let graph = driver.graphs.get(driver.graph_of(node)?)?;
    give(&graph.dependents(node), place, count)
}

/// Adds or removes edges.
fn change_edges(graph: Handle, from: In<Handle>, to: In<Handle>, count: u64, add: bool) -> Outcome {
    let edges = from
        .list(count as usize)?
        .into_iter()
        .zip(to.list(count as usize)?);
    let mut driver = driver()?;
    let graph = driver.graphs.get_mut(graph)?;
    let mut changed = graph.clone();
    for (from, to) in edges {
        changed.node(from)?;
        let needs: &mut BTreeSet<Handle> = &mut changed.node_mut(to)?.needs;
        let did = if add {
            needs.insert(from)
        } else {
            needs.remove(&from)
        };
        if !did || from == to {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
    }
    changed.order()?;
    *graph = changed;
    Ok(())
}

/// The names of the kinds of nodes, by their numbers.
const KINDS: [&str; 12] = [
    "kernel",
    "memcpy",
    "memset",
    "host",
    "graph",
    "empty",
    "wait event",
    "event record",
    "",
    "",
    "mem alloc",
    "mem free",
];

api! {
    fn cuGraphCreate(graph: Out<Handle>, flags: u32) {
        graph.check()?;
        if flags != 0 {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        let handle = driver()?.graphs.add(Graph::default());
        graph.put(handle)
    }

    fn cuGraphDestroy(graph: Handle) {
        let mut driver = driver()?;
        let ended = driver.graphs.remove(graph)?;
        driver.end_graph(&ended, true);
        Ok(())
    }

    fn cuGraphClone(clone: Out<Handle>, graph: Handle) {
        clone.check()?;
        let mut driver = driver()?;
        let original = driver.graphs.get(graph)?.clone();
        let copy = driver.copy_of_graph(&original)?;
        let copy = copy.renamed(|| driver.new_node());
        let handle = driver.graphs.add(copy);
        clone.put(handle)
    }

    fn cuGraphNodeFindInClone(node: Out<Handle>, original: Handle, clone: Handle) {
        node.check()?;
        let driver = driver()?;
        let found = driver.graphs.get(clone)?.clones.get(&original).copied();
        node.put(found.ok_or(CUresult::CUDA_ERROR_INVALID_VALUE)?)
    }

    fn cuGraphNodeGetType(node: Handle, kind: Out<u32>) {
        let driver = driver()?;
        kind.put(driver.task(node)?.kind())
    }

    fn cuGraphGetNodes(graph: Handle, nodes: Out<Handle>, count: Out<u64>) {
        let driver = driver()?;
        let all: Vec<Handle> = driver.graphs.get(graph)?.nodes.keys().copied().collect();
        give(&all, nodes, count)
    }

    fn cuGraphGetRootNodes(graph: Handle, nodes: Out<Handle>, count: Out<u64>) {
        let driver = driver()?;
        let all = driver.graphs.get(graph)?.nodes.iter();
        let roots = all.filter(|(_, node)| node.needs.is_empty());
        let roots: Vec<Handle> = roots.map(|(handle, _)| *handle).collect();
        give(&roots, nodes, count)
    }

    fn cuGraphGetEdges(graph: Handle, from: Out<Handle>, to: Out<Handle>, count: Out<u64>) {
        give_edges(graph, from, to, count)
    }

    fn cuGraphGetEdges_v2(graph: Handle, from: Out<Handle>, to: Out<Handle>, _data: u64, count: Out<u64>) {
        give_edges(graph, from, to, count)
    }

    fn cuGraphNodeGetDependencies(node: Handle, needs: Out<Handle>, count: Out<u64>) {
        needs_of(node, needs, count)
    }

    fn cuGraphNodeGetDependencies_v2(node: Handle, needs: Out<Handle>, _data: u64, count: Out<u64>) {
        needs_of(node, needs, count)
    }

    fn cuGraphNodeGetDependentNodes(node: Handle, nodes: Out<Handle>, count: Out<u64>) {
        dependents_of(node, nodes, count)
    }

    fn cuGraphNodeGetDependentNodes_v2(node: Handle, nodes: Out<Handle>, _data: u64, count: Out<u64>) {
        dependents_of(node, nodes, count)
    }

    fn cuGraphAddDependencies(graph: Handle, from: In<Handle>, to: In<Handle>, count: u64) {
        change_edges(graph, from, to, count, true)
    }

    fn cuGraphAddDependencies_v2(graph: Handle, from: In<Handle>, to: In<Handle>, _data: u64, count: u64) {
        change_edges(graph, from, to, count, true)
    }

    fn cuGraphRemoveDependencies(graph: Handle, from: In<Handle>, to: In<Handle>, count: u64) {
        change_edges(graph, from, to, count, false)
    }

    fn cuGraphRemoveDependencies_v2(graph: Handle, from: In<Handle>, to: In<Handle>, _data: u64, count: u64) {
        change_edges(graph, from, to, count, false)
    }

    fn cuGraphDestroyNode(node: Handle) {
        let mut driver = driver()?;
        let graph = driver.graph_of(node)?;
        driver.shown.remove(&node);
        driver.graphs.get_mut(graph)?.remove(node)
    }

    fn cuGraphInstantiate(executable: Out<Handle>, graph: Handle, error: Out<Handle>, _log: u64, _bytes: u64) {
        error.may_put(0);
        instantiate(executable, graph, 0)
    }

    fn cuGraphInstantiate_v2(executable: Out<Handle>, graph: Handle, error: Out<Handle>, _log: u64, _bytes: u64) {
        error.may_put(0);
        instantiate(executable, graph, 0)
    }

    fn cuGraphInstantiateWithFlags(executable: Out<Handle>, graph: Handle, flags: u64) {
        instantiate(executable, graph, flags)
    }

    fn cuGraphInstantiateWithParams(executable: Out<Handle>, graph: Handle, parameters: Out<[u64; 4]>) {
        let mut known = In::<[u64; 4]>::at(parameters.address()).get()?;
        let done = instantiate(executable, graph, known[0]);
        known[2] = 0;
        // CUDA_GRAPH_INSTANTIATE_SUCCESS, or _ERROR
        known[3] = u64::from(done.is_err());
        parameters.put(known)?;
        done
    }

    fn cuGraphExecGetFlags(executable: Handle, flags: Out<u64>) {
        let driver = driver()?;
        flags.put(driver.executables.get(executable)?.flags)
    }

    fn cuGraphUpload(executable: Handle, stream: Handle) {
        let (driver, _) = in_context()?;
        driver.stream(stream)?;
        driver.executables.get(executable).map(|_| ())
    }

    fn cuGraphLaunch(executable: Handle, stream: Handle) {
        let (mut driver, _) = in_context()?;
        let stream = driver.stream(stream)?;
        let graph = driver.executables.get(executable)?.graph.clone();
        if driver.streams.get(stream)?.capture.is_some() {
            let copy = driver.copy_of_graph(&graph)?;
            let child = driver.graphs.add(copy);
            return driver.submit(stream, crate::task::Task::Child(child));
        }
        driver.submit(stream, crate::task::Task::Empty)?;
        driver.run_graph(&graph)
    }

    fn cuGraphExecDestroy(executable: Handle) {
        let mut driver = driver()?;
        let ended = driver.executables.remove(executable)?;
        driver.end_graph(&ended.graph, false);
        Ok(())
    }

    fn cuGraphExecUpdate(executable: Handle, graph: Handle, error: Out<Handle>, result: Out<u32>) {
        error.check()?;
        result.check()?;
        let changed = update(executable, graph)?;
        let (reason, node) = changed.err().unwrap_or_default();
        error.put(node)?;
        result.put(reason)?;
        changed.map_err(|_| CUresult::CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE)
    }

    fn cuGraphExecUpdate_v2(executable: Handle, graph: Handle, result: Out<[u64; 3]>) {
        result.check()?;
        let changed = update(executable, graph)?;
        let (reason, node) = changed.err().unwrap_or_default();
        result.put([u64::from(reason), node, 0])?;
        changed.map_err(|_| CUresult::CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE)
    }

    fn cuGraphNodeSetEnabled(executable: Handle, node: Handle, enabled: u32) {
        let mut driver = driver()?;
        let graph = &mut driver.executables.get_mut(executable)?.graph;
        let node = graph.node_mut(node)?;
        if node.task.kind() > 2 {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        node.enabled = enabled != 0;
        Ok(())
    }

    fn cuGraphNodeGetEnabled(executable: Handle, node: Handle, enabled: Out<u32>) {
        let driver = driver()?;
        enabled.put(driver.executables.get(executable)?.graph.node(node)?.enabled.into())
    }

    fn cuUserObjectCreate(object: Out<Handle>, data: u64, end: u64, references: u32, flags: u32) {
        object.check()?;
        // CU_USER_OBJECT_NO_DESTRUCTOR_SYNC, which must be set
        if end == 0 || references == 0 || flags != 1 {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        let new = UserObject { data, end, references: references.into() };
        let handle = driver()?.objects.add(new);
        object.put(handle)
    }

    fn cuUserObjectRetain(object: Handle, count: u32) {
        driver()?.objects.get_mut(object)?.references += u64::from(count);
        Ok(())
    }

    fn cuUserObjectRelease(object: Handle, count: u32) {
        driver()?.release_object(object, count.into())
    }

    fn cuGraphRetainUserObject(graph: Handle, object: Handle, count: u32, flags: u32) {
        let mut driver = driver()?;
        driver.graphs.get(graph)?;
        // CU_GRAPH_USER_OBJECT_MOVE takes references of the caller's.
        let moved = match flags {
            0 => false,
            1 => true,
            _ => return Err(CUresult::CUDA_ERROR_INVALID_VALUE),
        };
        let known = driver.objects.get_mut(object)?;
        if moved && known.references < u64::from(count) {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        if !moved {
            known.references += u64::from(count);
        }
        *driver.graphs.get_mut(graph)?.objects.entry(object).or_default() += u64::from(count);
        Ok(())
    }

    fn cuGraphReleaseUserObject(graph: Handle, object: Handle, count: u32) {
        let mut driver = driver()?;
        let kept = driver.graphs.get_mut(graph)?.objects.get_mut(&object);
        let kept = kept.ok_or(CUresult::CUDA_ERROR_INVALID_VALUE)?;
        let left = kept.checked_sub(count.into());
        *kept = left.ok_or(CUresult::CUDA_ERROR_INVALID_VALUE)?;
        driver.release_object(object, count.into())
    }

    fn cuGraphDebugDotPrint(graph: Handle, file: In<u8>, _flags: u32) {
        let file = file.text()?;
        let driver = driver()?;
        let graph = driver.graphs.get(graph)?;
        let mut text = String::from("digraph graph_1 {\n");
        for (place, (handle, node)) in graph.nodes.iter().enumerate() {
            let kind = KINDS.get(node.task.kind() as usize).copied().unwrap_or_default();
            let _ = writeln!(text, "  \"{handle:x}\" [label=\"{place}: {kind}\"];");
        }
        for (from, to) in graph.edges() {
            let _ = writeln!(text, "  \"{from:x}\" -> \"{to:x}\";");
        }
        std::fs::write(file, text + "}\n").map_err(|_| CUresult::CUDA_ERROR_OPERATING_SYSTEM)
    }
}
