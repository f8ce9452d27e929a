"""Valid programs that are hard to compile, for `test_hostile.py`: deep nests, many statements, huge coefficients, sizes at the limits.

Each is the program's text, what it is compiled with, and what may come of it: `True` where it must be compiled, `False` where it must be refused.
"""


def numbered(count, form, separator=", "):
    return separator.join(form.format(n) for n in range(count))


def function(parameters, outputs, *statements):
    return f"def f({parameters}) -> ({outputs}) {{\n" + "".join(f"  {one}\n" for one in statements) + "}\n"


def elementwise(count, chained):
    """Statements over one vector, each of which reads the one before, or the input; all results are returned, so that none disappears in another."""
    lines = [f"t{n}(i) = {f't{n - 1}' if n and chained else 'A'}(i) * 0.5 + {n}.0" for n in range(count)]
    return function("float(N) A", numbered(count, "t{}"), *lines)


def nest(depth, body="A({0})", head="B({0}) ="):
    indices = numbered(depth, "i{}", ",")
    return function(f"float({numbered(depth, 'N{}', ',')}) A", "B", f"{head} {body}".format(indices))


def sizes(**values):
    return [f"--size={name}={value}" for name, value in values.items()]


def same_sizes(count, value, name="N{}"):
    return [f"--size={name.format(n)}={value}" for n in range(count)]


def mapped(**values):
    return [f"--option={name}={value}" for name, value in values.items()]


def layers(count):
    """Matrix products, each with a bias and an activation: three statements a layer."""
    parameters = "float(B,M) X0, " + ", ".join(f"float(M,M) W{n}, float(M) C{n}" for n in range(1, count + 1))
    lines = []
    for n in range(1, count + 1):
        lines += [f"X{n}(b,o) +=! X{n - 1}(b,i) * W{n}(o,i)", f"X{n}(b,o) = X{n}(b,o) + C{n}(o)", f"X{n}(b,o) = fmax(X{n}(b,o), 0.0)"]
    return function(parameters, f"X{count}", *lines)


def stored(count):
    """Matrix products that are added to a stored bias, each with an activation: three statements a layer, and no initial store of zeros."""
    parameters = "float(B,M) X0, " + ", ".join(f"float(M,M) W{n}, float(M) C{n}" for n in range(1, count + 1))
    lines = []
    for n in range(1, count + 1):
        lines += [f"X{n}(b,o) = C{n}(o) where b in 0:B", f"X{n}(b,o) += X{n - 1}(b,i) * W{n}(o,i)", f"X{n}(b,o) = fmax(X{n}(b,o), 0.0)"]
    return function(parameters, f"X{count}", *lines)


def reductions(count):
    """Rows reduced again and again, each time after a pass over all elements."""
    lines = []
    for n in range(count):
        lines += [f"s{n}(n) +=! {f'x{n - 1}' if n else 'A'}(n,c)", f"x{n}(n,c) = {f'x{n - 1}' if n else 'A'}(n,c) - s{n}(n)"]
    return function("float(N,C) A", f"x{count - 1}", *lines)


SOFTMAX = function(
    "float(N,C) A",
    "Y",
    "top(n) max=! A(n,c)",
    "e(n,c) = exp(A(n,c) - top(n))",
    "s(n) +=! e(n,c)",
    "Y(n,c) = e(n,c) / s(n)",
    "q(n) +=! Y(n,c) * Y(n,c)",
    "Y(n,c) = Y(n,c) / q(n)",
)
PRODUCT = function("float(M,K) A, float(K,N) B", "C", "C(m,n) +=! A(m,k) * B(k,n)")
STENCILS = function(
    "float(N,N) A",
    "D",
    "B(i,j) = A(i,j) + A(i + 1,j) + A(i,j + 1) + A(i + 2,j + 3)",
    "C(i,j) = B(i,j) + B(i + 3,j) + B(i,j + 2) + B(i + 1,j + 1)",
    "D(i,j) = C(i,j) + C(i + 1,j + 4) + C(i + 4,j) + C(i + 2,j + 2)",
)
SKEWED = function("float(N) A, float(M) W", "B", "B(i,j) +=! A(i + 2 * j + 3 * k) * W(k) where i in 0:1009, j in 0:1009")
CALLS = "def g0(float(N) A) -> (B) {\n  B(i) = A(i) * 2.0\n}\n" + "".join(
    f"def g{n}(float(N) A) -> (B) {{\n  T = g{n - 1}(A)\n  B(i) = T(i) + {n}.0\n}}\n" for n in range(1, 40)
)
CONTRACTION = function("float(A,B,C,D,E,F) X, float(D,E,F,G) Y", "Z", "Z(a,b,c,g) +=! X(a,b,c,d,e,f) * Y(d,e,f,g)")
CONVOLUTION = function("float(B,C,X,Y,Z) I, float(K,C,R,S,T) W", "O", "O(b,k,x,y,z) +=! I(b,c,x + r,y + s,z + t) * W(k,c,r,s,t)")
GATHERS = function(
    "float(N,M) A, int32(L) I, int32(L) J",
    "B",
    "B(l) = " + " + ".join(f"A((I(l) + {n}) % N, (J(l) + I((l + {n}) % L)) % M)" for n in range(16)),
)
CONDITIONS = function("float(N,N) A", "B", "B(i,j) = " + "".join(f"{n} * i + j < N + {n * 97} && j - {n} * i > {n} ? A(i,j) * {n}.0 : " for n in range(1, 25)) + "0.0")
CHOICES = function("float(N) A", "B", "B(i) = " + "".join(f"i % {n} == {n - 1} ? A(i) * {n}.0 : " for n in range(2, 34)) + "0.0")

# Name: text, options of tc-run, whether it is compiled.
PROGRAMS = {
    "10 loops": (nest(10), same_sizes(10, 3), True),
    "12 loops, 4 of them a sum": (nest(12, head="B(" + numbered(8, "i{}", ",") + ") +=!"), same_sizes(12, 2), True),
    "14 loops that read backwards": (
        nest(14, "A(" + ",".join(f"N{n} - 1 - i{n}" for n in range(14)) + ")"),
        same_sizes(14, 2),
        True,
    ),
    "64 statements in a chain": (elementwise(64, True), sizes(N=8191), True),
    "64 statements in a chain, max": (elementwise(64, True), sizes(N=8191) + mapped(fusion="max"), True),
    "64 statements in a chain, preserve3": (elementwise(64, True), sizes(N=8191) + mapped(fusion="preserve3"), True),
    "64 statements in a chain, rows": (elementwise(64, True), sizes(N=8191) + mapped(fusion="rows"), True),
    "64 independent statements": (elementwise(64, False), sizes(N=65537), True),
    "64 independent statements, max": (elementwise(64, False), sizes(N=65537) + mapped(fusion="max"), True),
    "64 independent statements, preserve3": (elementwise(64, False), sizes(N=65537) + mapped(fusion="preserve3"), True),
    "64 independent statements, min": (elementwise(64, False), sizes(N=65537) + mapped(fusion="min"), True),
    "nine statements": (layers(3), sizes(B=8191, M=127), True),
    "nine statements, max": (layers(3), sizes(B=8191, M=127) + mapped(fusion="max"), True),
    "nine statements, preserve3": (layers(3), sizes(B=8191, M=127) + mapped(fusion="preserve3"), True),
    "nine statements with stores, max": (stored(3), sizes(B=8191, M=127) + mapped(fusion="max"), True),
    "nine statements with stores, preserve3": (stored(3), sizes(B=8191, M=127) + mapped(fusion="preserve3"), True),
    "nine statements with stores and short rows": (stored(3), sizes(B=127, M=31), True),
    "ten reductions of rows": (reductions(5), sizes(N=8191, C=8191), True),
    "ten reductions of rows, rows": (reductions(5), sizes(N=8191, C=8191) + mapped(fusion="rows"), True),
    "softmax, max": (SOFTMAX, sizes(N=65537, C=8191) + mapped(fusion="max"), True),
    "huge coefficients": (
        function("float(N) A", "B", "B(i,j) = A(i * 1000003 + j * 65537) where i in 0:1000, j in 0:1000"),
        sizes(N=1100000000),
        True,
    ),
    "huge coefficients in a product": (
        function("float(N) A, float(M) W", "B", "B(i) +=! A(i * 1000003 + k * 65537) * W(k) where i in 0:1000"),
        sizes(N=1100000000, M=1009),
        True,
    ),
    "skewed subscripts": (SKEWED, sizes(N=8191, M=31), True),
    "stencils of stencils": (STENCILS, sizes(N=8191), True),
    "stencils of stencils, max and skewing": (STENCILS, sizes(N=8191) + mapped(fusion="max", skewing="true"), True),
    "24 conditions": (CONDITIONS, sizes(N=8191), True),
    "32 choices": (CHOICES, sizes(N=65537), True),
    "a contraction of seven dimensions": (CONTRACTION, sizes(A=7, B=11, C=13, D=17, E=19, F=23, G=29), True),
    "a sum over five indices": (
        function("float(A,B,C,D,E,F) X", "Y", "Y(a) +=! X(a,b,c,d,e,f)"),
        sizes(A=7, B=11, C=13, D=17, E=19, F=23),
        True,
    ),
    "a convolution of nine loops": (CONVOLUTION, sizes(B=7, C=31, X=37, Y=41, Z=43, K=53, R=3, S=5, T=7), True),
    "extents of 1": (CONVOLUTION, sizes(B=1, C=1, X=1, Y=1, Z=1, K=1, R=1, S=1, T=1), True),
    "a size of 0": (PRODUCT, sizes(M=0, N=8191, K=8191), None),
    "sizes of 2^31 - 1": (PRODUCT, sizes(M=2147483647, N=2147483647, K=2147483647), None),
    "a size of 2^31 - 1": (elementwise(1, True), sizes(N=2147483647), None),
    "sixteen gathers": (GATHERS, sizes(N=8191, M=8191, L=65537), True),
    "forty calls": (CALLS, sizes(N=65537) + ["--entry=g39"], True),
    "tiles that do not divide": (PRODUCT, sizes(M=8191, N=8191, K=8191) + mapped(tile="37,41,43", block="11,13"), None),
    "up to 4096 copies": (PRODUCT, sizes(M=8191, N=8191, K=8191) + mapped(tile="128,128,32", block="16,8", unroll=4096), None),
    "20,000 inputs": (function(numbered(20_000, "float(N) A{}"), "B", "B(i) = A0(i) + A19999(i)"), sizes(N=8), None),
    "forty subscripts in each other": (function("int32(N) I", "B", "B(i) = " + "I(" * 40 + "i" + ")" * 40 + " where i in 0:N"), sizes(N=8), True),
    "up to 4096 copies of nine loops": (CONVOLUTION, sizes(B=7, C=31, X=37, Y=41, Z=43, K=53, R=3, S=5, T=7) + mapped(unroll=4096), True),
}


def tree(size, statements, schedule):
    """A scop on A and B of so many elements; each statement is its name, its indices, a subscript of A, one of B, and its domain."""
    text = f"schedule.scop @f(%A: memref<{size}xf32>, inout %B: memref<{size}xf32>) {{\n"
    for name, indices, read, written, _ in statements:
        text += f"  schedule.statement @{name}({', '.join(f'%{index}' for index in indices)}) {{\n"
        text += f"    %0 = affine.load %{read} : memref<{size}xf32>\n    affine.store %0, %{written} : memref<{size}xf32>\n  }}\n"
    domain = "; ".join(f"{name}[{', '.join(indices)}] : {where}" for name, indices, _, _, where in statements)
    return text + f'  schedule.domain "{{ {domain} }}" {{\n{schedule}\n  }}\n}}\n'


def bands(members, name="S", indices=("i",)):
    """Bands inside of each other, of one member each."""
    opened = "".join(f'schedule.band (sequential "{{ {name}[{", ".join(indices)}] -> [{member}] }}") {{' for member in members)
    return opened + "}" * len(members)


def in_sequence(parts):
    filters = "".join(f'schedule.filter "{{ {name}[{", ".join(indices)}] }}" {{ {inside} }}\n' for name, indices, inside in parts)
    return f"schedule.sequence {{\n{filters}}}"


MANY_STATEMENTS = [(f"S{n}", ("i",), f"B[%i + {n}]" if n % 2 else f"A[%i + {n}]", f"B[%i + {n + 1}]", "0 <= i < 900") for n in range(64)]
SPACE = [f"d{n}" for n in range(12)]
CUBE = [("S", SPACE, "A[" + " + ".join(f"%{one} * {3 ** n}" for n, one in enumerate(SPACE)) + "]", "B[%d0]", " and ".join(f"0 <= {one} < 3" for one in SPACE))]
LINE = [("S", ("i",), "A[%i]", "B[%i]", "0 <= i < 1000000")]
HEAT = [("S", ("t", "i"), "B[%i]", "B[%i + 1]", "0 <= t < 1000 and 0 <= i < 8000")]
PIECES = "; ".join(f"S[i] -> [{n} + i mod {n + 2}] : {5000 * n} <= i < {5000 * (n + 1)}" for n in range(200))

# Trees by hand, and whether they are legal; none where a budget may end the proof.
TREES = {
    "a tree of 64 statements": (tree(1024, MANY_STATEMENTS, in_sequence((name, own, bands(own, name, own)) for name, own, *_ in MANY_STATEMENTS)), True),
    "a tree of 64 statements backwards": (
        tree(1024, MANY_STATEMENTS, in_sequence((name, own, bands(["-i"], name, own)) for name, own, *_ in reversed(MANY_STATEMENTS))),
        False,
    ),
    "twelve bands": (tree(600000, CUBE, bands(SPACE, "S", SPACE)), True),
    "twelve bands in digits": (tree(600000, CUBE, bands([f"floor({one}/2)" for one in SPACE] + [f"{one} mod 2" for one in SPACE], "S", SPACE)), False),
    "floors in floors": (tree(1000000, LINE, bands(["floor((" * 40 + "i" + " + 1)/2)" * 40, "i"])), True),
    "forty digits": (tree(1000000, LINE, bands([f"floor(i/{2 ** n}) mod 2" for n in range(20, 0, -1)] + [f"i mod {n}" for n in range(2, 22)] + ["i"])), True),
    "huge coefficients in members": (tree(1000000, LINE, bands(["floor((1000003*i + 65537)/99991)", "1000003*i mod 99991", "i"])), True),
    "a member in 200 pieces": (tree(1000000, LINE, f'schedule.band (sequential "{{ {PIECES} }}") {{{bands(["i"])}}}'), None),
    "a skewed stencil in tiles": (
        tree(8001, HEAT, bands(["floor(t/37)", "floor((3*t + i)/41)", "t mod 37", "3*t + i"], "S", ("t", "i"))),
        True,
    ),
    "a stencil in tiles that is not skewed": (tree(8001, HEAT, bands(["floor(i/41)", "t", "i"], "S", ("t", "i"))), False),
}
