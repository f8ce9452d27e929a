//! How to declare a pass or a named pipeline: two traits, and the macros that implement the first
//! one.

use super::{
    context::PassContext,
    failure::Failure,
    option::{OptionData, OptionDeclaration},
};
use melior::ir::OperationRef;

/// The part that [`pass!`](crate::pass) and [`pipeline!`](crate::pipeline) generate: everything but
/// the function.
pub trait Declaration: Sized + Send + Sync + 'static {
    /// The name in pipelines and on the command line.
    const NAME: &'static str;
    /// One line for `--help`.
    const SUMMARY: &'static str;
    /// The operation it runs on, or `any`.
    const ANCHOR: &'static str;
    /// The dialects whose operations it creates.
    const DIALECTS: &'static [&'static str];
    /// The doc comment: before and after, when it is legal, what it costs.
    const DESCRIPTION: &'static str;
    /// Its counters.
    const STATISTICS: &'static [StatisticDeclaration];

    /// Its options, in the order of the fields.
    fn options() -> Vec<OptionDeclaration>;

    /// The value with these options, and with counters at zero.
    fn from_options(values: Vec<OptionData>) -> Result<Self, String>;

    /// The values of its options, in the order of the fields.
    fn option_values(&self) -> Vec<OptionData>;

    /// The counts, in the order of `STATISTICS`.
    fn counts(&self) -> Vec<u64>;
}

/// A counter as declared.
#[derive(Debug)]
pub struct StatisticDeclaration {
    /// The field's name; reports write it in kebab case.
    pub name: &'static str,
    /// The lines of its doc comment.
    pub documentation: &'static [&'static str],
}

/// A pass: its declaration and its function.
pub trait Pass: Declaration {
    /// Refuses invalid combinations of options before anything runs.
    fn check(&self) -> Result<(), String> {
        Ok(())
    }

    /// Transforms one operation. It may change the operation and the operations nested in it, and
    /// nothing else.
    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure>;
}

/// A named pipeline: its options become options of other passes.
pub trait Pipeline: Declaration {
    /// The pipeline as text, without the anchor, such as `func.func(canonicalize),cse`.
    fn expand(&self) -> Result<String, String>;
}

/// Declares a pass. The doc comment is its long description; options are fields with their
/// defaults, statistics are [`Counter`](crate::Counter) fields; `dialects`, `options` and
/// `statistics` may be left out.
///
/// The struct is the only place of its options: pipelines are built from its values
/// (`Step` of `tc-pipelines`), and functions take it as an argument. A printed pipeline
/// omits default values, unless `#[written("why")]` precedes the option.
///
/// ```
/// use tc_pass_host::*;
///
/// pass! {
///     /// Counts operations by name.
///     pub struct CountOperations {
///         name: "count-operations",
///         anchor: "any",
///         summary: "count operations",
///         options: {
///             /// only operations of this name; all if empty
///             only: String = String::new(),
///         },
///         statistics: {
///             /// operations counted
///             operations,
///         },
///     }
/// }
///
/// impl Pass for CountOperations {
///     fn run(&self, operation: OperationRef, _ctx: &PassContext) -> Result<(), Failure> {
///         let wanted = |inner: &&OperationRef| {
///             self.only.is_empty() || is(**inner, &self.only)
///         };
///         self.operations.add(nested(operation).iter().filter(wanted).count());
///         Ok(())
///     }
/// }
/// ```
#[macro_export]
macro_rules! pass {
    ($($declaration:tt)*) => { $crate::__declare! { $($declaration)* } };
}

/// Declares a named pipeline, in the form of [`pass!`](crate::pass) without `dialects` and
/// `statistics`.
#[macro_export]
macro_rules! pipeline {
    ($($declaration:tt)*) => { $crate::__declare! { $($declaration)* } };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __declare {
    (
        $(#[doc = $description:literal])*
        $visibility:vis struct $Name:ident {
            name: $name:literal,
            anchor: $anchor:literal,
            summary: $summary:literal
            $(, dialects: [$($dialect:literal),* $(,)?])?
            $(, options: { $(
                $(#[doc = $option_doc:literal])* $(#[written($why:literal)])?
                $option:ident : $type:ty = $default:expr
            ),* $(,)? })?
            $(, statistics: { $(
                $(#[doc = $statistic_doc:literal])* $statistic:ident
            ),* $(,)? })?
            $(,)?
        }
    ) => {
        $(#[doc = $description])*
        $visibility struct $Name {
            $($( $(#[doc = $option_doc])* pub $option: $type, )*)?
            $($( $(#[doc = $statistic_doc])* pub $statistic: $crate::Counter, )*)?
        }

        impl Default for $Name {
            fn default() -> Self {
                Self {
                    $($( $option: $default, )*)?
                    $($( $statistic: Default::default(), )*)?
                }
            }
        }

        impl $crate::Declaration for $Name {
            const NAME: &'static str = $name;
            const SUMMARY: &'static str = $summary;
            const ANCHOR: &'static str = $anchor;
            const DIALECTS: &'static [&'static str] = &[$($($dialect),*)?];
            const DESCRIPTION: &'static str = concat!($($description, "\n"),*);
            const STATISTICS: &'static [$crate::StatisticDeclaration] = &[$($(
                $crate::StatisticDeclaration {
                    name: stringify!($statistic),
                    documentation: &[$($statistic_doc),*],
                }
            ),*)?];

            fn options() -> Vec<$crate::OptionDeclaration> {
                vec![$($(
                    $crate::OptionDeclaration::new::<$type>(
                        stringify!($option), &[$($option_doc),*],
                        $crate::__is_written(&[$($why)?]), &$default,
                    )
                ),*)?]
            }

            #[allow(unused_mut, unused_variables)]
            fn from_options(values: Vec<$crate::OptionData>) -> Result<Self, String> {
                let mut values = values.into_iter();
                Ok(Self {
                    $($( $option: $crate::__next_field(stringify!($option), &mut values)?, )*)?
                    $($( $statistic: Default::default(), )*)?
                })
            }

            fn option_values(&self) -> Vec<$crate::OptionData> {
                vec![$($( $crate::OptionValue::to_data(&self.$option) ),*)?]
            }

            fn counts(&self) -> Vec<u64> {
                vec![$($( self.$statistic.get() ),*)?]
            }
        }
    };
}

/// Whether an option must be written although it has its default; for the macros.
#[doc(hidden)]
pub fn __is_written(why: &[&str]) -> bool {
    !why.is_empty()
}

/// Reads the next option; for the macros.
#[doc(hidden)]
pub fn __next_field<T: super::option::OptionValue>(
    field: &str,
    values: &mut impl Iterator<Item = OptionData>,
) -> Result<T, String> {
    let data = values
        .next()
        .ok_or_else(|| format!("option `{field}` has no value"))?;
    super::option::read_field(field, data)
}

#[cfg(test)]
mod tests {
    use super::*;

    pass! {
        /// First line.
        /// Second line.
        struct Everything {
            name: "everything",
            anchor: "func.func",
            summary: "has one of each",
            dialects: ["arith"],
            options: {
                /// how many,
                /// at most
                at_most: u32 = 4,
                /// tile sizes
                #[written("for the test")]
                sizes: Vec<i64> = vec![32, 8],
            },
            statistics: {
                /// things done
                done,
            },
        }
    }

    pipeline! {
        /// Nothing but a name.
        struct Nothing { name: "nothing", anchor: "any", summary: "has none of it" }
    }

    #[test]
    fn a_declaration_gives_options_with_names_and_defaults() {
        let options = Everything::options();
        assert_eq!(options[0].name, "at-most");
        assert_eq!(options[0].summary, "how many, at most");
        assert_eq!(options[1].default, OptionData::IntegerList(vec![32, 8]));
        assert_eq!([options[0].written, options[1].written], [false, true]);
        assert_eq!(
            Everything::default().option_values(),
            [options[0].default.clone(), options[1].default.clone()]
        );
        assert_eq!(Everything::DESCRIPTION, " First line.\n Second line.\n");
        assert!(Nothing::options().is_empty() && Nothing::STATISTICS.is_empty());
    }

    #[test]
    fn options_are_read_in_order_and_checked() {
        let value = |at_most| {
            Everything::from_options(vec![
                OptionData::Integer(at_most),
                OptionData::IntegerList(vec![]),
            ])
        };
        assert_eq!(
            value(7).map(|pass| (pass.at_most, pass.sizes)),
            Ok((7, vec![]))
        );
        assert_eq!(
            value(-7).err(),
            Some("option `at-most`: expected an integer from 0 to 4294967295, found -7".to_owned())
        );
    }

    #[test]
    fn counters_are_counted_in_the_value() {
        let pass = Everything::default();
        pass.done.add(3);
        assert_eq!(pass.counts(), [3]);
        assert_eq!(Everything::STATISTICS[0].name, "done");
    }
}
