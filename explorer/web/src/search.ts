// A search over all levels, passes and decisions.

import type { Compilation } from "./data";
import { h, plural } from "./dom";
import { select, state, type State } from "./state";
import type { View } from "./views/view";

/** The most results of a level. */
const MOST = 200;

interface Found { where: string; text: string; go: Partial<State> }

export function find(data: Compilation, text: string): Found[] {
  const wanted = text.toLowerCase();
  if (!wanted) return [];
  const inText = (level: string, whole: string): Found[] => whole.split("\n").flatMap((line, at) =>
    (line.toLowerCase().includes(wanted) ? [{ where: `${level}:${at + 1}`, text: line.trim(), go: { view: "levels", line: `${level}:${at + 1}` } }] : [])).slice(0, MOST);
  const passes = data.passes.flatMap((pass, at) => {
    const own = [pass.name, ...pass.decisions.flatMap((one) => [`${one.subject ?? ""}: ${one.what ?? ""}`, one.why ?? "", one.change ?? ""])];
    return own.filter((one) => one.toLowerCase().includes(wanted)).map((one) => ({ where: pass.name, text: one, go: { view: "passes", pass: String(at) } }));
  });
  const texts = data.texts.flatMap((one) => inText("text/" + one.file, one.text));
  return [...texts, ...passes, ...data.levels.flatMap((one) => inText(one.level, one.text))];
}

export function results(data: Compilation): View {
  const root = h("div", { class: "results" });
  const show = (): void => {
    const found = find(data, state().search);
    root.replaceChildren(h("h2", { role: "status" }, `${plural(found.length, "line")} with “${state().search}”`),
      h("ul", {}, found.map((one) => h("li", {}, h("button", { click: () => select(one.go) }, one.where), " ", h("code", {}, one.text)))));
  };
  return { name: "search", title: "Search", root, shown: show, changed: show };
}
