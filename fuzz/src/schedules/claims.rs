//! Edits of what a scop claims: its contexts, its statements and their accesses, what accesses
//! stand for, reductions, sizes, the target. After such an edit the program is another one, and its
//! results are compared with those of its own statements.

use super::isl_text;
use super::text::{Node, Path, Scop, isl_texts};
use crate::program::pick::Pick;

/// How many loops are above the node at a path.
fn depth(tree: &Node, path: &[usize]) -> usize {
    let mut node = tree;
    let mut depth = 0;
    for index in path {
        if node.is("schedule.band") {
            depth += super::text::Band::parse(&node.header).map_or(0, |band| band.members.len());
        }
        node = &node.children[*index];
    }
    depth
}

/// A place above a node that a node can be put: not between a sequence and its filters.
fn place(scop: &Scop, pick: &mut Pick) -> Option<Path> {
    let all = scop.tree.below(&|node| !node.is("schedule.filter"));
    (!all.is_empty()).then(|| pick.one(&all).clone())
}

fn put_above(scop: &mut Scop, path: &[usize], header: String) {
    let node = scop.tree.at(path);
    let below = std::mem::replace(
        node,
        Node {
            header,
            children: Vec::new(),
        },
    );
    node.children.push(below);
}

/// The line of the scop, and the names of its sizes.
fn head_of(scop: &Scop) -> Option<(usize, Vec<String>)> {
    let line = scop
        .head
        .iter()
        .position(|line| line.contains("schedule.scop @"))?;
    let sizes = scop.head[line].split_once(" sizes(").map(|(_, rest)| rest);
    let sizes = sizes
        .and_then(|rest| rest.split(')').next())
        .unwrap_or_default();
    let names = sizes.split(", ").filter(|one| !one.is_empty());
    let names = names.filter_map(|one| Some(one.split(" = ").next()?.trim().to_owned()));
    Some((line, names.collect()))
}

/// Adds a context, on a size or on a loop; or changes one.
pub fn context(scop: &mut Scop, pick: &mut Pick) -> Option<()> {
    let (line, sizes) = head_of(scop)?;
    if !sizes.is_empty() && pick.chance(25) {
        return in_line(&mut scop.head[line], pick, isl_text::constant);
    }
    let path = place(scop, pick)?;
    let depth = depth(&scop.tree, &path);
    let sign = *pick.one(&[">=", "<=", "="]);
    let bound = pick.within(0, 9);
    let text = if !sizes.is_empty() && (depth == 0 || pick.chance(50)) {
        let size = pick.one(&sizes);
        format!("[{size}] -> {{ : {size} {sign} {bound} }}")
    } else if depth > 0 {
        let names: Vec<String> = (0..depth).map(|at| format!("c{at}")).collect();
        let name = pick.one(&names).clone();
        format!("{{ [{}] : {name} {sign} {bound} }}", names.join(", "))
    } else {
        return None;
    };
    let kind = *pick.one(&["context", "context", "guard"]);
    put_above(scop, &path, format!("schedule.{kind} \"{text}\""));
    Some(())
}

/// Edits an isl text of a line.
fn in_line(
    line: &mut String,
    pick: &mut Pick,
    edit: fn(&str, &mut Pick) -> Option<String>,
) -> Option<()> {
    let texts = isl_texts(line);
    if texts.is_empty() {
        return None;
    }
    let (begin, end) = *pick.one(&texts);
    let edited = edit(&line[begin..end], pick)?;
    line.replace_range(begin..end, &edited);
    Some(())
}

/// Changes what an access stands for: another element, fewer instances, another array.
pub fn stands_for(scop: &mut Scop, pick: &mut Pick) -> Option<()> {
    let lines: Vec<usize> = (0..scop.head.len())
        .filter(|line| scop.head[*line].contains("schedule.for = "))
        .collect();
    if lines.is_empty() {
        return None;
    }
    let inputs = scop.inputs();
    let line = &mut scop.head[*pick.one(&lines)];
    match pick.below(5) {
        0 => in_line(line, pick, isl_text::constant),
        1 => in_line(line, pick, isl_text::variable),
        2 | 3 => in_line(line, pick, isl_text::narrower),
        _ => {
            let (_, rest) = line.split_once(" -> ")?;
            let array = rest.split('[').next()?.to_owned();
            let other = pick.one(&inputs).clone();
            *line = line.replacen(&format!("-> {array}["), &format!("-> {other}["), 1);
            Some(())
        }
    }
}

/// Changes a number of the machine.
pub fn target(scop: &mut Scop, pick: &mut Pick) -> Option<()> {
    const KEYS: [&str; 7] = [
        "warp",
        "warp",
        "shared_bytes_per_block",
        "shared_bytes_per_multiprocessor",
        "max_threads_per_block",
        "access_bytes",
        "vector_lanes",
    ];
    let key = format!(", {} = ", pick.one(&KEYS));
    let line = scop.head.iter_mut().find(|line| line.contains(&key))?;
    let begin = line.find(&key)? + key.len();
    let end = begin + line[begin..].find([',', '>'])?;
    let number: i64 = line[begin..end].parse().ok()?;
    let other = *pick.one(&[2 * number, number / 2, 4 * number, 1]);
    line.replace_range(begin..end, &other.to_string());
    Some(())
}

/// The lines that begin a statement.
fn statements(scop: &Scop) -> Vec<usize> {
    (0..scop.head.len())
        .filter(|line| scop.head[*line].contains("schedule.statement @"))
        .collect()
}

/// Marks a statement as a reduction, or no longer.
pub fn reduces(scop: &mut Scop, pick: &mut Pick) -> Option<()> {
    let lines = statements(scop);
    let line = &mut scop.head[*pick.one(&lines)];
    let operators = ["add", "mul", "min", "max"];
    match line.find(" reduces ") {
        Some(begin) => {
            let end = begin + " reduces ".len() + 3;
            let other = if pick.chance(30) {
                String::new()
            } else {
                format!(" reduces {}", pick.one(&operators))
            };
            line.replace_range(begin..end, &other);
        }
        None => {
            let end = line.rfind(" {")?;
            line.insert_str(end, &format!(" reduces {}", pick.one(&operators)));
        }
    }
    Some(())
}

/// Changes where a size comes from, or the extent of an argument.
pub fn sizes(scop: &mut Scop, pick: &mut Pick) -> Option<()> {
    let (line, sizes) = head_of(scop)?;
    let head = &mut scop.head[line];
    if !sizes.is_empty() {
        let begin = head.find(" sizes(")? + 1;
        let end = begin + head[begin..].find(')')?;
        let edited = isl_text::constant(&head[begin..end], pick)?;
        head.replace_range(begin..end, &edited);
        return Some(());
    }
    // `%A: memref<10x13xf32>`, wherever the type of that array stands.
    let arguments: Vec<String> = head
        .split('%')
        .skip(1)
        .filter_map(|one| Some(one.split_once(": memref<")?.0.to_owned()))
        .collect();
    let name = pick.one(&arguments).clone();
    let declared = format!("%{name}: memref<");
    let begin = head.find(&declared)? + declared.len();
    let shape = head[begin..begin + head[begin..].find([',', '>'])?].to_owned();
    let mut extents: Vec<String> = shape.split('x').map(str::to_owned).collect();
    let dim = pick.below(extents.len() - 1);
    let extent: i64 = extents[dim].parse().ok()?;
    extents[dim] = (*pick.one(&[extent - 1, extent + 1, 1, 2 * extent])).to_string();
    let new = extents.join("x");
    for line in &mut scop.head {
        *line = line.replace(&format!("{declared}{shape}"), &format!("{declared}{new}"));
        if line.contains(&format!("%{name}[")) {
            *line = line.replace(&format!("memref<{shape}"), &format!("memref<{new}"));
        }
    }
    Some(())
}

/// Changes the instances of the program.
pub fn domain(scop: &mut Scop, pick: &mut Pick) -> Option<()> {
    let edit = *pick.one(&[isl_text::constant, isl_text::constraint, isl_text::narrower]);
    in_line(&mut scop.tree.header, pick, edit)
}

/// The lines of the program's own statements with an access that is not redirected.
pub fn own_accesses(scop: &Scop) -> Vec<usize> {
    let program = scop.program_statements();
    let mut own = false;
    let mut found = Vec::new();
    for (index, line) in scop.head.iter().enumerate() {
        if let Some((_, name)) = line.split_once("schedule.statement @") {
            own = program
                .iter()
                .any(|one| name.split('(').next() == Some(one));
        }
        let access = line.contains("affine.load") || line.contains("affine.store");
        if own && access && !line.contains("schedule.for") {
            found.push(index);
        }
    }
    found
}

/// Computes a subscript in few bits: multiplied and divided by a constant, or by way of a sum.
pub fn few_bits(scop: &mut Scop, pick: &mut Pick) -> Option<()> {
    let plain = |line: &&usize| {
        let line = &scop.head[**line];
        let inside = line
            .find('[')
            .zip(line.find(']'))
            .map(|(open, close)| &line[open + 1..close]);
        let names = |inside: &str| {
            inside.split(", ").all(|one| {
                one.strip_prefix('%')
                    .is_some_and(|name| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'))
            })
        };
        line.contains("affine.load") && inside.is_some_and(names)
    };
    let lines = own_accesses(scop);
    let lines: Vec<usize> = lines.iter().filter(plain).copied().collect();
    if lines.is_empty() {
        return None;
    }
    let at = *pick.one(&lines);
    let line = scop.head[at].clone();
    let (open, close) = (line.find('[')?, line.find(']')?);
    let mut subscripts: Vec<String> = line[open + 1..close]
        .split(", ")
        .map(str::to_owned)
        .collect();
    let chosen = pick.below(subscripts.len());
    let index = subscripts[chosen].clone();
    let width = *pick.one(&[32, 32, 16, 8]);
    let power = 1_i64 << (width - *pick.one(&[1, 2, 3, 4]));
    let constant = *pick.one(&[power, power - 1, 2, 3]);
    let constant = constant.min((1 << (width - 1)) - 1);
    let ty = format!("i{width}");
    let (there, back) = *pick.one(&[
        ("muli", "floordivsi"),
        ("muli", "remsi"),
        ("addi", "subi"),
        ("addi", "minsi"),
        ("muli", "maxsi"),
    ]);
    subscripts[chosen] = "%w4".to_owned();
    let load = format!(
        "{}[{}]{}",
        &line[..open],
        subscripts.join(", "),
        &line[close + 1..]
    );
    let new = [
        format!("%w0 = arith.constant {constant} : {ty}"),
        format!("%w1 = arith.index_cast {index} : index to {ty}"),
        format!("%w2 = arith.{there} %w1, %w0 : {ty}"),
        format!("%w3 = arith.{back} %w2, %w0 : {ty}"),
        format!("%w4 = arith.index_cast %w3 : {ty} to index"),
        load.replacen("affine.load", "memref.load", 1),
    ];
    scop.head.splice(at..=at, new);
    Some(())
}

/// Moves the value of a band member near the ends of 64 bits.
pub fn huge(text: &str, pick: &mut Pick) -> Option<String> {
    let pieces = isl_text::pieces(text);
    let chosen = pick.below(pieces.len());
    let all_of_them = pick.chance(50);
    let change = *pick.one(&[
        " + 9223372036854775800",
        " - 9223372036854775800",
        " + 9223372036854775807",
        " + 4611686018427387904",
        " + 2147483640",
    ]);
    let times = pick.chance(20);
    let edited = pieces.iter().enumerate().map(|(number, piece)| {
        if number != chosen && !all_of_them {
            return Some((*piece).to_owned());
        }
        let (tuple, rest) = piece.split_once(" -> [")?;
        let (value, condition) = rest.rsplit_once(']')?;
        Some(if times {
            format!("{tuple} -> [1152921504606846976*({value})]{condition}")
        } else {
            format!("{tuple} -> [({value}){change}]{condition}")
        })
    });
    let edited = edited.collect::<Option<Vec<String>>>()?;
    Some(format!("{{ {} }}", edited.join("; ")))
}

/// Replaces the barrier of a statement by one of another level, or by none.
pub fn weak_barrier(scop: &mut Scop, pick: &mut Pick) -> Option<()> {
    let is_barrier = |line: &String| line.contains("gpu.barrier") || line.contains("warp_barrier");
    let lines: Vec<usize> = (0..scop.head.len())
        .filter(|line| is_barrier(&scop.head[*line]))
        .collect();
    if lines.is_empty() {
        return None;
    }
    let at = *pick.one(&lines);
    let new = match (scop.head[at].contains("gpu.barrier"), pick.chance(20)) {
        (_, true) => Vec::new(),
        (true, _) => vec!["schedule.warp_barrier".to_owned()],
        (false, _) => vec!["gpu.barrier".to_owned()],
    };
    scop.head.splice(at..=at, new);
    Some(())
}

/// Puts a loop somewhere into the tree. Extensions below have a further coordinate, so their copies
/// and barriers run in each iteration.
pub fn new_loop(scop: &mut Scop, pick: &mut Pick) -> Option<()> {
    let path = place(scop, pick)?;
    let position = depth(&scop.tree, &path);
    let program = scop.program_statements();
    let mut pieces = Vec::new();
    for line in statements(scop) {
        let (_, rest) = scop.head[line].split_once("schedule.statement @")?;
        let (name, rest) = rest.split_once('(')?;
        let indices = rest.split(')').next()?.replace('%', "");
        let names: Vec<&str> = indices.split(", ").filter(|one| !one.is_empty()).collect();
        let value = match (program.iter().any(|one| one == name), names.is_empty()) {
            (true, false) => {
                let index = *pick.one(&names);
                let divided = format!("floor({index}/2)");
                let parity = format!("{index} mod 2");
                pick.one(&[index.to_owned(), divided, parity, "0".to_owned()])
                    .clone()
            }
            _ => "0".to_owned(),
        };
        pieces.push(format!("{name}[{indices}] -> [{value}]"));
    }
    let below = scop.tree.at(&path);
    let with_coordinates =
        |node: &Node| node.is("schedule.extension") || node.is("schedule.context");
    let mut paths = below.below(&with_coordinates);
    if with_coordinates(below) {
        paths.push(Vec::new());
    }
    for inner in paths {
        let header = &mut below.at(&inner).header;
        let (begin, end) = *isl_texts(header).first()?;
        let with_loop = |piece: &str| {
            let (open, close) = (piece.find('[')?, piece.find(']')?);
            let mut names: Vec<&str> = piece[open + 1..close]
                .split(", ")
                .filter(|one| !one.is_empty())
                .collect();
            let anonymous = piece[..open].trim().is_empty();
            if !anonymous || names.len() < position {
                return None;
            }
            names.insert(position, "new");
            Some(format!("[{}]{}", names.join(", "), &piece[close + 1..]))
        };
        let edited = isl_text::pieces(&header[begin..end])
            .into_iter()
            .map(with_loop);
        let edited = edited.collect::<Option<Vec<String>>>()?;
        header.replace_range(begin..end, &format!("{{ {} }}", edited.join("; ")));
    }
    let header = format!("schedule.band (sequential \"{{ {} }}\")", pieces.join("; "));
    put_above(scop, &path, header);
    Some(())
}
