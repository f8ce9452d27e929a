//! The nodes of graphs by their kinds: how they are added, read and changed.

use cudarc::driver::sys::CUresult;

use super::graph::add;
use super::memory::{Copy3, copy_of_boxes};
use crate::boundary::{Outcome, Refused, api};
use crate::driver::{Driver, Kind, driver, in_context};
use crate::pointer::{In, Out};
use crate::table::Handle;
use crate::task::{Copy, Fill, Launch, Rows, Side, Task};

/// `CUDA_KERNEL_NODE_PARAMS`; its second version has two more fields behind.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct KernelNode {
    function: Handle,
    grid: [u32; 3],
    block: [u32; 3],
    dynamic_shared: u32,
    pointers: In<u64>,
    extra: In<u64>,
}

/// `CUDA_KERNEL_NODE_PARAMS_v2`, and `_v3` with the same head.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct KernelNode2 {
    head: KernelNode,
    kernel: Handle,
    context: Handle,
}

/// `CUDA_MEMSET_NODE_PARAMS`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FillNode {
    address: u64,
    pitch: u64,
    value: u32,
    element: u32,
    width: u64,
    height: u64,
}

/// `CUDA_HOST_NODE_PARAMS`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct HostNode {
    function: u64,
    data: u64,
}

/// `CUDA_MEM_ALLOC_NODE_PARAMS`: the pool's properties, access, bytes, and the resulting address.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct AllocateNode {
    properties: [u64; 11],
    access: u64,
    count: u64,
    bytes: u64,
    address: u64,
}

/// The head of `CUgraphNodeParams`, with the largest of its variants.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct AnyNode {
    kind: u32,
    reserved: [u32; 3],
    words: [u64; 29],
    end: u64,
}

fn launch(driver: &Driver, node: &KernelNode, kernel: Handle) -> Refused<Task> {
    let function = if node.function == 0 {
        kernel
    } else {
        node.function
    };
    if node.grid.contains(&0) || node.block.contains(&0) {
        return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
    }
    Ok(Task::Launch(Launch {
        function,
        grid: node.grid,
        block: node.block,
        dynamic_shared: node.dynamic_shared,
        cluster: [1; 3],
        arguments: driver.arguments(function, node.pointers, node.extra)?,
    }))
}

fn fill(node: &FillNode) -> Refused<Task> {
    if !matches!(node.element, 1 | 2 | 4) {
        return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
    }
    Ok(Task::Fill(Fill {
        address: node.address,
        pitch: node.pitch as usize,
        element: node.element as usize,
        value: node.value,
        width: node.width as usize,
        height: node.height as usize,
    }))
}

fn host(node: &HostNode) -> Task {
    Task::Host {
        function: node.function,
        data: node.data,
    }
}

/// Memory that a graph allocates: it has its address from the time that the node is made.
fn allocate(driver: &mut Driver, bytes: u64) -> Refused<(Task, u64)> {
    let context = driver.current()?;
    let bytes = bytes as usize;
    let address = driver.allocate(bytes, Kind::Device, Some(context))?;
    Ok((Task::Allocate { address, bytes }, address))
}

/// A graph inside of a graph is a copy.
fn child(driver: &mut Driver, graph: Handle) -> Refused<Task> {
    let inner = driver.graphs.get(graph)?.clone();
    let inner = driver.copy_of_graph(&inner)?;
    let inner = inner.renamed(|| driver.new_node());
    Ok(Task::Child(driver.graphs.add(inner)))
}

fn event(driver: &Driver, event: Handle) -> Refused<Handle> {
    driver.events.get(event).map(|_| event)
}

/// The task of a description of any kind; `cuGraphAddNode` writes results into it.
fn any(driver: &mut Driver, place: Out<AnyNode>) -> Refused<Task> {
    let described = In::<AnyNode>::at(place.address()).get()?;
    let words = place.address() + 16;
    match described.kind {
        0 => {
            let node = In::<KernelNode2>::at(words).get()?;
            launch(driver, &node.head, node.kernel)
        }
        1 => {
            // Flags and a context stand before the copy.
            Ok(Task::Copy(copy_of_boxes(In::at(words + 16))?))
        }
        2 => fill(&In::<FillNode>::at(words).get()?),
        3 => Ok(host(&In::<HostNode>::at(words).get()?)),
        4 => {
            let task = child(driver, described.words[0])?;
            if let Task::Child(graph) = task {
                Out::at(words).put(graph)?;
            }
            Ok(task)
        }
        5 => Ok(Task::Empty),
        6 => Ok(Task::Wait(event(driver, described.words[0])?)),
        7 => Ok(Task::Record(event(driver, described.words[0])?)),
        10 => {
            let node = In::<AllocateNode>::at(words).get()?;
            let (task, address) = allocate(driver, node.bytes)?;
            Out::at(words).put(AllocateNode { address, ..node })?;
            Ok(task)
        }
        11 => Ok(Task::Free(described.words[0])),
        _ => Err(CUresult::CUDA_ERROR_NOT_SUPPORTED),
    }
}

/// Replaces the task of a node by one of the same kind.
fn replace(driver: &mut Driver, node: Handle, task: Task) -> Outcome {
    driver.check(&task)?;
    let graph = driver.graph_of(node)?;
    let known = driver.graphs.get_mut(graph)?.node_mut(node)?;
    if known.task.kind() != task.kind() {
        return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
    }
    known.task = task;
    Ok(())
}

/// The same in an executable graph.
fn replace_in(driver: &mut Driver, executable: Handle, node: Handle, task: Task) -> Outcome {
    driver.check(&task)?;
    let graph = &mut driver.executables.get_mut(executable)?.graph;
    let known = graph.node_mut(node)?;
    if known.task.kind() != task.kind() {
        return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
    }
    known.task = task;
    Ok(())
}

/// The parameters of a kernel node. The pointers to its arguments are valid while the node is.
fn shown(driver: &mut Driver, node: Handle) -> Refused<KernelNode2> {
    let Task::Launch(launch) = driver.task(node)?.clone() else {
        return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
    };
    let arguments = launch.arguments;
    let places: Vec<u64> = arguments
        .iter()
        .map(|bytes| bytes.as_ptr() as u64)
        .collect();
    driver.shown.insert(node, (arguments, places));
    let pointers = In::at(driver.shown[&node].1.as_ptr() as u64);
    let head = KernelNode {
        function: launch.function,
        grid: launch.grid,
        block: launch.block,
        dynamic_shared: launch.dynamic_shared,
        pointers,
        extra: In::at(0),
    };
    Ok(KernelNode2 {
        head,
        kernel: 0,
        context: 0,
    })
}

/// The words of `CUDA_MEMCPY3D` of a copy.
fn described(copy: &Copy) -> Copy3 {
    let mut words = [0; 25];
    let mut side = |at: usize, rows: &Rows| {
        let (kind, host, device) = match rows.side {
            Side::Host => (1, rows.address, 0),
            Side::Device => (2, 0, rows.address),
            Side::Any => (4, 0, rows.address),
        };
        words[at + 4] = kind;
        words[at + 5] = host;
        words[at + 6] = device;
        words[at + 9] = rows.pitch as u64;
        words[at + 10] = rows.plane.checked_div(rows.pitch).unwrap_or(0) as u64;
    };
    side(0, &copy.from);
    side(11, &copy.to);
    words[22] = copy.width as u64;
    words[23] = copy.height as u64;
    words[24] = copy.depth as u64;
    words
}

api! {
    fn cuGraphAddNode(node: Out<Handle>, graph: Handle, needs: In<Handle>, count: u64, described: Out<AnyNode>) {
        let mut driver = driver()?;
        let task = any(&mut driver, described)?;
        add(&mut driver, (node, graph), (needs, count), task)
    }

    fn cuGraphAddNode_v2(
        node: Out<Handle>,
        graph: Handle,
        needs: In<Handle>,
        _data: u64,
        count: u64,
        described: Out<AnyNode>,
    ) {
        let mut driver = driver()?;
        let task = any(&mut driver, described)?;
        add(&mut driver, (node, graph), (needs, count), task)
    }

    fn cuGraphNodeSetParams(node: Handle, described: Out<AnyNode>) {
        let mut driver = driver()?;
        let task = any(&mut driver, described)?;
        replace(&mut driver, node, task)
    }

    fn cuGraphExecNodeSetParams(executable: Handle, node: Handle, described: Out<AnyNode>) {
        let mut driver = driver()?;
        let task = any(&mut driver, described)?;
        replace_in(&mut driver, executable, node, task)
    }

    fn cuGraphAddKernelNode(node: Out<Handle>, graph: Handle, needs: In<Handle>, count: u64, described: In<KernelNode>) {
        let mut driver = driver()?;
        let task = launch(&driver, &described.get()?, 0)?;
        add(&mut driver, (node, graph), (needs, count), task)
    }

    fn cuGraphAddKernelNode_v2(
        node: Out<Handle>,
        graph: Handle,
        needs: In<Handle>,
        count: u64,
        described: In<KernelNode2>,
    ) {
        let mut driver = driver()?;
        let known = described.get()?;
        let task = launch(&driver, &known.head, known.kernel)?;
        add(&mut driver, (node, graph), (needs, count), task)
    }

    fn cuGraphKernelNodeGetParams(node: Handle, described: Out<KernelNode>) {
        described.check()?;
        described.put(shown(&mut *driver()?, node)?.head)
    }

    fn cuGraphKernelNodeGetParams_v2(node: Handle, described: Out<KernelNode2>) {
        described.check()?;
        described.put(shown(&mut *driver()?, node)?)
    }

    fn cuGraphKernelNodeSetParams(node: Handle, described: In<KernelNode>) {
        let mut driver = driver()?;
        let task = launch(&driver, &described.get()?, 0)?;
        replace(&mut driver, node, task)
    }

    fn cuGraphKernelNodeSetParams_v2(node: Handle, described: In<KernelNode2>) {
        let mut driver = driver()?;
        let known = described.get()?;
        let task = launch(&driver, &known.head, known.kernel)?;
        replace(&mut driver, node, task)
    }

    fn cuGraphExecKernelNodeSetParams(executable: Handle, node: Handle, described: In<KernelNode>) {
        let mut driver = driver()?;
        let task = launch(&driver, &described.get()?, 0)?;
        replace_in(&mut driver, executable, node, task)
    }

    fn cuGraphExecKernelNodeSetParams_v2(executable: Handle, node: Handle, described: In<KernelNode2>) {
        let mut driver = driver()?;
        let known = described.get()?;
        let task = launch(&driver, &known.head, known.kernel)?;
        replace_in(&mut driver, executable, node, task)
    }

    fn cuGraphAddMemcpyNode(
        node: Out<Handle>,
        graph: Handle,
        needs: In<Handle>,
        count: u64,
        copy: In<Copy3>,
        _context: Handle,
    ) {
        let task = Task::Copy(copy_of_boxes(copy)?);
        add(&mut *driver()?, (node, graph), (needs, count), task)
    }

    fn cuGraphMemcpyNodeGetParams(node: Handle, copy: Out<Copy3>) {
        copy.check()?;
        match driver()?.task(node)? {
            Task::Copy(known) => copy.put(described(known)),
            _ => Err(CUresult::CUDA_ERROR_INVALID_VALUE),
        }
    }

    fn cuGraphMemcpyNodeSetParams(node: Handle, copy: In<Copy3>) {
        let task = Task::Copy(copy_of_boxes(copy)?);
        replace(&mut *driver()?, node, task)
    }

    fn cuGraphExecMemcpyNodeSetParams(executable: Handle, node: Handle, copy: In<Copy3>, _context: Handle) {
        let task = Task::Copy(copy_of_boxes(copy)?);
        replace_in(&mut *driver()?, executable, node, task)
    }

    fn cuGraphAddMemsetNode(
        node: Out<Handle>,
        graph: Handle,
        needs: In<Handle>,
        count: u64,
        described: In<FillNode>,
        _context: Handle,
    ) {
        let task = fill(&described.get()?)?;
        add(&mut *driver()?, (node, graph), (needs, count), task)
    }

    fn cuGraphMemsetNodeGetParams(node: Handle, described: Out<FillNode>) {
        described.check()?;
        match driver()?.task(node)? {
            Task::Fill(known) => described.put(FillNode {
                address: known.address,
                pitch: known.pitch as u64,
                value: known.value,
                element: known.element as u32,
                width: known.width as u64,
                height: known.height as u64,
            }),
            _ => Err(CUresult::CUDA_ERROR_INVALID_VALUE),
        }
    }

    fn cuGraphMemsetNodeSetParams(node: Handle, described: In<FillNode>) {
        let task = fill(&described.get()?)?;
        replace(&mut *driver()?, node, task)
    }

    fn cuGraphExecMemsetNodeSetParams(executable: Handle, node: Handle, described: In<FillNode>, _context: Handle) {
        let task = fill(&described.get()?)?;
        replace_in(&mut *driver()?, executable, node, task)
    }

    fn cuGraphAddHostNode(node: Out<Handle>, graph: Handle, needs: In<Handle>, count: u64, described: In<HostNode>) {
        let task = host(&described.get()?);
        add(&mut *driver()?, (node, graph), (needs, count), task)
    }

    fn cuGraphHostNodeGetParams(node: Handle, described: Out<HostNode>) {
        described.check()?;
        match *driver()?.task(node)? {
            Task::Host { function, data } => described.put(HostNode { function, data }),
            _ => Err(CUresult::CUDA_ERROR_INVALID_VALUE),
        }
    }

    fn cuGraphHostNodeSetParams(node: Handle, described: In<HostNode>) {
        let task = host(&described.get()?);
        replace(&mut *driver()?, node, task)
    }

    fn cuGraphExecHostNodeSetParams(executable: Handle, node: Handle, described: In<HostNode>) {
        let task = host(&described.get()?);
        replace_in(&mut *driver()?, executable, node, task)
    }

    fn cuGraphAddChildGraphNode(node: Out<Handle>, graph: Handle, needs: In<Handle>, count: u64, inner: Handle) {
        let mut driver = driver()?;
        let task = child(&mut driver, inner)?;
        add(&mut driver, (node, graph), (needs, count), task)
    }

    fn cuGraphChildGraphNodeGetGraph(node: Handle, graph: Out<Handle>) {
        graph.check()?;
        match *driver()?.task(node)? {
            Task::Child(inner) => graph.put(inner),
            _ => Err(CUresult::CUDA_ERROR_INVALID_VALUE),
        }
    }

    fn cuGraphExecChildGraphNodeSetParams(executable: Handle, node: Handle, inner: Handle) {
        let mut driver = driver()?;
        let task = child(&mut driver, inner)?;
        replace_in(&mut driver, executable, node, task)
    }

    fn cuGraphAddEmptyNode(node: Out<Handle>, graph: Handle, needs: In<Handle>, count: u64) {
        add(&mut *driver()?, (node, graph), (needs, count), Task::Empty)
    }

    fn cuGraphAddEventRecordNode(node: Out<Handle>, graph: Handle, needs: In<Handle>, count: u64, recorded: Handle) {
        let mut driver = driver()?;
        let task = Task::Record(event(&driver, recorded)?);
        add(&mut driver, (node, graph), (needs, count), task)
    }

    fn cuGraphAddEventWaitNode(node: Out<Handle>, graph: Handle, needs: In<Handle>, count: u64, waited: Handle) {
        let mut driver = driver()?;
        let task = Task::Wait(event(&driver, waited)?);
        add(&mut driver, (node, graph), (needs, count), task)
    }

    fn cuGraphEventRecordNodeGetEvent(node: Handle, event: Out<Handle>) {
        event.check()?;
        match *driver()?.task(node)? {
            Task::Record(recorded) => event.put(recorded),
            _ => Err(CUresult::CUDA_ERROR_INVALID_VALUE),
        }
    }

    fn cuGraphEventWaitNodeGetEvent(node: Handle, event: Out<Handle>) {
        event.check()?;
        match *driver()?.task(node)? {
            Task::Wait(waited) => event.put(waited),
            _ => Err(CUresult::CUDA_ERROR_INVALID_VALUE),
        }
    }

    fn cuGraphEventRecordNodeSetEvent(node: Handle, recorded: Handle) {
        let mut driver = driver()?;
        let task = Task::Record(event(&driver, recorded)?);
        replace(&mut driver, node, task)
    }

    fn cuGraphEventWaitNodeSetEvent(node: Handle, waited: Handle) {
        let mut driver = driver()?;
        let task = Task::Wait(event(&driver, waited)?);
        replace(&mut driver, node, task)
    }

    fn cuGraphExecEventRecordNodeSetEvent(executable: Handle, node: Handle, recorded: Handle) {
        let mut driver = driver()?;
        let task = Task::Record(event(&driver, recorded)?);
        replace_in(&mut driver, executable, node, task)
    }

    fn cuGraphExecEventWaitNodeSetEvent(executable: Handle, node: Handle, waited: Handle) {
        let mut driver = driver()?;
        let task = Task::Wait(event(&driver, waited)?);
        replace_in(&mut driver, executable, node, task)
    }

    fn cuGraphAddMemAllocNode(
        node: Out<Handle>,
        graph: Handle,
        needs: In<Handle>,
        count: u64,
        described: Out<AllocateNode>,
    ) {
        let known = In::<AllocateNode>::at(described.address()).get()?;
        let (mut driver, _) = in_context()?;
        driver.graphs.get(graph)?;
        let (task, address) = allocate(&mut driver, known.bytes)?;
        described.put(AllocateNode { address, ..known })?;
        let added = add(&mut driver, (node, graph), (needs, count), task);
        if added.is_err() {
            driver.release(address)?;
        }
        added
    }

    fn cuGraphMemAllocNodeGetParams(node: Handle, described: Out<AllocateNode>) {
        described.check()?;
        match *driver()?.task(node)? {
            Task::Allocate { address, bytes } => described.put(AllocateNode {
                properties: [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
                access: 0,
                count: 0,
                bytes: bytes as u64,
                address,
            }),
            _ => Err(CUresult::CUDA_ERROR_INVALID_VALUE),
        }
    }

    fn cuGraphAddMemFreeNode(node: Out<Handle>, graph: Handle, needs: In<Handle>, count: u64, address: u64) {
        let mut driver = driver()?;
        if !driver.allocations.contains_key(&address) {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        add(&mut driver, (node, graph), (needs, count), Task::Free(address))
    }

    fn cuGraphMemFreeNodeGetParams(node: Handle, address: Out<u64>) {
        address.check()?;
        match *driver()?.task(node)? {
            Task::Free(freed) => address.put(freed),
            _ => Err(CUresult::CUDA_ERROR_INVALID_VALUE),
        }
    }
}
