"""Operators as operators of PyTorch: shapes, gradients, graphs. Where PyTorch is not installed, what needs no PyTorch."""

import warnings

import pytest
import tensorcomp as tc

TEXT = """
def mm(float(M,K) A, float(K,N) B) -> (C) { C(i,j) +=! A(i,k) * B(k,j) }
def mm_grad(float(M,K) A, float(K,N) B, float(M,N) d_C) -> (d_A, d_B) {
  d_A(i,k) +=! d_C(i,j) * B(k,j)
  d_B(k,j) +=! d_C(i,j) * A(i,k)
}
def scaled(float a, float(N) x, int32(N) I) -> (y, z) {
  y(i) = a * x(i)
  z(i) = I(i) + 1
}
def softmax(double(N,C) X) -> (Y) {
  top(n) max=! X(n,c)
  sum(n) +=! exp(X(n,c) - top(n))
  Y(n,c) = exp(X(n,c) - top(n)) / sum(n)
}
def add_to(float(N) x) -> (float(N) y) { y(i) += x(i) * x(i) * y(i) + x(i) }
def gather(float(N) X, int32(M) I) -> (Y) { Y(i) = X(I(i)) }
def count(int32(N) X) -> (Y) { Y(i) = X(i) + 1 }
def cube(double(N) x) -> (y) { y(i) = x(i) * x(i) * x(i) }
def both(float(N) x, float(N) y) -> (p, q) { p(i) = x(i) * y(i) q +=! x(i) * x(i) }
def mixed(half(N) x, float(N) y, int32(N) I, double(N) z) -> (float(N) s) { s(i) = x(i) * y(i) + I(i) + float(z(i)) }
"""

with warnings.catch_warnings():
    # `add_to` updates its output in place, on purpose.
    warnings.simplefilter("ignore", tc.CompileWarning)
    M = tc.define(TEXT)


@pytest.fixture(scope="module")
def torch():
    return pytest.importorskip("torch", reason="PyTorch is not installed here: ./x python --torch installs it")


def test_schemas_and_names_of_gradients_are_checked_without_torch():
    assert tc.torch._schema(M.mm) == "(Tensor A, Tensor B) -> Tensor"
    assert tc.torch._schema(M.scaled) == "(float a, Tensor x, Tensor I) -> (Tensor, Tensor)"
    linked = tc.torch._linked(M.mm, M.mm_grad)
    assert (linked.taken, linked.outputs, linked.made) == (["A", "B", "d_C"], ["C"], {"A": 0, "B": 1})
    derived = tc.torch._linked(M.mm, "derive")
    assert (derived.taken, derived.outputs, derived.made) == (linked.taken, linked.outputs, linked.made)
    with pytest.raises(ValueError, match="backward `scaled`: expected inputs named as inputs and outputs of `mm`.*found a, x, I, y, z"):
        tc.torch._linked(M.mm, M.scaled)
    with pytest.raises(ValueError, match="expected an operator, None or 'derive', found 'no'"):
        tc.torch._linked(M.mm, "no")


def test_what_has_no_gradient_is_said_where_it_is_registered():
    assert tc.torch._linked(M.count, "derive") is None and tc.torch._linked(M.gather, None) is None
    text = "def decay(float(T) w) -> (float(N) a) { for t in 0:T { a(i) = w(t) * a(i) } }"
    with pytest.raises(tc.CompileError, match="the gradient needs `a.i.`, which is overwritten later(.|\n)*`backward=None` for an operator without a gradient"):
        tc.torch._linked(tc.define(text).only, "derive")


def test_a_loop_is_registered_with_its_derived_gradient():
    scan = tc.define("def scan(float(N) x) -> (s) { s(0) = 0.0 for i in 0:N { s(i+1) = s(i) + x(i) } }").only
    linked = tc.torch._linked(scan, "derive")
    assert (linked.taken, linked.outputs, linked.made) == (["x", "d_s"], ["s"], {"x": 0})


def test_tensors_go_in_and_come_out(m, torch):
    A, B = torch.arange(12.0).reshape(3, 4), torch.arange(20.0).reshape(4, 5)
    C = m.mm(A, B)
    assert isinstance(C, torch.Tensor) and C.dtype == torch.float32
    assert torch.equal(C, A @ B)
    assert m.mm(A, B, out=C) is C
    with pytest.raises(tc.ArgumentError, match=r'input `A`: it requires a gradient.*call `tc.torch.register\(operator, "NAMESPACE::mm"\)`.*`A.detach\(\)`.*`torch.no_grad\(\)`') as caught:
        m.mm(A.requires_grad_(), B)
    assert caught.value.argument == "A"
    # What is computed of it, and what has a name, too.
    with pytest.raises(tc.ArgumentError, match="input `B`: it requires a gradient"):
        m.mm(A.detach(), B=(B.clone().requires_grad_() + 1))
    with torch.no_grad():
        assert torch.equal(m.mm(A, B), C) and m.mm(A, B=B, out=C) is C
    d_A, _ = tc.grad(m.mm)(A.detach(), B, C)
    assert isinstance(d_A, torch.Tensor) and torch.equal(d_A, C @ B.T)


def test_a_recurrence_learns_by_autograd(torch):
    text = """
def mix(float(T,N) x, float(N,N) W) -> (h) {
  h(0,i) = 0.0 where i in 0:N
  for t in 0:T {
    h(t+1,i) = x(t,i)
    h(t+1,i) += W(i,j) * h(t,j)
    h(t+1,i) = tanh(h(t+1,i))
  }
}
"""
    mix = tc.torch.register(tc.define(text).only, "tctest::mix")
    x, W = torch.randn(5, 3, requires_grad=True), torch.randn(3, 3, requires_grad=True)
    mix(x, W).square().sum().backward()
    y, V = (one.detach().clone().requires_grad_() for one in (x, W))
    states = [torch.zeros(3)]
    for t in range(5):
        states.append(torch.tanh(y[t] + V @ states[-1]))
    torch.stack(states).square().sum().backward()
    torch.testing.assert_close(x.grad, y.grad)
    torch.testing.assert_close(W.grad, V.grad)


@pytest.mark.parametrize("backward", ["derive", "given"])
def test_an_operator_has_shapes_gradients_and_graphs(torch, backward):
    mm = tc.torch.register(M.mm, f"tctest::mm_{backward}", backward=M.mm_grad if backward == "given" else backward)
    A, B = torch.randn(3, 4, requires_grad=True), torch.randn(4, 5, requires_grad=True)
    assert set(torch.library.opcheck(mm, (A, B)).values()) == {"SUCCESS"}
    inner = getattr(torch.ops.tctest, f"mm_{backward}_backward")
    assert set(torch.library.opcheck(inner, (A.detach(), B.detach(), torch.randn(3, 5))).values()) == {"SUCCESS"}
    mm(A, B).square().sum().backward()
    a, b = (one.detach().clone().requires_grad_() for one in (A, B))
    (a @ b).square().sum().backward()
    torch.testing.assert_close(A.grad, a.grad)
    torch.testing.assert_close(B.grad, b.grad)


@pytest.mark.parametrize("backend", ["aot_eager", "inductor"])
def test_a_compiled_function_keeps_the_operator_in_its_graph(torch, backend):
    name = f"tctest::kept_{backend}"
    kept = tc.torch.register(M.mm, name)
    graphs = []

    def count(graph, inputs):
        graphs.append([str(node.target) for node in graph.graph.nodes if node.op == "call_function"])
        return graph

    A, B = torch.randn(3, 4, requires_grad=True), torch.randn(4, 5, requires_grad=True)
    torch.compile(lambda a, b: (kept(a, b) + 1).sum(), fullgraph=True, backend=count)(A, B)
    assert len(graphs) == 1 and any(f"kept_{backend}" in one for one in graphs[0]), graphs
    compiled = torch.compile(lambda a, b: (kept(a, b) + 1).sum(), fullgraph=True, backend=backend)
    for rows in (3, 6):
        a = torch.randn(rows, 4, requires_grad=True)
        compiled(a, B).backward()
        torch.testing.assert_close(a.grad, B.detach().sum(1).expand(rows, 4))


def test_derived_gradients_pass_gradcheck(torch):
    softmax = tc.torch.register(M.softmax, "tctest::softmax")
    X = torch.randn(3, 5, dtype=torch.double, requires_grad=True)
    assert torch.autograd.gradcheck(softmax, (X,))


def test_numbers_and_integers_have_no_gradient(torch):
    scaled = tc.torch.register(M.scaled, "tctest::scaled")
    x, I = torch.ones(3, requires_grad=True), torch.arange(3, dtype=torch.int32)
    assert set(torch.library.opcheck(scaled, (2.0, x, I)).values()) == {"SUCCESS"}
    y, z = scaled(2.0, x, I)
    assert y.tolist() == [2] * 3 and z.tolist() == [1, 2, 3]
    y.sum().backward()
    assert x.grad.tolist() == [2] * 3


def test_what_is_updated_in_place_begins_with_zeros(torch):
    add_to = tc.torch.register(M.add_to, "tctest::add_to")
    x = torch.tensor([2.0, 3.0], requires_grad=True)
    y = add_to(x)
    y.sum().backward()
    assert y.tolist() == [2, 3] and x.grad.tolist() == [1, 1]


def test_an_operator_may_have_no_gradient(torch):
    gather = tc.torch.register(M.gather, "tctest::gather", backward=None)
    assert gather(torch.arange(4.0), torch.tensor([2, 0], dtype=torch.int32)).tolist() == [2, 0]


def test_an_exported_program_has_the_operator(torch):
    kept = tc.torch.register(M.mm, "tctest::exported")

    class Model(torch.nn.Module):
        def forward(self, a, b):
            return kept(a, b)

    A, B = torch.arange(12.0).reshape(3, 4), torch.arange(20.0).reshape(4, 5)
    program = torch.export.export(Model(), (A, B))
    assert "torch.ops.tctest.exported" in program.graph_module.code
    assert torch.equal(program.module()(A, B), A @ B)


def test_second_derivatives_pass_gradgradcheck(torch):
    softmax = tc.torch.register(M.softmax, "tctest::softmax_twice")
    X = torch.randn(3, 5, dtype=torch.double, requires_grad=True)
    assert torch.autograd.gradgradcheck(softmax, (X,))
    mm = tc.torch.register(M.mm, "tctest::mm_twice", backward=M.mm_grad)
    A, B = torch.randn(3, 4, requires_grad=True), torch.randn(4, 5, requires_grad=True)
    ours, theirs = ([*torch.autograd.grad(f(A, B).sin().sum(), (A, B), create_graph=True)] for f in (mm, torch.matmul))
    for one, other in zip(ours, theirs):
        for found, due in zip(torch.autograd.grad(one.sum(), (A, B), retain_graph=True), torch.autograd.grad(other.sum(), (A, B), retain_graph=True)):
            torch.testing.assert_close(found, due)
    cube = tc.torch.register(M.cube, "tctest::cube_thrice")
    x = torch.arange(1.0, 4, dtype=torch.double, requires_grad=True)
    third = cube(x)
    for _ in range(3):
        (third,) = torch.autograd.grad(third.sum(), x, create_graph=True)
    assert third.tolist() == [6] * 3


def test_the_transforms_of_torch_func_take_an_operator(torch):
    func, cube = torch.func, tc.torch.register(M.cube, "tctest::cube_func")
    x, v = torch.arange(1.0, 4, dtype=torch.double), torch.tensor([1.0, 0, 2], dtype=torch.double)
    assert torch.equal(func.grad(lambda x: cube(x).sum())(x), 3 * x**2)
    value, pull = func.vjp(cube, x)
    assert torch.equal(value, x**3) and torch.equal(pull(v)[0], 3 * x**2 * v)
    assert torch.equal(func.jacrev(cube)(x), torch.diag(3 * x**2))
    assert torch.equal(func.jacrev(func.jacrev(cube))(x).sum((0, 1)), 6 * x)
    # The call by the name of the operator is the same one.
    assert torch.equal(func.grad(lambda x: func.grad(lambda x: torch.ops.tctest.cube_func(x).sum())(x).sum())(x), 6 * x)
    mm = tc.torch.register(M.mm, "tctest::mm_func")
    A, B = torch.randn(3, 4), torch.randn(4, 5)
    for found, due in zip(*(func.grad(lambda a, b: f(a, b).sin().sum(), (0, 1))(A, B) for f in (mm, torch.matmul))):
        torch.testing.assert_close(found, due)
    bare = tc.torch.register(M.mm, "tctest::mm_bare", backward=None)
    torch.testing.assert_close(func.vmap(bare, (0, None))(A[None], B)[0], A @ B)
    with pytest.raises(tc.ArgumentError, match="`tctest::mm_bare` was registered without a gradient"):
        func.grad(lambda a: bare(a, B).sum())(A)
    with pytest.raises(tc.ArgumentError, match="`tctest::mm_bare_batch_A` was registered without a gradient"):
        func.grad(lambda a: func.vmap(bare, (0, None))(a, B).sum())(A[None])


def test_a_batch_is_one_call_with_one_more_index(torch):
    vmap, grad, mm = torch.func.vmap, torch.func.grad, tc.torch.register(M.mm, "tctest::mm_vmap")
    A, B = torch.randn(6, 3, 4), torch.randn(4, 5, 6)
    with warnings.catch_warnings():
        # No loop of PyTorch's own, and nothing is copied in a call.
        warnings.simplefilter("error")
        torch.testing.assert_close(vmap(mm, (0, 2))(A, B), torch.einsum("bik,kjb->bij", A, B))
        torch.testing.assert_close(vmap(mm, (None, 2), 1)(A[0], B), torch.einsum("ik,kjb->ibj", A[0], B))
        torch.testing.assert_close(vmap(vmap(mm, (0, None)), (None, 2))(A, B), torch.einsum("bik,kjc->cbij", A, B))
    assert {"mm_vmap_batch_A", "mm_vmap_batch_A_B", "mm_vmap_batch_B"} <= set(dir(torch.ops.tctest))

    def loss(f):
        return lambda a, b: f(a, b).sin().sum()

    second = lambda f: vmap(grad(lambda a, b: grad(loss(f))(a, b).sum(), (0, 1)), (0, 2))
    for one in (lambda f: vmap(grad(loss(f), (0, 1)), (0, 2)), lambda f: grad(loss(vmap(f, (0, 2))), (0, 1)), second):
        for found, due in zip(*(one(f)(A, B) for f in (mm, torch.matmul))):
            torch.testing.assert_close(found, due)
    both = tc.torch.register(M.both, "tctest::both")
    x, y = torch.randn(6, 3), torch.randn(3)
    p, q = vmap(both, (0, None))(x, y)
    torch.testing.assert_close(p, x * y)
    torch.testing.assert_close(q, (x * x).sum(1))


@pytest.mark.parametrize("transform", ["grad of vmap", "vmap of grad", "autograd"])
def test_a_batch_has_the_gradient_that_was_given(torch, transform):
    # It is twice the derived one for A, so that its use is seen.
    text = "def mm_twice(float(M,K) A, float(K,N) B, float(M,N) d_C) -> (d_A, d_B) { d_A(i,k) +=! 2 * d_C(i,j) * B(k,j) d_B(k,j) +=! d_C(i,j) * A(i,k) }"
    mm = tc.torch.register(M.mm, f"tctest::mm_given_{transform.replace(' ', '_')}", backward=tc.define(text).only)
    A, B, vmap, grad = torch.randn(6, 3, 4), torch.randn(4, 5), torch.func.vmap, torch.func.grad
    if transform == "grad of vmap":
        d_A, d_B = grad(lambda a, b: vmap(mm, (0, None))(a, b).sum(), (0, 1))(A, B)
    elif transform == "vmap of grad":
        d_A, d_B = vmap(grad(lambda a, b: mm(a, b).sum(), (0, 1)), (0, None))(A, B)
        d_B = d_B.sum(0)
    else:
        a, b = A.clone().requires_grad_(), B.clone().requires_grad_()
        vmap(mm, (0, None))(a, b).sum().backward()
        d_A, d_B = a.grad, b.grad
    torch.testing.assert_close(d_A, 2 * B.sum(1).expand(6, 3, 4))
    torch.testing.assert_close(d_B, A.sum((0, 1))[:, None].expand(4, 5))


def test_what_has_no_batch_is_called_for_each(torch, tmp_path):
    module = tmp_path / "mm.mlir"
    module.write_text(M.mm.compile((3, 4), (4, 5), target="reference").asm["tc"])
    mm = tc.torch.register(tc.load(module).mm, "tctest::mm_module", backward=M.mm_grad)
    A, B = torch.randn(6, 3, 4), torch.randn(4, 5)
    torch.testing.assert_close(torch.func.vmap(mm, (0, None))(A, B), A @ B)
    assert not [one for one in dir(torch.ops.tctest) if one.startswith("mm_module_batch")]
    for found, due in zip(*(torch.func.vmap(torch.func.grad(lambda a: f(a, B).sin().sum()), 0)(A) for f in (mm, torch.matmul))):
        torch.testing.assert_close(found, due)


def test_autocast_casts_to_the_types_of_the_operator(torch):
    mm = tc.torch.register(M.mm, "tctest::mm_cast")
    A, B = torch.randn(3, 4).bfloat16(), torch.randn(4, 5)
    with pytest.raises(tc.ArgumentTypeError, match="input `A`"):
        mm(A, B)
    a, b = A.clone().requires_grad_(), B.clone().requires_grad_()
    with torch.autocast("cpu", torch.bfloat16):
        C = mm(a, b)
    assert C.dtype == torch.float32
    torch.testing.assert_close(C, A.float() @ B)
    C.sum().backward()
    assert (a.grad.dtype, b.grad.dtype) == (torch.bfloat16, torch.float32)
    torch.testing.assert_close(b.grad, A.float().sum(0)[:, None].expand(4, 5))

    def loss(a):
        with torch.autocast("cpu", torch.bfloat16):
            return mm(a, B).sum()

    torch.testing.assert_close(torch.func.grad(loss)(A), a.grad)
    # Each input has a type of its own; integers and numbers of 64 bits are left as they are.
    mixed = tc.torch.register(M.mixed, "tctest::mixed")
    x, y, I, z = torch.tensor([0.5, 2]), torch.tensor([3.0, 4]).half(), torch.tensor([1, 2], dtype=torch.int32), torch.tensor([1.0, 2], dtype=torch.double)
    with torch.autocast("cpu", torch.bfloat16):
        assert mixed(x, y, I, z).tolist() == [3.5, 12]
