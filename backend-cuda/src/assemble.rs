//! Machine code of a GPU, made from PTX by `ptxas` where it is at hand.
//!
//! A driver compiles PTX each time that a process loads it; machine code is loaded as it is. It is
//! for one chip, so that whoever keeps it keeps the PTX, too: another chip, or a driver that is
//! older than the `ptxas`, takes that. **Cost**: `ptxas` once.

use crate::report::Tool;

/// The machine code of a PTX module for the chip that it names; `None` without `ptxas`, or where it
/// refuses the text: what is wrong with that, the driver says.
pub fn assemble(ptx: &str) -> Option<Vec<u8>> {
    let program = Tool::Ptxas.at_hand()?;
    let chip = format!("-arch={}", chip_of(ptx)?);
    let folder = tempfile::tempdir().ok()?;
    let (from, to) = (
        folder.path().join("in.ptx"),
        folder.path().join("out.cubin"),
    );
    std::fs::write(&from, ptx).ok()?;
    let arguments = [&chip, from.to_str()?, "-o", to.to_str()?];
    Tool::Ptxas.run(&program, &arguments).ok()?;
    std::fs::read(&to).ok()
}

/// The chip that a PTX module is for, such as `sm_90a`.
pub fn chip_of(ptx: &str) -> Option<&str> {
    let target = ptx.lines().find_map(|line| line.strip_prefix(".target "))?;
    target.split([',', ' ']).next()
}

/// Whether a device of this capability runs machine code for a chip: the same generation, and not
/// an older one of it; with a letter, that very one.
pub(crate) fn fits(chip: &str, (major, minor): (i32, i32)) -> bool {
    let number = chip.strip_prefix("sm_").unwrap_or_default();
    let digits = number.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let Ok(of_chip) = digits.parse::<i32>() else {
        return false;
    };
    let newer = if digits.len() == number.len() {
        minor >= of_chip % 10
    } else {
        minor == of_chip % 10
    };
    of_chip / 10 == major && newer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machine_code_fits_its_generation() {
        let all = [(8, 0), (8, 6), (9, 0), (9, 1), (12, 0)];
        let fitting = |chip| Vec::from_iter(all.into_iter().filter(|one| fits(chip, *one)));
        assert_eq!(fitting("sm_80"), [(8, 0), (8, 6)]);
        assert_eq!(fitting("sm_86"), [(8, 6)]);
        assert_eq!(fitting("sm_90a"), [(9, 0)]);
        assert_eq!(fitting("sm_120"), [(12, 0)]);
        assert_eq!(fitting("compute_90"), []);
    }

    #[test]
    fn the_chip_stands_in_the_ptx() {
        assert_eq!(chip_of(".version 8.0\n.target sm_90a\n"), Some("sm_90a"));
        assert_eq!(chip_of(".target sm_80, debug\n"), Some("sm_80"));
        assert_eq!(chip_of("// .target\n"), None);
    }
}
