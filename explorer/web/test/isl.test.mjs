// What the page reads of isl's texts is what isl computed.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "node:test";
import { compilation, root } from "./compilations.mjs";

const packages = process.env.TC_NODE ?? join(root, "target/node");
const { buildSync } = createRequire(join(packages, "package.json"))("esbuild");

/** A module of the page. */
async function load(name) {
  const outfile = join(root, `target/explorer/${name}.mjs`);
  buildSync({ entryPoints: [join(root, `explorer/web/src/${name}.ts`)], bundle: true, format: "esm", outfile, logLevel: "error" });
  return import(pathToFileURL(outfile).href);
}

const { read, contains, valuesAt } = await load("isl");
const { coordinates, compare } = await load("order");

test("a function has its values", () => {
  const at = (text, name, ...values) => valuesAt(read(text), name, values);
  assert.deepEqual(at("{ S[i, j] -> [floor(i/4)]; T[k] -> [k] }", "S", 7, 0), [1]);
  assert.deepEqual(at("{ S[i, j] -> [floor(i/4)]; T[k] -> [k] }", "T", 5), [5]);
  assert.deepEqual(at("{ S[i] -> [floor((-3 + i)/4)] }", "S", 2), [-1]);
  assert.deepEqual(at("{ S[i] -> [i mod 4] }", "S", -1), [3]);
  assert.deepEqual(at("{ S[i] -> [i - i mod 32] }", "S", 70), [64]);
  assert.deepEqual(at("{ S[i, j] -> [-8i + 2*floor(j/4) + 2*(i mod 4)] }", "S", 5, 9), [-34]);
  assert.deepEqual(at("{ S[i] -> T[i' = 1 + i, (2i)] : 0 <= i <= 3 }", "S", 3), [4, 6]);
  assert.equal(at("{ S[i] -> T[i' = 1 + i] : 0 <= i <= 3 }", "S", 4), undefined);
  assert.deepEqual(at("{ S[i = 0] -> [5]; S[i] -> [6] : i > 0 }", "S", 0), [5]);
  assert.deepEqual(at("{ S[i = 0] -> [5]; S[i] -> [6] : i > 0 }", "S", 2), [6]);
});

test("a set has its elements", () => {
  const has = (text, ...values) => contains(read(text), "S", values);
  assert.ok(has("{ S[i, j] : 0 <= i <= 3 and 0 <= j < i }", 2, 1));
  assert.ok(!has("{ S[i, j] : 0 <= i <= 3 and 0 <= j < i }", 2, 2));
  assert.ok(has("{ S[i] : (i) mod 2 = 0 and i >= 0 }", 4) && !has("{ S[i] : (i) mod 2 = 0 and i >= 0 }", 3));
  assert.ok(has("{ S[i] : i < 0 or (i > 3 and not (i = 5)) }", 4) && !has("{ S[i] : i < 0 or (i > 3 and not (i = 5)) }", 5));
  const even = "{ S[i] : exists (e0 = floor((1 + i)/2): 2e0 = i) }";
  assert.ok(has(even, 4) && !has(even, 3));
  assert.ok(has("{ S[i, j = 2i] : i >= 0 }", 3, 6) && !has("{ S[i, j = 2i] : i >= 0 }", 3, 5));
  // What cannot be read is nothing, and no error.
  assert.deepEqual(read("{ S[i] -> A[o] : (i + o) mod 2 = 0 }"), []);
  assert.deepEqual(read("[N] -> { S[i] : i < N }"), []);
});

/** Instances of a domain: its corners, and some in between. */
function samples(domain) {
  const corner = (end) => domain.ranges.map((range) => range[end]);
  const between = [...Array(12).keys()].map((number) => domain.ranges.map(([low, high], index) => low + ((number * 7 + index * 3) % (high - low + 1))));
  return [corner(0), corner(1), ...between].filter((at) => contains(read(domain.set), domain.statement, at));
}

test("each instance has a coordinate in each loop, in the range that isl computed", () => {
  let checked = 0;
  for (const name of ["product", "softmax", "stencil", "scatter", "attention"]) {
    const { data } = compilation(name);
    for (const scop of data.scops) {
      const tree = data.trees.findLast((one) => one.scop === scop.name);
      for (const domain of scop.domains) {
        for (const at of samples(domain)) {
          const found = coordinates(tree, domain.statement, at);
          assert.ok(found, `${name}: ${domain.statement}[${at}] reaches no leaf`);
          for (const node of new Set(found.map((one) => one.node)).values()) {
            const own = found.filter((one) => one.node === node);
            for (const [number, member] of (node.band?.members ?? []).entries()) {
              assert.equal(own[number].kind, member.kind);
              const { value } = own[number];
              assert.ok(!member.range || (member.range[0] <= value && value <= member.range[1]), `${name}: ${domain.statement}[${at}] has ${value} in ${member.schedule}`);
              checked++;
            }
          }
        }
      }
    }
  }
  assert.ok(checked > 500, `${checked}`);
});

test("a dependence runs forwards in the order of a legal tree", () => {
  let checked = 0;
  for (const name of ["stencil", "softmax"]) {
    const { data } = compilation(name);
    const scop = data.scops[0];
    const tree = data.trees.at(-1);
    for (const dependence of scop.dependences.filter((one) => one.kind === "flow")) {
      for (const at of samples(scop.domains.find((one) => one.statement === dependence.from))) {
        for (const target of dependence.targets) {
          const to = valuesAt(read(target), dependence.from, at);
          const [first, second] = [coordinates(tree, dependence.from, at), to && coordinates(tree, dependence.to, to)];
          if (!second) continue;
          assert.ok(compare(first, second) <= 0, `${name}: ${dependence.from}[${at}] is not before ${dependence.to}[${to}]`);
          checked++;
        }
      }
    }
  }
  assert.ok(checked > 20, `${checked}`);
});
