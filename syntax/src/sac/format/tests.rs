use super::*;

fn formatted(text: &str) -> String {
    format(&SourceFile::new("f.sac", text)).expect("it parses")
}

#[test]
fn layout_is_canonical_and_keeps_comments() {
    let text = "// product
float[ m,n]  mm( float[m,k] a,float[k,n] b )
{ // all
  int  x=1 ;

  /* the sum */ y = (a) ; // twice
return ( { [i,j]->sum({[p]->a[i,p]*b[p,j]})|[0,0]<=[i,j]<shape(a)++([x]-1) } );
}
int,bool g(){return((1+2)*3-(4-5)-6,!(true||false));}
// end
";
    let expected = "// product
float[m,n] mm(float[m,k] a, float[k,n] b) {  // all
  int x = 1;

  /* the sum */
  y = a;  // twice
  return { [i,j] -> sum({ [p] -> a[i, p] * b[p, j] }) | [0, 0] <= [i,j] < shape(a) ++ [x] - 1 };
}

int, bool g() {
  return ((1 + 2) * 3 - (4 - 5) - 6, !(true || false));
}

// end
";
    assert_eq!(formatted(text), expected);
    assert_eq!(formatted(expected), expected);
}

#[test]
fn long_comprehensions_break() {
    let text = "float[+] f(float[+] x) {
  return { [i,...,j] -> x[i,...,j] | . <= [i,j] <= . ; iv -> x[iv] * 2f + 1f | shape(x) - shape(x) < iv < shape(x) - 1; [.,i] -> [:int[3]] };
}
";
    let expected = "float[+] f(float[+] x) {
  return {
    [i,...,j] -> x[i, ..., j] | . <= [i,j] <= .;
    iv -> x[iv] * 2f + 1f | shape(x) - shape(x) < iv < shape(x) - 1;
    [.,i] -> [:int[3]]
  };
}
";
    assert_eq!(formatted(text), expected);
}

/// The layout of a program has the tree of the program.
#[test]
fn trees_stay() {
    let bodies = [
        "a ? b : c ? d : e",
        "(a ? b : c) ? d : e",
        "-(-a) - -b",
        "!(a == b) && c || d",
        "(a ++ b) ++ c",
        "a ++ (b ++ c)",
        "(a + b)[i, .]",
        "(-a)[1]",
        "a[i][j][...]",
        "{ iv -> (a < b) | iv < (c < d) }",
        "a - (b - c) % d / (e * f)",
        "[[1, 2.5f], f(), []]",
        "{ [] -> v; }",
    ];
    for body in bodies {
        let text = format!("int f() {{ return {body}; }}");
        let again = formatted(&text);
        let tree = |text: &str| parse(&SourceFile::new("t.sac", text)).program;
        assert_eq!(tree(&text), tree(&again), "{again}");
    }
}
