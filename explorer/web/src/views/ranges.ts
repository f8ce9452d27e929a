// The range of each index, with its derivation round by round.

import type { Compilation, Index } from "../data";
import { h } from "../dom";
import { select } from "../state";
import type { View } from "./view";

const SOURCES: Record<string, string> = {
  given: "given in the text", inferred: "inferred", adopted: "from a later statement", box: "the box of the tensor",
};

function place(at: string | undefined): HTMLElement | false {
  const parts = at?.match(/^(.*):(\d+):\d+$/);
  if (!parts) return false;
  return h("a", { href: "#", click: (event) => {
    event.preventDefault();
    select({ view: "levels", line: `text/${parts[1]}:${parts[2]}` });
  } }, at!);
}

function index(one: Index): HTMLElement {
  return h("li", { "data-index": one.name }, h("code", {}, `${one.name} in [${one.low}, ${one.high})`), ` ${SOURCES[one.source] ?? one.source}`,
    one.steps.length > 0 && h("ol", {}, one.steps.map((step) => h("li", {}, `round ${step.round}: `, h("code", {}, step.access), " needs ",
      h("code", {}, step.condition), ", so ", h("code", {}, step.solution), " ", place(step.at)))));
}

export function ranges(data: Compilation): View | undefined {
  if (data.ranges.length === 0) return undefined;
  const root = h("div", { class: "ranges" }, data.ranges.map((def) => h("section", {}, h("h2", {}, def.def),
    def.statements.map((statement) => h("article", {}, h("h3", {}, statement.target, " ", place(statement.at)),
      statement.loops && h("p", {}, `for each ${statement.loops.join(", ")}`), h("ul", {}, statement.indices.map(index)),
      statement.unused.map((one) => h("p", { class: "muted" }, `${one.access} was not used in round ${one.round}: ${one.reason}`)))),
    h("p", {}, "Tensors: ", def.tensors.map((one) => `${one.role} ${one.name}: ${one.element}[${one.extents.join(", ")}]`).join("; ")))));
  return { name: "ranges", title: "Ranges", root, shown: () => undefined, changed: () => undefined };
}
