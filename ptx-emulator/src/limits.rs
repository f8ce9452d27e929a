//! The launch limits of a GPU: threads and blocks in total and along each axis, and the shared
//! memory of a block.
//!
//! [`Limits::of_chip`] knows the processors by the name in `.target`; another machine is given as
//! data in [`Options::limits`](crate::Options::limits). A launch that asks for more is refused with
//! the limit, the value and the machine.

/// The limits of a launch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// The machine's name; `None` for the limits that all GPUs share.
    pub machine: Option<String>,
    /// Threads of a block in total.
    pub max_threads_per_block: u64,
    /// Threads of a block along x, y, z.
    pub max_block: [u64; 3],
    /// Blocks of a grid along x, y, z.
    pub max_grid: [u64; 3],
    /// Bytes of static shared memory of a block.
    pub shared_bytes_per_block: u64,
    /// The same including the dynamic shared memory.
    pub shared_bytes_with_dynamic: u64,
}

/// Kilobytes of shared memory of a block, with the dynamic ones, by compute capability (CUDA C++
/// Programming Guide, technical specifications).
const SHARED_KILOBYTES: [(u32, u64); 13] = [
    (70, 96),
    (72, 96),
    (75, 64),
    (80, 163),
    (86, 99),
    (87, 163),
    (89, 99),
    (90, 227),
    (100, 227),
    (103, 227),
    (110, 227),
    (120, 99),
    (121, 99),
];

impl Limits {
    /// The limits of the processor that `.target` names, such as `sm_90a`; those that all
    /// processors share if it is not known.
    pub fn of_chip(chip: &str) -> Limits {
        let number = chip
            .strip_prefix("sm_")
            .map(|name| name.trim_end_matches(|letter: char| letter.is_ascii_lowercase()));
        let known = number.and_then(|number| {
            let number: u32 = number.parse().ok()?;
            SHARED_KILOBYTES.iter().find(|(known, _)| *known == number)
        });
        let static_bytes = 48 * 1024;
        Limits {
            machine: known.map(|_| chip.to_owned()),
            max_threads_per_block: 1024,
            max_block: [1024, 1024, 64],
            max_grid: [i32::MAX as u64, 65_535, 65_535],
            shared_bytes_per_block: static_bytes,
            shared_bytes_with_dynamic: known
                .map_or(static_bytes, |(_, kilobytes)| kilobytes * 1024),
        }
    }

    /// The machine, as messages name it.
    pub(super) fn machine_text(&self) -> String {
        match &self.machine {
            Some(name) => format!("`{name}`"),
            None => "all GPUs".to_owned(),
        }
    }

    /// Refuses a grid that is too large along some axis.
    pub(super) fn check_grid(&self, grid: [u32; 3]) -> Result<(), String> {
        self.along_axes("blocks", "grid", "max_grid", self.max_grid, grid)
    }

    /// Refuses a block of too many threads, along some axis or in total.
    pub(super) fn check_block(&self, block: [u32; 3]) -> Result<(), String> {
        self.along_axes("threads", "block", "max_block", self.max_block, block)?;
        let threads = block
            .into_iter()
            .map(u64::from)
            .fold(1, u64::saturating_mul);
        let most = self.max_threads_per_block;
        if threads > most {
            let [x, y, z] = block;
            return Err(self.refusal(
                &format!("at most {most} threads in a block"),
                "max_threads_per_block",
                &format!("{threads} ({x} x {y} x {z})"),
            ));
        }
        Ok(())
    }

    fn along_axes(
        &self,
        what: &str,
        of: &str,
        key: &str,
        most: [u64; 3],
        found: [u32; 3],
    ) -> Result<(), String> {
        for (axis, (most, found)) in ["x", "y", "z"].iter().zip(most.iter().zip(found)) {
            if u64::from(found) > *most {
                let wanted = format!("at most {most} {what} along {axis} in a {of}");
                return Err(self.refusal(&wanted, key, &found.to_string()));
            }
        }
        Ok(())
    }

    fn refusal(&self, wanted: &str, key: &str, found: &str) -> String {
        let machine = self.machine_text();
        format!("expected {wanted} on {machine} (`{key}`), found {found}")
    }
}

#[cfg(test)]
mod tests {
    use super::Limits;

    #[test]
    fn a_chip_is_known_with_and_without_its_letter() {
        let shared = |chip: &str| Limits::of_chip(chip).shared_bytes_with_dynamic;
        assert_eq!([shared("sm_90a"), shared("sm_90")], [227 * 1024; 2]);
        assert_eq!(shared("sm_120f"), 99 * 1024);
        assert_eq!(shared("sm_999"), 48 * 1024);
        assert_eq!(Limits::of_chip("gfx90").machine, None);
    }

    #[test]
    fn what_is_too_large_is_named() {
        let limits = Limits::of_chip("sm_80");
        assert_eq!(limits.check_block([1024, 1, 1]), Ok(()));
        assert_eq!(
            limits.check_block([32, 33, 1]),
            Err("expected at most 1024 threads in a block on `sm_80` (`max_threads_per_block`), found 1056 (32 x 33 x 1)".to_owned())
        );
        assert_eq!(
            Limits::of_chip("").check_grid([1, 65_536, 1]),
            Err("expected at most 65535 blocks along y in a grid on all GPUs (`max_grid`), found 65536".to_owned())
        );
    }
}
