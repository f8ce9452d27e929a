//! isl's AST of a tree, with the subscripts of each statement instance.
//!
//! isl knows the loops around each statement instance of the AST, with their bounds and conditions.
//! It simplifies a subscript that is built there with that knowledge: inside a tile of 32,
//! `i mod 32` is the inner iterator. So all subscripts and index values are built while isl
//! generates the AST, and [`super::emit`] only writes them down.
//!
//! **Loop kinds.** Parallel, vector and unrolled loops are identified by their depth: the loop of
//! coordinate n is named `c<n>'`, as no size can be, and a mark above the band gives the kinds of
//! the coordinates.
//!
//! **Unrolled members** are loops for isl, which the emitter copies, where that gives the same code
//! ([`super::copies`]): isl takes a millisecond for each copy that it makes itself. The others,
//! whose ends or conditions depend on more than numbers, get isl's `unroll` option, and isl
//! simplifies each copy.

use std::cell::RefCell;
use std::collections::BTreeSet;

use tc_syntax::diagnostic::Code;

use tc_dialects::schedule::tree::{Band, Member, MemberKind, Path, Prefix, Refusal, Tree};
use tc_isl::{
    AstBuild, AstExpr, AstGenerator, AstNode, Context, Dim, Error, Id, PwAff, PwMultiAff, Set,
    UnionMap, UnionSet,
};

use super::ast::{Ast, Instance, iterator, kinds_mark};
use super::copies::{self, Unrolled};
use super::integers;
use super::scop::Statement;
use tc_scop::values::{bounds, ends};

/// Generates the AST of a tree whose members are not mapped; with `origin`, each place says which
/// instance of the tree it is.
pub fn generate(
    isl: &Context,
    context: &Set,
    tree: &Tree,
    statements: &[Statement<'_, '_>],
    origin: bool,
) -> Result<Ast, Refusal> {
    check_copies(tree)?;
    let mut by_isl = BTreeSet::new();
    let ast = loop {
        let ast = generate_with(&by_isl, isl, context, tree, statements, origin)?;
        let found = copies::count(&ast)?;
        // What isl unrolls may show it the ends of another loop.
        let before = by_isl.len();
        by_isl.extend(found.left_to_isl);
        if by_isl.len() == before {
            if found.count > MOST_COPIES {
                return Err(Refusal::new(too_many_copies()));
            }
            break ast;
        }
    };
    integers::check(&ast)?;
    Ok(ast)
}

/// The AST in which isl unrolls these loops.
fn generate_with(
    by_isl: &BTreeSet<Unrolled>,
    isl: &Context,
    context: &Set,
    tree: &Tree,
    statements: &[Statement<'_, '_>],
    origin: bool,
) -> Result<Ast, Refusal> {
    let schedule = with_options(tree.clone(), &Path::root(), 0, by_isl)?.to_isl()?;
    let instances = RefCell::new(Vec::new());
    let detect = isl.ast_build_detect_min_max();
    isl.set_ast_build_detect_min_max(true)?;
    let iterators = (0..loops_of(tree)).map(|depth| Id::new(isl, &iterator(depth)));
    let iterators = iterators.collect::<Result<Vec<_>, Error>>()?;
    let root = AstGenerator::new(AstBuild::from_context(context)?.set_iterators(&iterators)?)
        .at_each_domain(|node, build| {
            let mut instances = instances.borrow_mut();
            if instances.len() >= MOST_COPIES {
                return Err(Error::callback(too_many_copies()));
            }
            let number = Id::new(isl, &instances.len().to_string())?;
            let mut made = instance(&node, build, statements)?;
            if origin {
                made.origin = Some(node.user_expr()?.op_args()?.split_off(1));
            }
            instances.push(made);
            node.set_annotation(&number)
        })
        .generate(&schedule);
    isl.set_ast_build_detect_min_max(detect)?;
    Ok(Ast {
        root: root?,
        instances: instances.into_inner(),
        context: context.clone(),
    })
}

/// How many loops are nested in a tree, at most.
fn loops_of(tree: &Tree) -> usize {
    let own = tree.as_band().map_or(0, |band| band.members.len());
    let below = tree.children().iter().map(loops_of).max();
    own + below.unwrap_or(0)
}

/// Copies of statements in a tree with unrolled members, at most.
const MOST_COPIES: usize = 1 << 15;

fn too_many_copies() -> String {
    let code = Code::TC0601;
    format!(
        "loops that are unrolled have more than {MOST_COPIES} copies of statements: unroll fewer [{code}]"
    )
}

/// Refuses an unrolled member with more iterations than there may be copies: isl makes a part of
/// the schedule for each of them before it makes the first copy.
fn check_copies(tree: &Tree) -> Result<(), Refusal> {
    const MOST: i64 = MOST_COPIES as i64;
    for (path, node) in tree.walk() {
        let members = node.as_band().map_or(&[][..], |band| &band.members);
        for (position, member) in members.iter().enumerate() {
            if !member.kind.is_unrolled() {
                continue;
            }
            let all = bounds(&member.schedule)?;
            if all.is_some_and(|(first, last)| last.saturating_sub(first) < MOST) {
                continue;
            }
            let prefix = tree.prefix(&path)?;
            if farthest(&prefix, &members[..=position])?.is_some_and(|apart| apart >= MOST) {
                return Err(Refusal::new(too_many_copies()));
            }
        }
    }
    Ok(())
}

/// How far apart two values of the last of some members are, at most, where all loops around it
/// have one value; none if there is no bound.
fn farthest(prefix: &Prefix, members: &[Member]) -> Result<Option<i64>, Refusal> {
    let Some((last, around)) = members.split_last() else {
        return Ok(None);
    };
    let map = |member: &Member| UnionMap::from_union_pw_aff(&member.schedule);
    let mut outer = prefix.relation()?.clone();
    for member in around {
        outer = outer.flat_range_product(&map(member)?)?;
    }
    let values = map(last)?.intersect_domain(&prefix.active)?;
    let values = outer.reverse()?.apply_range(&values)?;
    let apart = values.reverse()?.apply_range(&values)?.deltas()?;
    let ends = apart.sets()?.first().map(ends).transpose()?.flatten();
    Ok(ends.map(|(_, most)| most))
}

/// The values that the body of a statement needs at the current place; `node` is its user node.
fn instance(
    node: &AstNode,
    build: &AstBuild,
    statements: &[Statement<'_, '_>],
) -> Result<Instance, Error> {
    let call = node.user_expr()?.op_args()?;
    let (name, arguments) = call
        .split_first()
        .ok_or_else(|| Error::callback("a user node without a name"))?;
    let name = name.id_id()?.name();
    let position = statements
        .iter()
        .position(|statement| statement.name == name);
    let position = position
        .ok_or_else(|| Error::callback(format!("there is no statement @{name} in the scop")))?;
    let statement = &statements[position];
    let mut values = Values {
        build,
        iterators: None,
        known: statement
            .indices
            .iter()
            .zip(arguments.iter().cloned())
            .collect(),
    };
    let mut affine = Vec::new();
    for map in &statement.affine {
        let results = map.results.iter().map(|value| values.of(value));
        affine.push((map.op, results.collect::<Result<Vec<_>, Error>>()?));
    }
    let used = statement.used_indices.iter();
    Ok(Instance {
        statement: position,
        indices: used
            .map(|index| (*index, arguments[*index].clone()))
            .collect(),
        affine,
        origin: None,
    })
}

/// The values of functions of the indices at one place of the AST.
struct Values<'a> {
    build: &'a AstBuild,
    /// From the loops around the place to the indices, computed when a value needs it.
    iterators: Option<PwMultiAff>,
    /// The known values: at first the indices, which are the arguments of isl's call.
    known: Vec<(&'a PwAff, AstExpr)>,
}

impl<'a> Values<'a> {
    fn of(&mut self, value: &'a PwAff) -> Result<AstExpr, Error> {
        for (other, expr) in &self.known {
            if other.plain_is_equal(value)? {
                return Ok(expr.clone());
            }
        }
        let iterators = match self.iterators.take() {
            Some(iterators) => iterators,
            None => self
                .build
                .schedule()?
                .as_map()?
                .reverse()?
                .as_pw_multi_aff()?,
        };
        let expr = self
            .build
            .expr_from_pw_aff(&value.pullback_pw_multi_aff(&iterators)?)?;
        self.iterators = Some(iterators);
        self.known.push((value, expr.clone()));
        Ok(expr)
    }
}

/// The tree with loop kinds in isl's form: marks, and options for members that isl unrolls.
/// `depth` is the number of outer coordinates.
fn with_options(
    node: Tree,
    path: &Path,
    depth: usize,
    by_isl: &BTreeSet<Unrolled>,
) -> Result<Tree, Refusal> {
    let depth_below = depth + node.as_band().map_or(0, |band| band.members.len());
    let node = node
        .try_map_children(|at, child| with_options(child, &path.child(at), depth_below, by_isl))?;
    let (mut band, child) = match node {
        Tree::Band { band, child } => (band, child),
        Tree::Context { context, child } => {
            return Ok(child.below_context(over_loops(context, depth)?));
        }
        Tree::Guard { guard, child } => {
            let never = guard.is_empty()?;
            let guard = over_loops(guard, depth)?;
            // isl has no expression for a condition that never holds; below such a context it
            // generates nothing.
            return Ok(if never {
                child.below_context(guard)
            } else {
                Tree::Guard { guard, child }
            });
        }
        node => return Ok(node),
    };
    let unrolled = |position: usize| Unrolled {
        band: path.to_string(),
        iterator: iterator(depth + position),
    };
    let is_left = |position: usize| by_isl.contains(&unrolled(position));
    band.ast_options = options(&band, is_left)?;
    let mark = kinds_mark(&band, path, depth, is_left);
    band.tag = None;
    band.tile_sizes.clear();
    band.members
        .iter_mut()
        .for_each(|member| member.kind = MemberKind::default());
    let tree = child.below_band(band);
    Ok(match mark {
        Some(mark) => tree.below_mark(mark),
        None => tree,
    })
}

/// Conditions on sizes alone, in the space that isl requires for a node below `depth` loops.
fn over_loops(conditions: Set, depth: usize) -> Result<Set, Refusal> {
    Ok(if conditions.is_params()? {
        conditions.from_params()?.add_dims(Dim::SET, depth)?
    } else {
        conditions
    })
}

/// The band's own options, and one for each member that isl unrolls.
fn options(band: &Band, by_isl: impl Fn(usize) -> bool) -> Result<Option<UnionSet>, Refusal> {
    let mut options = band.ast_options.clone();
    for (position, member) in band.members.iter().enumerate() {
        if !member.kind.is_unrolled() || !by_isl(position) {
            continue;
        }
        let unroll = UnionSet::parse(
            member.schedule.context(),
            &format!("{{ unroll[{position}] }}"),
        )?;
        options = Some(match options {
            Some(options) => options.union(&unroll)?,
            None => unroll,
        });
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mapping::no_context;
    use crate::scop::ScopParts;
    use tc_isl::thread_context;
    use tc_pass_host::{BlockLike, Module, new_context};

    /// A triangle whose copies have conditions, and a row whose copies differ by a number.
    const BOTH: &str = r#"
schedule.scop @both(out %A: memref<3x3xf32>, out %B: memref<8xf32>) {
  schedule.statement @S(%i, %j) {
    %c = arith.constant 1.0 : f32
    affine.store %c, %A[%i, %j] : memref<3x3xf32>
  }
  schedule.statement @T(%k) {
    %c = arith.constant 1.0 : f32
    affine.store %c, %B[%k] : memref<8xf32>
  }
  schedule.domain "{ S[i, j] : 0 <= i < 3 and 0 <= j <= i; T[k] : 0 <= k < 8 }" {
    schedule.sequence {
      schedule.filter "{ S[i, j] }" {
        schedule.band ("{ S[i, j] -> [i] }", unroll "{ S[i, j] -> [j] }") {}
      }
      schedule.filter "{ T[k] }" {
        schedule.band (unroll "{ T[k] -> [k] }") {}
      }
    }
  }
}
"#;

    #[test]
    fn isl_makes_the_copies_of_those_loops_only_whose_ends_are_no_numbers() {
        let context = new_context(crate::register);
        let module = Module::parse(&context, BOTH).expect("the scop parses");
        let scop = module.body().first_operation().expect("a scop");
        let isl = thread_context();
        let parts = ScopParts::read(&isl, scop).expect("all accesses are known");
        let known = no_context(&isl).expect("isl works");
        let ast = generate(&isl, &known, &parts.scop.tree, &parts.statements, false);
        let places = ast.expect("there is an AST").instances;
        let of = |name: &str| {
            let mut all = places
                .iter()
                .map(|place| &parts.statements[place.statement]);
            all.by_ref().filter(|one| one.name == name).count()
        };
        // One for each column of the triangle; the row is a loop that the emitter copies.
        assert_eq!((of("S"), of("T")), (3, 1));
    }
}
