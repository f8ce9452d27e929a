use melior::ir::{Attribute, BlockLike, Location, Module, OperationRef, Type, ValueLike};

use super::context;
use crate::tc::expr::Expr;
use crate::tc::views::{Index, Role};
use crate::tc::{
    Access, Argument, Call, Comprehension, Def, Range, Reduction, Subscript, TensorType, builders,
};

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

#[test]
fn built_operations_print_as_written_by_hand_and_answer_what_was_put_in() {
    let context = context();
    let location = Location::unknown(&context);
    let f32 = Type::float32(&context);
    let vector =
        |extent: &str| TensorType::new(&context, &[Some(Range::extent(expr(extent)))], f32);
    let ui8 = Type::parse(&context, "ui8").expect("a type");
    let boxed = TensorType::new(&context, &[Some(Range::new(expr("1"), expr("M")))], ui8);
    let mut z = Argument::new("Z", boxed, location);
    z.inout = true;
    let y = Argument::new("Y", TensorType::new(&context, &[None], f32), location);
    let inputs = [
        Argument::new("X", vector("M"), location),
        Argument::new("2t", vector("T"), location),
    ];
    let module = Module::new(location);
    let names =
        |texts: &[&str]| -> Vec<String> { texts.iter().map(|text| text.to_string()).collect() };
    let operation = module.body().append_operation(builders::def(
        &context,
        location,
        "f",
        &inputs,
        &[y, z],
        &names(&["2N"]),
    ));
    let def = Def::from_op(operation).expect("a def");
    let tensors = def.arguments();
    let temporary = builders::temporary(&context, location, "H", vector("M + \"2N\""));
    let h = def
        .body()
        .append_operation(temporary)
        .result(0)
        .expect("one result")
        .into();
    let indices = ["i", "t"].map(|name| Index {
        name: name.to_string(),
        range: None,
    });
    let statement = def.body().append_operation(builders::comprehension(
        &context,
        location,
        tensors[2].value(),
        &names(&["i"]),
        Some((Reduction::Add, true)),
        &indices,
    ));
    let statement = Comprehension::from_op(statement).expect("a comprehension");
    let append = |operation| -> OperationRef { statement.body().append_operation(operation) };
    append(builders::exists(
        &context,
        location,
        h,
        &[Subscript::Expr(expr("i"))],
    ));
    let value = append(builders::value(
        &context,
        location,
        &expr("i - 1"),
        Type::index(&context),
    ));
    let subscript = Subscript::Value(value.result(0).expect("one result").into());
    let read = append(builders::read(
        &context,
        location,
        tensors[0].value(),
        &[subscript],
        f32,
    ));
    append(builders::r#yield(
        &context,
        location,
        read.result(0).expect("one result").into(),
    ));
    let call = def.body().append_operation(builders::call(
        &context,
        location,
        "g",
        &[tensors[0].value(), tensors[1].value()],
        &[h],
    ));
    let arguments = ["a", "b", "c"].map(|name| Argument::new(name, vector("N"), location));
    let (inputs, returns) = arguments.split_at(2);
    module
        .body()
        .append_operation(builders::def(&context, location, "g", inputs, returns, &[]));
    let range = Range::extent(expr("M - T + 1"));
    statement.set_ranges(&context, &[Some(range.clone()), None]);
    assert_eq!(module.as_operation().to_string(), EXPECTED);

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
    assert_eq!(statement.indices()[0].range, Some(range));
    assert_eq!(
        (statement.reduction(), statement.init()),
        (Some(Reduction::Add), true)
    );
    assert_eq!(statement.yielded().r#type(), f32);
    let accesses: Vec<Access> = statement.accesses();
    assert!(accesses[0].is_exists());
    assert_eq!(accesses[0].subscripts()[0].as_expr(), Some(&expr("i")));
    assert!(accesses[1].subscripts()[0].as_expr().is_none());
    let call = Call::from_op(call).expect("a call");
    assert_eq!(
        (
            call.callee().as_str(),
            call.inputs().len(),
            call.targets().len()
        ),
        ("g", 2, 1)
    );
    def.returns()[0].set_type(vector("M"));
    assert_eq!(statement.target_type().to_string(), "!tc.tensor<[M], f32>");
    assert_eq!(
        Attribute::parse(&context, "#tc.range<?>").and_then(crate::tc::attributes::range_of),
        None
    );
}
