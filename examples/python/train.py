"""A layer that learns: an operator in four lines, its gradient derived from the text, and steps along it. A first script, which needs NumPy and nothing else."""

import numpy as np
import tensorcomp as tc

model = tc.define("""
def loss(float(B,I) X, float(O,I) W, float(O) b, float(B,O) T) -> (l) {
  Y(n,o) = b(o)
  Y(n,o) += X(n,i) * W(o,i)
  l +=! (tanh(Y(n,o)) - T(n,o)) * (tanh(Y(n,o)) - T(n,o)) / (B * O)
}
""").only

random = np.random.default_rng(0)
X = random.normal(size=(256, 8)).astype(np.float32)
target = np.tanh(X @ random.normal(size=(3, 8)).T.astype(np.float32) + 0.5)
W, b = np.zeros((3, 8), np.float32), np.zeros(3, np.float32)

gradient = tc.grad(model)
print(gradient.text)

for step in range(301):
    if step % 100 == 0:
        print(f"step {step}: loss {float(model(X, W, b, target)):.4f}")
    _, d_W, d_b, _ = gradient(X, W, b, target, 1.0)
    W -= 2.0 * d_W
    b -= 2.0 * d_b
