// Limits: the roofline with each kernel, what bounds it, its instructions and its occupancy.

import uPlot from "uplot";
import * as colour from "../colours";
import type { Compilation, Kernel } from "../data";
import { duration, h, number, table } from "../dom";
import { bound, occupancy } from "./overview";
import type { View } from "./view";

/** What share of the time of the roofline each resource takes. */
function bars(kernel: Kernel): HTMLElement | false {
  const roofline = kernel.roofline;
  if (!roofline) return false;
  const most = Math.max(...roofline.times.map((one) => one.microseconds));
  return h("ul", { class: "bars", "aria-label": `least times of ${kernel.kernel}` }, roofline.times.map((one) =>
    h("li", { class: one.resource === roofline.bound ? "bounds" : undefined }, h("span", { class: "name" }, one.resource),
      h("span", { class: "bar", style: `width:${Math.max(0.5, (60 * one.microseconds) / most)}%` }), h("span", {}, duration(one.microseconds * 1e-6)))));
}

function mix(kernel: Kernel): HTMLElement | false {
  const loop = kernel.sass?.main_loop ?? kernel.sass?.kernel;
  if (!loop?.instructions) return false;
  const parts = ["ffma", "matrix", "float", "integer", "moves", "shared_loads", "shared_stores", "global_loads", "global_stores", "barriers"];
  const rows = parts.filter((name) => loop[name]).map((name) => [name.replace("_", " "), loop[name]!, `${((100 * loop[name]!) / loop.instructions!).toFixed(0)} %`]);
  return h("section", {}, h("h3", {}, `${kernel.sass?.main_loop ? "Main loop" : "Kernel"}: ${loop.instructions} machine instructions`),
    table(`instructions of ${kernel.kernel}`, ["instructions", "count", "share"], rows));
}

function waves(kernel: Kernel): HTMLElement | false {
  const grid = kernel.occupancy?.grid;
  if (!grid) return false;
  return h("p", {}, `${number(grid.blocks)} blocks are ${number(grid.waves)} waves; the last one is ${(100 * grid.tail).toFixed(0)} % full, and ${number(grid.idle)} multiprocessors have no block.`);
}

interface Point { name: string; intensity: number; performance: number; peak: number; bandwidth: number }

/** A kernel in the plane of the roofline; none without counts. */
function point(kernel: Kernel): Point | undefined {
  const work = kernel.work;
  const times = new Map(kernel.roofline?.times.map((one) => [one.resource, one.microseconds * 1e-6]));
  const bytes = work?.arrays.reduce((sum, one) => sum + one.read_bytes + one.written_bytes, 0) ?? 0;
  const memory = times.get("memory");
  const compute = times.get("ffma") ?? times.get("float") ?? times.get("matrix");
  if (!work || !kernel.roofline || !bytes || !memory || !compute || !work.flops) return undefined;
  return { name: kernel.kernel, intensity: work.flops / bytes, performance: work.flops / (kernel.roofline.microseconds * 1e-6),
    peak: work.flops / compute, bandwidth: bytes / memory };
}

function roofline(parent: HTMLElement, points: Point[]): void {
  const first = points[0]!;
  const ridge = first.peak / first.bandwidth;
  const least = Math.min(ridge, ...points.map((one) => one.intensity)) / 8;
  const most = Math.max(ridge, ...points.map((one) => one.intensity)) * 8;
  const own = points.map((one) => one.intensity);
  const xs = [...new Set([least, ridge, most, ...own])].sort((one, other) => one - other);
  const roof = xs.map((x) => Math.min(first.peak, x * first.bandwidth) / 1e9);
  const series = points.map((one) => xs.map((x) => (x === one.intensity ? one.performance / 1e9 : null)));
  const ink = getComputedStyle(document.body).color;
  const axis = { stroke: ink, grid: { stroke: "#8884" }, ticks: { stroke: "#8884" } };
  new uPlot({
    width: 560, height: 320, title: "Roofline", scales: { x: { time: false, distr: 3 }, y: { distr: 3 } },
    axes: [{ ...axis, label: "operations a byte" }, { ...axis, label: "10⁹ operations a second", size: 70 }],
    series: [{ label: "operations a byte" }, { label: "roof", stroke: ink, width: 2 },
      ...points.map((one, at) => ({ label: one.name, stroke: colour.part(at + 4), points: { show: true, size: 12, fill: colour.part(at + 4) } }))],
  }, [xs, roof, ...series] as uPlot.AlignedData, parent);
}

export function limits(data: Compilation): View | undefined {
  const kernels = data.facts.report?.kernels ?? [];
  if (kernels.length === 0) return undefined;
  const points = kernels.map(point).filter((one) => one !== undefined);
  const plot = h("div", { class: "plot", role: "img", "aria-label": "roofline: the table below has its numbers" });
  const rows = points.map((one) => [one.name, number(one.intensity), `${number(one.performance / 1e9)}`, `${number(Math.min(one.peak, one.intensity * one.bandwidth) / 1e9)}`]);
  const root = h("div", { class: "limits" },
    points.length > 0 && h("section", {}, plot, table("roofline", ["kernel", "operations a byte", "10⁹ operations a second at most", "under the roof"], rows)),
    kernels.map((kernel) => h("section", { class: "kernel", "data-kernel": kernel.kernel }, h("h2", {}, kernel.kernel), h("p", {}, h("strong", {}, bound(kernel))),
      h("p", {}, occupancy(kernel)), waves(kernel), bars(kernel), mix(kernel))));
  let made = false;
  return { name: "limits", title: "Limits", root, shown() {
    if (!made && points.length > 0) roofline(plot, points);
    made = true;
  }, changed() { /* It shows all kernels, whatever is selected. */ } };
}
