use super::*;

use tc_loops::{math::expand::MathExpand, schedule_to_gpu::ScheduleToGpu};

// claim I21: every option of the paper is accepted, by its short and by its long name, with
// lists in braces.
#[test]
fn options_come_from_the_command_line_and_from_json_alike() {
    let mut line = MappingOptions::gpu();
    for (name, value) in [
        ("tile", "4,32"),
        ("mapToThreads", "1,32"),
        ("grid", "{64,128}"),
        ("unrollCopyShared", "false"),
        ("maxSharedMemory", "4096"),
        ("matchLibraryCalls", "true"),
        ("useSharedMemory", "false"),
        ("private", "false"),
        ("pad", "false"),
        ("unroll", "4"),
        ("fusion", "min"),
        ("intraTileScheduleFusionStrategy", "Max"),
        ("intra_skewing", "true"),
        ("math", "fast"),
    ] {
        line.set(name, value).unwrap();
    }
    let text = r#"{"tile": [4, 32], "block": [1, 32], "mapToBlocks": [64, 128], "shared": false,
                   "usePrivateMemory": false, "pad": false, "unroll": 4, "unrollCopyShared": false,
                   "shared_limit": 4096, "intra_fusion": "max", "intraTileScheduleAllowSkewing": true,
                   "intra_nonnegative": "same", "scheduleSpecialize": true, "fusion": "min", "math": "fast"}"#;
    let json = MappingOptions::gpu().with_json("o.json", text).unwrap();
    assert_eq!(line, json);
    assert_eq!(json.block, [1, 32]);
    assert_eq!(json.fusion, Fusion::Min);
}

#[test]
fn the_defaults_are_those_of_the_manual() {
    let manual = include_str!("../../../../docs/mapping-options.md");
    let (_, section) = manual.split_once("# Mapping options\n").unwrap();
    let rows: Vec<Vec<&str>> = section
        .lines()
        .skip_while(|line| !line.starts_with("| `"))
        .take_while(|line| line.starts_with("| `"))
        .map(|line| line.split('|').map(str::trim).collect())
        .collect();
    assert_eq!(rows.len(), OPTIONS.len());
    for (row, option) in rows.iter().zip(OPTIONS) {
        let name = option.name;
        assert_eq!(row[1], format!("`{name}`"));
        for (default, value) in [
            (MappingOptions::gpu(), row[2]),
            (MappingOptions::cpu(), row[3]),
        ] {
            let mut documented = default.clone();
            documented.set(name, value).unwrap();
            assert_eq!(documented, default, "{name}");
        }
    }
}

/// The scheduler runs a second time, behind tiling, where the loops inside of tiles have other
/// options, and has those that are given for it and else the others.
#[test]
fn loops_inside_of_tiles_have_options_of_their_own() {
    let runs = |target: &str, given: &[(&str, &str)]| -> Vec<String> {
        let target = tc_dialects::target::find(target).unwrap();
        let mut options = MappingOptions::of(target.kind());
        options.set("tile", "4,4").unwrap();
        for (name, value) in given {
            options.set(name, value).unwrap();
        }
        let bindings = crate::Bindings::default();
        let mut stages = crate::to_mapped_schedules(&target, None, &bindings);
        options.apply(&target, &mut stages);
        let text = crate::text(&stages);
        let passes = text
            .split(',')
            .filter(|pass| pass.contains("schedule-isl") || pass.contains("schedule-tile{"));
        passes.map(str::to_owned).collect()
    };
    for target in ["sm_90a", "avx2"] {
        assert_eq!(runs(target, &[]).len(), 2);
        let equal = [
            ("fusion", "max"),
            ("intra_fusion", "max"),
            ("intra_skewing", "false"),
        ];
        assert_eq!(runs(target, &equal).len(), 2);
        let other = [
            ("intraTileScheduleFusionStrategy", "Min"),
            ("skewing", "true"),
            ("intra_nonnegative", "false"),
        ];
        let [outer, tile, inside] = &runs(target, &other)[..] else {
            panic!("expected three passes");
        };
        assert_eq!(outer, "schedule-isl{fusion=rows skewing=true}");
        assert!(tile.starts_with("schedule-tile{"));
        assert_eq!(
            inside,
            "schedule-isl{fusion=min skewing=true nonnegative=false target=point optional=true}"
        );
        let outside = [other[1], ("intra_skewing", "false")];
        let [_, _, inside] = &runs(target, &outside)[..] else {
            panic!("expected three passes");
        };
        assert_eq!(
            inside,
            "schedule-isl{fusion=rows target=point optional=true}"
        );
    }
}

/// Where nothing is tiled before the scheduler runs again, there is a reason to give.
#[test]
fn without_loops_inside_of_tiles_their_options_have_no_effect() {
    let given = |tile: &str, inside: &str, is_gpu: bool| {
        let mut options = MappingOptions::cpu();
        options.set("tile", tile).unwrap();
        options.set("intra_fusion", inside).unwrap();
        options.no_loops_inside(is_gpu).is_some()
    };
    assert!(given("none", "min", true) && given("none", "min", false));
    assert!(given("auto", "min", false) && !given("auto", "min", true));
    assert!(!given("4", "min", false) && !given("auto", "same", false));
    assert!(!given("auto", "rows", false));
}

#[test]
fn every_option_changes_a_pipeline() {
    let target = tc_dialects::target::find("sm_90a").unwrap();
    let text = |options: &MappingOptions| {
        let bindings = crate::Bindings::default();
        let mut stages = crate::to_mapped_schedules(&target, None, &bindings);
        stages.push(crate::to_mapped_loops::<ScheduleToGpu>());
        stages.push(Stage::new(
            crate::Level::Llvm,
            vec![crate::Step::default_of::<MathExpand>()],
        ));
        options.apply(&target, &mut stages);
        crate::text(&stages)
    };
    for option in OPTIONS {
        let mut other = MappingOptions::gpu();
        other.set(option.name, option.example).unwrap();
        assert_ne!(
            text(&other),
            text(&MappingOptions::gpu()),
            "{}",
            option.name
        );
    }
}

#[test]
fn json_keeps_the_defaults_that_it_does_not_name() {
    let json = MappingOptions::cpu()
        .with_json("o.json", r#"{"unroll": 2}"#)
        .unwrap();
    assert_eq!(
        json,
        MappingOptions {
            unroll: 2,
            ..MappingOptions::cpu()
        }
    );
}

#[test]
fn tile_sizes_are_a_list_or_derived() {
    let derived = Tile::Derived(Auto::Auto);
    let mut line = MappingOptions::gpu();
    line.set("tile", "auto").unwrap();
    assert_eq!(line.tile, derived);
    let json = MappingOptions::gpu().with_json("o.json", r#"{"tile": "auto"}"#);
    assert_eq!(json.unwrap().tile, derived);
    let wrong = line.set("tile", "automatic").unwrap_err().to_string();
    assert_eq!(
        wrong,
        "mapping option `tile`: expected whole numbers, separated by commas, found `automatic`"
    );
}

#[test]
fn wrong_options_say_what_was_expected() {
    let mut options = MappingOptions::gpu();
    let mut message = |name: &str, value: &str| options.set(name, value).unwrap_err().to_string();
    assert_eq!(
        message("tiles", "3"),
        "unknown mapping option `tiles`: there are tile, block, grid, launches, time_tile, fold, unroll, unroll_copies, unroll_tile, fusion, skewing, nonnegative, intra_fusion, intra_skewing, intra_nonnegative, shared, shared_limit, vector, stages, pad, swizzle, private, reductions, last_block, units, atomics, cascade, factors, invariants, fastmath, contract, precision, math; did you mean `tile`?"
    );
    assert_eq!(
        message("block", "32,0"),
        "mapping option `block`: a size must be at least 1, found 0"
    );
    assert_eq!(
        message("tile", "32,x"),
        "mapping option `tile`: expected whole numbers, separated by commas, found `x`"
    );
    assert_eq!(
        message("fusion", "much"),
        "mapping option `fusion`: expected max, preserve3, parallel, rows or min, found `much`"
    );
    assert_eq!(
        message("intra_fusion", "much"),
        "mapping option `intra_fusion`: expected same, max, preserve3, parallel, rows or min, found `much`"
    );
    assert_eq!(
        message("intra_skewing", "much"),
        "mapping option `intra_skewing`: expected same, true or false, found `much`"
    );
    assert_eq!(
        message("math", "rough"),
        "mapping option `math`: expected precise, fast or libdevice:FILE, found `rough`"
    );
    assert!(
        message("math", "libdevice:/no/such.bc")
            .starts_with("mapping option `math`: cannot read the library `/no/such.bc`: ")
    );
    let json = MappingOptions::gpu()
        .with_json("o.json", "{\n  \"tyle\": 3}")
        .unwrap_err();
    assert!(
        json.to_string().starts_with("o.json: unknown field `tyle`"),
        "{json}"
    );
    assert!(json.to_string().contains("line 2 column 8"), "{json}");
}
