//! The definitions of a library in LLVM bitcode, such as NVIDIA's `libdevice.10.bc`.

use std::{
    collections::HashSet,
    ffi::{CStr, CString, c_char, c_int},
    ptr::null_mut,
};

use mlir_sys::*;

unsafe extern "C" {
    /// From LLVM's `llvm-c/BitReader.h`; this function returns its error instead of ending the
    /// process.
    fn LLVMParseBitcodeInContext(
        context: LLVMContextRef,
        buffer: LLVMMemoryBufferRef,
        module: *mut LLVMModuleRef,
        message: *mut *mut c_char,
    ) -> c_int;
}

/// The names of the functions that a bitcode file defines.
///
/// # Errors
/// If the file cannot be read or is not LLVM bitcode.
pub fn defined_functions(path: &str) -> Result<HashSet<String>, String> {
    std::fs::File::open(path)
        .and_then(|file| {
            if file.metadata()?.is_dir() {
                Err(std::io::ErrorKind::IsADirectory.into())
            } else {
                Ok(())
            }
        })
        .map_err(|reason| format!("cannot read the library `{path}`: {reason}"))?;
    let unreadable = |reason: String| {
        format!(
            "`{path}` is not LLVM bitcode: expected the libdevice.10.bc of a CUDA toolkit ({reason})"
        )
    };
    let name = CString::new(path).map_err(|error| unreadable(error.to_string()))?;
    // SAFETY: every handle is created here, used while it is alive, and disposed of once.
    unsafe {
        let (mut buffer, mut module, mut message) = (null_mut(), null_mut(), null_mut());
        if LLVMCreateMemoryBufferWithContentsOfFile(name.as_ptr(), &mut buffer, &mut message) != 0 {
            return Err(unreadable(taken(message)));
        }
        let context = LLVMContextCreate();
        let failed = LLVMParseBitcodeInContext(context, buffer, &mut module, &mut message) != 0;
        let result = if failed {
            Err(unreadable(taken(message)))
        } else {
            Ok(names(module))
        };
        if !failed {
            LLVMDisposeModule(module);
        }
        LLVMContextDispose(context);
        LLVMDisposeMemoryBuffer(buffer);
        result
    }
}

/// A message of LLVM's, copied and disposed of.
///
/// # Safety
/// The message is null or owned by the caller.
unsafe fn taken(message: *mut c_char) -> String {
    if message.is_null() {
        return "no reason given".to_owned();
    }
    // SAFETY: a message from LLVM is a C string, which is copied and then disposed of once.
    unsafe {
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeMessage(message);
        text
    }
}

/// # Safety
/// The module is alive.
unsafe fn names(module: LLVMModuleRef) -> HashSet<String> {
    let mut found = HashSet::new();
    // SAFETY: the functions of a live module are alive, and so are their names.
    unsafe {
        let mut function = LLVMGetFirstFunction(module);
        while !function.is_null() {
            if LLVMIsDeclaration(function) == 0 {
                let mut length = 0;
                let name = LLVMGetValueName2(function, &mut length);
                let bytes = std::slice::from_raw_parts(name.cast::<u8>(), length);
                found.insert(String::from_utf8_lossy(bytes).into_owned());
            }
            function = LLVMGetNextFunction(function);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_bitcode_is_refused_with_a_reason() {
        let folder = tempfile::tempdir().unwrap();
        let message = |path: &str| defined_functions(path).unwrap_err();
        let path = folder.path().join("text.bc").to_str().unwrap().to_owned();
        assert!(message(&path).starts_with(&format!("cannot read the library `{path}`: ")));
        for text in [
            "",
            "BC",
            "BC\u{c0}\u{de}",
            "BC and more that is not bitcode",
        ] {
            std::fs::write(&path, text).unwrap();
            let expected = format!(
                "`{path}` is not LLVM bitcode: expected the libdevice.10.bc of a CUDA toolkit ("
            );
            assert!(message(&path).starts_with(&expected), "{}", message(&path));
        }
        assert!(message(folder.path().to_str().unwrap()).starts_with("cannot read the library"));
    }
}
