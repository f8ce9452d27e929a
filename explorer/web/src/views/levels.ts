// Levels side by side: what comes from the line under the pointer lights up in all of them.

import { code, openSearch, type Code } from "../code";
import type { Compilation } from "../data";
import { h, plural } from "../dom";
import { linesOf, linesOfText, parseLine, placesOf, related } from "../places";
import { select, state } from "../state";
import type { View } from "./view";

const TITLES: Record<string, string> = {
  tc: "tc dialect", schedule: "schedule tree", loops: "loops", llvm: "LLVM dialect", ptx: "PTX", sass: "machine code",
};

interface Panel { level: string; title: string; text: string; language: string; code?: Code; column: HTMLElement; count: HTMLElement }

function panels(data: Compilation): Panel[] {
  const panel = (level: string, title: string, text: string, language: string): Panel => {
    const count = h("span", { class: "muted", role: "status" });
    const column = h("section", { class: "level", "data-level": level, "aria-label": title }, h("h2", {}, title, " ", count));
    return { level, title, text, language, column, count };
  };
  const mlir = (file: string): string => (file.endsWith(".mlir") ? "mlir" : "program");
  return [
    ...data.texts.map((one) => panel("text/" + one.file, one.file, one.text, mlir(one.file))),
    ...data.levels.map((one) => panel(one.level, TITLES[one.level] ?? one.level, one.text, one.level === "ptx" || one.level === "sass" ? one.level : "mlir")),
  ];
}

/** The lines of a panel that belong to places. */
function lit(data: Compilation, level: string, places: Set<number>, own: number[]): number[] {
  if (level.startsWith("text/")) return linesOfText(data, level.slice(5), own);
  return linesOf(data.levels.find((one) => one.level === level)!, places);
}

export function levels(data: Compilation): View | undefined {
  if (data.texts.length + data.levels.length === 0) return undefined;
  const all = panels(data);
  const columns = h("div", { class: "columns" }, all.map((one) => one.column));
  const boxes = all.map((panel) => h("label", { class: "choice" }, h("input", { type: "checkbox", checked: true, "data-level": panel.level, change: (event) => {
    const shown = (event.target as HTMLInputElement).checked;
    const hidden = new Set(state().hidden.split(",").filter((one) => one));
    if (shown) hidden.delete(panel.level);
    else hidden.add(panel.level);
    select({ hidden: [...hidden].join(",") });
  } }), " ", panel.title));
  const root = h("div", { class: "levels" }, h("div", { class: "controls", role: "group", "aria-label": "levels" }, boxes), columns);
  const hide = (): void => all.forEach((panel, at) => {
    const hidden = state().hidden.split(",").includes(panel.level);
    panel.column.hidden = hidden;
    boxes[at]!.querySelector("input")!.checked = !hidden;
  });
  const show = (line: string, scroll: boolean): void => {
    const at = parseLine(line);
    const own = at ? placesOf(data, at) : [];
    const places = related(data, own);
    for (const panel of all) {
      const lines = lit(data, panel.level, places, own);
      const here = at?.level === panel.level ? at.line : null;
      if (here !== null && !lines.includes(here)) lines.push(here);
      panel.code?.light(lines, here, scroll);
      if (scroll && here !== null) panel.column.scrollIntoView({ inline: "nearest", block: "nearest" });
      panel.count.textContent = lines.length > 0 ? plural(lines.length, "line") : "";
    }
  };
  return {
    name: "levels",
    title: "Levels",
    root,
    shown() {
      for (const panel of all) {
        panel.code ??= code(panel.column, panel.language, panel.title, panel.text,
          (line) => show(line === null ? state().line : `${panel.level}:${line}`, false),
          (line) => select({ line: `${panel.level}:${line}` }));
      }
      hide();
      show(state().line, true);
    },
    changed(_, changed) {
      hide();
      if (changed.has("line")) show(state().line, true);
    },
    search() {
      const focused = all.find((panel) => panel.column.contains(document.activeElement)) ?? all[0];
      if (focused?.code) openSearch(focused.code.view);
    },
  };
}
