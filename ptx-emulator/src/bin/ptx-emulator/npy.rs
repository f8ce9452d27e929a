//! Arrays in `.npy` files: `npyz` reads the header, and the elements are bytes.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;

use npyz::{NpyHeader, Order, TypeStr, WriterBuilder};

use crate::element::Element;

/// The extents and the bytes of an array of this type.
///
/// # Errors
/// A file that cannot be read or holds another array; with what was expected and found.
pub fn read(path: &Path, element: Element) -> Result<(Vec<usize>, Vec<u8>), String> {
    read_file(path, element).map_err(|reason| format!("{}: {reason}", path.display()))
}

fn read_file(path: &Path, element: Element) -> Result<(Vec<usize>, Vec<u8>), String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    let bytes_in_file = file.metadata().map_err(|error| error.to_string())?.len();
    let mut reader = BufReader::new(file);
    let header = NpyHeader::from_reader(&mut reader)
        .map_err(|error| format!("expected a .npy file, as numpy.save writes it: {error}"))?;
    let npyz::DType::Plain(found) = header.dtype() else {
        return Err("expected elements of one plain type, found records".to_owned());
    };
    let found = found.to_string();
    if found != element.npy() {
        return Err(format!(
            "expected elements of {element}, `{}`, found `{found}`: convert it with astype, or name its type in the argument",
            element.npy()
        ));
    }
    if header.order() == Order::Fortran && header.shape().len() > 1 {
        return Err("expected elements in row-major order, found Fortran's: save numpy.ascontiguousarray of it".to_owned());
    }
    let shape: Vec<usize> = header
        .shape()
        .iter()
        .map(|extent| *extent as usize)
        .collect();
    let due = shape
        .iter()
        .try_fold(element.bytes() as u64, |bytes, extent| bytes.checked_mul(*extent as u64))
        // Compared before anything is allocated: a header may promise any size.
        .filter(|due| *due <= bytes_in_file)
        .ok_or_else(|| format!("the elements of shape {shape:?} need more than the {bytes_in_file} bytes of the file"))?;
    let mut bytes = Vec::new();
    reader
        .read_to_end(&mut bytes)
        .map_err(|error| error.to_string())?;
    if bytes.len() as u64 == due {
        Ok((shape, bytes))
    } else {
        Err(format!(
            "expected {due} bytes of elements for shape {shape:?}, found {}",
            bytes.len()
        ))
    }
}

/// Writes an array. The file appears under its name only when it is complete.
pub fn write(path: &Path, element: Element, shape: &[usize], bytes: &[u8]) -> io::Result<()> {
    let folder = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new()
        .prefix(".ptx-emulator-")
        .permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644))
        .tempfile_in(folder)?;
    write_elements(
        io::BufWriter::new(file.as_file_mut()),
        element,
        shape,
        bytes,
    )?;
    file.persist(path)?;
    Ok(())
}

fn write_elements(
    mut out: impl Write,
    element: Element,
    shape: &[usize],
    bytes: &[u8],
) -> io::Result<()> {
    let shape: Vec<u64> = shape.iter().map(|extent| *extent as u64).collect();
    let ty: TypeStr = element.npy().parse().map_err(io::Error::other)?;
    macro_rules! write_as {
        ($push:expr) => {{
            let options = npyz::WriteOptions::new()
                .dtype(npyz::DType::Plain(ty))
                .shape(&shape);
            let mut writer = options.writer(&mut out).begin_nd()?;
            for element in bytes.chunks_exact(element.bytes()) {
                $push(&mut writer, element)?;
            }
            writer.finish()?;
        }};
    }
    macro_rules! numbers {
        ($ty:ty) => {
            write_as!(|writer: &mut npyz::NpyWriter<$ty, _>, bytes: &[u8]| {
                writer.push(&<$ty>::from_le_bytes(
                    bytes.try_into().map_err(io::Error::other)?,
                ))
            })
        };
    }
    match element {
        Element::I8 => numbers!(i8),
        Element::U8 => numbers!(u8),
        Element::I16 => numbers!(i16),
        Element::U16 => numbers!(u16),
        Element::I32 => numbers!(i32),
        Element::U32 => numbers!(u32),
        Element::I64 => numbers!(i64),
        Element::U64 => numbers!(u64),
        Element::F16 => numbers!(half::f16),
        Element::Bf16 => {
            write_as!(|writer: &mut npyz::NpyWriter<[u8], _>, bytes: &[u8]| writer.push(bytes))
        }
        Element::F32 => numbers!(f32),
        Element::F64 => numbers!(f64),
    }
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_comes_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.npy");
        for name in Element::names().split(' ') {
            let element = Element::from_name(name).unwrap();
            let bytes = [element.parse("3").unwrap(), element.parse("100").unwrap()].concat();
            write(&path, element, &[2, 1], &bytes).unwrap();
            assert_eq!(read(&path, element), Ok((vec![2, 1], bytes)), "{name}");
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
