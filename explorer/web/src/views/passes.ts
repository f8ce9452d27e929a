// A pass: what it changed of the tree, how long it took, and what it decided.

import type { Compilation, Pass, Tree } from "../data";
import { diff, lines } from "../diff";
import { duration, h, plural } from "../dom";
import { changedNodes, picture, roomOf } from "../picture";
import { select, state } from "../state";
import { decision } from "./overview";
import type { View } from "./view";

/** The tree before a pass; none if it is the first to have one. */
export function treeBefore(data: Compilation, at: number): Tree | undefined {
  const own = data.passes[at]!;
  const before = data.passes.slice(0, at).reverse();
  const found = before.find((pass) => pass.tree !== undefined && pass.symbol === own.symbol);
  return found && data.trees[found.tree!];
}

function changes(before: Tree | undefined, after: Tree): HTMLElement {
  if (!before) return h("p", { class: "muted" }, "It is the first pass on this schedule tree.");
  const all = diff(lines(before), lines(after));
  if (all.every((one) => one.sign === " ")) return h("p", { class: "muted" }, "It left the tree as it was.");
  const kinds = { "+": "added", "-": "removed", " ": "" };
  return h("pre", { class: "diff", tabindex: 0, "aria-label": "difference of the tree" },
    all.map((one) => h("div", { class: kinds[one.sign] || undefined }, `${one.sign} ${one.text}`)));
}

function facts(pass: Pass): string {
  const on = pass.symbol ? `${pass.operation} @${pass.symbol}` : pass.operation;
  const what = pass.failed ? "failed" : pass.changed ? "changed the module" : "changed nothing";
  return `${what} in ${duration(pass.seconds)}, on ${on}, towards the level ${pass.level}`;
}

function detail(data: Compilation, at: number): HTMLElement {
  const pass = data.passes[at];
  if (!pass) return h("p", {}, "No pass ran.");
  const tree = pass.tree === undefined ? undefined : data.trees[pass.tree];
  const before = treeBefore(data, at);
  return h("article", { class: "pass", "data-pass": at },
    h("h2", {}, pass.name), h("p", { class: pass.failed ? "failed" : undefined }, facts(pass)),
    pass.failed && data.diagnostics.filter((one) => one.severity === "error").map((one) => h("p", { class: "failed" }, one.message)),
    pass.decisions.length > 0 && h("section", {}, h("h3", {}, plural(pass.decisions.length, "decision")), h("ul", {}, pass.decisions.map(decision))),
    tree && h("section", {}, h("h3", {}, "What it changed"), changes(before, tree)),
    tree && h("section", {}, h("h3", {}, "The tree that it left"), h("div", { class: "scroll" },
      picture(tree, roomOf(1), { changed: changedNodes(tree, before) }, (node) => select({ view: "tree", tree: String(pass.tree), node })))));
}

export function passes(data: Compilation): View | undefined {
  if (data.passes.length === 0) return undefined;
  const root = h("div", { class: "passes" });
  const show = (): void => root.replaceChildren(detail(data, Number(state().pass) || 0));
  return { name: "passes", title: "Passes", root, shown: show, changed: show };
}

/** All passes, beside the view: their status and time, by stage. */
export function sidebar(data: Compilation): HTMLElement {
  const most = Math.max(1e-6, ...data.passes.map((pass) => pass.seconds));
  let level = "";
  const rows = data.passes.flatMap((pass, at) => {
    const head = pass.level === level ? [] : [h("li", { class: "stage" }, "to ", (level = pass.level))];
    const sign = pass.failed ? "✗" : pass.changed ? "●" : "○";
    const meaning = pass.failed ? "failed" : pass.changed ? "changed the module" : "changed nothing";
    const button = h("button", { "data-pass": at, class: pass.failed ? "failed" : undefined, title: facts(pass), click: () => select({ view: "passes", pass: String(at) }) },
      h("span", { class: "sign", role: "img", "aria-label": meaning }, sign), " ", h("span", { class: "name" }, pass.name),
      pass.decisions.length > 0 && h("span", { class: "badge", title: plural(pass.decisions.length, "decision") }, pass.decisions.length),
      h("span", { class: "time" }, duration(pass.seconds)),
      h("span", { class: "bar", style: `width:${(100 * pass.seconds) / most}%` }));
    return [...head, h("li", {}, button)];
  });
  const next = data.state === "running" ? data.pending.slice(0, 1) : [];
  return h("nav", { class: "sidebar", "aria-label": "passes" },
    h("h2", {}, plural(data.passes.length, "pass"), " ", h("kbd", {}, "j"), " ", h("kbd", {}, "k")),
    h("ol", {}, rows, next.map((name) => h("li", { class: "failed pending" }, "✗ ", name, " had not ended"))));
}
