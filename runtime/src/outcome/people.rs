//! Facts as a person reads them: times have units, and a rate where the operations are known. JSON
//! has the numbers.

use serde_json::Value;

/// The line, or lines, of a fact; `flops` is the work of one run.
pub(crate) fn fact(name: &str, value: &Value, flops: Option<u64>) -> String {
    let label = match name {
        "seconds" => "time",
        "cpu_seconds" => "processor time",
        "jit_seconds" => "jit time",
        "timing" if value.get("warm").is_some() => return on_device(value, flops),
        _ => name,
    };
    let shown = match value {
        Value::String(text) => text.clone(),
        Value::Number(seconds) if label != name => time(seconds.as_f64().unwrap_or_default()),
        Value::Object(_) if label != name => {
            // The time on the wall says how fast the program is.
            let flops = flops.filter(|_| name == "seconds");
            several(value, flops)
        }
        other => other.to_string(),
    };
    format!("{label}: {shown}\n")
}

/// The times of several runs, the median first.
fn several(summary: &Value, flops: Option<u64>) -> String {
    let seconds = |of: &str| number(summary, of);
    let median = time(seconds("median")) + &rate(flops, seconds("median"));
    match summary.get("runs").and_then(Value::as_u64) {
        Some(runs @ 2..) => {
            let (least, most) = (time(seconds("min")), time(seconds("max")));
            format!("{median}, the median of {runs} runs from {least} to {most}")
        }
        _ => median,
    }
}

fn number(object: &Value, key: &str) -> f64 {
    object.get(key).and_then(Value::as_f64).unwrap_or_default()
}

/// The times of kernels on a device, which are in microseconds, and what its compiler made of them.
fn on_device(timing: &Value, flops: Option<u64>) -> String {
    let mut text = String::new();
    let ways = [
        ("warm", "time with a warm cache"),
        ("cold", "time with a cold cache"),
        ("graph", "time in a CUDA graph"),
    ];
    for (key, label) in ways {
        let Some(times) = timing.get(key) else {
            continue;
        };
        let seconds = |of: &str| number(times, of) * 1e-6;
        let (median, least) = (seconds("median"), seconds("least"));
        let rate = rate(flops, median);
        let runs = number(times, "runs");
        text += &format!(
            "{label}: {}{rate}, the median of {runs} runs, of which the least is {}\n",
            time(median),
            time(least)
        );
    }
    for kernel in timing["kernels"].as_array().into_iter().flatten() {
        let name = kernel["kernel"].as_str().unwrap_or_default();
        let of = |key: &str| kernel.get(key).map_or_else(String::new, Value::to_string);
        let sizes = |key: &str| of(key).replace(',', " x ").replace(['[', ']'], "");
        text += &format!(
            "kernel {name}: {} blocks of {} threads, {} registers, {} bytes of local and {} of shared memory, {} blocks at a time on a multiprocessor\n",
            sizes("grid"),
            sizes("block"),
            of("registers"),
            of("local_bytes"),
            of("shared_bytes"),
            of("blocks_per_multiprocessor"),
        );
    }
    text
}

/// The floating-point operations a second: `, 12.3 GFLOP/s`; nothing where they are not known.
fn rate(flops: Option<u64>, seconds: f64) -> String {
    match flops {
        Some(flops) if seconds > 0.0 => {
            format!(", {} GFLOP/s", three_digits(flops as f64 / seconds / 1e9))
        }
        _ => String::new(),
    }
}

/// Seconds in a unit that fits, with three digits.
fn time(seconds: f64) -> String {
    let (value, unit) = match seconds {
        ..1e-3 => (seconds * 1e6, "us"),
        ..1.0 => (seconds * 1e3, "ms"),
        _ => (seconds, "s"),
    };
    format!("{} {unit}", three_digits(value))
}

fn three_digits(value: f64) -> String {
    let digits = match value {
        ..10.0 => 2,
        ..100.0 => 1,
        _ => 0,
    };
    format!("{value:.digits$}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn times_have_units_and_a_rate() {
        let summary = json!({"min": 1e-3, "median": 2e-3, "max": 0.5, "runs": 3});
        let all = "2.00 ms, 0.50 GFLOP/s, the median of 3 runs from 1.00 ms to 500 ms";
        assert_eq!(
            fact("seconds", &summary, Some(1_000_000)),
            format!("time: {all}\n")
        );
        let one = json!({"min": 12.34e-6, "median": 12.34e-6, "max": 12.34e-6, "runs": 1});
        assert_eq!(fact("seconds", &one, None), "time: 12.3 us\n");
        assert_eq!(
            fact("cpu_seconds", &one, Some(1000)),
            "processor time: 12.3 us\n"
        );
        assert_eq!(
            fact("jit_seconds", &json!(2.5), Some(1000)),
            "jit time: 2.50 s\n"
        );
        assert_eq!(
            fact("max_error", &json!(0.25), Some(1000)),
            "max_error: 0.25\n"
        );
    }

    #[test]
    fn times_of_a_device_are_lines() {
        let times = |median: f64| json!({"least": 10.0, "median": median, "runs": 5});
        let timing = json!({
            "warm": times(20.0), "cold": times(40.0), "graph": times(1500.0), "graph_runs": 5,
            "kernels": [{
                "kernel": "mm_k0", "grid": [8, 16, 1], "block": [8, 4, 1], "registers": 40,
                "local_bytes": 0, "shared_bytes": 1536, "blocks_per_multiprocessor": 32,
            }],
        });
        let due = "\
time with a warm cache: 20.0 us, 100 GFLOP/s, the median of 5 runs, of which the least is 10.0 us
time with a cold cache: 40.0 us, 50.0 GFLOP/s, the median of 5 runs, of which the least is 10.0 us
time in a CUDA graph: 1.50 ms, 1.33 GFLOP/s, the median of 5 runs, of which the least is 10.0 us
kernel mm_k0: 8 x 16 x 1 blocks of 8 x 4 x 1 threads, 40 registers, 0 bytes of local and 1536 of shared memory, 32 blocks at a time on a multiprocessor
";
        assert_eq!(fact("timing", &timing, Some(2_000_000)), due);
        let counts = json!({"counts": {"sectors": 3}});
        assert_eq!(
            fact("timing", &counts, None),
            "timing: {\"counts\":{\"sectors\":3}}\n"
        );
    }
}
