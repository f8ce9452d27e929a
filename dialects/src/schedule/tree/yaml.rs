//! A tree as `isl_schedule`, and back.
//!
//! What isl cannot represent is encoded in mark nodes, so that both directions are lossless; here
//! in isl's YAML for trees, in which a [`Tree`] is also written for people and other tools:
//!
//! ```text
//! band "tile" permutable tiles 32          mark: "tc.band tag=tile tiles=32 kinds=block.x"
//!   | block.x { S[i] -> [...] }      <->   child:
//!                                            schedule: "[{ S[i] -> [...] }]"
//!                                            permutable: 1
//!
//! mark "promoted" array = "A"        <->   mark: "promoted array=%22A%22"
//! ```
//!
//! isl joins a filter with a filter directly below it; no pass creates such a pair. A band without
//! kinds, tag and tile sizes gets no mark. In mark texts the characters that are special to isl's
//! reader or to this encoding are written as `%` and two hexadecimal digits.

use std::fmt::Write;

use tc_isl::{
    BandParts, Context, Id, MultiUnionPwAff, NodeKind, Schedule, ScheduleNode, ScheduleTree,
    UnionPwAff,
};

use super::member_kind::{Axis, MemberKind};
use super::node::{Band, Last, Mark, Member, Tree};
use super::refusal::Refusal;

/// The prefix of the mark above a band that encodes what isl's bands cannot represent.
const BAND_MARK: &str = "tc.band";

/// The beginning of the mark that stands for a node of ours, which isl has not.
const LAST_MARK: &str = "tc.last";

impl Tree {
    /// The tree in isl's own YAML, in block style.
    pub fn to_yaml(&self) -> Result<String, Refusal> {
        let mut writer = Writer::default();
        writer.node(self, 0)?;
        Ok(writer.text)
    }

    /// The tree as isl's schedule.
    pub fn to_isl(&self) -> Result<Schedule, Refusal> {
        Ok(build(self, self.domain()?.context())?.schedule()?)
    }

    /// The tree of an isl schedule.
    pub fn from_isl(schedule: &Schedule) -> Result<Tree, Refusal> {
        read(&schedule.root()?)
    }
}

/// A subtree as isl's.
fn build(node: &Tree, isl: &Context) -> Result<ScheduleTree, Refusal> {
    let children = node.children().iter().map(|child| build(child, isl));
    let children = children.collect::<Result<Vec<_>, _>>()?;
    Ok(match node {
        Tree::Leaf => ScheduleTree::leaf(isl)?,
        Tree::Sequence { .. } => ScheduleTree::sequence(isl, &children)?,
        Tree::Set { .. } => ScheduleTree::set(isl, &children)?,
        Tree::Domain { domain, .. } => children[0].insert_domain(domain)?,
        Tree::Context { context, .. } => children[0].insert_context(context)?,
        Tree::Filter { filter, .. } => children[0].insert_filter(filter)?,
        Tree::Extension { extension, .. } => children[0].insert_extension(extension)?,
        Tree::Guard { guard, .. } => children[0].insert_guard(guard)?,
        Tree::Mark { mark, .. } => children[0].insert_mark(&Id::new(isl, &encode_mark(mark))?)?,
        Tree::Last { last, .. } => children[0].insert_mark(&Id::new(isl, &encode_last(last))?)?,
        Tree::Expansion {
            contraction,
            expansion,
            ..
        } => children[0].insert_expansion(contraction, expansion)?,
        Tree::Band { band, .. } => {
            let coincident: Vec<bool> = band.members.iter().map(|m| m.coincident).collect();
            let tree = children[0].insert_band(&BandParts {
                schedule: &schedule_of(band)?,
                permutable: band.permutable,
                coincident: &coincident,
                ast_options: band.ast_options.as_ref(),
            })?;
            match encode_band(band) {
                Some(extras) => tree.insert_mark(&Id::new(isl, &extras)?)?,
                None => tree,
            }
        }
    })
}

#[derive(Default)]
struct Writer {
    text: String,
}

impl Writer {
    /// A node as the entries of a mapping, each line at `indent`.
    fn node(&mut self, node: &Tree, indent: usize) -> Result<(), Refusal> {
        match node {
            Tree::Domain { domain, .. } => self.text_entry(indent, "domain", domain),
            Tree::Context { context, .. } => self.text_entry(indent, "context", context),
            Tree::Filter { filter, .. } => self.text_entry(indent, "filter", filter),
            Tree::Extension { extension, .. } => self.text_entry(indent, "extension", extension),
            Tree::Guard { guard, .. } => self.text_entry(indent, "guard", guard),
            Tree::Mark { mark, .. } => self.text_entry(indent, "mark", encode_mark(mark)),
            Tree::Last { last, .. } => self.text_entry(indent, "mark", encode_last(last)),
            Tree::Expansion {
                contraction,
                expansion,
                ..
            } => {
                self.text_entry(indent, "contraction", contraction);
                self.text_entry(indent, "expansion", expansion);
            }
            Tree::Band { band, child } => return self.band(band, child, indent),
            Tree::Sequence { children } => return self.list("sequence", children, indent),
            Tree::Set { children } => return self.list("set", children, indent),
            Tree::Leaf => self.line(indent, "leaf"),
        }
        node.children()
            .iter()
            .try_for_each(|child| self.child(child, indent))
    }

    /// The `child` entry; isl requires one below a mark even for a leaf, and nowhere else.
    fn child(&mut self, child: &Tree, indent: usize) -> Result<(), Refusal> {
        self.line(indent, "child:");
        self.node(child, indent + 2)
    }

    fn band(&mut self, band: &Band, child: &Tree, indent: usize) -> Result<(), Refusal> {
        let mut indent = indent;
        if let Some(extras) = encode_band(band) {
            self.text_entry(indent, "mark", extras);
            self.line(indent, "child:");
            indent += 2;
        }
        self.text_entry(indent, "schedule", schedule_of(band)?);
        self.line(
            indent,
            &format!("permutable: {}", u8::from(band.permutable)),
        );
        let flags: Vec<String> = band
            .members
            .iter()
            .map(|member| u8::from(member.coincident).to_string())
            .collect();
        self.line(indent, &format!("coincident: [ {} ]", flags.join(", ")));
        if let Some(options) = &band.ast_options {
            self.text_entry(indent, "options", options);
        }
        self.child(child, indent)
    }

    fn list(&mut self, key: &str, children: &[Tree], indent: usize) -> Result<(), Refusal> {
        self.line(indent, &format!("{key}:"));
        for child in children {
            let start = self.text.len();
            self.node(child, indent + 2)?;
            // The first line of an element starts with a dash in place of two spaces of its
            // indentation.
            self.text
                .replace_range(start + indent..start + indent + 1, "-");
        }
        Ok(())
    }

    fn text_entry(&mut self, indent: usize, key: &str, value: impl std::fmt::Display) {
        self.line(indent, &format!("{key}: \"{value}\""));
    }

    fn line(&mut self, indent: usize, line: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{:indent$}{line}", "");
    }
}

/// The tree below one of isl's nodes.
fn read(node: &ScheduleNode) -> Result<Tree, Refusal> {
    let children = node.children()?;
    match node.kind()? {
        NodeKind::Leaf => return Ok(Tree::Leaf),
        NodeKind::Sequence => {
            return Ok(Tree::Sequence {
                children: children.iter().map(read).collect::<Result<_, _>>()?,
            });
        }
        NodeKind::Set => {
            return Ok(Tree::Set {
                children: children.iter().map(read).collect::<Result<_, _>>()?,
            });
        }
        _ => {}
    }
    let child = Box::new(read(&children[0])?);
    Ok(match node.kind()? {
        NodeKind::Domain => Tree::Domain {
            domain: node.domain_domain()?,
            child,
        },
        NodeKind::Context => Tree::Context {
            context: node.context_context()?,
            child,
        },
        NodeKind::Filter => Tree::Filter {
            filter: node.filter_filter()?,
            child,
        },
        NodeKind::Guard => Tree::Guard {
            guard: node.guard_guard()?,
            child,
        },
        NodeKind::Extension => Tree::Extension {
            extension: node.extension_extension()?,
            child,
        },
        NodeKind::Expansion => Tree::Expansion {
            contraction: node.expansion_contraction()?,
            expansion: node.expansion_expansion()?,
            child,
        },
        NodeKind::Mark => read_mark(&node.mark_id()?.name(), *child),
        NodeKind::Band => child.below_band(read_band(node)?),
        NodeKind::Leaf | NodeKind::Sequence | NodeKind::Set => *child,
    })
}

/// A mark, the node that it stands for, or the band below it with the properties encoded in it.
fn read_mark(text: &str, child: Tree) -> Tree {
    if let Some(last) = decode_last(text) {
        return child.below_last(last);
    }
    if let Tree::Band { band, child } = child {
        return match decode_band(text, band.clone()) {
            Some(decoded) => child.below_band(decoded),
            None => child.below_band(band).below_mark(decode_mark(text)),
        };
    }
    child.below_mark(decode_mark(text))
}

fn read_band(node: &ScheduleNode) -> Result<Band, Refusal> {
    let schedule = node.band_partial_schedule()?;
    let mut members = Vec::new();
    for (position, member) in schedule.members()?.into_iter().enumerate() {
        let coincident = node.band_member_coincident(position)?;
        members.push(Member {
            coincident,
            ..Member::new(member.drop_unused_params()?)
        });
    }
    let mut band = Band::new(members, node.band_permutable()?);
    let options = node.band_ast_build_options()?;
    band.ast_options = (!options.is_empty()?).then_some(options);
    Ok(band)
}

/// The members of a band as isl's multi-dimensional function.
fn schedule_of(band: &Band) -> Result<MultiUnionPwAff, Refusal> {
    let members: Vec<UnionPwAff> = band
        .members
        .iter()
        .map(|member| member.schedule.clone())
        .collect();
    Ok(MultiUnionPwAff::from_members(&members)?)
}

/// The text of the mark above a band; none if there is nothing to encode.
fn encode_band(band: &Band) -> Option<String> {
    let mut fields = vec![BAND_MARK.to_string()];
    if let Some(tag) = &band.tag {
        fields.push(format!("tag={}", escape(tag)));
    }
    if !band.tile_sizes.is_empty() {
        let sizes: Vec<String> = band.tile_sizes.iter().map(i64::to_string).collect();
        fields.push(format!("tiles={}", sizes.join(",")));
    }
    if band.members.iter().any(|member| !member.kind.is_plain()) {
        let kinds: Vec<String> = band
            .members
            .iter()
            .map(|member| member.kind.to_string().replace(", ", "/"))
            .collect();
        fields.push(format!("kinds={}", kinds.join(",")));
    }
    if let Some(unit) = band.unit {
        fields.push(format!("unit={}", unit.to_string().replace(", ", "/")));
    }
    (fields.len() > 1).then(|| fields.join(" "))
}

/// Gives a band the properties encoded in the mark above it; none if the mark does not fit the
/// band.
fn decode_band(text: &str, mut band: Band) -> Option<Band> {
    for field in text.strip_prefix(BAND_MARK)?.split_whitespace() {
        let (key, value) = field.split_once('=')?;
        match key {
            "tag" => band.tag = Some(unescape(value)),
            "tiles" => {
                band.tile_sizes = value
                    .split(',')
                    .map(|size| size.parse().ok())
                    .collect::<Option<_>>()?
            }
            "unit" => band.unit = Some(value.replace('/', ", ").parse().ok()?),
            "kinds" => {
                let kinds: Vec<MemberKind> = value
                    .split(',')
                    .map(|kind| kind.replace('/', ",").parse().ok())
                    .collect::<Option<_>>()?;
                if kinds.len() != band.members.len() {
                    return None;
                }
                band.members
                    .iter_mut()
                    .zip(kinds)
                    .for_each(|(member, kind)| member.kind = kind);
            }
            _ => return None,
        }
    }
    Some(band)
}

fn encode_last(last: &Last) -> String {
    let axes = last.across.iter().map(|axis| axis.to_string());
    let axes: Vec<String> = axes.collect();
    let counter = escape(&last.counter);
    format!("{LAST_MARK} counter={counter} across={}", axes.join(","))
}

/// The node that a mark stands for; none for any other mark.
fn decode_last(text: &str) -> Option<Last> {
    let fields = text.strip_prefix(LAST_MARK)?.strip_prefix(" counter=")?;
    let (counter, across) = fields.split_once(" across=")?;
    let axes = across.split(',').filter(|axis| !axis.is_empty());
    let axis = |name: &str| Axis::ALL.into_iter().find(|axis| axis.to_string() == name);
    Some(Last {
        counter: unescape(counter),
        across: axes.map(axis).collect::<Option<_>>()?,
    })
}

fn encode_mark(mark: &Mark) -> String {
    let mut text = escape(&mark.name);
    if text.starts_with(BAND_MARK) || text.starts_with(LAST_MARK) {
        text.replace_range(..1, "%74");
    }
    for (key, value) in &mark.attributes {
        text.push_str(&format!(" {}={}", escape(key), escape(value)));
    }
    text
}

fn decode_mark(text: &str) -> Mark {
    let mut fields = text.split(' ');
    let name = unescape(fields.next().unwrap_or_default());
    let attributes = fields.filter_map(|field| {
        let (key, value) = field.split_once('=')?;
        Some((unescape(key), unescape(value)))
    });
    Mark {
        name,
        attributes: attributes.collect(),
    }
}

/// Escapes characters that are special to isl's reader or in a mark as `%` and two hexadecimal
/// digits.
fn escape(text: &str) -> String {
    text.chars().fold(String::new(), |mut escaped, c| {
        if c.is_ascii_control() || matches!(c, '%' | '"' | '=' | ' ' | '\\') {
            escaped.push_str(&format!("%{:02x}", u32::from(c)));
        } else {
            escaped.push(c);
        }
        escaped
    })
}

/// Reads what [`escape`] wrote; a `%` that is not followed by two digits stands for itself.
fn unescape(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(position) = rest.find('%') {
        plain.push_str(&rest[..position]);
        let code = rest
            .get(position + 1..position + 3)
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match code {
            Some(code) => {
                plain.push(char::from(code));
                rest = &rest[position + 3..];
            }
            None => {
                plain.push('%');
                rest = &rest[position + 1..];
            }
        }
    }
    plain + rest
}
