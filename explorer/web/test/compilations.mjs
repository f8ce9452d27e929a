// Compilations for the tests: each is a page and its data, made by tc-run.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const bin = process.env.TC_BIN ?? join(root, "target/release");
const made = join(root, "target/explorer");
mkdirSync(made, { recursive: true });

/** Programs that are written for the tests alone. */
const texts = {
  "scatter.tc": "# how often each bin occurs\ndef hist(int32(N) X, int32 K) -> (int32(K) H) {\n  H(X(i)) +=! 1\n}\n",
  "illegal.mlir": readFileSync(join(root, "examples/heat.mlir"), "utf8").replace(
    "(sequential \"{ S[t, i] -> [t] }\", sequential \"{ S[t, i] -> [i] }\")",
    "(sequential \"{ S[t, i] -> [-t] }\", sequential \"{ S[t, i] -> [i] }\")"),
  "<script>alert(1)<script>.tc":
    "# </script><script>alert(2)</script> <!-- <img src=x onerror=alert(3)>\ndef f(float(N) A) -> (B) {\n  B(i) = A(i) + A(i)\n}\n",
};
/** A search whose best trial is the third. */
const trials = [
  { trial: 0, status: "ok", cost: 8.0, options: {} },
  { trial: 1, status: "refused", options: { skewing: "true" }, message: "no" },
  { trial: 2, status: "ok", cost: 2.0, options: { tile: "4,32", unroll: "4" } },
  { trial: 3, status: "ok", cost: 6.0, options: { tile: "32,32", unroll: "4" } },
];
texts["search.jsonl"] = [
  { tune: 1, entry: "mm", target: "host", search: "model", measure: "time" }, ...trials,
  { final: { options: { tile: "4,32", unroll: "4" }, cost: 2.0, default: 8.0, trials: 4 } },
].map((row) => JSON.stringify(row) + "\n").join("");
for (const [name, text] of Object.entries(texts)) writeFileSync(join(made, name.replaceAll("/", "_")), text);

const sizes = (all) => Object.entries(all).map(([name, value]) => `--size=${name}=${value}`);
const kernels = {
  product: ["kernels/mm.tc", ...sizes({ M: 64, N: 64, K: 64 }), "--target=emulator", "--report", "--profile"],
  softmax: ["kernels/softmax.tc", ...sizes({ N: 64, C: 128 }), "--target=emulator", "--report"],
  stencil: ["examples/heat.mlir", "--schedule=examples/heat.schedule"],
  scatter: ["target/explorer/scatter.tc", ...sizes({ N: 256, K: 16 }), "--target=emulator", "--report"],
  attention: ["examples/attention.tc", ...sizes({ B: 2, H: 2, SQ: 16, SK: 16, D: 8 }), "--target=emulator", "--report"],
  refused: ["target/explorer/illegal.mlir"],
  hostile: ["target/explorer/<script>alert(1)<script>.tc", ...sizes({ N: 8 })],
  tuned: ["kernels/mm.tc", ...sizes({ M: 16, N: 16, K: 16 }), "--tuning-log=target/explorer/search.jsonl"],
  padded: ["kernels/transpose.tc", ...sizes({ M: 64, N: 64 }), "--target=emulator", "--option=tile=32,32", "--option=block=8,32"],
  mlp3: ["kernels/mlp3.tc", ...sizes({ B: 128, N: 128, O: 64, P: 32, Q: 2 }), "--target=emulator", "--report", "--profile"],
  incomplete: ["kernels/mm.tc", "--size=M=4"],
};
/** Those whose compilation is refused. */
export const refused = ["refused", "incomplete"];

/** The page, the data, and what the tool prints of a kernel. */
export function compilation(name) {
  const page = join(made, `${name}.html`);
  const data = join(made, `${name}.json`);
  const ran = spawnSync(join(bin, "tc-run"), [...kernels[name], `--explore=${page}`, `--explore=${data}`],
    { cwd: root, encoding: "utf8", env: { ...process.env, TC_CACHE: "off", TC_HOST: "avx512" } });
  const due = refused.includes(name) ? 1 : 0;
  if (ran.status !== due) throw new Error(`tc-run of ${name} ended with ${ran.status}: ${ran.stderr}`);
  return { name, page, bytes: readFileSync(page).length, data: JSON.parse(readFileSync(data, "utf8")), stdout: ran.stdout, stderr: ran.stderr };
}

/** Standard output of tc-run without the explorer. */
export function printed(name, ...more) {
  return execFileSync(join(bin, "tc-run"), [...kernels[name].filter((one) => one !== "--profile"), ...more],
    { cwd: root, encoding: "utf8", env: { ...process.env, TC_CACHE: "off", TC_HOST: "avx512" } });
}
