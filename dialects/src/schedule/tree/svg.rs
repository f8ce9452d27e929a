//! A tree as a picture: one rectangle for each node, children below their parent, as self-contained
//! SVG.
//!
//! ```text
//!        ┌────────────────────────────┐
//!        │ domain                     │   the kind of the node, its tag and flags
//!        │ { S0[i, j] : 0 <= i < 64 } │   isl's text, broken at blanks
//!        └─────────────┬──────────────┘
//!        ┌─────────────┴──────────────┐
//!        │ band "tile" permutable     │
//!        │ block.x coincident { ... } │   a line, and a colour, for each member by its loop kind
//!        └────────────────────────────┘
//! ```
//!
//! A subtree is as wide as its node or its children side by side, whichever is wider; a node is
//! centred above its children. Leaves are not drawn. The layout counts characters of a fixed-width
//! font, so that it needs no font metrics and the same tree gives the same bytes everywhere.

use std::fmt::Write;

use super::member_kind::{MemberKind, Units};
use super::node::{Band, Tree};

/// The number of columns after which a line is broken.
const COLUMNS: usize = 64;
/// Width of a character and height of a line, in pixels, for `font-size` 12.
const CHARACTER: f64 = 7.25;
const LINE: f64 = 16.0;
/// Gaps between a text and its rectangle, between adjacent rectangles, and between a rectangle and
/// its children.
const PADDING: f64 = 8.0;
const BESIDE: f64 = 20.0;
const BELOW: f64 = 26.0;

/// A line of text in a rectangle, with its background colour.
struct Text {
    text: String,
    fill: Option<&'static str>,
    bold: bool,
}

/// A rectangle at the position of its top left corner.
struct Shape {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
    lines: Vec<Text>,
}

/// The layout of a subtree; its root is the first rectangle, its top left corner is the origin.
struct Picture {
    width: f64,
    height: f64,
    shapes: Vec<Shape>,
    /// From the bottom of a rectangle to the top of a child.
    edges: Vec<[f64; 4]>,
}

/// The tree as the text of an SVG file.
pub fn svg(tree: &Tree) -> String {
    let picture = lay_out(tree);
    let (width, height) = (
        picture.width + 2.0 * PADDING,
        picture.height + 2.0 * PADDING,
    );
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         font-family=\"monospace\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    );
    for [x1, y1, x2, y2] in picture.edges {
        let (x1, y1, x2, y2) = (x1 + PADDING, y1 + PADDING, x2 + PADDING, y2 + PADDING);
        let _ = writeln!(
            out,
            "<path d=\"M{x1:.0} {y1:.0} V{:.0} H{x2:.0} V{y2:.0}\" fill=\"none\" stroke=\"#888888\"/>",
            (y1 + y2) / 2.0
        );
    }
    for shape in &picture.shapes {
        write_shape(&mut out, shape);
    }
    out + "</svg>\n"
}

fn write_shape(out: &mut String, shape: &Shape) {
    let (x, y) = (shape.x + PADDING, shape.y + PADDING);
    let _ = writeln!(
        out,
        "<rect x=\"{x:.0}\" y=\"{y:.0}\" width=\"{:.0}\" height=\"{:.0}\" rx=\"4\" fill=\"#fafafa\" stroke=\"#444444\"/>",
        shape.width, shape.height
    );
    for (position, line) in shape.lines.iter().enumerate() {
        let top = y + PADDING + LINE * position as f64;
        if let Some(fill) = line.fill {
            let _ = writeln!(
                out,
                "<rect x=\"{:.0}\" y=\"{top:.0}\" width=\"{:.0}\" height=\"{LINE:.0}\" fill=\"{fill}\"/>",
                x + 1.0,
                shape.width - 2.0
            );
        }
        let weight = if line.bold {
            " font-weight=\"bold\""
        } else {
            ""
        };
        let _ = writeln!(
            out,
            "<text x=\"{:.0}\" y=\"{:.0}\"{weight} xml:space=\"preserve\">{}</text>",
            x + PADDING,
            top + 12.0,
            escaped(&line.text)
        );
    }
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;");
    text.replace('<', "&lt;").replace('>', "&gt;")
}

fn lay_out(node: &Tree) -> Picture {
    let lines = lines(node);
    let columns = lines.iter().map(|line| line.text.chars().count()).max();
    let own_width = columns.unwrap_or(0) as f64 * CHARACTER + 2.0 * PADDING;
    let own_height = lines.len() as f64 * LINE + 2.0 * PADDING;
    let children = node.children().iter();
    let children: Vec<Picture> = children
        .filter(|child| !matches!(child, Tree::Leaf))
        .map(lay_out)
        .collect();
    let gaps = BESIDE * children.len().saturating_sub(1) as f64;
    let beside = children.iter().map(|child| child.width).sum::<f64>() + gaps;
    let width = own_width.max(beside);
    let mut picture = Picture {
        width,
        height: own_height,
        shapes: vec![Shape {
            x: (width - own_width) / 2.0,
            y: 0.0,
            width: own_width,
            height: own_height,
            lines,
        }],
        edges: Vec::new(),
    };
    let mut left = (width - beside) / 2.0;
    for child in children {
        let child_width = child.width;
        picture.hang(child, left, own_height + BELOW);
        left += child_width + BESIDE;
    }
    picture
}

impl Picture {
    /// Places a child's picture at this position, with an edge from the root to it.
    fn hang(&mut self, child: Picture, x: f64, y: f64) {
        self.height = self.height.max(y + child.height);
        let root = &self.shapes[0];
        self.edges.push([
            root.x + root.width / 2.0,
            root.height,
            x + child.width / 2.0,
            y,
        ]);
        let edges = child.edges.iter();
        self.edges
            .extend(edges.map(|[x1, y1, x2, y2]| [x1 + x, y1 + y, x2 + x, y2 + y]));
        let shapes = child.shapes.into_iter();
        self.shapes.extend(shapes.map(|shape| Shape {
            x: shape.x + x,
            y: shape.y + y,
            ..shape
        }));
    }
}

fn lines(node: &Tree) -> Vec<Text> {
    let mut title = node.kind().to_owned();
    let mut texts = Vec::new();
    match node {
        Tree::Domain { domain: set, .. } | Tree::Filter { filter: set, .. } => {
            texts.push((set.to_string(), None));
        }
        Tree::Context { context: set, .. } | Tree::Guard { guard: set, .. } => {
            texts.push((set.to_string(), None));
        }
        Tree::Last { last, .. } => {
            let _ = write!(title, " {last}");
        }
        Tree::Extension { extension, .. } => texts.push((extension.to_string(), None)),
        Tree::Expansion { expansion, .. } => texts.push((expansion.to_string(), None)),
        Tree::Band { band, .. } => {
            title += &flags(band);
            texts.extend(band.members.iter().map(|member| {
                let coincident = if member.coincident { " coincident" } else { "" };
                let text = format!("{}{coincident} {}", member.kind, member.schedule);
                (text, Some(colour(member.kind)))
            }));
        }
        Tree::Mark { mark, .. } => {
            let _ = write!(title, " \"{}\"", mark.name);
            let attributes = mark.attributes.iter();
            texts.extend(attributes.map(|(name, value)| (format!("{name} = {value}"), None)));
        }
        Tree::Sequence { .. } | Tree::Set { .. } | Tree::Leaf => {}
    }
    let title = Text {
        text: title,
        fill: None,
        bold: true,
    };
    let texts = texts
        .into_iter()
        .flat_map(|(text, fill)| broken(&text, fill));
    std::iter::once(title).chain(texts).collect()
}

/// Tag, tile sizes and `permutable`, as the dialect prints them.
fn flags(band: &Band) -> String {
    let mut flags = String::new();
    if let Some(tag) = &band.tag {
        let _ = write!(flags, " \"{tag}\"");
    }
    if band.permutable {
        flags.push_str(" permutable");
    }
    if !band.tile_sizes.is_empty() {
        let sizes: Vec<String> = band.tile_sizes.iter().map(i64::to_string).collect();
        let _ = write!(flags, " tiles({})", sizes.join(", "));
    }
    flags
}

/// Lines of at most [`COLUMNS`] if blanks allow it; continuation lines are indented.
fn broken(text: &str, fill: Option<&'static str>) -> Vec<Text> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("there is a line");
        if last.trim().is_empty() || last.chars().count() + 1 + word.chars().count() <= COLUMNS {
            let gap = if last.trim().is_empty() { "" } else { " " };
            last.push_str(gap);
            last.push_str(word);
        } else {
            lines.push(format!("    {word}"));
        }
    }
    let bold = false;
    let lines = lines.into_iter();
    lines.map(|text| Text { text, fill, bold }).collect()
}

/// The colours distinguish launches, blocks, threads, and kinds that become one loop body.
fn colour(kind: MemberKind) -> &'static str {
    match kind.units() {
        Some((Units::Blocks, _)) => "#c6dcf5",
        Some((Units::Threads, _)) => "#cfe8c9",
        None if kind.is_parallel() => "#e2d4f0",
        None if kind.lanes().is_some() => "#f9e0b0",
        None if kind.is_unrolled() => "#fbd3c0",
        None if kind.is_launch() => "#f5d0dc",
        None => "#eeeeee",
    }
}
