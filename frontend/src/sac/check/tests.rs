use super::*;

fn errors(text: &str) -> Vec<String> {
    let checked = check(SourceFile::new("c.sac", text));
    checked.diagnostics.iter().map(Diagnostic::short).collect()
}

#[test]
fn correct_programs_have_no_errors() {
    let text = "
// a layer
float[b,o] layer(float[b,i] x, float[o,i] w, float[o] c)
{
  y = { [r,q] -> sum(x[r] * w[q]) + c[q] }; /* before the
     activation */
  return { iv -> max(y[iv], 0f) };
}
int, int pair(int[n] a) { return (sum(a), n); }
double f(double[*] x) { s, n = pair(shape(x)); return tod(s) * 2.0 + tod(n); }
";
    assert_eq!(errors(text), [""; 0]);
}

#[test] // X17, X23
fn all_errors_of_a_file_are_found() {
    let text = "int f(int[.,.] m, double x)
{
  a = 1 + 1.0;
  b = { iv -> m[iv,0] };
  c = mm + foo(1);
  d = m[x];
  return sum(m, 1) + a;
}
int f(int[m,n] k, double z) { return 1.5; }
float sum(int n) { return 1f }
";
    assert_eq!(
        errors(text),
        [
            "c.sac:3:7: error[TC0723]: the operands are int32 and double",
            "c.sac:4:17: error[TC0711]: index vector `iv` is one of several subscripts",
            "c.sac:6:9: error[TC0723]: expected int32, found double",
            "c.sac:7:10: error[TC0726]: `sum` takes 1 argument, found 2",
            "c.sac:9:5: error[TC0202]: function `f` is already defined",
            "c.sac:9:38: error[TC0723]: expected int32, found double",
            "c.sac:10:30: error[TC0105]: expected `;`, found `}`",
        ]
    );
    assert_eq!(
        errors("int f(int[.] mm) { return mn[0] + foo(1); }"),
        [
            "c.sac:1:27: error[TC0725]: unknown variable `mn`",
            "c.sac:1:35: error[TC0725]: unknown function `foo`",
        ]
    );
}

#[test]
fn errors_in_generators_do_not_hide_each_other() {
    let text = "int[.] f(int[.] v)
{
  a = { [i] -> v[i] | [j] < [2] };
  b = { [i] -> v[i] | [i] > [2] };
  c = { [...,i,...] -> v | [i] < [2] };
  d = { [i] -> v[i] | . < [i] };
  e = { [i,i] -> v[i] };
  f = 2LUT + 1x;
  g = { [i] -> 1 | [0] <= [i] < [4] step [2] };
  return v
}
int[k:shp,l:rest] g(int n) { return n; }
";
    let codes: Vec<String> = errors(text)
        .iter()
        .map(|error| {
            error
                .split(['[', ']'])
                .nth(1)
                .unwrap_or_default()
                .to_owned()
        })
        .collect();
    let expected = [
        "TC0701", "TC0704", "TC0702", "TC0708", "TC0703", "TC0102", "TC0102", "TC0705", "TC0105",
        "TC0105",
    ];
    assert_eq!(codes, expected);
}

#[test]
fn names_of_groups_of_axes_are_names_of_their_own() {
    let text = "int[*] f(int[k:shp] a, int k) { return a; }
int[*] g(int[n,d:n] a) { return a; }
int[*] h(int[d:d] a, int[d>1:e] b) { return a; }
";
    let expected = [
        "c.sac:1:14: error[TC0203]: `k` names a parameter or the extent of an axis too",
        "c.sac:2:18: error[TC0203]: `n` names a parameter or the extent of an axis too",
        "c.sac:3:28: error[TC0105]: expected `0`",
    ];
    assert_eq!(errors(text), expected);
    let expected = ["c.sac:1:16: error[TC0203]: `d` names a number of axes and their extents"];
    assert_eq!(errors("int[*] h(int[d:d] a) { return a; }"), expected);
}

#[test]
fn hostile_texts_are_answered() {
    for (open, close) in [
        ("[", "]"),
        ("(", ")"),
        ("{ [i] -> ", "}"),
        ("-", ""),
        ("f(", ")"),
        ("1+(", ")"),
    ] {
        let text = format!(
            "int f() {{ return {}1{}; }}",
            open.repeat(20_000),
            close.repeat(20_000)
        );
        let found = errors(&text);
        assert!(
            found.iter().any(|one| one.contains("TC0114")),
            "{open}: {found:?}"
        );
    }
    let chain = format!("int f() {{ return {}1; }}", "1+".repeat(20_000));
    assert!(errors(&chain).iter().any(|one| one.contains("TC0114")));
    let garbage: String = (0..300_000u32)
        .map(|at| char::from((at.wrapping_mul(2_654_435_761) >> 24) as u8))
        .collect();
    let found = errors(&garbage);
    assert!(found.len() <= 1001 && !found.is_empty());
}
