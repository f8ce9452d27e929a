// A search for mapping options: cost over trials, which option matters, and the best options.

import uPlot from "uplot";
import * as colour from "../colours";
import type { Compilation, Trial, Tuning } from "../data";
import { choice, h, number, plural, table } from "../dom";
import { select, state } from "../state";
import type { View } from "./view";

const cost = (trial: Trial): number | null => (trial.status === "ok" && typeof trial.cost === "number" ? trial.cost : null);

/** The least cost up to each trial. */
export function best(trials: Trial[]): (number | null)[] {
  let least: number | null = null;
  return trials.map((trial) => {
    const own = cost(trial);
    if (own !== null && (least === null || own < least)) least = own;
    return least;
  });
}

export interface Spread { option: string; values: { value: string; least: number; trials: number }[]; spread: number }

/** Each option by how much its values differ in the least cost that was found with them. */
export function spreads(tuning: Tuning): Spread[] {
  const names = new Set(tuning.trials.flatMap((trial) => Object.keys(trial.options)));
  const all = [...names].map((option): Spread => {
    const values = new Map<string, { value: string; least: number; trials: number }>();
    for (const trial of tuning.trials) {
      const own = cost(trial);
      if (own === null) continue;
      const value = trial.options[option] ?? "the default";
      const known = values.get(value) ?? { value, least: own, trials: 0 };
      values.set(value, { value, least: Math.min(known.least, own), trials: known.trials + 1 });
    }
    const sorted = [...values.values()].sort((one, other) => one.least - other.least);
    return { option, values: sorted, spread: sorted.length > 1 ? sorted.at(-1)!.least / sorted[0]!.least : 1 };
  });
  return all.sort((one, other) => other.spread - one.spread || one.option.localeCompare(other.option));
}

function plot(parent: HTMLElement, tuning: Tuning): void {
  const { trials } = tuning;
  const ink = getComputedStyle(document.body).color;
  const axis = { stroke: ink, grid: { stroke: "#8884" }, ticks: { stroke: "#8884" } };
  const all = trials.map(cost);
  new uPlot({
    width: 640, height: 300, title: "Cost of each trial", scales: { x: { time: false }, y: { distr: 3 } },
    axes: [{ ...axis, label: "trial", incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] }, { ...axis, label: "cost", size: 80 }],
    series: [{ label: "trial" }, { label: "cost", stroke: colour.part(1), paths: () => null, points: { show: true, size: 7, fill: colour.part(1) } },
      { label: "best so far", stroke: colour.part(5), width: 2, paths: uPlot.paths.stepped!({ align: 1 }), points: { show: false } }],
  }, [trials.map((trial) => trial.trial), all, best(trials)], parent);
}

function options(trial: Trial | undefined, names: string[]): string[] {
  return names.map((name) => trial?.options[name] ?? "the default");
}

/** Two candidates beside each other. */
function pair(tuning: Tuning): HTMLElement {
  const measured = tuning.trials.filter((trial) => cost(trial) !== null).sort((one, other) => cost(one)! - cost(other)!);
  const chosen = state().pair === "" ? [] : state().pair.split(",").map(Number);
  const [a, b] = [0, 1].map((at) => measured.find((one) => one.trial === chosen[at]) ?? (at === 0 ? measured[0] : measured.find((one) => one.trial === 0) ?? measured[1]));
  if (!a || !b) return h("p", {}, "No trial has a cost.");
  const names = [...new Set([...Object.keys(a.options), ...Object.keys(b.options)])].sort();
  const words = measured.map((one) => String(one.trial));
  const [left, right] = [options(a, names), options(b, names)];
  return h("section", {}, h("h2", {}, "Two candidates"),
    h("div", { class: "controls" }, choice("trial", words, String(a.trial), (one) => select({ pair: `${one},${b.trial}` })),
      choice("beside trial", words, String(b.trial), (one) => select({ pair: `${a.trial},${one}` }))),
    table("two candidates", ["", `trial ${a.trial}`, `trial ${b.trial}`],
      [["cost", number(cost(a)!), number(cost(b)!)], ...names.map((name, at) => [name, left[at]!, right[at]!])]));
}

export function tuning(data: Compilation): View | undefined {
  const found = data.tuning;
  if (!found) return undefined;
  const { header, final } = found;
  const failed = found.trials.filter((trial) => trial.status !== "ok");
  const place = h("div", { class: "plot", role: "img", "aria-label": "cost of each trial: the table below has the best options" });
  const last = final?.options ?? found.trials.filter((one) => cost(one) !== null).sort((one, other) => cost(one)! - cost(other)!)[0]?.options ?? {};
  const gain = final?.cost && final.default ? ` It costs ${number(final.cost)}, and the defaults ${number(final.default)}: ${(final.default / final.cost).toFixed(2)} times as much.` : "";
  const words = Object.entries(last).map(([name, value]) => `${name}=${value}`);
  const candidates = h("div", {});
  const root = h("div", { class: "tuning" },
    h("p", { class: "summary" }, `${plural(found.trials.length, "trial")} of ${header.entry} on ${header.target} by the search ${header.search}, measured by ${header.measure}; ${plural(failed.length, "trial")} without a cost.`),
    h("p", {}, h("b", {}, "The best options: "), words.length > 0 ? words.join(" ") : "the defaults", ".", gain), place,
    h("section", {}, h("h2", {}, "Which option matters"), h("p", { class: "muted" }, "For each value of an option, the least cost of the trials that have it."),
      table("which option matters", ["option", "spread", "values"], spreads(found).map((one) => [one.option, `${one.spread.toFixed(2)}×`,
        one.values.slice(0, 6).map((value) => `${value.value}: ${number(value.least)} (${value.trials})`).join("; ")]))), candidates);
  let made = false;
  const show = (): void => candidates.replaceChildren(pair(found));
  return { name: "tuning", title: "Tuning", root, shown() {
    if (!made) plot(place, found);
    made = true;
    show();
  }, changed: show };
}
