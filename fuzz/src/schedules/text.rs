//! The printed form of a `schedule.scop`, as far as edits need it: the lines before the tree, and
//! the tree as nodes, each with the text between its name and its braces.

/// A printed module with one scop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scop {
    /// Up to the tree: the target, arrays, statements.
    pub head: Vec<String>,
    /// From `schedule.domain` on.
    pub tree: Node,
    tail: String,
}

/// A node of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Without the braces: `schedule.filter "{ S[i] }"`.
    pub header: String,
    pub children: Vec<Node>,
}

/// The positions of the children from the root to the node.
pub type Path = Vec<usize>;

/// The positions of the characters outside of quotation marks.
pub fn outside_quotes(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut quoted = false;
    text.char_indices().filter(move |(_, c)| {
        let quote = *c == '"';
        quoted ^= quote;
        !quoted && !quote
    })
}

/// The beginning and end of each isl text in a text, without quotation marks and the parameters in
/// front of the braces.
pub fn isl_texts(text: &str) -> Vec<(usize, usize)> {
    let quotes: Vec<usize> = text.match_indices('"').map(|(place, _)| place).collect();
    let pairs = quotes.chunks_exact(2).map(|pair| (pair[0] + 1, pair[1]));
    let braces = pairs.filter_map(|(begin, end)| {
        let text = &text[begin..end];
        let is_isl = text.starts_with('{') || text.starts_with('[');
        let open = text.find('{').filter(|_| is_isl)?;
        Some((begin + open, end))
    });
    braces.collect()
}

impl Scop {
    /// Reads the compiler's output; `None` if it contains something other than a mapped scop.
    pub fn parse(text: &str) -> Option<Scop> {
        let begin = text.find("schedule.domain ")?;
        let (tree, rest) = Node::parse(&text[begin..])?;
        Some(Scop {
            head: text[..begin]
                .trim_end()
                .lines()
                .map(str::to_owned)
                .collect(),
            tree,
            tail: rest.to_owned(),
        })
    }

    /// The names of the statements in the domain: the program's own.
    pub fn program_statements(&self) -> Vec<String> {
        let of_domain = isl_texts(&self.tree.header);
        let texts = of_domain
            .iter()
            .map(|(begin, end)| &self.tree.header[*begin..*end]);
        texts
            .flat_map(super::isl_text::pieces)
            .filter_map(|piece| Some(piece.split_once('[')?.0.trim().to_owned()))
            .collect()
    }

    /// The names of the input arguments.
    pub fn inputs(&self) -> Vec<String> {
        let line = self
            .head
            .iter()
            .find(|line| line.contains("schedule.scop @"));
        let arguments = line
            .and_then(|line| line.split_once('('))
            .map_or("", |(_, rest)| rest);
        let arguments = arguments
            .split(", ")
            .filter(|one| !one.trim_start().starts_with("out "));
        arguments
            .filter_map(|one| Some(one.split_once('%')?.1.split_once(':')?.0.to_owned()))
            .collect()
    }
}

impl std::fmt::Display for Scop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for line in &self.head {
            writeln!(f, "{line}")?;
        }
        self.tree.write(f, 2)?;
        f.write_str(&self.tail)
    }
}

impl Node {
    fn parse(text: &str) -> Option<(Node, &str)> {
        let open = outside_quotes(text).find(|(_, c)| *c == '{')?.0;
        let header = text[..open]
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        if !header.starts_with("schedule.") {
            return None;
        }
        let mut children = Vec::new();
        let mut rest = text[open + 1..].trim_start();
        loop {
            if let Some(after) = rest.strip_prefix('}') {
                return Some((Node { header, children }, after));
            }
            let (child, after) = Node::parse(rest)?;
            children.push(child);
            rest = after.trim_start();
        }
    }

    fn write(&self, f: &mut std::fmt::Formatter<'_>, depth: usize) -> std::fmt::Result {
        write!(f, "{:1$}{2} {{", "", 2 * depth, self.header)?;
        if !self.children.is_empty() {
            writeln!(f)?;
            for child in &self.children {
                child.write(f, depth + 1)?;
                writeln!(f)?;
            }
            write!(f, "{:1$}", "", 2 * depth)?;
        }
        f.write_str("}")
    }

    pub fn is(&self, name: &str) -> bool {
        self.header.split(' ').next() == Some(name)
    }

    pub fn at(&mut self, path: &[usize]) -> &mut Node {
        path.iter()
            .fold(self, |node, index| &mut node.children[*index])
    }

    /// All nodes below this one that satisfy a predicate, in the order of the text.
    pub fn below(&self, wanted: &dyn Fn(&Node) -> bool) -> Vec<Path> {
        let mut found = Vec::new();
        for (index, child) in self.children.iter().enumerate() {
            if wanted(child) {
                found.push(vec![index]);
            }
            let deeper = child.below(wanted).into_iter();
            found.extend(deeper.map(|path| [vec![index], path].concat()));
        }
        found
    }
}

/// The header of a band: the text before its members, and the members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Band {
    pub front: String,
    pub members: Vec<Member>,
}

/// A member of a band: `thread.x coincident "{ S[i] -> [i] }"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Empty for a loop that is not bound yet.
    pub kind: String,
    pub coincident: bool,
    /// With its quotation marks.
    pub function: String,
}

impl Band {
    pub fn parse(header: &str) -> Option<Band> {
        let open = outside_quotes(header).find(|(_, c)| *c == '(')?.0;
        let close = outside_quotes(header).filter(|(_, c)| *c == ')').last()?.0;
        let inside = &header[open + 1..close];
        let commas = outside_quotes(inside)
            .filter(|(_, c)| *c == ',')
            .map(|(place, _)| place);
        let mut members = Vec::new();
        let mut begin = 0;
        for end in commas.chain([inside.len()]) {
            members.push(Member::parse(inside[begin..end].trim())?);
            begin = end + 1;
        }
        Some(Band {
            front: header[..open].trim_end().to_owned(),
            members,
        })
    }
}

impl std::fmt::Display for Band {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let members: Vec<String> = self.members.iter().map(Member::to_string).collect();
        write!(f, "{} ({})", self.front, members.join(", "))
    }
}

impl Member {
    fn parse(text: &str) -> Option<Member> {
        let (words, function) = text.split_at(text.find('"')?);
        let (mut kind, mut coincident) = (String::new(), false);
        for word in words.split_whitespace() {
            match word {
                "coincident" => coincident = true,
                other => kind = other.to_owned(),
            }
        }
        Some(Member {
            kind,
            coincident,
            function: function.to_owned(),
        })
    }
}

impl std::fmt::Display for Member {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if !self.kind.is_empty() {
            write!(f, "{} ", self.kind)?;
        }
        if self.coincident {
            f.write_str("coincident ")?;
        }
        f.write_str(&self.function)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "schedule.scop @s(%A: memref<4xf32>, inout %B: memref<5xf32>, out %C: memref<4xf32>) grid(1, 1, 1) {
schedule.domain \"{ S[i] : 0 <= i < 4; T[] }\" {
  schedule.sequence {
    schedule.filter \"{ S[i] }\" {
      schedule.band permutable tag \"t\"
        (thread.x coincident \"{ S[i] -> [(i)] }\", sequential \"{ S[i] -> [0] }\") {}
    }
    schedule.filter \"{ T[] }\" {}
  }
}
}
";

    #[test]
    fn a_scop_is_read_and_printed() {
        let scop = Scop::parse(TEXT).unwrap();
        assert_eq!(Scop::parse(&scop.to_string()), Some(scop.clone()));
        assert_eq!(scop.program_statements(), ["S", "T"]);
        assert_eq!(scop.inputs(), ["A", "B"]);
        assert_eq!(
            scop.tree.below(&|node| node.is("schedule.filter")),
            [vec![0, 0], vec![0, 1]]
        );
    }

    #[test]
    fn a_band_is_read_and_printed() {
        let mut scop = Scop::parse(TEXT).unwrap();
        let header = scop.tree.at(&[0, 0, 0]).header.clone();
        let band = Band::parse(&header).unwrap();
        assert_eq!(band.front, "schedule.band permutable tag \"t\"");
        let kinds: Vec<&str> = band.members.iter().map(|one| one.kind.as_str()).collect();
        assert_eq!(kinds, ["thread.x", "sequential"]);
        assert_eq!(band.to_string(), header);
    }
}
