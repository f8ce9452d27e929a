//! Tensors in `.npy` files: `npyz` reads the header, and the elements are one block of bytes.

use crate::source;
use npyz::{Order, TypeStr, WriterBuilder};
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use tc_dialects::tensor::{Data, ElementType, Tensor};

/// Why a file cannot be read as a tensor, or cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {reason}")]
pub struct Error {
    /// The file.
    pub path: PathBuf,
    /// What was expected and found.
    pub reason: String,
}

/// The first bytes of every `.npy` file.
const SIGNATURE: &[u8] = b"\x93NUMPY";

/// Reads a tensor from a file, or from standard input (`-`). Fortran order and the other byte order
/// are converted.
///
/// # Errors
/// Each names the file and what was expected: a missing or unreadable file, a malformed header, an
/// element type that the language lacks, fewer or more bytes than the shape needs.
pub fn read(path: &Path) -> Result<Tensor, Error> {
    read_file(path).map_err(|reason| Error {
        path: path.to_owned(),
        reason,
    })
}

fn read_file(path: &Path) -> Result<Tensor, String> {
    if source::is_standard_input(path) {
        let bytes = source::read(path).map_err(|error| error.to_string())?;
        return read_tensor(bytes.as_slice(), bytes.len() as u64);
    }
    let file = File::open(path).map_err(|error| error.to_string())?;
    let bytes_in_file = file.metadata().map_err(|error| error.to_string())?.len();
    read_tensor(BufReader::new(file), bytes_in_file)
}

fn read_tensor(mut reader: impl BufRead, bytes_in_file: u64) -> Result<Tensor, String> {
    let start = reader.fill_buf().map_err(|error| error.to_string())?;
    if !start.starts_with(SIGNATURE) {
        return Err(
            "expected a .npy file, which starts with the bytes \\x93NUMPY; numpy.save writes one"
                .to_owned(),
        );
    }
    if let Some(length) = header_length(start).filter(|length| *length > bytes_in_file) {
        return Err(format!(
            "expected a .npy file: its header takes {length} bytes, the file ends after {bytes_in_file}"
        ));
    }
    let header = npyz::NpyHeader::from_reader(&mut reader)
        .map_err(|error| format!("expected a .npy file: {error}"))?;
    let npyz::DType::Plain(type_string) = header.dtype() else {
        return Err("expected elements of one plain type, found records".to_owned());
    };
    let ty = element_type(&type_string)?;
    let shape = header
        .shape()
        .iter()
        .map(|&extent| usize::try_from(extent).map_err(|_| format!("extent {extent} is too large")))
        .collect::<Result<Vec<usize>, String>>()?;
    let due = shape
        .iter()
        .try_fold(ty.size() as u64, |size, &extent| {
            size.checked_mul(extent as u64)
        })
        .ok_or_else(|| format!("shape {shape:?} is too large"))?;
    // Compared before anything is allocated: a header may promise any size.
    if due > bytes_in_file {
        return Err(format!(
            "shape {shape:?} needs {due} bytes of elements, the file has only {bytes_in_file} in all"
        ));
    }
    let mut tensor = Tensor::zeros(ty, &shape).map_err(|error| error.to_string())?;
    reader.read_exact(tensor.bytes_mut()).map_err(|_| {
        format!("shape {shape:?} needs {due} bytes of elements, the file ends before")
    })?;
    let mut rest = [0];
    if reader.read(&mut rest).map_err(|error| error.to_string())? != 0 {
        return Err(format!(
            "shape {shape:?} needs {due} bytes of elements, the file has more"
        ));
    }
    if type_string.to_string().starts_with('>') {
        let size = ty.size();
        tensor
            .bytes_mut()
            .chunks_exact_mut(size)
            .for_each(<[u8]>::reverse);
    }
    if header.order() == Order::Fortran && shape.len() > 1 {
        tensor = from_fortran(&tensor)?;
    }
    Ok(tensor)
}

/// The bytes of the header according to its length field: two bytes in version 1, four in later
/// ones.
fn header_length(start: &[u8]) -> Option<u64> {
    let version = *start.get(6)?;
    if version < 2 {
        let length = start.get(8..10)?.try_into().ok()?;
        return Some(10 + u64::from(u16::from_le_bytes(length)));
    }
    let length = start.get(8..12)?.try_into().ok()?;
    Some(12 + u64::from(u32::from_le_bytes(length)))
}

fn element_type(type_string: &TypeStr) -> Result<ElementType, String> {
    let text = type_string.to_string();
    let found = match text.trim_start_matches(['<', '>', '|', '=']) {
        "b1" => ElementType::Bool,
        "i1" => ElementType::I8,
        "i2" => ElementType::I16,
        "i4" => ElementType::I32,
        "i8" => ElementType::I64,
        "u1" => ElementType::U8,
        "u2" => ElementType::U16,
        "u4" => ElementType::U32,
        "u8" => ElementType::U64,
        "f2" => ElementType::F16,
        "f4" => ElementType::F32,
        "f8" => ElementType::F64,
        // NumPy has no bfloat16; ml_dtypes saves it as two opaque bytes.
        "V2" => ElementType::BF16,
        _ => {
            return Err(format!(
                "element type `{text}` is not one of the language's"
            ));
        }
    };
    Ok(found)
}

/// Reorders elements from column-major to row-major order.
fn from_fortran(tensor: &Tensor) -> Result<Tensor, String> {
    let (shape, size) = (tensor.shape().to_vec(), tensor.element_type().size());
    let mut turned =
        Tensor::zeros(tensor.element_type(), &shape).map_err(|error| error.to_string())?;
    let mut index = vec![0; shape.len()];
    let target = turned.bytes_mut();
    for element in tensor.bytes().chunks_exact(size) {
        let position = index
            .iter()
            .zip(&shape)
            .fold(0, |position, (i, extent)| position * extent + i);
        target[position * size..][..size].copy_from_slice(element);
        for (i, extent) in index.iter_mut().zip(&shape) {
            *i += 1;
            if *i < *extent {
                break;
            }
            *i = 0;
        }
    }
    Ok(turned)
}

/// Writes a tensor. The file appears under its name only when it is complete.
///
/// # Errors
/// Each names the file and the reason: a folder that is missing or not writable, a full disk.
pub fn write(path: &Path, tensor: &Tensor) -> Result<(), Error> {
    let fail = |error: std::io::Error| Error {
        path: path.to_owned(),
        reason: error.to_string(),
    };
    let folder = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new()
        .prefix(".tc-")
        .permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644))
        .tempfile_in(folder)
        .map_err(fail)?;
    write_elements(BufWriter::new(file.as_file_mut()), tensor).map_err(fail)?;
    file.persist(path).map_err(|error| fail(error.error))?;
    Ok(())
}

fn write_elements(mut out: impl Write, tensor: &Tensor) -> std::io::Result<()> {
    let shape: Vec<u64> = tensor.shape().iter().map(|&extent| extent as u64).collect();
    macro_rules! elements {
        ($values:expr) => {{
            let options = npyz::WriteOptions::new().default_dtype().shape(&shape);
            let mut writer = options.writer(&mut out).begin_nd()?;
            writer.extend($values)?;
            writer.finish()?;
        }};
    }
    match tensor.data() {
        Data::Bool(values) => elements!(values.iter().map(|&value| value != 0)),
        Data::I8(values) => elements!(values.iter().copied()),
        Data::I16(values) => elements!(values.iter().copied()),
        Data::I32(values) => elements!(values.iter().copied()),
        Data::I64(values) => elements!(values.iter().copied()),
        Data::U8(values) => elements!(values.iter().copied()),
        Data::U16(values) => elements!(values.iter().copied()),
        Data::U32(values) => elements!(values.iter().copied()),
        Data::U64(values) => elements!(values.iter().copied()),
        Data::F16(values) => elements!(values.iter().copied()),
        Data::F32(values) => elements!(values.iter().copied()),
        Data::F64(values) => elements!(values.iter().copied()),
        Data::BF16(values) => {
            let opaque: TypeStr = "|V2".parse().expect("a type string of NumPy");
            let options = npyz::WriteOptions::new()
                .dtype(npyz::DType::Plain(opaque))
                .shape(&shape);
            let mut writer = options.writer(&mut out).begin_nd()?;
            for value in values.iter() {
                writer.push(&value.to_bits().to_le_bytes()[..])?;
            }
            writer.finish()?;
        }
    }
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use half::{bf16, f16};

    fn round_trip(tensor: Tensor) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.npy");
        write(&path, &tensor).unwrap();
        assert_eq!(read(&path).unwrap(), tensor);
        assert_eq!(
            std::fs::read_dir(folder.path()).unwrap().count(),
            1,
            "nothing left behind"
        );
    }

    #[test]
    fn every_element_type_comes_back() {
        round_trip(Tensor::from_vec(&[2, 3], vec![1.5_f32, -2.0, 3.25, 0.0, -0.0, 1e30]).unwrap());
        round_trip(Tensor::from_vec(&[2], vec![1e-300_f64, 2.0]).unwrap());
        round_trip(Tensor::from_vec(&[2], vec![f16::from_f32(0.1), f16::MAX]).unwrap());
        round_trip(Tensor::from_vec(&[2], vec![bf16::from_f32(0.1), bf16::MAX]).unwrap());
        round_trip(Tensor::from_vec(&[3], vec![i64::MIN, 0, i64::MAX]).unwrap());
        round_trip(Tensor::from_vec(&[2], vec![200_u8, 3]).unwrap());
        round_trip(Tensor::from_bools(&[3], &[true, false, true]).unwrap());
        round_trip(Tensor::scalar(7_i32));
        round_trip(Tensor::from_vec::<f32>(&[0, 4], vec![]).unwrap());
    }

    #[test]
    fn fortran_order_is_turned() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f.npy");
        let options = npyz::WriteOptions::new()
            .default_dtype()
            .shape(&[2, 3])
            .order(Order::Fortran);
        let mut writer = options
            .writer(File::create(&path).unwrap())
            .begin_nd()
            .unwrap();
        writer.extend([1_i32, 4, 2, 5, 3, 6]).unwrap();
        writer.finish().unwrap();
        assert_eq!(
            read(&path).unwrap(),
            Tensor::from_vec(&[2, 3], vec![1_i32, 2, 3, 4, 5, 6]).unwrap()
        );
    }

    #[test]
    fn what_is_no_tensor_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let message = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            read(&path).unwrap_err().reason
        };
        assert!(message("a.npy", b"not a tensor").starts_with("expected a .npy file"));
        assert!(message("b.npy", b"").starts_with("expected a .npy file"));
        assert_eq!(
            message("cut.npy", b"\x93NUMPY\x01\x00\x76\x00{'descr'"),
            "expected a .npy file: its header takes 128 bytes, the file ends after 18"
        );
        let path = folder.path().join("c.npy");
        write(&path, &Tensor::from_vec(&[4], vec![1_i32; 4]).unwrap()).unwrap();
        let whole = std::fs::read(&path).unwrap();
        assert_eq!(
            message("d.npy", &whole[..whole.len() - 1]),
            "shape [4] needs 16 bytes of elements, the file ends before"
        );
        let longer = [whole.as_slice(), &[0]].concat();
        assert_eq!(
            message("e.npy", &longer),
            "shape [4] needs 16 bytes of elements, the file has more"
        );
        assert!(
            read(&folder.path().join("none.npy"))
                .unwrap_err()
                .reason
                .contains("No such file")
        );
        assert!(write(&folder.path().join("no/such/x.npy"), &Tensor::scalar(1_i32)).is_err());
    }

    #[test]
    fn a_promised_petabyte_is_not_allocated() {
        let header = b"{'descr': '<f8', 'fortran_order': False, 'shape': (1000000, 1000000, 1000), }      \n";
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend((header.len() as u16).to_le_bytes());
        bytes.extend(header);
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), &bytes).unwrap();
        let reason = read(file.path()).unwrap_err().reason;
        assert!(reason.contains("needs 8000000000000000 bytes"), "{reason}");
    }
}
