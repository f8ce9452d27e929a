//! The text that `printf` makes of a format and its arguments.
//!
//! The arguments lie one after the other, each at a multiple of its size: 4 bytes for `int` and
//! what is promoted to it, 8 for `long`, `double` and pointers. Of the conversions of C only `%a`
//! and `%n` are missing; an unknown one is printed as it stands.

/// Where arguments and strings come from.
pub(super) trait Source {
    /// Bytes of the argument list; `None` past its end.
    fn argument(&mut self, offset: u64, bytes: u64) -> Option<u64>;
    /// A string of the program.
    fn text(&mut self, address: u64) -> Vec<u8>;
}

#[derive(Default)]
struct Conversion {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
    /// `l`, `ll`, `z`, `j`, `t`.
    long: bool,
    /// Bits of `h` and `hh`.
    short: u32,
}

struct Printer<'a, S> {
    format: &'a [u8],
    place: usize,
    offset: u64,
    source: &'a mut S,
    out: Vec<u8>,
    arguments: u32,
}

/// The text, and the number of arguments.
pub(super) fn print(format: &[u8], source: &mut impl Source) -> (Vec<u8>, u32) {
    let mut printer = Printer {
        format,
        place: 0,
        offset: 0,
        source,
        out: Vec::new(),
        arguments: 0,
    };
    while let Some(byte) = printer.next() {
        match byte {
            b'%' => printer.conversion(),
            byte => printer.out.push(byte),
        }
    }
    (printer.out, printer.arguments)
}

impl<S: Source> Printer<'_, S> {
    fn next(&mut self) -> Option<u8> {
        let byte = self.format.get(self.place).copied()?;
        self.place += 1;
        Some(byte)
    }

    fn accept(&mut self, byte: u8) -> bool {
        let found = self.format.get(self.place) == Some(&byte);
        self.place += usize::from(found);
        found
    }

    fn take(&mut self, bytes: u64) -> u64 {
        self.offset = self.offset.next_multiple_of(bytes);
        let value = self.source.argument(self.offset, bytes).unwrap_or(0);
        self.offset += bytes;
        self.arguments += 1;
        value
    }

    fn number(&mut self) -> Option<usize> {
        if self.accept(b'*') {
            return Some((self.take(4) as i32).unsigned_abs() as usize);
        }
        let mut number = None;
        while let Some(digit) = self
            .format
            .get(self.place)
            .filter(|byte| byte.is_ascii_digit())
        {
            let digit = usize::from(digit - b'0');
            number = Some((number.unwrap_or(0) * 10 + digit).min(1 << 12));
            self.place += 1;
        }
        number
    }

    fn conversion(&mut self) {
        let start = self.place - 1;
        let mut one = Conversion::default();
        loop {
            match self.format.get(self.place) {
                Some(b'-') => one.left = true,
                Some(b'+') => one.plus = true,
                Some(b' ') => one.space = true,
                Some(b'#') => one.alternate = true,
                Some(b'0') => one.zero = true,
                _ => break,
            }
            self.place += 1;
        }
        one.width = self.number().unwrap_or(0);
        if self.accept(b'.') {
            one.precision = Some(self.number().unwrap_or(0));
        }
        loop {
            match self.format.get(self.place) {
                Some(b'l' | b'z' | b'j' | b't' | b'L') => one.long = true,
                Some(b'h') => one.short = if one.short == 16 { 8 } else { 16 },
                _ => break,
            }
            self.place += 1;
        }
        let Some(letter) = self.next() else {
            self.out.extend_from_slice(&self.format[start..]);
            return;
        };
        match letter {
            b'%' => self.out.push(b'%'),
            b'd' | b'i' => self.signed(&one),
            b'u' | b'x' | b'X' | b'o' => self.unsigned(&one, letter),
            b'c' => {
                let byte = self.take(4) as u8;
                self.pad(&one, "", vec![byte], false);
            }
            b's' => {
                let address = self.take(8);
                let mut text = self.source.text(address);
                text.truncate(one.precision.unwrap_or(usize::MAX));
                self.pad(&one, "", text, false);
            }
            b'p' => {
                let text = format!("{:x}", self.take(8));
                self.pad(&one, "0x", text.into_bytes(), false);
            }
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => self.float(&one, letter),
            _ => self.out.extend_from_slice(&self.format[start..self.place]),
        }
    }

    fn integer(&mut self, one: &Conversion) -> i64 {
        match (one.long, one.short) {
            (true, _) => self.take(8) as i64,
            (_, 16) => i64::from(self.take(4) as i16),
            (_, 8) => i64::from(self.take(4) as i8),
            _ => i64::from(self.take(4) as i32),
        }
    }

    fn signed(&mut self, one: &Conversion) {
        let value = self.integer(one);
        let sign = sign(value < 0, one);
        let digits = digits(value.unsigned_abs().to_string(), one);
        self.pad(one, sign, digits.into_bytes(), one.precision.is_none());
    }

    fn unsigned(&mut self, one: &Conversion, letter: u8) {
        let value = self.integer(one);
        let bits = match (one.long, one.short) {
            (true, _) => value as u64,
            (_, 16) => u64::from(value as u16),
            (_, 8) => u64::from(value as u8),
            _ => u64::from(value as u32),
        };
        let (text, prefix) = match letter {
            b'x' => (format!("{bits:x}"), "0x"),
            b'X' => (format!("{bits:X}"), "0X"),
            b'o' => (format!("{bits:o}"), "0"),
            _ => (bits.to_string(), ""),
        };
        let prefix = if one.alternate && bits != 0 {
            prefix
        } else {
            ""
        };
        let digits = digits(text, one);
        self.pad(one, prefix, digits.into_bytes(), one.precision.is_none());
    }

    fn float(&mut self, one: &Conversion, letter: u8) {
        let value = f64::from_bits(self.take(8));
        let sign = sign(value.is_sign_negative() && !value.is_nan(), one);
        let magnitude = value.abs();
        let precision = one.precision.unwrap_or(6);
        let text = match letter.to_ascii_lowercase() {
            _ if value.is_nan() => "nan".to_owned(),
            _ if value.is_infinite() => "inf".to_owned(),
            b'f' => format!("{magnitude:.precision$}"),
            b'e' => scientific(magnitude, precision),
            _ => general(magnitude, precision.max(1), one.alternate),
        };
        let text = if letter.is_ascii_uppercase() {
            text.to_uppercase()
        } else {
            text
        };
        self.pad(one, sign, text.into_bytes(), value.is_finite());
    }

    /// Appends a text with its sign or prefix, filled to the width.
    fn pad(&mut self, one: &Conversion, prefix: &str, text: Vec<u8>, zeros: bool) {
        let fill = one.width.saturating_sub(prefix.len() + text.len());
        let with_zeros = one.zero && zeros && !one.left;
        if !one.left && !with_zeros {
            self.out.resize(self.out.len() + fill, b' ');
        }
        self.out.extend_from_slice(prefix.as_bytes());
        if with_zeros {
            self.out.resize(self.out.len() + fill, b'0');
        }
        self.out.extend(text);
        if one.left {
            self.out.resize(self.out.len() + fill, b' ');
        }
    }
}

fn sign(negative: bool, one: &Conversion) -> &'static str {
    match (negative, one.plus, one.space) {
        (true, ..) => "-",
        (_, true, _) => "+",
        (.., true) => " ",
        _ => "",
    }
}

/// Digits with at least as many as the precision; zero with precision zero has none.
fn digits(text: String, one: &Conversion) -> String {
    match one.precision {
        Some(0) if text == "0" => String::new(),
        Some(least) => format!("{text:0>least$}"),
        None => text,
    }
}

/// `1.5e+00`: an exponent has a sign and at least two digits.
fn scientific(value: f64, precision: usize) -> String {
    let text = format!("{value:.precision$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}e{sign}{:02}", exponent.abs())
}

/// `%g`: the shorter of both, without zeros at the end.
fn general(value: f64, precision: usize, keeps_zeros: bool) -> String {
    let text = scientific(value, precision - 1);
    let (mantissa, power) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = power.parse().unwrap_or(0);
    let trim = |text: &str| {
        if text.contains('.') && !keeps_zeros {
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        } else {
            text.to_owned()
        }
    };
    if exponent < -4 || exponent >= precision as i32 {
        return format!("{}e{power}", trim(mantissa));
    }
    let places = (precision as i32 - 1 - exponent).max(0) as usize;
    trim(&format!("{value:.places$}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct List(Vec<u8>);

    impl Source for List {
        fn argument(&mut self, offset: u64, bytes: u64) -> Option<u64> {
            let place = offset as usize;
            let found = self.0.get(place..place + bytes as usize)?;
            let mut word = [0; 8];
            word[..found.len()].copy_from_slice(found);
            Some(u64::from_le_bytes(word))
        }

        fn text(&mut self, _: u64) -> Vec<u8> {
            b"text".to_vec()
        }
    }

    #[test]
    fn formats_are_those_of_c() {
        let one = |format: &str, bytes: &[u8]| {
            let (text, _) = print(format.as_bytes(), &mut List(bytes.to_vec()));
            String::from_utf8(text).unwrap()
        };
        let int = |format: &str, value: i32| one(format, &value.to_le_bytes());
        let double = |format: &str, value: f64| one(format, &value.to_le_bytes());
        assert_eq!(int("<%d>", -5), "<-5>");
        assert_eq!(int("<%5d>", -5), "<   -5>");
        assert_eq!(int("<%-5d>", 5), "<5    >");
        assert_eq!(int("<%05d>", -5), "<-0005>");
        assert_eq!(int("<%+.3d>", 5), "<+005>");
        assert_eq!(int("<%u %%>", -1), "<4294967295 %>");
        assert_eq!(int("<%#x>", 255), "<0xff>");
        assert_eq!(int("<%hhd>", 257), "<1>");
        assert_eq!(int("<%c>", 65), "<A>");
        assert_eq!(one("<%lld>", &(-7_i64).to_le_bytes()), "<-7>");
        assert_eq!(one("<%6.2s>", &[0; 8]), "<    te>");
        assert_eq!(double("%f", 1.5), "1.500000");
        assert_eq!(double("%8.3f|", -1.0005), "  -1.000|");
        assert_eq!(double("%e", 12345.678), "1.234568e+04");
        assert_eq!(double("%g", 0.0001), "0.0001");
        assert_eq!(double("%g", 1e-5), "1e-05");
        assert_eq!(double("%g", 100000.0), "100000");
        assert_eq!(double("%g", 1e6), "1e+06");
        assert_eq!(double("%.3g", 2.5), "2.5");
        assert_eq!(double("%G", f64::INFINITY), "INF");
        assert_eq!(double("%5.1f", f64::NAN), "  nan");
        let mut both = 3_i32.to_le_bytes().to_vec();
        both.resize(8, 0);
        both.extend(0.25_f64.to_le_bytes());
        let (text, count) = print(b"%d and %.2f, %y", &mut List(both));
        assert_eq!((&*text, count), (&b"3 and 0.25, %y"[..], 2));
    }
}
