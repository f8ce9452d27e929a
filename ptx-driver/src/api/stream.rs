//! Streams, captures of them, and functions of the program in them.

use cudarc::driver::sys::CUresult;

use crate::boundary::{Outcome, Refused, api};
use crate::driver::{Driver, LEGACY, Stream, call_host, callback, driver, in_context};
use crate::graph::{Capture, Graph};
use crate::pointer::{In, Out};
use crate::table::Handle;
use crate::task::{Fill, Task};

fn create(stream: Out<Handle>, flags: u32, priority: i32) -> Outcome {
    stream.check()?;
    let (mut driver, context) = in_context()?;
    if flags > 1 {
        return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
    }
    let number = driver.number();
    let new = Stream {
        context: Some(context),
        flags,
        priority: priority.clamp(-5, 0),
        number,
        capture: None,
    };
    let handle = driver.streams.add(new);
    stream.put(handle)
}

fn destroy(stream: Handle) -> Outcome {
    let mut driver = driver()?;
    if stream <= 2 {
        return Err(CUresult::CUDA_ERROR_INVALID_HANDLE);
    }
    let ended = driver.streams.remove(stream)?;
    if let Some((capture, _)) = ended.capture {
        end(&mut driver, capture);
    }
    Ok(())
}

/// Ends a capture; its streams are no longer captured.
fn end(driver: &mut Driver, capture: Handle) -> Option<Capture> {
    let part = |stream: &Stream| {
        stream
            .capture
            .as_ref()
            .is_some_and(|(of, _)| *of == capture)
    };
    for stream in driver.streams.handles(part) {
        if let Ok(stream) = driver.streams.get_mut(stream) {
            stream.capture = None;
        }
    }
    driver.captures.remove(capture).ok()
}

fn begin(stream: Handle, mode: u32, into: Option<Handle>, needs: Vec<Handle>) -> Outcome {
    let (mut driver, _) = in_context()?;
    let stream = driver.stream(stream)?;
    if stream == LEGACY {
        return Err(CUresult::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    }
    if mode > 2 {
        return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
    }
    if driver.streams.get(stream)?.capture.is_some() {
        return Err(CUresult::CUDA_ERROR_ILLEGAL_STATE);
    }
    if let Some(graph) = into {
        let graph = driver.graphs.get(graph)?;
        if needs.iter().any(|need| !graph.nodes.contains_key(need)) {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
    }
    let number = driver.number();
    let capture = driver.captures.add(Capture {
        graph: Graph::default(),
        origin: stream,
        mode,
        thread: std::thread::current().id(),
        number,
        invalid: false,
        into,
    });
    driver.streams.get_mut(stream)?.capture = Some((capture, needs));
    Ok(())
}

fn end_capture(stream: Handle, graph: Out<Handle>) -> Outcome {
    let (mut driver, _) = in_context()?;
    let stream = driver.stream(stream)?;
    let Some((capture, last)) = driver.streams.get(stream)?.capture.clone() else {
        return Err(CUresult::CUDA_ERROR_ILLEGAL_STATE);
    };
    if driver.captures.get(capture)?.origin != stream {
        return Err(CUresult::CUDA_ERROR_STREAM_CAPTURE_UNMATCHED);
    }
    let others = driver
        .streams
        .handles(|other| other.capture.as_ref().is_some_and(|(of, _)| *of == capture));
    let unjoined = unjoined(&driver, capture, &others, stream, &last)?;
    let Some(ended) = end(&mut driver, capture) else {
        return Err(CUresult::CUDA_ERROR_ILLEGAL_STATE);
    };
    graph.may_put(0);
    if ended.invalid {
        return Err(CUresult::CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    }
    if unjoined {
        return Err(CUresult::CUDA_ERROR_STREAM_CAPTURE_UNJOINED);
    }
    let handle = match ended.into {
        Some(graph) => graph,
        None => driver.graphs.add(ended.graph),
    };
    graph.put(handle)
}

/// Whether a stream has nodes that the stream where the capture began does not wait for.
fn unjoined(
    driver: &Driver,
    capture: Handle,
    streams: &[Handle],
    origin: Handle,
    last: &[Handle],
) -> Refused<bool> {
    let state = driver.captures.get(capture)?;
    let graph = match state.into {
        Some(graph) => driver.graphs.get(graph)?,
        None => &state.graph,
    };
    let mut reached: Vec<Handle> = last.to_vec();
    let mut place = 0;
    while place < reached.len() {
        if let Ok(node) = graph.node(reached[place]) {
            let new = node.needs.iter().filter(|need| !reached.contains(need));
            let new: Vec<Handle> = new.copied().collect();
            reached.extend(new);
        }
        place += 1;
    }
    for stream in streams.iter().filter(|stream| **stream != origin) {
        let stream = driver.streams.get(*stream)?;
        let nodes = stream.capture.as_ref().map_or(&[][..], |(_, nodes)| nodes);
        if nodes.iter().any(|node| !reached.contains(node)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Makes a stream wait for an event; inside a capture the stream joins it.
fn wait(stream: Handle, event: Handle) -> Outcome {
    let (mut driver, _) = in_context()?;
    let stream = driver.stream(stream)?;
    let captured = driver.events.get(event)?.captured.clone();
    let own = driver.streams.get(stream)?.capture.clone();
    match (captured, own) {
        (None, None) => driver.submit(stream, Task::Wait(event)),
        (None, Some((capture, _))) => {
            driver.captures.get_mut(capture)?.invalid = true;
            Err(CUresult::CUDA_ERROR_STREAM_CAPTURE_ISOLATION)
        }
        (Some((capture, nodes)), None) => {
            driver
                .captures
                .get(capture)
                .map_err(|_| CUresult::CUDA_ERROR_CAPTURED_EVENT)?;
            driver.streams.get_mut(stream)?.capture = Some((capture, nodes));
            Ok(())
        }
        (Some((capture, nodes)), Some((own, mut last))) => {
            if capture != own {
                driver.captures.get_mut(own)?.invalid = true;
                return Err(CUresult::CUDA_ERROR_STREAM_CAPTURE_MERGE);
            }
            let new: Vec<Handle> = nodes
                .into_iter()
                .filter(|node| !last.contains(node))
                .collect();
            last.extend(new);
            driver.streams.get_mut(stream)?.capture = Some((own, last));
            Ok(())
        }
    }
}

/// What `cuStreamGetCaptureInfo` tells.
struct Told {
    status: Out<u32>,
    number: Out<u64>,
    graph: Out<Handle>,
    nodes: Out<u64>,
    edges: Out<u64>,
    count: Out<u64>,
}

thread_local! {
    /// The nodes that the last query gave: they are valid until the next call.
    static NODES: std::cell::RefCell<Vec<Handle>> = const { std::cell::RefCell::new(Vec::new()) };
    static MODE: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
}

fn capture_info(stream: Handle, told: &Told) -> Outcome {
    told.status.check()?;
    let (mut driver, _) = in_context()?;
    let stream = driver.stream(stream)?;
    let Some((capture, last)) = driver.streams.get(stream)?.capture.clone() else {
        return told.status.put(0);
    };
    let state = driver.captures.get(capture)?;
    let (number, invalid, into) = (state.number, state.invalid, state.into);
    if invalid {
        return told.status.put(2);
    }
    if !told.graph.is_null() {
        // The program sees the graph while it grows, so that it needs a handle now.
        let graph = match into {
            Some(graph) => graph,
            None => {
                let grown = std::mem::take(&mut driver.captures.get_mut(capture)?.graph);
                let graph = driver.graphs.add(grown);
                driver.captures.get_mut(capture)?.into = Some(graph);
                graph
            }
        };
        told.graph.put(graph)?;
    }
    told.number.may_put(number);
    told.count.may_put(last.len() as u64);
    told.edges.may_put(0);
    NODES.with_borrow_mut(|nodes| {
        *nodes = last;
        told.nodes.may_put(nodes.as_ptr() as u64);
    });
    told.status.put(1)
}

fn update_dependencies(stream: Handle, nodes: &[Handle], flags: u32) -> Outcome {
    let (mut driver, _) = in_context()?;
    let stream = driver.stream(stream)?;
    let Some((capture, last)) = driver.streams.get(stream)?.capture.clone() else {
        return Err(CUresult::CUDA_ERROR_ILLEGAL_STATE);
    };
    let needs = match flags {
        0 => [last, nodes.to_vec()].concat(),
        1 => nodes.to_vec(),
        _ => return Err(CUresult::CUDA_ERROR_INVALID_VALUE),
    };
    driver.streams.get_mut(stream)?.capture = Some((capture, needs));
    Ok(())
}

/// Writes a word of memory of the device, behind what the stream has.
fn write_value(stream: Handle, address: u64, value: u64, bytes: usize, flags: u32) -> Outcome {
    let (mut driver, _) = in_context()?;
    // CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER changes nothing.
    if flags > 1 {
        return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
    }
    let words = bytes / 4;
    for (place, part) in [value as u32, (value >> 32) as u32][..words]
        .iter()
        .enumerate()
    {
        let fill = Fill {
            address: address.wrapping_add(4 * place as u64),
            pitch: 0,
            element: 4,
            value: *part,
            width: 1,
            height: 1,
        };
        driver.check_fill(&fill)?;
        driver.submit(stream, Task::Fill(fill))?;
    }
    Ok(())
}

/// Ends the capture of a stream that the program waits for.
fn refuse_capture(driver: &mut Driver, stream: Handle) -> Outcome {
    let Some((capture, _)) = driver.streams.get(stream)?.capture else {
        return Ok(());
    };
    driver.captures.get_mut(capture)?.invalid = true;
    Err(CUresult::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED)
}

api! {
    fn cuStreamCreate(stream: Out<Handle>, flags: u32) {
        create(stream, flags, 0)
    }

    fn cuStreamCreateWithPriority(stream: Out<Handle>, flags: u32, priority: i32) {
        create(stream, flags, priority)
    }

    fn cuStreamDestroy(stream: Handle) {
        destroy(stream)
    }

    fn cuStreamDestroy_v2(stream: Handle) {
        destroy(stream)
    }

    fn cuStreamGetPriority(stream: Handle, priority: Out<i32>) {
        let driver = driver()?;
        let stream = driver.stream(stream)?;
        priority.put(driver.streams.get(stream)?.priority)
    }

    fn cuStreamGetFlags(stream: Handle, flags: Out<u32>) {
        let driver = driver()?;
        let stream = driver.stream(stream)?;
        flags.put(driver.streams.get(stream)?.flags)
    }

    fn cuStreamGetId(stream: Handle, number: Out<u64>) {
        let driver = driver()?;
        let stream = driver.stream(stream)?;
        number.put(driver.streams.get(stream)?.number)
    }

    fn cuStreamGetDevice(stream: Handle, device: Out<i32>) {
        driver()?.stream(stream)?;
        device.put(0)
    }

    fn cuStreamGetCtx(stream: Handle, context: Out<Handle>) {
        let driver = driver()?;
        let stream = driver.stream(stream)?;
        let own = driver.streams.get(stream)?.context;
        context.put(own.map_or_else(|| driver.current(), Ok)?)
    }

    fn cuStreamGetCtx_v2(stream: Handle, context: Out<Handle>, green: Out<Handle>) {
        let driver = driver()?;
        let stream = driver.stream(stream)?;
        let own = driver.streams.get(stream)?.context;
        green.may_put(0);
        context.put(own.map_or_else(|| driver.current(), Ok)?)
    }

    fn cuStreamQuery(stream: Handle) {
        let (mut driver, _) = in_context()?;
        let stream = driver.stream(stream)?;
        refuse_capture(&mut driver, stream)
    }

    fn cuStreamSynchronize(stream: Handle) {
        let (mut driver, _) = in_context()?;
        let stream = driver.stream(stream)?;
        refuse_capture(&mut driver, stream)
    }

    fn cuStreamWaitEvent(stream: Handle, event: Handle, flags: u32) {
        if flags > 1 {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        wait(stream, event)
    }

    fn cuStreamAddCallback(stream: Handle, function: u64, data: u64, flags: u32) {
        let (driver, _) = in_context()?;
        let stream = driver.stream(stream)?;
        if function == 0 || flags != 0 {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        if driver.streams.get(stream)?.capture.is_some() {
            return Err(CUresult::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
        }
        drop(driver);
        type Function = extern "C" fn(Handle, u32, u64);
        // SAFETY: by the promise of the program, the address is a function of this type.
        let function: Function = unsafe { std::mem::transmute(function as usize) };
        callback(|| function(stream, 0, data));
        Ok(())
    }

    fn cuLaunchHostFunc(stream: Handle, function: u64, data: u64) {
        let (mut driver, _) = in_context()?;
        let stream = driver.stream(stream)?;
        if function == 0 {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        let task = Task::Host { function, data };
        if driver.streams.get(stream)?.capture.is_some() {
            return driver.submit(stream, task);
        }
        // Other threads may use the driver meanwhile.
        drop(driver);
        call_host(function, data);
        Ok(())
    }

    fn cuStreamAttachMemAsync(stream: Handle, address: u64, _bytes: u64, flags: u32) {
        let (driver, _) = in_context()?;
        driver.stream(stream)?;
        if !matches!(flags, 1 | 2 | 4) || driver.allocation(address).is_none() {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        Ok(())
    }

    fn cuStreamCopyAttributes(to: Handle, from: Handle) {
        let (driver, _) = in_context()?;
        driver.stream(to)?;
        driver.stream(from).map(|_| ())
    }

    fn cuStreamBeginCapture(stream: Handle) {
        begin(stream, 0, None, Vec::new())
    }

    fn cuStreamBeginCapture_v2(stream: Handle, mode: u32) {
        begin(stream, mode, None, Vec::new())
    }

    fn cuStreamBeginCaptureToGraph(
        stream: Handle,
        graph: Handle,
        needs: In<Handle>,
        _edges: u64,
        count: u64,
        mode: u32,
    ) {
        begin(stream, mode, Some(graph), needs.list(count as usize)?)
    }

    fn cuStreamEndCapture(stream: Handle, graph: Out<Handle>) {
        end_capture(stream, graph)
    }

    fn cuStreamIsCapturing(stream: Handle, status: Out<u32>) {
        status.check()?;
        let (driver, _) = in_context()?;
        if driver.stream(stream)? == LEGACY && !driver.captures.handles(|capture| capture.mode == 0).is_empty() {
            return Err(CUresult::CUDA_ERROR_STREAM_CAPTURE_IMPLICIT);
        }
        let stream = driver.stream(stream)?;
        let capture = &driver.streams.get(stream)?.capture;
        let invalid = |of: &Handle| driver.captures.get(*of).is_ok_and(|capture| capture.invalid);
        status.put(match capture {
            None => 0,
            Some((of, _)) if invalid(of) => 2,
            Some(_) => 1,
        })
    }

    fn cuStreamGetCaptureInfo(stream: Handle, status: Out<u32>, number: Out<u64>) {
        let none = Out::at(0);
        capture_info(stream, &Told { status, number, graph: none, nodes: none, edges: none, count: none })
    }

    fn cuStreamGetCaptureInfo_v2(
        stream: Handle,
        status: Out<u32>,
        number: Out<u64>,
        graph: Out<Handle>,
        nodes: Out<u64>,
        count: Out<u64>,
    ) {
        capture_info(stream, &Told { status, number, graph, nodes, edges: Out::at(0), count })
    }

    fn cuStreamGetCaptureInfo_v3(
        stream: Handle,
        status: Out<u32>,
        number: Out<u64>,
        graph: Out<Handle>,
        nodes: Out<u64>,
        edges: Out<u64>,
        count: Out<u64>,
    ) {
        capture_info(stream, &Told { status, number, graph, nodes, edges, count })
    }

    fn cuStreamUpdateCaptureDependencies(
        stream: Handle,
        nodes: In<Handle>,
        count: u64,
        flags: u32,
    ) {
        update_dependencies(stream, &nodes.list(count as usize)?, flags)
    }

    fn cuStreamUpdateCaptureDependencies_v2(
        stream: Handle,
        nodes: In<Handle>,
        _edges: u64,
        count: u64,
        flags: u32,
    ) {
        update_dependencies(stream, &nodes.list(count as usize)?, flags)
    }

    fn cuStreamWriteValue32(stream: Handle, address: u64, value: u32, flags: u32) {
        write_value(stream, address, value.into(), 4, flags)
    }

    fn cuStreamWriteValue32_v2(stream: Handle, address: u64, value: u32, flags: u32) {
        write_value(stream, address, value.into(), 4, flags)
    }

    fn cuStreamWriteValue64(stream: Handle, address: u64, value: u64, flags: u32) {
        write_value(stream, address, value, 8, flags)
    }

    fn cuStreamWriteValue64_v2(stream: Handle, address: u64, value: u64, flags: u32) {
        write_value(stream, address, value, 8, flags)
    }

    fn cuThreadExchangeStreamCaptureMode(mode: Out<u32>) {
        mode.check()?;
        driver()?;
        let wanted = In::<u32>::at(mode.address()).get()?;
        if wanted > 2 {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        mode.put(MODE.replace(wanted))
    }
}
