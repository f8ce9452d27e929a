use melior::Context;
use melior::ir::{Attribute, BlockLike, Location, Module, OperationRef, Type, Value, ValueLike};

use super::context;
use crate::op;
use crate::tc::views::{Index, Role};
use crate::tc::{
    Access, Argument, Call, Comprehension, Def, Range, Reduction, Subscript, TensorType, builders,
};
use tc_syntax::expr::Expr;

const EXPECTED: &str = r#"module {
  tc.def @f(%X: !tc.tensor<[M], f32>, %_2t: !tc.tensor<[T], f32> {name = "2t"}) -> (%Y: !tc.tensor<[?], f32>, inout %Z: !tc.tensor<[1 to M], ui8>) sizes("2N") {
    %H = tc.temporary : !tc.tensor<[M + "2N"], f32>
    tc.comprehension %Y[i] add init (i in [0, M - T + 1), t) {
      tc.exists %H[i]
      %0 = tc.value i - 1 : index
      %1 = tc.read %X[%0] : f32
      tc.yield %1 : f32
    }
    tc.call @g(%X, %_2t) into (%H)
  }
  tc.def @g(%a: !tc.tensor<[N], f32>, %b: !tc.tensor<[N], f32>) -> (%c: !tc.tensor<[N], f32>) {}
}
"#;

fn expr(text: &str) -> Expr {
    Expr::parse(text).expect("the test writes expressions")
}

fn vector<'c>(context: &'c Context, extent: &str) -> TensorType<'c> {
    let extent = Range::extent(expr(extent));
    TensorType::new(context, &[Some(extent)], Type::float32(context))
}

fn result<'c, 'a>(operation: OperationRef<'c, 'a>) -> Value<'c, 'a> {
    operation.result(0).expect("one result").into()
}

/// The module of the two tests, created by the builders.
fn built(context: &Context) -> Module<'_> {
    let location = Location::unknown(context);
    let f32 = Type::float32(context);
    let vector = |extent: &str| vector(context, extent);
    let ui8 = Type::parse(context, "ui8").expect("a type");
    let boxed = TensorType::new(context, &[Some(Range::new(expr("1"), expr("M")))], ui8);
    let mut z = Argument::new("Z", boxed, location);
    z.inout = true;
    let y = Argument::new("Y", TensorType::new(context, &[None], f32), location);
    let inputs = [
        Argument::new("X", vector("M"), location),
        Argument::new("2t", vector("T"), location),
    ];
    let module = Module::new(location);
    let sizes = ["2N".to_string()];
    let f = builders::def(context, location, "f", &inputs, &[y, z], &sizes);
    fill(
        context,
        Def::from_op(module.body().append_operation(f)).expect("a def"),
    );
    let arguments = ["a", "b", "c"].map(|name| Argument::new(name, vector("N"), location));
    let (inputs, returns) = arguments.split_at(2);
    let g = builders::def(context, location, "g", inputs, returns, &[]);
    module.body().append_operation(g);
    module
}

/// The body of `f`: a temporary, a comprehension without ranges, and a call.
fn fill(context: &Context, def: Def) {
    let location = Location::unknown(context);
    let tensors = def.arguments();
    let temporary = builders::temporary(context, location, "H", vector(context, "M + \"2N\""));
    let h = result(def.body().append_operation(temporary));
    let indices = ["i", "t"].map(|name| Index {
        name: name.to_string(),
        range: None,
    });
    let statement = def.body().append_operation(builders::comprehension(
        context,
        location,
        tensors[2].value(),
        &["i".to_string()],
        Some((Reduction::Add, true)),
        &indices,
    ));
    let statement = Comprehension::from_op(statement).expect("a comprehension");
    let append = |operation| -> OperationRef { statement.body().append_operation(operation) };
    let at_i = [Subscript::Expr(expr("i"))];
    append(builders::exists(context, location, h, &at_i));
    let before = builders::value(context, location, &expr("i - 1"), Type::index(context));
    let subscript = [Subscript::Value(result(append(before)))];
    let f32 = Type::float32(context);
    let read = builders::read(context, location, tensors[0].value(), &subscript, f32);
    let read = result(append(read));
    append(builders::r#yield(context, location, read));
    let inputs = [tensors[0].value(), tensors[1].value()];
    let call = builders::call(context, location, "g", &inputs, &[h]);
    def.body().append_operation(call);
    let range = Range::extent(expr("M - T + 1"));
    statement.set_ranges(context, &[Some(range), None]);
}

#[test]
fn built_operations_print_as_written_by_hand() {
    let context = context();
    assert_eq!(built(&context).as_operation().to_string(), EXPECTED);
}

#[test]
fn views_answer_what_was_put_in() {
    let context = context();
    let module = built(&context);
    let operations = op::children(module.as_operation());
    let def = Def::from_op(operations[0]).expect("a def");
    assert_eq!(def.sizes(), ["M", "T", "2N"]);
    assert_eq!(
        def.tensors()
            .iter()
            .map(|tensor| (tensor.name(), tensor.role()))
            .collect::<Vec<_>>(),
        [
            ("X".to_string(), Role::In),
            ("2t".to_string(), Role::In),
            ("Y".to_string(), Role::Out),
            ("Z".to_string(), Role::InOut),
            ("H".to_string(), Role::Temporary),
        ]
    );
    assert!(def.tensors()[3].tensor_type().is_unsigned());
    assert_eq!(
        def.tensors()[3].tensor_type().value_type().to_string(),
        "i8"
    );
    let statement = def.comprehensions().remove(0);
    let range = Range::extent(expr("M - T + 1"));
    assert_eq!(statement.indices()[0].range, Some(range));
    assert_eq!(
        (statement.reduction(), statement.init()),
        (Some(Reduction::Add), true)
    );
    assert_eq!(statement.yielded().r#type(), Type::float32(&context));
    let accesses: Vec<Access> = statement.accesses();
    assert!(accesses[0].is_exists());
    assert_eq!(accesses[0].subscripts()[0].as_expr(), Some(&expr("i")));
    assert!(accesses[1].subscripts()[0].as_expr().is_none());
    let call = op::children(def.operation())
        .into_iter()
        .find_map(Call::from_op);
    let call = call.expect("a call");
    assert_eq!(
        (
            call.callee().as_str(),
            call.inputs().len(),
            call.targets().len()
        ),
        ("g", 2, 1)
    );
    def.returns()[0].set_type(vector(&context, "M"));
    assert_eq!(statement.target_type().to_string(), "!tc.tensor<[M], f32>");
    assert_eq!(
        Attribute::parse(&context, "#tc.range<?>").and_then(crate::tc::attributes::range_of),
        None
    );
}
