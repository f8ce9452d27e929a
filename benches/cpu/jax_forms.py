"""JAX as a peer, jitted: the suite's NumPy expressions, or what a JAX programmer writes in their place."""


class Absent(Exception):
    """Why JAX does not take part."""


CONVOLUTION = "lax.conv_general_dilated({x}, {w}, {strides}, 'VALID', feature_group_count={groups}, precision='highest')"


def convolution(x="X", w="Wgt", strides=(1, 1), groups=1):
    return CONVOLUTION.format(x=x, w=w, strides=tuple(strides), groups=groups)


def grouped(strides):
    inner = convolution("X.reshape(N, G * C, H, W)", "Wgt.reshape(G * F, C, KH, KW)", strides, "G")
    rows, columns = (f"({extent} - K{extent}) // {stride} + 1" for extent, stride in zip("HW", strides))
    return f"{inner}.reshape(N, G, F, {rows}, {columns}) + Bias[:, :, None, None]"


FORMS = {
    "conv2d": lambda scope: convolution(),
    "sconv2d": lambda scope: convolution(strides=(2, 3)) + " + Bias[:, None, None]",
    "sconv2d_param": lambda scope: convolution(strides=(scope["sh"], scope["sw"])) + " + Bias[:, None, None]",
    "sconv2d_where": lambda scope: convolution(strides=(scope["sh"], scope["sw"])) + " + Bias[:, None, None]",
    "gconv": lambda scope: grouped((1, 1)),
    "gconv_strided": lambda scope: grouped((2, 2)),
    "masked_conv": lambda scope: convolution("np.maximum(X, 0)", "Wgt * (Mask == 1)[:, :, None, None]"),
    "prod_pool": lambda scope: "lax.reduce_window(X, np.float32(1), lax.mul, (1, 1, 3, 3), (1, 1, 1, 1), 'VALID')",
    "depthwise_conv_gelu": lambda scope: (
        "v = lax.conv_general_dilated(X, Wgt[:, None], (1, 1), ((3, 3), (3, 3)), feature_group_count=C) + Bias[:, None, None]; "
        "np.float32(0.5) * v * (1 + erf(v * np.float32(0.70710678)))"
    ),
    "conv1d": lambda scope: "np.convolve(X, taps[::-1], mode='valid')",
    "histogram": lambda scope: "np.bincount(X, length=K).astype(np.int32)",
    "segment_sum": lambda scope: "np.zeros((S, D), V.dtype).at[G].add(V)",
    "lstm": lambda scope: "lstm(np, lax, x, Ui, Uf, Uo, Ug, Wi, Wf, Wo, Wg)",
}


def lstm(np, lax, x, *weights):
    """`lax.scan` over the steps; all gates of a step by one product."""
    inputs, recurrent = np.concatenate(weights[:4]), np.concatenate(weights[4:])

    def step(state, given):
        h, c = state
        a, f, o, g = np.split(given + recurrent @ h, 4)
        c = lax.logistic(f) * c + lax.logistic(a) * np.tanh(g)
        h = lax.logistic(o) * np.tanh(c)
        return (h, c), (h, c)

    first = np.zeros((2, weights[0].shape[0]), x.dtype)
    _, later = lax.scan(step, tuple(first), x @ inputs.T)
    return tuple(np.concatenate((first[:1], one)) for one in later)


def form(case, inputs, statements, numpy_forms):
    import jax

    jax.config.update("jax_enable_x64", True)
    name = case.kernel["name"]
    text = FORMS[name](case.scope) if name in FORMS else (numpy_forms.get(name) or case.kernel["numpy"])
    # XLA chooses layouts: a transposed array becomes one with rows where it leaves the function.
    text = text.replace("np.ascontiguousarray(", "np.copy(")
    fixed = {tensor["name"] for tensor in case.kernel["inputs"] if tensor.get("fixed")}
    names = [name for name in inputs if name not in fixed]

    def traced(*arrays):
        scope = {"np": jax.numpy, "lax": jax.lax, "erf": jax.scipy.special.erf, "lstm": lstm, **case.scope, **dict(zip(names, arrays))}
        return statements(text, scope)()

    compiled = jax.jit(traced)
    arrays = [jax.numpy.asarray(inputs[name]) for name in names]
    return lambda: jax.block_until_ready(compiled(*arrays))
