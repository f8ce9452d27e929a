use super::*;
use crate::sac::examples::RESULTS;

#[test]
fn the_worked_results_of_the_specification() {
    let wrong: Vec<String> = RESULTS
        .iter()
        .filter_map(|(id, text, expected)| {
            let found = result(text).map(|array| shown(&array));
            (found.as_deref() != Ok(expected)).then(|| format!("{id}: {text}: {found:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Claim K3: homogeneous elements give one array.
#[test]
fn a_comprehension_of_vectors_is_a_matrix() {
    let inner = "{ iv -> iv[0]+1 | [2] <= iv < [5] ; iv -> 42 | iv < [8] }";
    let text = format!("{{ iv -> {inner} | [1] <= iv < [2] ; iv -> 0*iota(8) | iv < [3] }}");
    let zeros = "[0,0,0,0,0,0,0,0]";
    let expected = format!("[{zeros},[42,42,3,4,5,42,42,42],{zeros}]");
    assert_eq!(result(&text).map(|array| shown(&array)), Ok(expected));
}

/// Section 1.7.
#[test]
fn whole_programs_run() {
    let text = "
int[m,n] mm(int[m,k] a, int[k,n] b)
{
  return { [i,j] -> sum({ [p] -> a[i,p] * b[p,j] }) };
}
int[b,o] layer(int[b,i] x, int[o,i] w, int[o] c)
{
  return { [r,q] -> max(sum(x[r] * w[q]) + c[q], 0) };
}
int[.] centre(int[.] r) { return { [k] -> r[k] - maxval(r) }; }
int[+] centre_rows(int[+] x)
{
  return { iv -> centre(x[iv]) | iv < drop([-1], shape(x)) };
}
int[+] box2(int[+] x)
{
  return { iv -> sum({ kv -> x[iv+kv] | kv < 0*shape(x)+2 }) | iv < shape(x)-1 };
}
int, int both(int[n] a) { s = sum(a); return (s, n); }
int total(int[n] a) { s, c = both(a); return s + 100 * c; }
";
    let ints = |shape: &[usize], data: &[i64]| Array {
        shape: shape.to_vec(),
        ..Array::ints(data)
    };
    let m = || ints(&[2, 3], &[1, 2, 3, 4, 5, 6]);
    let square = || ints(&[3, 3], &[1, 2, 3, 4, 5, 6, 7, 8, 9]);
    let call = |name: &str, arguments| run(text, name, arguments);
    assert_eq!(
        call("mm", vec![m(), ints(&[3, 2], &[1, 2, 3, 4, 5, 6])]).unwrap(),
        "[[22,28],[49,64]]"
    );
    let layer = vec![
        ints(&[2, 2], &[1, 2, -3, 1]),
        ints(&[3, 2], &[1, 0, 0, 1, 1, 1]),
        ints(&[3], &[0, 1, -1]),
    ];
    assert_eq!(call("layer", layer).unwrap(), "[[1,3,2],[0,2,0]]");
    assert_eq!(
        call("centre_rows", vec![square()]).unwrap(),
        "[[-2,-1,0],[-2,-1,0],[-2,-1,0]]"
    );
    assert_eq!(call("centre_rows", vec![ints(&[0, 4], &[])]).unwrap(), "[]");
    assert_eq!(call("box2", vec![square()]).unwrap(), "[[12,16],[24,28]]");
    assert_eq!(
        call("box2", vec![ints(&[4], &[1, 2, 3, 4])]).unwrap(),
        "[3,5,7]"
    );
    assert_eq!(call("total", vec![ints(&[3], &[1, 2, 3])]).unwrap(), "306");
    let wrong = call("mm", vec![m(), m()]).unwrap_err();
    assert!(wrong.contains("error[TC0720]: `b` does not have the shape of its type: axis 0 is expected to be 3, found 2"), "{wrong}");
}
