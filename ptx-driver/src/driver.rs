//! What exists: contexts, modules, functions, streams, events, graphs, allocations.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cudarc::driver::sys::CUresult;
use ptx_emulator::{ArrayId, Memory, Module};

use crate::boundary::{Outcome, Refused};
use crate::graph::{Capture, Executable, Graph};
use crate::table::{Handle, Table};
use crate::task::Task;

/// Everything that exists, of the one device.
pub struct Driver {
    /// The process that called `cuInit`: a child of it has no driver.
    process: u32,
    pub memory: Memory,
    pub contexts: Table<Context>,
    pub primary: Primary,
    pub modules: Table<Loaded>,
    pub functions: Table<Function>,
    pub streams: Table<Stream>,
    pub events: Table<Event>,
    pub graphs: Table<Graph>,
    pub executables: Table<Executable>,
    pub captures: Table<Capture>,
    pub links: Table<Link>,
    pub pools: Table<Pool>,
    pub objects: Table<UserObject>,
    /// Functions of the program, with their arguments, to be called when the driver is unlocked.
    pub waiting: Vec<(u64, u64)>,
    /// By their addresses.
    pub allocations: BTreeMap<u64, Allocation>,
    /// The pool that the device uses now.
    pub current_pool: Handle,
    pub default_pool: Handle,
    /// Arguments of nodes that programs have pointers to.
    pub shown: BTreeMap<Handle, (Vec<Vec<u8>>, Vec<u64>)>,
    /// Time, in nanoseconds.
    pub now: u64,
    /// Counts, for names and numbers that are used once.
    pub counter: u64,
}

/// The context that the runtime API shares.
#[derive(Default)]
pub struct Primary {
    pub handle: Option<Handle>,
    pub references: u32,
    pub flags: u32,
}

pub struct Context {
    pub flags: u32,
    pub number: u64,
    /// The fault that ended it: every call returns it from then on.
    pub fault: Option<CUresult>,
    pub limits: BTreeMap<u32, u64>,
    pub cache: u32,
    pub shared_banks: u32,
}

/// A module or a library.
pub struct Loaded {
    pub module: Arc<Module>,
    /// None for a library, which all contexts share.
    pub context: Option<Handle>,
}

pub struct Function {
    pub module: Handle,
    pub name: String,
    /// Bytes of dynamic shared memory that a launch may ask for.
    pub max_dynamic: u64,
    pub carveout: i32,
}

#[derive(Default)]
pub struct Stream {
    pub context: Option<Handle>,
    pub flags: u32,
    pub priority: i32,
    pub number: u64,
    /// The capture it takes part in, and the nodes that its next node depends on.
    pub capture: Option<(Handle, Vec<Handle>)>,
}

#[derive(Default)]
pub struct Event {
    pub context: Option<Handle>,
    pub flags: u32,
    pub recorded: Option<u64>,
    /// Recorded in a capture: nodes that a wait depends on.
    pub captured: Option<(Handle, Vec<Handle>)>,
}

/// The linker's texts so far.
#[derive(Default)]
pub struct Link {
    pub texts: Vec<String>,
    pub image: Option<Box<[u8]>>,
    pub options: crate::image::Options,
}

/// Something of the program that graphs keep: its end is a call of a function with its address.
pub struct UserObject {
    pub data: u64,
    pub end: u64,
    pub references: u64,
}

/// A pool of memory.
#[derive(Default)]
pub struct Pool {
    pub attributes: BTreeMap<u32, u64>,
    pub used: u64,
    pub most_used: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Device,
    /// Pinned memory that the library allocated.
    Pinned,
    /// Memory of the program that it registered.
    Registered,
    Managed,
    /// A variable of a module.
    Variable,
    Pool(Handle),
}

#[derive(Clone)]
pub struct Allocation {
    pub array: ArrayId,
    pub bytes: usize,
    pub kind: Kind,
    pub context: Option<Handle>,
    pub flags: u32,
    pub number: u64,
}

thread_local! {
    /// The contexts of this thread; the last is current.
    static STACK: RefCell<Vec<Handle>> = const { RefCell::new(Vec::new()) };
    /// Whether this thread runs a function of the program for a stream.
    static IN_CALLBACK: Cell<bool> = const { Cell::new(false) };
}

/// The stack of contexts of this thread.
pub fn stack<T>(body: impl FnOnce(&mut Vec<Handle>) -> T) -> T {
    STACK.with_borrow_mut(body)
}

/// Runs a function of the program, which may not call the library.
pub fn callback(body: impl FnOnce()) {
    IN_CALLBACK.set(true);
    body();
    IN_CALLBACK.set(false);
}

static DRIVER: Mutex<Option<Driver>> = Mutex::new(None);

/// `cuInit`
pub fn initialise() -> Outcome {
    let mut driver = DRIVER.lock().unwrap_or_else(PoisonError::into_inner);
    if driver.is_none() {
        *driver = Some(Driver::new());
    }
    Ok(())
}

/// What exists, for one call. Functions of the program that the call must run are called behind it,
/// when other threads may use the driver again.
pub struct Locked(Option<MutexGuard<'static, Option<Driver>>>);

const LOCKED: &str = "locked and checked by `driver`";

impl Drop for Locked {
    fn drop(&mut self) {
        let waiting = std::mem::take(&mut self.waiting);
        self.0 = None;
        for (function, data) in waiting {
            call_host(function, data);
        }
    }
}

/// Calls a function of the program.
pub fn call_host(function: u64, data: u64) {
    type Function = extern "C" fn(u64);
    if function != 0 {
        // SAFETY: by the promise of the program, the address is a function of this type.
        let function: Function = unsafe { std::mem::transmute(function as usize) };
        callback(|| function(data));
    }
}

impl std::ops::Deref for Locked {
    type Target = Driver;

    fn deref(&self) -> &Driver {
        let driver = self.0.as_ref().and_then(|driver| driver.as_ref());
        driver.expect(LOCKED)
    }
}

impl std::ops::DerefMut for Locked {
    fn deref_mut(&mut self) -> &mut Driver {
        let driver = self.0.as_mut().and_then(|driver| driver.as_mut());
        driver.expect(LOCKED)
    }
}

/// The driver, which other threads wait for meanwhile.
pub fn driver() -> Refused<Locked> {
    if IN_CALLBACK.get() {
        return Err(CUresult::CUDA_ERROR_NOT_PERMITTED);
    }
    let driver = DRIVER.lock().unwrap_or_else(PoisonError::into_inner);
    match &*driver {
        Some(known) if known.process == std::process::id() => Ok(Locked(Some(driver))),
        _ => Err(CUresult::CUDA_ERROR_NOT_INITIALIZED),
    }
}

/// The driver, for a call that needs a context, which is current.
pub fn in_context() -> Refused<(Locked, Handle)> {
    let driver = driver()?;
    let context = driver.current()?;
    Ok((driver, context))
}

/// The handle of the stream that orders itself with all others.
pub const LEGACY: Handle = 1;
/// The handle of the default stream of each thread.
pub const PER_THREAD: Handle = 2;

impl Driver {
    fn new() -> Driver {
        use CUresult::*;
        let table_of = CUDA_ERROR_INVALID_HANDLE;
        let mut driver = Driver {
            process: std::process::id(),
            memory: Memory::beside_host(),
            contexts: Table::new(1, CUDA_ERROR_INVALID_CONTEXT),
            primary: Primary::default(),
            modules: Table::new(2, table_of),
            functions: Table::new(3, table_of),
            streams: Table::new(4, table_of),
            events: Table::new(5, table_of),
            graphs: Table::new(6, CUDA_ERROR_INVALID_VALUE),
            executables: Table::new(7, CUDA_ERROR_INVALID_VALUE),
            captures: Table::new(8, table_of),
            links: Table::new(9, table_of),
            pools: Table::new(10, CUDA_ERROR_INVALID_VALUE),
            objects: Table::new(12, CUDA_ERROR_INVALID_VALUE),
            waiting: Vec::new(),
            allocations: BTreeMap::new(),
            current_pool: 0,
            default_pool: 0,
            shown: BTreeMap::new(),
            now: 0,
            counter: 0,
        };
        for handle in [LEGACY, PER_THREAD] {
            driver.streams.insert(
                handle,
                Stream {
                    number: handle,
                    ..Stream::default()
                },
            );
        }
        driver.default_pool = driver.pools.add(Pool::default());
        driver.current_pool = driver.default_pool;
        driver
    }

    /// A number that nothing else has.
    pub fn number(&mut self) -> u64 {
        self.counter += 1;
        self.counter
    }

    /// The context of this thread; an error if there is none, or it ended with a fault.
    pub fn current(&self) -> Refused<Handle> {
        let Some(handle) = stack(|stack| stack.last().copied()) else {
            return Err(CUresult::CUDA_ERROR_INVALID_CONTEXT);
        };
        let context = self.contexts.get(handle);
        match context
            .map_err(|_| CUresult::CUDA_ERROR_CONTEXT_IS_DESTROYED)?
            .fault
        {
            Some(fault) => Err(fault),
            None => Ok(handle),
        }
    }

    pub fn new_context(&mut self, flags: u32) -> Handle {
        let number = self.number();
        self.contexts.add(Context {
            flags,
            number,
            fault: None,
            limits: BTreeMap::new(),
            cache: 0,
            shared_banks: 0,
        })
    }

    /// Ends a context and everything in it.
    pub fn end_context(&mut self, context: Handle) -> Outcome {
        self.contexts.remove(context)?;
        for module in self
            .modules
            .handles(|module| module.context == Some(context))
        {
            self.unload(module)?;
        }
        for stream in self
            .streams
            .handles(|stream| stream.context == Some(context))
        {
            self.streams.remove(stream)?;
        }
        for event in self.events.handles(|event| event.context == Some(context)) {
            self.events.remove(event)?;
        }
        let own = |(address, one): (&u64, &Allocation)| {
            (one.context == Some(context) && one.kind != Kind::Variable).then_some(*address)
        };
        let addresses: Vec<u64> = self.allocations.iter().filter_map(own).collect();
        for address in addresses {
            self.release(address)?;
        }
        Ok(())
    }

    /// Unloads a module or a library.
    pub fn unload(&mut self, handle: Handle) -> Outcome {
        let loaded = self.modules.remove(handle)?;
        for function in self.functions.handles(|function| function.module == handle) {
            self.functions.remove(function)?;
        }
        loaded.module.unplace(&mut self.memory);
        let memory = &self.memory;
        self.allocations.retain(|address, one| {
            one.kind != Kind::Variable || memory.array_at(*address).is_some()
        });
        Ok(())
    }

    /// The function of a module, one handle for each name.
    pub fn function(&mut self, module: Handle, name: &str) -> Refused<Handle> {
        let loaded = self.modules.get(module)?;
        let names = loaded.module.kernel_names();
        if !names.contains(&name) {
            return Err(CUresult::CUDA_ERROR_NOT_FOUND);
        }
        let same = |function: &Function| function.module == module && function.name == name;
        if let Some(known) = self.functions.handles(same).first() {
            return Ok(*known);
        }
        let resources = loaded.module.resources(name);
        let fixed = resources.map_or(0, |resources| resources.shared_bytes);
        Ok(self.functions.add(Function {
            module,
            name: name.to_owned(),
            max_dynamic: (48_u64 << 10).saturating_sub(fixed),
            carveout: -1,
        }))
    }

    /// The module of a function.
    pub fn module_of(&self, function: Handle) -> Refused<(&Function, Arc<Module>)> {
        let function = self.functions.get(function)?;
        Ok((function, self.modules.get(function.module)?.module.clone()))
    }

    /// The stream of a handle; 0 is the default one.
    pub fn stream(&self, handle: Handle) -> Refused<Handle> {
        let handle = if handle == 0 { LEGACY } else { handle };
        self.streams.get(handle)?;
        Ok(handle)
    }

    /// Gives up references to an object of the program.
    pub fn release_object(&mut self, handle: Handle, count: u64) -> Outcome {
        let object = self.objects.get_mut(handle)?;
        let left = object.references.checked_sub(count);
        object.references = left.ok_or(CUresult::CUDA_ERROR_INVALID_VALUE)?;
        if object.references == 0 {
            let object = self.objects.remove(handle)?;
            self.waiting.push((object.end, object.data));
        }
        Ok(())
    }

    /// The graph that has a node.
    pub fn graph_of(&self, node: Handle) -> Refused<Handle> {
        let mut graphs = self.graphs.iter();
        let found = graphs.find(|(_, graph)| graph.nodes.contains_key(&node));
        found
            .map(|(handle, _)| handle)
            .ok_or(CUresult::CUDA_ERROR_INVALID_VALUE)
    }

    /// The task of a node.
    pub fn task(&self, node: Handle) -> Refused<&Task> {
        Ok(&self.graphs.get(self.graph_of(node)?)?.node(node)?.task)
    }

    /// The allocation that has a byte at an address.
    pub fn allocation(&self, address: u64) -> Option<(u64, &Allocation)> {
        let (start, one) = self.allocations.range(..=address).next_back()?;
        (address - start < one.bytes as u64).then_some((*start, one))
    }
}
