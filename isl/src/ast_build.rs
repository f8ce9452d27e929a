//! AST generation with callbacks as closures.
//!
//! [`AstBuild`] is isl's knowledge at one point of the AST: the loops around it and the facts that
//! hold there. It turns sets and functions into expressions that are simplified for that point.
//! [`AstGenerator`] drives the generation:
//!
//! ```text
//! AstGenerator::new(AstBuild::from_context(&context)?)
//!     .at_each_domain(|node, build| ...)       // each statement instance
//!     .before_each_for(|build| ...)            // a loop begins: the identifier becomes its annotation
//!     .after_each_for(|node, build| ...)       // a loop is complete
//!     .generate(&schedule)?
//! ```
//!
//! The closures live in the generator, and isl only sees them while `generate` runs: a build that a
//! closure keeps can only be used to make expressions.

use std::ffi::c_void;

use super::callback::Failure;
use super::error::Result;
use super::object::{Object, Output, c_position, constructors, methods, object, together};
use super::ownership::{Kept, Owned};
use super::{AstExpr, AstNode, Context, Id, PwAff, Schedule, Set, Space, UnionMap, sys};

object! {
    /// The facts that hold at one point of the AST.
    AstBuild = isl_ast_build, isl_ast_build_copy, isl_ast_build_free
}

impl AstBuild {
    /// The build without facts about the parameters.
    pub fn new(context: &Context) -> Result<AstBuild> {
        // SAFETY: the context is alive.
        unsafe { AstBuild::output(context, sys::isl_ast_build_alloc(context.raw())) }
    }

    /// With these names for the iterators, the outermost first; isl generates names for further
    /// ones.
    pub fn set_iterators(&self, iterators: &[Id]) -> Result<AstBuild> {
        for iterator in iterators {
            together(self.context(), iterator)?;
        }
        // SAFETY: the list is built from fresh references of one context and taken by isl.
        unsafe {
            let mut list =
                sys::isl_id_list_alloc(self.context().raw(), c_position(iterators.len()));
            for iterator in iterators {
                list = sys::isl_id_list_add(list, iterator.take());
            }
            AstBuild::output(
                self.context(),
                sys::isl_ast_build_set_iterators(self.take(), list),
            )
        }
    }
}

type OnNode<'a> = Box<dyn FnMut(AstNode, &AstBuild) -> Result<AstNode> + 'a>;
type OnBuild<'a, T> = Box<dyn FnMut(&AstBuild) -> Result<T> + 'a>;
type OnMark<'a> = Box<dyn FnMut(&Id, &AstBuild) -> Result<()> + 'a>;

/// The closures, and their first failure.
struct Callbacks<'a> {
    context: Context,
    at_each_domain: Option<OnNode<'a>>,
    before_each_for: Option<OnBuild<'a, Id>>,
    after_each_for: Option<OnNode<'a>>,
    before_each_mark: Option<OnMark<'a>>,
    after_each_mark: Option<OnNode<'a>>,
    create_leaf: Option<OnBuild<'a, AstNode>>,
    failure: Failure,
}

/// AST generation from a schedule.
pub struct AstGenerator<'a> {
    build: AstBuild,
    callbacks: Callbacks<'a>,
}

impl<'a> AstGenerator<'a> {
    /// A generator that starts from `build`.
    pub fn new(build: AstBuild) -> Self {
        let callbacks = Callbacks {
            context: build.context().clone(),
            at_each_domain: None,
            before_each_for: None,
            after_each_for: None,
            before_each_mark: None,
            after_each_mark: None,
            create_leaf: None,
            failure: Failure::default(),
        };
        AstGenerator { build, callbacks }
    }

    /// Replaces each statement instance, a user node, by the result of a closure.
    pub fn at_each_domain(
        mut self,
        function: impl FnMut(AstNode, &AstBuild) -> Result<AstNode> + 'a,
    ) -> Self {
        self.callbacks.at_each_domain = Some(Box::new(function));
        self
    }

    /// Annotates each loop before it is generated.
    pub fn before_each_for(mut self, function: impl FnMut(&AstBuild) -> Result<Id> + 'a) -> Self {
        self.callbacks.before_each_for = Some(Box::new(function));
        self
    }

    /// Replaces each loop by the result of a closure.
    pub fn after_each_for(
        mut self,
        function: impl FnMut(AstNode, &AstBuild) -> Result<AstNode> + 'a,
    ) -> Self {
        self.callbacks.after_each_for = Some(Box::new(function));
        self
    }

    /// Calls a closure on entry to a mark.
    pub fn before_each_mark(
        mut self,
        function: impl FnMut(&Id, &AstBuild) -> Result<()> + 'a,
    ) -> Self {
        self.callbacks.before_each_mark = Some(Box::new(function));
        self
    }

    /// Replaces each mark by the result of a closure.
    pub fn after_each_mark(
        mut self,
        function: impl FnMut(AstNode, &AstBuild) -> Result<AstNode> + 'a,
    ) -> Self {
        self.callbacks.after_each_mark = Some(Box::new(function));
        self
    }

    /// Creates the innermost nodes instead of isl; only for schedules that are maps.
    pub fn create_leaf(mut self, function: impl FnMut(&AstBuild) -> Result<AstNode> + 'a) -> Self {
        self.callbacks.create_leaf = Some(Box::new(function));
        self
    }

    /// Generates the AST of a schedule tree.
    pub fn generate(self, schedule: &Schedule) -> Result<AstNode> {
        together(&self.callbacks.context, schedule)?;
        // SAFETY: isl keeps the build and takes the schedule, which is of the same context.
        self.run(|build| unsafe { sys::isl_ast_build_node_from_schedule(build, schedule.take()) })
    }

    /// Generates the AST of a schedule that is a map from instances to a flat time.
    pub fn generate_map(self, schedule: &UnionMap) -> Result<AstNode> {
        together(&self.callbacks.context, schedule)?;
        // SAFETY: isl keeps the build and takes the map, which is of the same context.
        self.run(|build| unsafe {
            sys::isl_ast_build_node_from_schedule_map(build, schedule.take())
        })
    }

    fn run(
        mut self,
        generate: impl FnOnce(Kept<sys::isl_ast_build>) -> Owned<sys::isl_ast_node>,
    ) -> Result<AstNode> {
        let build = self.register();
        // SAFETY: the build with pointers to the closures is freed before the closures are.
        let result = unsafe {
            let node = generate(build.keep());
            sys::isl_ast_build_free(build);
            AstNode::output(&self.callbacks.context, node)
        };
        let context = self.callbacks.context.clone();
        self.callbacks.failure.resolve(&context, result)
    }

    /// The build with all closures set, and absent ones removed.
    fn register(&mut self) -> Owned<sys::isl_ast_build> {
        let callbacks = &mut self.callbacks;
        let user = (callbacks as *mut Callbacks<'a>).cast::<c_void>();
        let build = self.build.take();
        // SAFETY: `user` points to the closures, which stay in place while the build is used. isl
        // accepts a null function pointer as "none".
        unsafe {
            let function = callbacks
                .at_each_domain
                .is_some()
                .then_some(at_each_domain as OnNodeRaw);
            let build = sys::isl_ast_build_set_at_each_domain(build, function, user);
            let function = callbacks
                .before_each_for
                .is_some()
                .then_some(before_each_for as OnBuildRaw<sys::isl_id>);
            let build = sys::isl_ast_build_set_before_each_for(build, function, user);
            let function = callbacks
                .after_each_for
                .is_some()
                .then_some(after_each_for as OnNodeRaw);
            let build = sys::isl_ast_build_set_after_each_for(build, function, user);
            let function = callbacks
                .before_each_mark
                .is_some()
                .then_some(before_each_mark as OnMarkRaw);
            let build = sys::isl_ast_build_set_before_each_mark(build, function, user);
            let function = callbacks
                .after_each_mark
                .is_some()
                .then_some(after_each_mark as OnNodeRaw);
            let build = sys::isl_ast_build_set_after_each_mark(build, function, user);
            let function = callbacks
                .create_leaf
                .is_some()
                .then_some(create_leaf as OnLeafRaw);
            sys::isl_ast_build_set_create_leaf(build, function, user)
        }
    }
}

type OnNodeRaw = unsafe extern "C" fn(
    Owned<sys::isl_ast_node>,
    Kept<sys::isl_ast_build>,
    *mut c_void,
) -> Owned<sys::isl_ast_node>;
type OnBuildRaw<T> = unsafe extern "C" fn(Kept<sys::isl_ast_build>, *mut c_void) -> Owned<T>;
type OnLeafRaw =
    unsafe extern "C" fn(Owned<sys::isl_ast_build>, *mut c_void) -> Owned<sys::isl_ast_node>;
type OnMarkRaw =
    unsafe extern "C" fn(Kept<sys::isl_id>, Kept<sys::isl_ast_build>, *mut c_void) -> sys::isl_stat;

impl Callbacks<'_> {
    /// Runs a closure for C with its own reference on the build, and passes on its result.
    ///
    /// # Safety
    /// `build` is a live build of this context.
    unsafe fn answer<R: Object>(
        context: &Context,
        failure: &mut Failure,
        build: Kept<sys::isl_ast_build>,
        work: impl FnOnce(&AstBuild) -> Result<R>,
    ) -> Owned<R::Raw> {
        // SAFETY: as promised; the copy is ours.
        let build = unsafe { AstBuild::adopt(context, sys::isl_ast_build_copy(build)) };
        failure
            .guard(|| {
                let made = work(&build)?;
                together(context, &made)?;
                Ok(made)
            })
            .map_or_else(Owned::null, |made| made.take())
    }
}

/// A C function that gives a node to the closure of the same name.
macro_rules! on_node {
    ($name:ident) => {
        unsafe extern "C" fn $name(
            node: Owned<sys::isl_ast_node>,
            build: Kept<sys::isl_ast_build>,
            user: *mut c_void,
        ) -> Owned<sys::isl_ast_node> {
            // SAFETY: `user` is what `register` set, and isl gives the node away.
            unsafe {
                let callbacks = &mut *user.cast::<Callbacks<'_>>();
                let node = AstNode::adopt(&callbacks.context, node);
                match &mut callbacks.$name {
                    Some(function) => {
                        let work = |build: &AstBuild| function(node, build);
                        Callbacks::answer(&callbacks.context, &mut callbacks.failure, build, work)
                    }
                    None => node.take(),
                }
            }
        }
    };
}

on_node!(at_each_domain);
on_node!(after_each_for);
on_node!(after_each_mark);

unsafe extern "C" fn before_each_for(
    build: Kept<sys::isl_ast_build>,
    user: *mut c_void,
) -> Owned<sys::isl_id> {
    // SAFETY: `user` is what `register` set.
    unsafe {
        let callbacks = &mut *user.cast::<Callbacks<'_>>();
        match &mut callbacks.before_each_for {
            Some(function) => {
                Callbacks::answer(&callbacks.context, &mut callbacks.failure, build, |b| {
                    function(b)
                })
            }
            None => Owned::null(),
        }
    }
}

/// isl gives the build away here, unlike elsewhere.
unsafe extern "C" fn create_leaf(
    build: Owned<sys::isl_ast_build>,
    user: *mut c_void,
) -> Owned<sys::isl_ast_node> {
    // SAFETY: `user` is what `register` set; the build is freed once.
    unsafe {
        let callbacks = &mut *user.cast::<Callbacks<'_>>();
        let build = AstBuild::adopt(&callbacks.context, build);
        match &mut callbacks.create_leaf {
            Some(function) => Callbacks::answer(
                &callbacks.context,
                &mut callbacks.failure,
                build.raw(),
                |b| function(b),
            ),
            None => Owned::null(),
        }
    }
}

unsafe extern "C" fn before_each_mark(
    mark: Kept<sys::isl_id>,
    build: Kept<sys::isl_ast_build>,
    user: *mut c_void,
) -> sys::isl_stat {
    // SAFETY: `user` is what `register` set; mark and build are only looked at.
    unsafe {
        let callbacks = &mut *user.cast::<Callbacks<'_>>();
        let Some(function) = &mut callbacks.before_each_mark else {
            return sys::isl_stat_ok;
        };
        let mark = Id::adopt(&callbacks.context, Id::copy(mark));
        let build = AstBuild::adopt(&callbacks.context, sys::isl_ast_build_copy(build));
        callbacks
            .failure
            .guard(|| function(&mark, &build))
            .map_or(sys::isl_stat_error, |()| sys::isl_stat_ok)
    }
}

constructors! { AstBuild {
    /// The build for these parameter values.
    from_context(set: &Set) = isl_ast_build_from_context;
} }

methods! { AstBuild {
    /// The space of the loops around the current point.
    schedule_space(self) -> Space = isl_ast_build_get_schedule_space;
    /// The map from the instances to the loops around the current point.
    schedule(self) -> UnionMap = isl_ast_build_get_schedule;
    /// With options for loops: `{ [loops] -> unroll[position] }` and the like.
    set_options(self, options: &UnionMap) -> AstBuild = isl_ast_build_set_options;
    /// The condition that the point is in the set.
    expr_from_set(self, set: &Set) -> AstExpr = isl_ast_build_expr_from_set;
    /// The expression with this value.
    expr_from_pw_aff(self, value: &PwAff) -> AstExpr = isl_ast_build_expr_from_pw_aff;
} }
