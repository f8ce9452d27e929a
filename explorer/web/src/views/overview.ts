// The first screen: the text, the picture of the tree, and what was decided for each kernel.

import { code } from "../code";
import { type Compilation, type Decision, type Kernel, lastTrees } from "../data";
import { duration, h, number, plural } from "../dom";
import { picture, roomOf } from "../picture";
import { select } from "../state";
import type { View } from "./view";

/** What bounds a kernel, as one sentence. */
export function bound(kernel: Kernel): string {
  const roofline = kernel.roofline;
  if (!roofline) return "no bound is known: its work is not counted";
  return `bound by ${roofline.bound}: at least ${duration(roofline.microseconds * 1e-6)}`;
}

/** How a kernel occupies the machine. */
export function occupancy(kernel: Kernel): string {
  const parts = [`${kernel.grid.join("×")} blocks of ${kernel.block.join("×")} threads`];
  if (kernel.resources) parts.push(plural(kernel.resources.registers, "register"));
  if (kernel.shared_bytes) parts.push(`${number(kernel.shared_bytes)} bytes of shared memory`);
  const used = kernel.occupancy;
  if (used) parts.push(`${used.warps} of ${used.max_warps} warps, limited by ${used.limiter}`);
  return parts.join("; ");
}

export function decision(one: Decision): HTMLElement {
  const figures = Object.entries(one.figures ?? {});
  return h("li", { class: `decision ${one.outcome ?? ""}` },
    h("span", { class: "outcome" }, one.outcome ?? ""), " ",
    h("b", {}, one.subject ?? ""), ": ", one.what ?? "",
    one.why && h("div", { class: "why" }, "why: ", one.why),
    one.change && h("div", { class: "why" }, "change: ", one.change),
    figures.length > 0 && h("div", { class: "why" }, figures.map(([name, value]) => `${name} = ${number(value)}`).join(", ")));
}

function diagnostics(data: Compilation): HTMLElement | null {
  const all = data.diagnostics;
  if (all.length === 0) return null;
  return h("section", { class: "diagnostics", "aria-label": "diagnostics" }, all.map((one) => {
    const place = one.file && one.span ? `${one.file}:${one.span.line}:${one.span.col}` : "";
    return h("div", { class: `diagnostic ${one.severity}` },
      h("b", {}, one.severity, one.code ? `[${one.code}]` : "", ": "), one.message, " ",
      place && one.span && h("a", { href: "#", click: (event) => {
        event.preventDefault();
        select({ view: "levels", line: `text/${one.file}:${one.span!.line}` });
      } }, place),
      one.notes.map((note) => h("div", { class: "why" }, "note: ", note)),
      one.help && h("div", { class: "why" }, "help: ", one.help.text));
  }));
}

function kernels(data: Compilation): HTMLElement {
  const known = data.facts.report?.kernels ?? [];
  const lines = known.map((kernel) => h("li", { class: "kernel", "data-kernel": kernel.kernel },
    h("b", {}, kernel.kernel), ": ", h("strong", { class: "bound" }, bound(kernel)), h("div", { class: "why" }, occupancy(kernel))));
  const made = data.passes.flatMap((pass) => pass.decisions).filter((one) => one.outcome === "passed");
  const decided = made.map((one) => `${one.subject}: ${one.what}`);
  return h("section", { class: "kernels", "aria-label": "kernels" },
    lines.length > 0 && h("h2", {}, "What bounds the kernels"),
    lines.length > 0 && h("ul", {}, lines),
    decided.length > 0 && h("h2", {}, "What was decided"),
    decided.length > 0 && h("ul", { class: "decided" }, decided.map((one) => h("li", {}, one))));
}

function state(data: Compilation): HTMLElement | null {
  if (data.state === "done") return null;
  const failed = data.passes.find((pass) => pass.failed);
  const at = failed?.name ?? (data.state === "running" ? data.pending[0] : undefined);
  const reached = data.levels.at(-1)?.level;
  const how = data.state === "failed" ? "The compilation was refused" : "This page was written before the compilation ended";
  return h("p", { class: "state" }, how, at && [data.state === "failed" ? " in the pass " : ", in the pass ", h("b", {}, at)], "; ",
    reached ? `the last level that it reached is ${reached}.` : "it reached no level.",
    data.witness && [" ", h("a", { href: "#", click: (event) => {
      event.preventDefault();
      select({ view: "instances", statement: "", x: "", y: "" });
    } }, "See the two instances that it names.")]);
}

export function overview(data: Compilation): View {
  const texts = data.texts.map((one) => h("section", { class: "text", "aria-label": one.file }, h("h2", {}, one.file)));
  const trees = lastTrees(data).map((at) => h("section", { class: "trees" }, h("h2", {}, "Schedule of ", data.trees[at]!.scop),
    h("div", { class: "scroll" }, picture(data.trees[at]!, roomOf(6 / 11), { changed: new Set() }, (node) => select({ view: "tree", tree: String(at), node })))));
  const root = h("div", { class: "overview" },
    h("div", { class: "left" }, state(data), diagnostics(data), texts, kernels(data)), h("div", { class: "right" }, trees));
  let made = false;
  return {
    name: "overview",
    title: "Overview",
    root,
    shown() {
      if (made) return;
      made = true;
      data.texts.forEach((one, at) => {
        const language = one.file.endsWith(".mlir") ? "mlir" : "program";
        code(texts[at]!, language, one.file, one.text, () => undefined,
          (line) => select({ view: "levels", line: `text/${one.file}:${line}` }));
      });
    },
    changed() { /* It shows the whole, whatever is selected. */ },
  };
}
