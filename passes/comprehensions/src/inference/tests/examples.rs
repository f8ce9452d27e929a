use super::{codes, run};
use tc_syntax::expr::Expr;

/// One row of the specification's table: the program, the ranges of each statement as `i [lo, hi)`
/// in the notation of the table, the codes, the preconditions as printed.
struct Example {
    id: &'static str,
    program: &'static str,
    bind: &'static [(&'static str, i64)],
    ranges: &'static [&'static str],
    codes: &'static [&'static str],
    preconditions: &'static [&'static str],
}

const fn example(
    id: &'static str,
    program: &'static str,
    ranges: &'static [&'static str],
) -> Example {
    Example {
        id,
        program,
        bind: &[],
        ranges,
        codes: &[],
        preconditions: &[],
    }
}

impl Example {
    const fn codes(self, codes: &'static [&'static str]) -> Example {
        Example { codes, ..self }
    }

    const fn preconditions(self, preconditions: &'static [&'static str]) -> Example {
        Example {
            preconditions,
            ..self
        }
    }

    const fn bind(self, bind: &'static [(&'static str, i64)]) -> Example {
        Example { bind, ..self }
    }
}

const CONV: &str = "in[B,IP,H,W], weight[OP,IP,KH,KW], bias[OP] | out(b,op,h,w) +=! in(b,ip,h+kh,w+kw)*weight(op,ip,kh,kw)";
const CONV_BIAS: &str = "in[B,IP,H,W], weight[OP,IP,KH,KW], bias[OP] | out(b,op,h,w) +=! in(b,ip,h+kh,w+kw)*weight(op,ip,kh,kw); out(b,op,h,w) = out(b,op,h,w) + bias(op)";
const STRIDED: &str = "sh:int32, sw:int32, I[N,C,H,W], Wt[F,C,KH,KW], Bi[F] | O(n,f,h,w) = Bi(f); O(n,f,h,w) += I(n,c,sh*h+kh,sw*w+kw)*Wt(f,c,kh,kw)";

const EXAMPLES: &[Example] = &[
    example("E1", "I[M,N] | O(i,j) = I(i,j)", &["i [0,M), j [0,N)"]),
    example("E2", "I[M,N] | O(j,i) = I(i,j)", &["j [0,N), i [0,M)"]),
    example(
        "E2b",
        "I[N,C,H,W] | O(c,n,w,h) = I(n,c,h,w)",
        &["c [0,C), n [0,N), w [0,W), h [0,H)"],
    ),
    example(
        "E3",
        "A[R,C], B[C] | o(i) +=! A(i,j)*B(j)",
        &["i [0,R), j [0,C)"],
    ),
    // claims C2 C32
    example(
        "E4",
        "A[M,K], B[K,N] | C(m,n) +=! A(m,r_k)*B(r_k,n)",
        &["m [0,M), n [0,N), r_k [0,K)"],
    ),
    // claim J6
    example(
        "E5",
        "A[X,Y], B[Y,Z], R[X,Y] | R(i,j) += A(i,j)*B(j,k)",
        &["i [0,X), j [0,Y), k [0,Z)"],
    ),
    example(
        "E6",
        "A[P,Q,R], B[S,R,T] | O(p,s,q,t) +=! A(p,q,r)*B(s,r,t)",
        &["p [0,P), s [0,S), q [0,Q), t [0,T), r [0,R)"],
    ),
    // claim C5
    example("E7", "B[N], C[M] | A(i) = B(i)+C(i)", &["i [0,min(N,M))"]).codes(&["TC0315"]),
    // claims C1 J4
    example(
        "E8",
        "B[N], C[M] | A(i) = B(i)+C(i-2)",
        &["i [2,min(N,M+2))"],
    )
    .codes(&["TC0304", "TC0315"]),
    // claims C6 C7 C9 C10 D21
    example(
        "E9",
        "B[N], K[KN] | A(i) +=! B(i+k)*K(k)",
        &["i [0,N-KN+1), k [0,KN)"],
    ),
    // claims A6 D12
    example(
        "E10",
        CONV,
        &["b [0,B), op [0,OP), h [0,H-KH+1), w [0,W-KW+1), ip [0,IP), kh [0,KH), kw [0,KW)"],
    ),
    example(
        "E11",
        CONV_BIAS,
        &[
            "b [0,B), op [0,OP), h [0,H-KH+1), w [0,W-KW+1), ip [0,IP), kh [0,KH), kw [0,KW)",
            "b [0,B), op [0,OP), h [0,H-KH+1), w [0,W-KW+1)",
        ],
    ),
    // claims C12 C14
    example(
        "E12",
        "B[NB], C[NC], D[ND] | A(i,j) = B(i)*C(i+j)*D(j)",
        &["i [0,NB), j [0,ND)"],
    )
    .codes(&["TC0305"])
    .preconditions(&["NB + ND - 1 <= NC"]),
    // claim C15
    example("E13", "B[J], C:int32[I] | A(i) = B(C(i))", &["i [0,I)"]).codes(&["TC0306"]),
    example("E13b", "B[J], C:uint8[I] | A(i) = B(C(i))", &["i [0,I)"]).bind(&[("J", 256)]),
    // claim C16
    example(
        "E14",
        "B[J], C:int32[I] | A(i) = B(max(min(C(i),J-1),0))",
        &["i [0,I)"],
    )
    .preconditions(&["1 <= J"]),
    // claims C18 J1
    example("E15", "B[I] | A(i) = B(10-i)", &["i [11-I,11)"]).codes(&["TC0304"]),
    // claim C19
    example("E16", "B[I] | A(i) = B(2*i)", &["i [0,(I+1)/2)"]),
    // claims C21 C22
    example("E17", "B[I] | A(i) = B(2*i)+B(2*i+1)", &["i [0,I/2)"]),
    // claims C8 C24 C25
    example(
        "E18",
        "B[I] | A(i) +=! B(2*i+k) where k in 0:2",
        &["i [0,I/2), k [0,2)"],
    ),
    // claim C26
    example(
        "E19",
        "B[I] | A(i) +=! B(2*i-k) where k in 0:2",
        &["i [1,(I+1)/2), k [0,2)"],
    )
    .codes(&["TC0304"]),
    // claim C27
    example("E20", "B[N], S:int32[1] | A(i) = B(S(0)*i)", &[]).codes(&["TC0310"]),
    // claim C28
    example(
        "E20b",
        "B[N], S:int32[1] | A(i) = B(S(0)*i) where i in 0:3",
        &["i [0,3)"],
    )
    .codes(&["TC0306"]),
    // claims C29 C30
    example("E21", "A[N], c | B(i) = c where exists A(i)", &["i [0,N)"]),
    // claims A7 D14
    example(
        "E22",
        "input[B,C,H,W] | output(b,c,i,j) max=! input(b,c,2*i+kw,2*j+kh)",
        &[],
    )
    .codes(&["TC0302"]),
    // claim D13
    example(
        "E23",
        "input[B,C,H,W] | output(b,c,i,j) max=! input(b,c,2*i+kw,2*j+kh) where kw in 0:2, kh in 0:2",
        &["b [0,B), c [0,C), i [0,H/2), j [0,W/2), kw [0,2), kh [0,2)"],
    ),
    // claim D16
    example(
        "E24",
        "X[N], I:int32[A,B] | Z(i,j) = X(I(i,j))",
        &["i [0,A), j [0,B)"],
    )
    .codes(&["TC0306"]),
    // claim D17
    example("E25", STRIDED, &[]).codes(&["TC0310", "TC0310"]),
    // claims D3 D17 D18
    example(
        "E26",
        STRIDED,
        &[
            "n [0,N), f [0,F), h [0,(H-KH)/2+1), w [0,(W-KW)/3+1)",
            "n [0,N), f [0,F), h [0,(H-KH)/2+1), w [0,(W-KW)/3+1), c [0,C), kh [0,KH), kw [0,KW)",
        ],
    )
    .bind(&[("sh", 2), ("sw", 3)])
    .codes(&["TC0312", "TC0312", "TC0312"]),
    example("E27", "I[N] | O(i) = I(123*i)", &["i [0,(N+122)/123)"]),
    example("E28", "I[N] | O(i) = I(i-1)", &["i [1,N+1)"]).codes(&["TC0304"]),
    example("E28b", "I[N] | O(i) = I(i+5)", &["i [-5,N-5)"]).codes(&["TC0304"]),
    example(
        "E29",
        "dO[N,M,OH,OW], W1[M,C,KH,KW] | dI(n,c,h,w) +=! dO(n,m,h-kh,w-kw)*W1(m,c,kh,kw)",
        &["n [0,N), c [0,C), h [KH-1,OH), w [KW-1,OW), m [0,M), kh [0,KH), kw [0,KW)"],
    )
    .codes(&["TC0304", "TC0304"]),
    example(
        "E30",
        "dO[N,M,OH,OW], I[N,C,H,W] | dW(m,c,kh,kw) +=! dO(n,m,h-kh,w-kw)*I(n,c,h,w)",
        &["m [0,M), c [0,C), kh [H-OH,1), kw [W-OW,1), n [0,N), h [0,H), w [0,W)"],
    )
    .codes(&["TC0304", "TC0304"]),
    example(
        "E31",
        "in[H,W], K[KH,KW] | pad(h,w) = in(h-2-3, w-3-4); out(h,w) +=! pad(2*h+kh,3*w+kw)*K(kh,kw)",
        &[
            "h [5,H+5), w [7,W+7)",
            "h [3,(H-KH+1)/2+3), w [3,(W-KW+1)/3+3), kh [0,KH), kw [0,KW)",
        ],
    )
    .codes(&["TC0304", "TC0304", "TC0304", "TC0304"]),
    example(
        "E32",
        "in[H,W], K[KH,KW] | O(h,w) +=! in(2*h+3*w+kh, 2*w+kw)*K(kh,kw)",
        &["h [0,(H-KH-3*((W-KW)/2))/2+1), w [0,(W-KW)/2+1), kh [0,KH), kw [0,KW)"],
    ),
    example(
        "E33",
        "I[P,Q,S] | O(i,j,k) = I(j,i+j,k)",
        &["i [0,Q-P+1), j [0,P), k [0,S)"],
    ),
    example(
        "E34",
        "A[N], B[M], C[P] | O1(i) = A(i)+B(i); O2(i) = O1(i)+C(i+1)",
        &["i [0,min(N,M))", "i [0,min(N,M,P-1))"],
    )
    .codes(&["TC0315", "TC0315"]),
    example("E35", "I[N] | O(i) = I(i) where i in 3:N-1", &["i [3,N-1)"]).codes(&["TC0304"]),
    example("E36", "I[M,N] | O(i,j) = I(10+i-j, i+j)", &[]).codes(&["TC0302"]),
    // claims C4 D25 D30 J15
    example("E39", "A[N,M,K] | O(i,j) = A(i+j,i+j,i+j)", &[]).codes(&["TC0302"]),
    example(
        "E37",
        "I[M,N] | O(i,j) = I(10+i-j, i+j) where i in 0:10",
        &["i [0,10), j [max(20-M,0),min(11,N-9))"],
    )
    .codes(&["TC0304"]),
    example(
        "E38",
        "I[P,Q,S] | O(i,j) = I(i,i+j,j)",
        &["i [0,P), j [0,S)"],
    )
    .codes(&["TC0305"])
    .preconditions(&["P + S - 1 <= Q"]),
    // claim C13
    example(
        "E38b",
        "I[P,Q,S] | O(i,j) = I(i,i+j,j)",
        &["i [0,10), j [0,10)"],
    )
    .bind(&[("P", 10), ("Q", 19), ("S", 10)]),
    example(
        "E40",
        "I[P,Q,S,U,V] | O(i,j,k) = I(i,j,i,k,2*i+j)",
        &["i [0,min(P,S)), j [0,Q), k [0,U)"],
    )
    .codes(&["TC0305", "TC0315"])
    .preconditions(&["2*min(P, S) + Q - 2 <= V"]),
    example(
        "E41",
        "I[P,Q,S,U,V] | O(i,j) = I(j,j+1,i,i+3,2*i+j)",
        &["i [0,min(S,U-3)), j [0,min(P,Q-1))"],
    )
    .codes(&["TC0305", "TC0315", "TC0315"])
    .preconditions(&["2*min(S, U - 3) + min(P, Q - 1) - 2 <= V"]),
    example("E42", "I[M,N] | O(i,j,m) = I(i,j)", &[]).codes(&["TC0303"]),
    // claim J14
    example("E42b", "I[M,N] | O(i,j) = 3", &[]).codes(&["TC0303", "TC0303"]),
    example(
        "E43",
        "I[N] | O(i,j) = 3 where i in 4:8, j in 3:20",
        &["i [4,8), j [3,20)"],
    )
    .codes(&["TC0304", "TC0304"]),
    example(
        "E44",
        "A[P], B[N] | O(i) = A(i % 3) where i in 0:N",
        &["i [0,N)"],
    )
    .codes(&["TC0305"])
    .preconditions(&["min(N, 3) <= P"]),
    example("E45", "A[N] | O(i) = A(i/2)", &["i [0,2*N)"]),
    example("E45b", "A[N] | O(i) = A((2*i+1)/3)", &["i [0,3*N/2)"]),
    example("E46", "A[N] | O(i) = A(3*i+1)", &["i [0,(N+1)/3)"]),
    example("E46b", "A[N] | O(i) = A(3*i-2)", &["i [1,(N+4)/3)"]).codes(&["TC0304"]),
    example("E46c", "A[N] | O(i) = A(7-3*i)", &["i [(7-N)/3+1,3)"]).codes(&["TC0304"]),
    example("E47", "A[N] | O(i) = A(N-1-2*i)", &["i [0,(N+1)/2)"]),
    example(
        "E48",
        "A[N], B[K1] | O(i) +=! A(2*i-3*k) where k in 0:K1",
        &["i [(3*K1-2)/2,(N+1)/2), k [0,K1)"],
    )
    .codes(&["TC0304"]),
    example(
        "E49",
        "A[N], K[KN] | s(i) +=! A(i+2*k)*K(k)",
        &["i [0,N-2*KN+2), k [0,KN)"],
    ),
    example(
        "E50",
        "I[X], K[KX] | O(x) +=! I(xp)*K(X-1+x-xp)",
        &["x [0,KX-X+1), xp [0,X)"],
    ),
    // claim D33
    example(
        "E51",
        "x[N] | o(i,k) = x(i+k) where k in 0:3",
        &["i [0,N-2), k [0,3)"],
    ),
    // claims D32 D35
    example(
        "E52",
        "x[M,N] | o(i,j,a,b) = x(i*4+a, j*4+b) where a in 0:4, b in 0:4",
        &["i [0,M/4), j [0,N/4), a [0,4), b [0,4)"],
    ),
    example("E53", "x[N] | o(i) = x(i*i)", &[]).codes(&["TC0311"]),
    example("E53b", "x[N] | o(i) = x(i*i) where i in 0:4", &["i [0,4)"])
        .codes(&["TC0305"])
        .preconditions(&["10 <= N"]),
    example("E54", "B[N] | o(i) = B(i-1)+B(i)+B(i+1)", &["i [1,N-1)"]).codes(&["TC0304"]),
    example(
        "E55",
        "B[N] | o(i) = B(max(min(i-1,N-1),0)) + B(i)",
        &["i [0,N)"],
    ),
    // claim C31
    example(
        "E56",
        "B[N] | o(i) = (i-1 >= 0 ? B(i-1) : 0) + B(i)",
        &["i [0,N)"],
    ),
    example(
        "E56b",
        "B[N] | o(i) = (i-1 >= 0 ? B(i-1) : 0) + B(i) where i in 0:N",
        &["i [0,N)"],
    ),
    // claims D2 D3
    example(
        "E57",
        "A[M,K], x[K] | C(i) = 0; C(i) += A(i,k)*x(k)",
        &["i [0,M)", "i [0,M), k [0,K)"],
    )
    .codes(&["TC0312"]),
    // claims D7 D10
    example(
        "E58",
        "a, b, A[N,M], B[M,K] | C(i,j) = b*C(i,j); C(i,j) += a*A(i,k)*B(k,j)",
        &["i [0,N), j [0,K)", "i [0,N), j [0,K), k [0,M)"],
    )
    .codes(&["TC0312", "TC0312"]),
    example(
        "E59",
        "L1[E1,D], I1:int32[B,L1n] | O1(i,j) +=! L1(I1(i,k),j)",
        &["i [0,B), j [0,D), k [0,L1n)"],
    )
    .codes(&["TC0306"]),
    // claim D15
    example(
        "E60",
        "L[E,D], I:int32[N] | O(i,j) = L(1+I(i)+j, j)",
        &["i [0,N), j [0,D)"],
    )
    .codes(&["TC0306"]),
    example("E61", "A[N] | O(i) = A(i) where i in 8:4", &["i [8,8)"]).codes(&["TC0304", "TC0308"]),
    example("E62", "B[N], C[M] | A(i) = B(i)+C(i-20)", &[])
        .bind(&[("N", 10), ("M", 10)])
        .codes(&["TC0307"]),
    example(
        "E62b",
        "B[N], C[M] | A(i) = B(i)+C(i-20)",
        &["i [20,min(N,M+20))"],
    )
    .codes(&["TC0304", "TC0315"]),
    example("E63", "A[10] | O(i) = A(i) where i in 0:100", &[]).codes(&["TC0309"]),
    example(
        "E63b",
        "A[N] | O(i) = A(i) where i in 0:100",
        &["i [0,100)"],
    )
    .codes(&["TC0305"])
    .preconditions(&["100 <= N"]),
    example(
        "E64",
        "A[N], B[M] | T(i) = A(2*i); O(i) = B(i) where i in 0:T.0",
        &["i [0,(N+1)/2)", "i [0,(N+1)/2)"],
    )
    .codes(&["TC0305"])
    .preconditions(&["(N + 1)/2 <= M"]),
    example("E65", "A[N] | s +=! A(i)", &["i [0,N)"]),
    example("E66", "A[N], B[M] | T(i) = A(i); T(i) = B(i+1)", &[]).codes(&["TC0403"]),
    example("E67", "W1[P,C1], g1[G1] | o(g) +=! W1(g % G1, c)", &[]).codes(&["TC0311"]),
    example("E67b", "W1[P,C1] | o(g) +=! W1(g % 3, c)", &[]).codes(&["TC0311"]),
    example(
        "E68",
        "I[N], W[K] | O(i) +=! (i+k-1 >= 0 && i+k-1 < N ? I(i+k-1) : 0) * W(k) where i in 0:N",
        &["i [0,N), k [0,K)"],
    ),
    example("E69", "B[N] | o(i) = i >= 1 && i < N + 1 ? B(i-1) : 0", &[]).codes(&["TC0303"]),
    example(
        "E70",
        "B[N], k0:int32 | o(i) = k0 >= 0 ? B(i) : 0",
        &["i [0,N)"],
    ),
];

/// `i [0,(N+1)/2)` in the table's notation.
fn parse_ranges(text: &str) -> Vec<(String, Expr, Expr)> {
    let parse = |text: &str| {
        Expr::parse(&text.replace('/', " floordiv "))
            .unwrap_or_else(|error| panic!("{text}: {error}"))
    };
    let parts = text
        .split("), ")
        .map(|part| part.trim_end_matches(')').to_string() + &")".repeat(unbalanced(part)));
    parts
        .map(|part| {
            let (name, range) = part.split_once(" [").expect("name [lo,hi)");
            let comma = split_comma(range);
            (
                name.to_string(),
                parse(&range[..comma]),
                parse(&range[comma + 1..]),
            )
        })
        .collect()
}

/// How many closing parentheses `trim_end_matches` takes too many.
fn unbalanced(part: &str) -> usize {
    part.trim_end_matches(')')
        .chars()
        .map(|c| i32::from(c == '(') - i32::from(c == ')'))
        .sum::<i32>() as usize
}

fn split_comma(range: &str) -> usize {
    let mut depth = 0;
    for (position, character) in range.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => return position,
            _ => {}
        }
    }
    panic!("no comma in {range}")
}

/// Equal for all sizes below 30 on a sample of the grid.
fn equal_everywhere(a: &Expr, b: &Expr) -> bool {
    if a.same_as(b) {
        return true;
    }
    let names: Vec<String> = a
        .names()
        .into_iter()
        .chain(b.names())
        .map(str::to_string)
        .collect();
    (0..400_u64).all(|seed| {
        let value = |name: &str| {
            let position = names.iter().position(|known| known == name)? as u64;
            Some(((seed.wrapping_mul(6_364_136_223_846_793_005) >> (8 + 5 * position)) % 30) as i64)
        };
        let at = |expr: &Expr| expr.evaluate(&|symbol| value(symbol.as_name()?));
        at(a) == at(b)
    })
}

#[test]
fn worked_examples() {
    let mut failures = Vec::new();
    for example in EXAMPLES {
        if let Err(reason) = check(example) {
            failures.push(format!("{}: {reason}", example.id));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let numbers = EXAMPLES.iter().map(|example| {
        example
            .id
            .trim_start_matches('E')
            .trim_end_matches(char::is_alphabetic)
    });
    let mut numbers: Vec<u32> = numbers
        .map(|number| number.parse().expect("E<number>"))
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers, (1..=70).collect::<Vec<_>>());
}

fn check(example: &Example) -> Result<(), String> {
    let (def, inference) = run(example.program, example.bind);
    let found = codes(&inference);
    let mut wanted: Vec<&str> = example.codes.to_vec();
    wanted.sort_unstable();
    if found != wanted {
        return Err(format!(
            "codes {found:?}, expected {wanted:?}: {:#?}",
            inference.diagnostics
        ));
    }
    let preconditions: Vec<String> = inference
        .preconditions
        .iter()
        .map(|precondition| precondition.requires.human())
        .collect();
    if preconditions != example.preconditions {
        return Err(format!("preconditions {preconditions:?}"));
    }
    for ((statement, found), wanted) in def
        .statements
        .iter()
        .zip(&inference.ranges)
        .zip(example.ranges)
    {
        let wanted = parse_ranges(wanted);
        if wanted.len() != statement.indices.len() {
            return Err(format!("indices {:?}", statement.indices));
        }
        for (name, low, high) in wanted {
            let position = statement
                .position(&name)
                .ok_or_else(|| format!("no index {name}"))?;
            let range = found[position]
                .as_ref()
                .ok_or_else(|| format!("no range for {name}"))?;
            if !equal_everywhere(&range.low, &low) || !equal_everywhere(&range.high, &high) {
                return Err(format!(
                    "{name} {}, expected [{low}, {high})",
                    range.human()
                ));
            }
        }
    }
    Ok(())
}
