//! Libraries, which belong to no context, their kernels, and the linker.

use cudarc::driver::sys::CUresult;

use super::module::{
    all_functions, attribute, file_text, load, name_of, parameter, set_attribute, variable,
};
use crate::boundary::{Outcome, Refused, api};
use crate::driver::{Link, driver, in_context};
use crate::image::{self, Options};
use crate::pointer::{In, Out};
use crate::table::Handle;

/// Loads a library; the options of libraries change nothing here.
fn load_library(library: Out<Handle>, text: &str, options: &Options) -> Outcome {
    library.check()?;
    let mut driver = driver()?;
    let handle = load(text, options, None, &mut driver)?;
    library.put(handle)
}

fn add(link: Handle, text: String) -> Outcome {
    let mut driver = driver()?;
    let link = driver.links.get_mut(link)?;
    if link.image.is_some() {
        return Err(CUresult::CUDA_ERROR_INVALID_HANDLE);
    }
    link.texts.push(text);
    Ok(())
}

/// Kinds of input of the linker: a cubin, PTX, a fat binary, an object, a library.
const OBJECT: u32 = 3;
const LIBRARY: u32 = 4;

/// What stands for NVIDIA's library of the same functions.
const DEVICE_RUNTIME: &str = include_str!("../device_runtime.ptx");

/// The PTX of an input. Objects and libraries are machine code, but for the library of the device's
/// runtime, which is known by the object in it.
fn input(kind: u32, bytes: &[u8]) -> Refused<String> {
    let name = b"cuda_device_runtime.o";
    match kind {
        LIBRARY if bytes.windows(name.len()).any(|window| window == name) => {
            Ok(DEVICE_RUNTIME.to_owned())
        }
        OBJECT | LIBRARY => {
            crate::report::say(
                "an object or a library of machine code is linked: the emulator links PTX, and what it linked before",
            );
            Err(CUresult::CUDA_ERROR_NO_BINARY_FOR_GPU)
        }
        0..OBJECT => image::text_of(bytes),
        _ => Err(CUresult::CUDA_ERROR_INVALID_VALUE),
    }
}

fn complete(link: Handle, image: Out<u64>, bytes: Out<u64>) -> Outcome {
    let mut driver = driver()?;
    let link = driver.links.get_mut(link)?;
    let linked = ptx_emulator::link(&link.texts)
        .and_then(|text| ptx_emulator::Module::parse_each(&text).map(|_| text));
    match linked {
        Ok(text) => {
            let made = ptx_emulator::contain(&text).into_boxed_slice();
            let made = link.image.insert(made);
            link.options.log("")?;
            image.may_put(made.as_ptr() as u64);
            bytes.may_put(made.len() as u64);
            Ok(())
        }
        Err(error) => {
            link.options.log(error.message())?;
            crate::report::say(error.message());
            Err(CUresult::CUDA_ERROR_INVALID_PTX)
        }
    }
}

api! {
    fn cuLibraryLoadData(
        library: Out<Handle>,
        data: In<u8>,
        names: In<u32>,
        values: In<u64>,
        count: u32,
        _library_names: u64,
        _library_values: u64,
        _library_count: u32,
    ) {
        let options = Options::read(count, names, values)?;
        load_library(library, &image::text(data)?, &options)
    }

    fn cuLibraryLoadFromFile(
        library: Out<Handle>,
        file: In<u8>,
        names: In<u32>,
        values: In<u64>,
        count: u32,
        _library_names: u64,
        _library_values: u64,
        _library_count: u32,
    ) {
        let options = Options::read(count, names, values)?;
        load_library(library, &file_text(file)?, &options)
    }

    fn cuLibraryUnload(library: Handle) {
        let mut driver = driver()?;
        if driver.modules.get(library)?.context.is_some() {
            return Err(CUresult::CUDA_ERROR_INVALID_HANDLE);
        }
        driver.unload(library)
    }

    fn cuLibraryGetKernel(kernel: Out<Handle>, library: Handle, name: In<u8>) {
        kernel.check()?;
        let mut driver = driver()?;
        let handle = driver.function(library, &name.text()?)?;
        kernel.put(handle)
    }

    fn cuLibraryGetKernelCount(count: Out<u32>, library: Handle) {
        let driver = driver()?;
        count.put(driver.modules.get(library)?.module.kernel_names().len() as u32)
    }

    fn cuLibraryEnumerateKernels(kernels: Out<Handle>, most: u32, library: Handle) {
        let mut driver = driver()?;
        let mut all = all_functions(&mut driver, library)?;
        all.truncate(most as usize);
        kernels.fill(&all)
    }

    fn cuLibraryGetModule(module: Out<Handle>, library: Handle) {
        let (driver, _) = in_context()?;
        driver.modules.get(library)?;
        module.put(library)
    }

    fn cuLibraryGetGlobal(address: Out<u64>, bytes: Out<u64>, library: Handle, name: In<u8>) {
        let (mut driver, _) = in_context()?;
        let (start, size) = variable(&mut driver, library, &name.text()?)?;
        address.may_put(start);
        bytes.may_put(size as u64);
        Ok(())
    }

    fn cuLibraryGetManaged(address: Out<u64>, bytes: Out<u64>, library: Handle, name: In<u8>) {
        let (mut driver, _) = in_context()?;
        let (start, size) = variable(&mut driver, library, &name.text()?)?;
        address.may_put(start);
        bytes.may_put(size as u64);
        Ok(())
    }

    fn cuKernelGetFunction(function: Out<Handle>, kernel: Handle) {
        let (driver, _) = in_context()?;
        driver.functions.get(kernel)?;
        function.put(kernel)
    }

    fn cuKernelGetLibrary(library: Out<Handle>, kernel: Handle) {
        let driver = driver()?;
        library.put(driver.functions.get(kernel)?.module)
    }

    fn cuKernelGetAttribute(value: Out<i32>, number: u32, kernel: Handle, device: i32) {
        super::basic::check_device(device)?;
        value.put(attribute(&*driver()?, kernel, number)?)
    }

    fn cuKernelSetAttribute(number: u32, value: i32, kernel: Handle, device: i32) {
        super::basic::check_device(device)?;
        set_attribute(&mut *driver()?, kernel, number, value)
    }

    fn cuKernelSetCacheConfig(kernel: Handle, config: u32, device: i32) {
        super::basic::check_device(device)?;
        driver()?.functions.get(kernel)?;
        if config > 3 { Err(CUresult::CUDA_ERROR_INVALID_VALUE) } else { Ok(()) }
    }

    fn cuKernelGetName(name: Out<u64>, kernel: Handle) {
        let driver = driver()?;
        name.put(name_of(&driver, kernel)?)
    }

    fn cuKernelGetParamInfo(kernel: Handle, number: usize, offset: Out<u64>, bytes: Out<u64>) {
        parameter(kernel, number, offset, bytes)
    }

    fn cuLinkCreate_v2(count: u32, names: In<u32>, values: In<u64>, link: Out<Handle>) {
        link.check()?;
        let options = Options::read(count, names, values)?;
        let (mut driver, _) = in_context()?;
        let handle = driver.links.add(Link { options, ..Link::default() });
        link.put(handle)
    }

    fn cuLinkAddData_v2(
        link: Handle,
        kind: u32,
        data: In<u8>,
        bytes: usize,
        _name: In<u8>,
        _count: u32,
        _names: In<u32>,
        _values: In<u64>,
    ) {
        add(link, input(kind, &data.list(bytes)?)?)
    }

    fn cuLinkAddFile_v2(
        link: Handle,
        kind: u32,
        file: In<u8>,
        _count: u32,
        _names: In<u32>,
        _values: In<u64>,
    ) {
        let bytes = std::fs::read(file.text()?);
        let bytes = bytes.map_err(|_| CUresult::CUDA_ERROR_FILE_NOT_FOUND)?;
        add(link, input(kind, &bytes)?)
    }

    fn cuLinkComplete(link: Handle, image: Out<u64>, bytes: Out<u64>) {
        complete(link, image, bytes)
    }

    fn cuLinkDestroy(link: Handle) {
        driver()?.links.remove(link).map(|_| ())
    }
}
