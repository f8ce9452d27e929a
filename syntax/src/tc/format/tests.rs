use super::*;

fn formatted(text: &str) -> String {
    let file = SourceFile::new("t.tc", text);
    let once = format(&file).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    let again = SourceFile::new("t.tc", once.as_str());
    assert_eq!(
        format(&again).as_ref(),
        Ok(&once),
        "formatting twice changes nothing"
    );
    assert!(
        parse(&file).program == parse(&again).program,
        "the tree stays the same:\n{once}"
    );
    assert_eq!(
        parse(&file).comments.len(),
        parse(&again).comments.len(),
        "comments are kept:\n{once}"
    );
    once
}

/// A statement in a definition.
fn statement(text: &str) -> String {
    let all = formatted(&format!("def f(float(N) A, float c) -> (B) {{ {text} }}"));
    let body = all
        .split_once("{\n")
        .map_or("", |(_, body)| body)
        .trim_end_matches("}\n")
        .trim_end();
    body.strip_prefix("  ").unwrap_or(body).to_owned()
}

#[test]
fn heads_bodies_and_defs() {
    assert_eq!(
        formatted(
            "def mm(float(M,K)A,float(K,N) B,float c)->C{C(m,n)+=!A(m,k)*B(k,n)} def g(int(N) A)->(int(N)B,c){B(i)=A(i) c()=1}"
        ),
        "def mm(float(M, K) A, float(K, N) B, float c) -> (C) {
  C(m, n) +=! A(m, k) * B(k, n)
}

def g(int(N) A) -> (int(N) B, c) {
  B(i) = A(i)
  c = 1
}
"
    );
}

#[test]
fn long_parameter_lists_stand_one_per_line() {
    let text = "def wavenet(float(B,R,T) X, float(D,R) WF0, float(D,R) WF1, float(D) BF, float(D,R) WG0, float(D,R) WG1) -> (P) { P(i) = BF(i) }";
    assert_eq!(
        formatted(text),
        "def wavenet(
    float(B, R, T) X,
    float(D, R) WF0,
    float(D, R) WF1,
    float(D) BF,
    float(D, R) WG0,
    float(D, R) WG1
) -> (P) {
  P(i) = BF(i)
}
"
    );
}

#[test]
fn blanks_and_redundant_parentheses() {
    for (text, result) in [
        ("B(i)=A(i)+c*2-(-c)", "B(i) = A(i) + c * 2 - -c"),
        ("B(i) = ((A(i)) + (c*2)) + 1", "B(i) = A(i) + c * 2 + 1"),
        ("B(i) = A(i) - (c - 1)", "B(i) = A(i) - (c - 1)"),
        (
            "B(i) = (A(i) < 1) == (c < 2) ? (1) : (0)",
            "B(i) = (A(i) < 1) == (c < 2) ? 1 : 0",
        ),
        (
            "B(i) = (c > 0 && c < 1) || c > 2 ? 1 : 0",
            "B(i) = (c > 0 && c < 1) || c > 2 ? 1 : 0",
        ),
        (
            "B(i) = c > 0 && c < 1 || (c > 2) ? 1 : 0",
            "B(i) = c > 0 && c < 1 || c > 2 ? 1 : 0",
        ),
        ("B(i) = (c > 0 ? 1 : 2) + 3", "B(i) = (c > 0 ? 1 : 2) + 3"),
        (
            "B(i) = (c > 0 ? 1 : (c > 1 ? 2 : 3))",
            "B(i) = c > 0 ? 1 : c > 1 ? 2 : 3",
        ),
        (
            "B(i) = (c > 0 ? true : false) ? 1 : 2",
            "B(i) = (c > 0 ? true : false) ? 1 : 2",
        ),
        ("B(i) = -(c + 1) * !(c > 0)", "B(i) = -(c + 1) * !(c > 0)"),
        ("B(i) += !(true)", "B(i) += !true"),
        (
            "B(i) = A( i+1 )*int32( c )*min(c,1.50f)*A.0",
            "B(i) = A(i + 1) * int32(c) * min(c, 1.50f) * A.0",
        ),
        (
            "B(i) = c() where i in (0):(N-1)",
            "B(i) = c where i in 0:N - 1",
        ),
        (
            "B(i) = c where i in 0:(c<1), exists (A(i))",
            "B(i) = c where i in 0:(c < 1), exists A(i)",
        ),
        ("(a,b)=f(A,c)", "(a, b) = f(A, c)"),
        ("a,b=g(A,c)", "(a, b) = g(A, c)"),
        ("(a)=f(A,c)", "a = f(A, c)"),
        ("(a)=g(A,c)", "(a) = g(A, c)"),
        ("B(i) = g()", "B(i) = g()"),
    ] {
        assert_eq!(statement(text), result, "{text}");
    }
}

#[test]
fn where_moves_to_a_line_of_its_own_if_it_must() {
    assert_eq!(
        statement("B(i) = A(i)\n      where i in 0:N, x = 3"),
        "B(i) = A(i) where i in 0:N, x = 3"
    );
    let long = "Y(n,c,h,w) +=! A(n,c,2 * h + kh,2 * w + kw) where h in 0:H, w in 0:W, kh in 0:KH, kw in 0:KW, exists A(n)";
    assert_eq!(
        statement(long),
        "Y(n, c, h, w) +=! A(n, c, 2 * h + kh, 2 * w + kw)
      where h in 0:H,
            w in 0:W,
            kh in 0:KH,
            kw in 0:KW,
            exists A(n)"
    );
}

#[test]
fn long_right_sides_break_before_the_loosest_operator() {
    let term = "0.125 * (A(i + 2,j + 1,k + 1) - 2.0 * A(i + 1,j + 1,k + 1) + A(i,j + 1,k + 1))";
    assert_eq!(
        statement(&format!("B(i,j,k) = {term} + {term} + A(i)")),
        "B(i, j, k) = 0.125 * (A(i + 2, j + 1, k + 1) - 2.0 * A(i + 1, j + 1, k + 1) + A(i, j + 1, k + 1))
      + 0.125 * (A(i + 2, j + 1, k + 1) - 2.0 * A(i + 1, j + 1, k + 1) + A(i, j + 1, k + 1))
      + A(i)"
    );
    let condition = "h + kh >= 3 && h + kh < H + 3 && w + kw >= 3 && w + kw < W + 3";
    assert_eq!(
        statement(&format!(
            "Y(n) +=! ({condition}) ? A(n, h + kh - 3, w + kw - 3) * A(c, kh, kw) : 0.0"
        )),
        format!(
            "Y(n) +=! {condition}\n      ? A(n, h + kh - 3, w + kw - 3) * A(c, kh, kw)\n      : 0.0"
        )
    );
}

#[test]
fn comments_and_empty_lines_are_kept() {
    let text = "

# licence


# about f
def f(float(N) A,  # the input
      float c) -> (B) {   # open


  # first
  B(i) = A(i)   # behind


  # second
  # third
  B(i) = B(i) +  # inside
    c

  B(i) = B(i)
  # last

}   # close
# about g
def g(float(N) A) -> (B) { B(i) = A(i) }
# the end
";
    assert_eq!(
        formatted(text),
        "# licence

# about f
# the input
def f(float(N) A, float c) -> (B) {  # open
  # first
  B(i) = A(i)  # behind

  # second
  # third
  # inside
  B(i) = B(i) + c

  B(i) = B(i)
  # last
}  # close

# about g
def g(float(N) A) -> (B) {
  B(i) = A(i)
}

# the end
"
    );
}

#[test]
fn a_file_of_comments_or_nothing() {
    assert_eq!(formatted(""), "");
    assert_eq!(
        formatted("\n\n# only this\n\n\n# and this"),
        "# only this\n\n# and this\n"
    );
}

#[test]
fn every_kernel_formats_and_keeps_its_tree() {
    let folder = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../frontend/tests/corpus/accepted"
    );
    for entry in std::fs::read_dir(folder).expect("the corpus is there") {
        let path = entry.expect("an entry").path();
        let text = formatted(&std::fs::read_to_string(&path).expect("a readable kernel"));
        let program = parse(&SourceFile::new("t.tc", text.as_str())).program;
        let without_comments: String = text
            .lines()
            .filter(|line| !line.starts_with('#'))
            .map(|l| l.to_owned() + "\n")
            .collect();
        assert_eq!(print(&program), without_comments, "{path:?}");
    }
}

#[test]
fn what_does_not_parse_is_not_formatted() {
    let errors = format(&SourceFile::new("t.tc", "def f(")).unwrap_err();
    assert_eq!(errors.len(), 1);
}

#[test]
fn long_chains_do_not_overflow() {
    let text = format!(
        "def f(float(N) A) -> (B) {{ B(i) = A(i){} }}",
        " + A(i)".repeat(20_000)
    );
    assert_eq!(formatted(&text).lines().count(), 20_003);
}

#[test]
fn loops_stand_on_lines_of_their_own() {
    assert_eq!(
        formatted(
            "def f(float(N) A)->(B,m,a){for i in 0 : N-1{ # outer
for j in (i+1):N { B( i , 2*j )=A(i)*(A(j)) }

# the rest
B(i,i)=1 } # end
(m(k),a(k)) max=!(B(k,l),l)where l in k:N}"
        ),
        "def f(float(N) A) -> (B, m, a) {
  for i in 0:N - 1 {  # outer
    for j in i + 1:N {
      B(i, 2 * j) = A(i) * A(j)
    }

    # the rest
    B(i, i) = 1
  }  # end
  (m(k), a(k)) max=! (B(k, l), l) where l in k:N
}
"
    );
}

#[test]
fn long_statements_break_at_their_depth() {
    let long = "B(i) = aaaaaaaaaaaaaaaaaaaaaaaaa(i) + bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb(i) + cccccccccccccccccccc(i) * dddddddddd(i)";
    let text = formatted(&format!(
        "def f(float(N) A) -> (B) {{ for t in 0:3 {{ {long} }} }}"
    ));
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[2].starts_with("    B(i) ="), "{text}");
    assert!(lines[3].starts_with("        "), "{text}");
    assert_eq!(lines[lines.len() - 2], "  }");
}

#[test]
fn imports_keep_their_order_and_arguments_their_names() {
    let text = "# nets\nimport   nn\nuse norms :softmax , rms_norm # two\ndef f(float(N,D) X,float eps=-1e-5)->Y{ Y=nn.rms_norm( X,eps=1e-6 )\n Z = softmax(Y) }";
    let due = "# nets
import nn
use norms: softmax, rms_norm  # two

def f(float(N, D) X, float eps = -1e-5) -> (Y) {
  Y = nn.rms_norm(X, eps = 1e-6)
  Z = softmax(Y)
}
";
    assert_eq!(formatted(text), due);
}
