//! The arguments of the kernel on the command line.
//!
//! ```text
//! f32:1.5   bytes:00ff10   in:f32:a.npy   out:f32[100]:y.npy   zero:u32[16]:bins.npy   inout:f32:a.npy:b.npy
//! ```

use std::path::PathBuf;

use ptx_emulator::Parameter;

use crate::element::Element;

/// One argument, in the order of the kernel's parameters.
#[derive(Debug, PartialEq)]
pub enum Argument {
    /// A number, as bytes, with the name of its type.
    Value(Element, Vec<u8>),
    /// A structure passed by value.
    Bytes(Vec<u8>),
    Array(Array),
}

/// An array in global memory; its address is the argument.
#[derive(Debug, PartialEq)]
pub struct Array {
    pub element: Element,
    pub contents: Contents,
    /// The file to write it to.
    pub output: Option<PathBuf>,
    /// Whether it is a result of the kernel.
    pub returned: bool,
}

/// The contents of an array before the launch.
#[derive(Debug, PartialEq)]
pub enum Contents {
    File(PathBuf),
    Nothing(Vec<usize>),
    Zeros(Vec<usize>),
}

/// The forms of arguments, for messages.
const FORMS: &str = "TYPE:VALUE, bytes:HEX, in:TYPE:FILE.npy, inout:TYPE:FILE.npy[:FILE.npy], out:TYPE[N,...][:FILE.npy] or zero:TYPE[N,...][:FILE.npy]";

/// Reads one argument.
pub fn parse(text: &str) -> Result<Argument, String> {
    let Some((form, rest)) = text.split_once(':') else {
        return Err(format!("expected {FORMS}"));
    };
    if let Some(element) = Element::from_name(form) {
        return Ok(Argument::Value(element, element.parse(rest)?));
    }
    match form {
        "bytes" => Ok(Argument::Bytes(bytes(rest)?)),
        "in" | "inout" => from_file(form == "inout", rest).map(Argument::Array),
        "out" | "zero" => made(form == "zero", rest).map(Argument::Array),
        _ => Err(format!(
            "expected {FORMS}; the types are {}",
            Element::names()
        )),
    }
}

fn bytes(text: &str) -> Result<Vec<u8>, String> {
    let wrong = || format!("expected pairs of hexadecimal digits, found `{text}`");
    if !text.is_ascii() || text.is_empty() || text.len() % 2 == 1 {
        return Err(wrong());
    }
    let pairs = (0..text.len()).step_by(2).map(|at| &text[at..at + 2]);
    pairs
        .map(|pair| u8::from_str_radix(pair, 16).map_err(|_| wrong()))
        .collect()
}

fn element(name: &str) -> Result<Element, String> {
    Element::from_name(name)
        .ok_or_else(|| format!("expected a type of {}, found `{name}`", Element::names()))
}

fn file(name: &str) -> Result<PathBuf, String> {
    match name {
        "" => Err("expected the name of a .npy file, found none".to_owned()),
        name => Ok(PathBuf::from(name)),
    }
}

fn from_file(returned: bool, text: &str) -> Result<Array, String> {
    let (name, files) = text
        .split_once(':')
        .ok_or("expected TYPE:FILE.npy, found no file")?;
    let (input, output) = match files.split_once(':') {
        Some((input, output)) if returned => (input, Some(file(output)?)),
        _ => (files, None),
    };
    Ok(Array {
        element: element(name)?,
        contents: Contents::File(file(input)?),
        output,
        returned,
    })
}

fn made(zeros: bool, text: &str) -> Result<Array, String> {
    let (ty, output) = match text.split_once(':') {
        Some((ty, output)) => (ty, Some(file(output)?)),
        None => (text, None),
    };
    let shape = ty
        .split_once('[')
        .and_then(|(name, shape)| Some((name, shape.strip_suffix(']')?)));
    let (name, shape) = shape
        .ok_or_else(|| format!("expected a type with extents, such as f32[100], found `{ty}`"))?;
    let element = element(name)?;
    let extents: Result<Vec<usize>, _> = shape.split(',').map(|one| one.trim().parse()).collect();
    let extents =
        extents.map_err(|_| format!("expected extents, such as 4,100, found `{shape}`"))?;
    let bytes = extents
        .iter()
        .try_fold(element.bytes(), |bytes, extent| bytes.checked_mul(*extent));
    // Reserved and freed, so that an array that does not fit is refused before it is made.
    if bytes.is_none_or(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_err()) {
        return Err(format!("an array {ty} does not fit memory"));
    }
    Ok(Array {
        element,
        contents: if zeros {
            Contents::Zeros(extents)
        } else {
            Contents::Nothing(extents)
        },
        output,
        returned: true,
    })
}

impl Argument {
    /// Compares with the declaration of the parameter; an error names what was expected and how to
    /// write it.
    pub fn check(&self, parameter: &Parameter) -> Result<(), String> {
        let (ty, bytes) = (parameter.ty, parameter.bytes);
        let fits = match self {
            Argument::Array(_) => !parameter.structure && ["u64", "s64", "b64"].contains(&ty),
            Argument::Bytes(given) => given.len() == bytes,
            Argument::Value(element, _) if element.bytes() != bytes => false,
            Argument::Value(..) if parameter.structure || ty.starts_with('b') => true,
            Argument::Value(element, _) => {
                let is_float = |name: &str| name.trim_start_matches('b').starts_with('f');
                is_float(element.name()) == is_float(ty)
            }
        };
        if fits {
            return Ok(());
        }
        let (declared, how) = match (parameter.structure, ty) {
            (true, _) => (
                format!("a structure of {bytes} bytes"),
                "bytes:HEX".to_owned(),
            ),
            (false, "u64" | "s64" | "b64") => (
                format!(".{ty}"),
                "u64:VALUE, or in:, out:, zero: or inout: for an array".to_owned(),
            ),
            (false, "bf16") => (format!(".{ty}"), "bf16:VALUE".to_owned()),
            (false, _) => {
                let name = ty.replace(['s', 'b'], if ty.starts_with('s') { "i" } else { "u" });
                (format!(".{ty}"), format!("{name}:VALUE"))
            }
        };
        let found = match self {
            Argument::Array(_) => "an array".to_owned(),
            Argument::Bytes(given) => format!("{} bytes", given.len()),
            Argument::Value(element, _) => element.name().to_owned(),
        };
        Err(format!(
            "parameter `{}` is {declared}, found {found}: write {how}",
            parameter.name
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_read() {
        assert_eq!(
            parse("i32:-1"),
            Ok(Argument::Value(Element::I32, vec![255; 4]))
        );
        assert_eq!(parse("bytes:00fF"), Ok(Argument::Bytes(vec![0, 255])));
        let array = |contents, output: Option<&str>, returned| {
            Ok(Argument::Array(Array {
                element: Element::F32,
                contents,
                output: output.map(PathBuf::from),
                returned,
            }))
        };
        let a = || Contents::File("a.npy".into());
        assert_eq!(parse("in:f32:a.npy"), array(a(), None, false));
        assert_eq!(parse("inout:f32:a.npy"), array(a(), None, true));
        assert_eq!(
            parse("inout:f32:a.npy:b.npy"),
            array(a(), Some("b.npy"), true)
        );
        assert_eq!(
            parse("out:f32[2,3]:y.npy"),
            array(Contents::Nothing(vec![2, 3]), Some("y.npy"), true)
        );
        assert_eq!(
            parse("zero:f32[4]"),
            array(Contents::Zeros(vec![4]), None, true)
        );
    }

    #[test]
    fn what_is_wrong_is_named() {
        let message = |text: &str| parse(text).unwrap_err();
        assert!(message("1.5").starts_with("expected TYPE:VALUE, bytes:HEX, in:"));
        assert!(
            message("float:1")
                .ends_with("the types are i8 u8 i16 u16 i32 u32 i64 u64 f16 bf16 f32 f64")
        );
        assert_eq!(message("in:f32"), "expected TYPE:FILE.npy, found no file");
        assert!(message("in:float:a.npy").ends_with("found `float`"));
        assert_eq!(
            message("in:f32:"),
            "expected the name of a .npy file, found none"
        );
        assert!(message("out:f32:y.npy").starts_with("expected a type with extents"));
        assert_eq!(
            message("out:f32[x]"),
            "expected extents, such as 4,100, found `x`"
        );
        assert_eq!(
            message("out:f64[4294967296,4294967296]"),
            "an array f64[4294967296,4294967296] does not fit memory"
        );
        assert!(message("bytes:0").starts_with("expected pairs of hexadecimal digits"));
    }
}
