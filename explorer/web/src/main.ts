// The page: a head with the views, the passes beside them, and the view that is selected.

import "uplot/dist/uPlot.min.css";
import "./style.css";
import type { Compilation } from "./data";
import { h } from "./dom";
import { results } from "./search";
import { onChange, select, start, state } from "./state";
import { instances } from "./views/instances";
import { levels } from "./views/levels";
import { limits } from "./views/limits";
import { memory } from "./views/memory";
import { overview } from "./views/overview";
import { passes, sidebar } from "./views/passes";
import { ranges } from "./views/ranges";
import { trees } from "./views/tree";
import { tuning } from "./views/tuning";
import type { View } from "./views/view";

const SCHEMA = "tensorcomp-compilation-1";

function themes(): HTMLElement {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  return h("button", { "aria-label": "light or dark", title: "light or dark", click: () => {
    const theme = document.documentElement.dataset;
    theme.theme = theme.theme === "dark" ? "light" : "dark";
  } }, "◐");
}

function head(data: Compilation, views: View[]): HTMLElement {
  const { call } = data;
  const sizes = call.sizes.map(([name, value]) => `${name}=${value}`).join(" ");
  const options = Object.entries(call.options).map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(" ");
  const words = { done: "compiled", failed: "refused", running: "not finished" };
  const box = h("input", { type: "search", placeholder: "Search all levels ( / )", "aria-label": "search all levels", value: state().search,
    input: (event) => select({ search: (event.target as HTMLInputElement).value, view: "search" }) });
  return h("header", {}, h("h1", {}, call.files.join(", ")), h("span", { class: "call" }, [sizes, call.target, options].filter((one) => one).join(" · ")),
    h("span", { class: `badge ${data.state}` }, words[data.state]), box, themes(),
    h("nav", { class: "tabs", role: "tablist", "aria-label": "views" }, views.map((view) =>
      h("button", { role: "tab", id: `tab-${view.name}`, "data-view": view.name, click: () => select({ view: view.name }) }, view.title))));
}

function keys(data: Compilation, current: () => View): void {
  const move = (by: number): void => {
    const at = state().view === "passes" ? Number(state().pass || 0) + by : Number(state().pass || 0);
    select({ view: "passes", pass: String(Math.max(0, Math.min(data.passes.length - 1, at))) });
    document.querySelector(`.sidebar [data-pass="${state().pass}"]`)?.scrollIntoView({ block: "nearest" });
  };
  addEventListener("keydown", (event) => {
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if ((event.ctrlKey || event.metaKey) && event.key === "f" && current().search) {
      event.preventDefault();
      current().search!();
    }
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "j" || event.key === "k") move(event.key === "j" ? 1 : -1);
    if (event.key === "/") {
      event.preventDefault();
      document.querySelector<HTMLInputElement>("header input")?.focus();
    }
  });
}

function run(data: Compilation, root: HTMLElement): void {
  start();
  const made = [overview(data), levels(data), passes(data), trees(data), instances(data), memory(data), limits(data), tuning(data), ranges(data)];
  const views = made.filter((view) => view !== undefined);
  const hidden = results(data);
  const main = h("main", {});
  const current = (): View => [...views, hidden].find((view) => view.name === state().view) ?? views[0]!;
  const beside = sidebar(data);
  const mark = (): void => {
    for (const tab of document.querySelectorAll<HTMLElement>(".tabs button")) tab.setAttribute("aria-selected", String(tab.dataset.view === current().name));
    for (const one of beside.querySelectorAll<HTMLElement>("[data-pass]")) {
      one.classList.toggle("chosen", current().name === "passes" && one.dataset.pass === (state().pass || "0"));
    }
  };
  const enter = (): void => {
    main.replaceChildren(current().root);
    main.dataset.view = current().name;
    current().shown();
  };
  root.replaceChildren(head(data, views), h("div", { class: "body" }, data.passes.length > 0 && beside, main));
  enter();
  mark();
  onChange((now, changed) => {
    if (changed.has("view")) enter();
    else current().changed(now, changed);
    mark();
  });
  keys(data, current);
}

const root = document.getElementById("explorer")!;
const data = JSON.parse(document.getElementById("compilation")!.textContent!) as Compilation;
if (data.schema === SCHEMA) run(data, root);
else root.replaceChildren(h("p", {}, `This page shows data of the form ${SCHEMA}, and these are of the form ${data.schema}.`));
