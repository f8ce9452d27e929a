//! The programs whose trees are edited. They are small, so that a mutant runs in milliseconds, but
//! have several tiles, blocks and barriers, and partial tiles.

use tc_pipelines::Level;
use tc_pipelines::mapping::{Launches, MappingOptions, Tile};
use tc_runtime::{
    Checking, Contents, Executor, Failure, Given, Lowering, Outcome, Program, Reading,
};

/// A program at some sizes.
pub struct Kernel {
    pub name: &'static str,
    text: &'static str,
    sizes: &'static [(&'static str, i64)],
    /// Whether every order of its sums gives the same bits for inputs that are multiples of 1/4.
    pub exact: bool,
    /// Whether its sizes are left open: then its trees run at several small ones.
    open: bool,
}

macro_rules! kernel {
    ($exact:literal $name:ident($($size:ident $value:literal),*) $text:expr) => {
        Kernel {
            name: stringify!($name),
            text: $text,
            sizes: &[$((stringify!($size), $value)),*],
            exact: $exact,
            open: false,
        }
    };
    (open $exact:literal $name:ident($($size:ident $value:literal),*) $text:expr) => {
        Kernel { open: true, ..kernel!($exact $name($($size $value),*) $text) }
    };
}

/// A program of `kernels/loops`.
macro_rules! of_loops {
    ($name:literal) => {
        include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../kernels/loops/",
            $name,
            ".tc"
        ))
    };
}

pub const KERNELS: &[Kernel] = &[
    kernel!(true tmm(M 10, N 9, K 13) "def tmm(float(M,K) A, float(N,K) B) -> (C) { C(m,n) +=! A(m,k) * B(n,k) }"),
    kernel!(true mm(M 9, K 7, N 35) "def mm(float(M,K) A, float(K,N) B) -> (C) { C(m,n) +=! A(m,k) * B(k,n) }"),
    kernel!(true batch_matmul(B 3, N 6, M 7, K 9)
        "def batch_matmul(float(B,N,M) X, float(B,M,K) Y) -> (Z) { Z(b,n,k) +=! X(b,n,m) * Y(b,m,k) }"),
    kernel!(true conv2d(N 2, C 2, H 7, W 8, F 3, KH 3, KW 2)
        "def conv2d(float(N,C,H,W) X, float(F,C,KH,KW) G) -> (Y) { Y(n,f,h,w) +=! X(n,c,h + kh,w + kw) * G(f,c,kh,kw) }"),
    kernel!(true mlp3(B 5, N 6, O 7, P 5, Q 4)
        "def mlp3(float(B,N) X, float(O,N) W2, float(O) B2, float(P,O) W3, float(P) B3, float(Q,P) W4, float(Q) B4) -> (Y2, Y3, Y4) {
           Y2(b,o) = B2(o) where b in 0:B
           Y2(b,o) += X(b,n) * W2(o,n)
           Y2(b,o) = fmax(Y2(b,o), 0.0)
           Y3(b,p) = B3(p) where b in 0:B
           Y3(b,p) += Y2(b,o) * W3(p,o)
           Y3(b,p) = fmax(Y3(b,p), 0.0)
           Y4(b,q) = B4(q) where b in 0:B
           Y4(b,q) += Y3(b,p) * W4(q,p)
           Y4(b,q) = fmax(Y4(b,q), 0.0)
         }"),
    kernel!(false softmax(N 9, C 11)
        "def softmax(float(N,C) X) -> (Y, top, norm) {
           top(n) max=! X(n,c)
           norm(n) +=! exp(X(n,c) - top(n))
           Y(n,c) = exp(X(n,c) - top(n)) / norm(n)
         }"),
    kernel!(false layernorm(N 6, C 9)
        "def layernorm(float(N,C) X, float(C) gamma, float(C) beta) -> (Y, mean, var) {
           mean(n) +=! X(n,c)
           mean(n) = mean(n) / float(C)
           var(n) +=! (X(n,c) - mean(n)) * (X(n,c) - mean(n))
           var(n) = var(n) / float(C)
           Y(n,c) = gamma(c) * (X(n,c) - mean(n)) * rsqrt(var(n) + 1e-5) + beta(c)
         }"),
    kernel!(true transpose(M 10, N 9) "def transpose(float(M,N) A) -> (B) { B(n,m) = A(m,n) }"),
    kernel!(true fcrelu(B 7, I 9, O 6)
        "def fcrelu(float(B,I) X, float(O,I) W, float(O) Bias) -> (Y) {
           Y(b,o) = Bias(o)
           Y(b,o) += X(b,i) * W(o,i)
           Y(b,o) = fmax(Y(b,o), 0)
         }"),
    kernel!(true avgpool2x2(N 2, C 3, H 10, W 12)
        "def avgpool2x2(float(N,C,H,W) X) -> (Y) { Y(n,c,h,w) +=! 0.25 * X(n,c,2 * h + dh,2 * w + dw) where dh in 0:2, dw in 0:2 }"),
    kernel!(true maxpool2x2(N 2, C 3, H 10, W 12)
        "def maxpool2x2(float(N,C,H,W) X) -> (Y) { Y(n,c,h,w) max=! X(n,c,2 * h + dh,2 * w + dw) where dh in 0:2, dw in 0:2 }"),
    kernel!(false jacobi2d(N 11, M 10)
        "def jacobi2d(float(N,M) A) -> (B) { B(i,j) = 0.2 * (A(i + 1,j + 1) + A(i + 1,j) + A(i + 1,j + 2) + A(i,j + 1) + A(i + 2,j + 1)) }"),
    kernel!(true conv1d(M 30, T 5) "def conv1d(float(M) X, float(T) taps) -> (Y) { Y(i) +=! X(i + t) * taps(t) }"),
    kernel!(true kronecker3(M 3, N0 3, N1 4, N2 5, D0 3, D1 4, D2 3)
        "def kronecker3(float(M,N0,N1,N2) X, float(D0,N0) W0, float(D1,N1) W1, float(D2,N2) W2) -> (Y0) {
           Y2(m,n0,n1,d2) +=! X(m,n0,n1,n2) * W2(d2,n2)
           Y1(m,n0,d1,d2) +=! Y2(m,n0,n1,d2) * W1(d1,n1)
           Y0(m,d0,d1,d2) +=! Y1(m,n0,d1,d2) * W0(d0,n0)
         }"),
    kernel!(true atax(M 9, N 10) "def atax(float(M,N) A, float(N) x) -> (y) { t(i) +=! A(i,j) * x(j)  y(j) +=! A(i,j) * t(i) }"),
    kernel!(true bicg(N 9, M 10) "def bicg(float(N,M) A, float(M) p, float(N) r) -> (q, s) { q(i) +=! A(i,j) * p(j)  s(j) +=! A(i,j) * r(i) }"),
    kernel!(true mvt(N 9) "def mvt(float(N,N) A, float(N) u, float(N) v) -> (x, y) { x(i) += A(i,j) * u(j)  y(i) += A(j,i) * v(j) }"),
    kernel!(false covariance(N 7, M 6)
        "def covariance(double(N,M) X) -> (cov, mean) {
           mean(j) +=! X(i,j)
           mean(j) = mean(j) / double(N)
           Z(i,j) = X(i,j) - mean(j)
           cov(j,k) +=! Z(i,j) * Z(i,k)
           cov(j,k) = cov(j,k) / double(N - 1)
         }"),
    kernel!(true nchw_to_nhwc(N 2, C 5, H 6, W 7) "def nchw_to_nhwc(float(N,C,H,W) X) -> (Y) { Y(n,h,w,c) = X(n,c,h,w) }"),
    kernel!(true sweeps(T 3, N 9, M 6)
        "def sweeps(float(T) w, float(N,M) X) -> (A) {
           A(i,j) = X(i,j)
           for t in 0:T {
             B(i,j) = A(i,j) + A(i-1,j) + w(t) where i in 1:N, j in 0:M
             A(i,j) = B(i,j) + X(i,j) where i in 1:N, j in 0:M
           }
         }"),
    kernel!(false gemver(N 9) of_loops!("gemver")),
    kernel!(true trmm(M 7, N 9) of_loops!("trmm")),
    kernel!(true syrk_lower(N 7, K 6) of_loops!("syrk_lower")),
    kernel!(true symm(M 7, N 6) of_loops!("symm")),
    kernel!(true floyd_warshall(N 6) of_loops!("floyd_warshall")),
    kernel!(false trisolv(N 9) of_loops!("trisolv")),
    kernel!(true scan(N 14) of_loops!("scan")),
    kernel!(false jacobi_1d(T 3, N 13) of_loops!("jacobi_1d")),
    kernel!(true top1(N 7, M 9) of_loops!("top1")),
    kernel!(true reversed(N 9, M 10) "def reversed(float(N,M) A) -> (B) { B(i,j) = A(N - 1 - i,M - 1 - j) + A(i,j) }"),
    kernel!(true counts(N 7, M 9) "def counts(int32(N,M) X) -> (r, c) { r(i) +=! X(i,j) * X(i,j)  c(j) max=! X(i,j) - r(i) }"),
    kernel!(open true tmm_open(M 9, N 7, K 11) "def tmm_open(float(M,K) A, float(N,K) B) -> (C) { C(m,n) +=! A(m,k) * B(n,k) }"),
    kernel!(open true blur_open(N 9, M 8)
        "def blur_open(float(N,M) A) -> (B, C) {
           B(i,j) = A(i,j) + A(i + 1,j)
           C(i,j) = B(i,j) + B(i,j + 1) where i in 0:N - 1
         }"),
    kernel!(open true transpose_open(M 10, N 9) "def transpose_open(float(M,N) A) -> (B) { B(n,m) = A(m,n) }"),
    kernel!(open true symm_open(M 6, N 5) of_loops!("symm")),
];

/// A mapping of a kernel.
pub struct Mapping {
    pub name: &'static str,
    pub executor: Executor,
    options: MappingOptions,
    /// The weight of its trees: those with tiles, copies and barriers have more places for
    /// mistakes.
    pub weight: usize,
}

/// The mappings: tiles in shared memory and without, blocks that run several tiles, fewer threads
/// than points; loops of launches; loops on the threads of a CPU, with vectors and register tiles.
pub fn mappings() -> Vec<Mapping> {
    let gpu = |name, tile: &[u64], block: &[u64], grid: &[u64], unroll, shared, weight| Mapping {
        name,
        weight,
        executor: Executor::Emulator,
        options: MappingOptions {
            tile: Tile::Sizes(tile.to_vec()),
            block: block.to_vec(),
            grid: grid.to_vec(),
            unroll,
            shared,
            launches: Launches::Always,
            ..MappingOptions::gpu()
        },
    };
    let cpu = |name, tile: &[u64], unroll, weight| Mapping {
        name,
        weight,
        executor: Executor::Cpu,
        options: MappingOptions {
            tile: Tile::Sizes(tile.to_vec()),
            unroll,
            ..MappingOptions::cpu()
        },
    };
    vec![
        gpu("gpu", &[4, 4, 8], &[2, 4], &[2, 1], 2, true, 7),
        gpu("gpu-flat", &[3, 5], &[8], &[2], 1, true, 6),
        gpu("gpu-global", &[2, 4, 4], &[4, 2], &[2, 2], 4, false, 2),
        cpu("cpu", &[4, 4, 4], 1, 2),
        cpu("cpu-unrolled", &[2, 8, 3], 4, 2),
        cpu("cpu-registers", &[4, 32, 3], 1, 1),
    ]
}

impl Kernel {
    /// The kernel at the schedule level, as `tc-run --emit=schedule` prints it.
    ///
    /// # Errors
    /// Those of the compiler.
    pub fn schedule(&self, mapping: &Mapping) -> Result<String, String> {
        let outcome = self.lower(mapping, Level::Schedule).map_err(|failure| {
            let all = failure.diagnostics.iter();
            all.map(|one| one.short()).collect::<Vec<_>>().join("\n")
        })?;
        let printed = outcome.levels.into_iter().map(|(_, text)| text);
        Ok(printed.collect())
    }

    fn lower(&self, mapping: &Mapping, level: Level) -> Result<Outcome, Failure> {
        let sizes = self.sizes.iter();
        let given = Given {
            sizes: sizes
                .clone()
                .map(|(name, value)| ((*name).to_owned(), *value))
                .collect(),
            open: sizes
                .filter(|_| self.open)
                .map(|(name, _)| (*name).to_owned())
                .collect(),
            ..Given::default()
        };
        let lowering = Lowering {
            mapping: mapping.options.clone(),
            levels: vec![level],
            ..Lowering::new(mapping.executor)
        };
        let context = tc_runtime::new_context();
        let name = format!("{}.tc", self.name);
        let program = Program::parse(&context, &name, self.text, Reading::default())?;
        let platform = program.platform(lowering)?;
        let bound = program
            .check(Checking::default(), &given)?
            .bind(Contents::None)?;
        Ok(bound.compile(platform)?.finish())
    }
}
