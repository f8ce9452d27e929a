// The domain of a statement in two dimensions: who runs an instance, when, and what depends on it.

import * as colour from "../colours";
import { type Compilation, type Domain, type Instance, lastTrees, type Scop, type Tree } from "../data";
import { choice, h, plural, svg } from "../dom";
import { arrows, type Cell, type Colour, colours, ofColour, type Plane, plane, scopOf, WINDOW } from "../instances";
import { coordinates, isParallel, parting } from "../order";
import { pathOf } from "../picture";
import { select, state } from "../state";
import type { View } from "./view";

const SIDE = 640;
/** How many instances along a side show a witness. */
const AROUND = 16;

/** What the parts of a colour are called. */
const PARTS: Record<Colour, string> = {
  time: "step", block: "block", thread: "thread", tile: "tile", vector: "lane", parallel: "parallel iteration",
};

interface Chosen { at: number; tree: Tree; scop: Scop; domain: Domain; x: number; y: number; fixed: number[]; from: [number, number]; most: number }

/** The indices that show a witness: those in which its instances differ come first. */
function axes(domain: Domain, first?: number[], second?: number[]): [number, number] {
  const all = domain.indices.map((_, index) => index);
  const differ = all.filter((index) => first && second && first[index] !== second[index]);
  const order = [...differ, ...all.filter((index) => !differ.includes(index))].slice(0, 2).sort((one, other) => one - other);
  // The last index runs from left to right, as in a matrix.
  return [order[1] ?? order[0] ?? 0, order[0] ?? 0];
}

function choose(data: Compilation): Chosen | undefined {
  const now = state();
  const witness = data.witness;
  const at = now.tree !== "" ? Number(now.tree) : witness?.tree ?? lastTrees(data)[0];
  const tree = at === undefined ? undefined : data.trees[at];
  const scop = tree && scopOf(data, tree);
  const domains = scop?.domains.filter((one) => one.indices.length > 0) ?? [];
  const deepest = [...domains].sort((one, other) => other.indices.length - one.indices.length)[0];
  const domain = domains.find((one) => one.statement === (now.statement || witness?.second.statement)) ?? deepest;
  if (at === undefined || !tree || !scop || !domain) return undefined;
  const own = [witness?.first, witness?.second].filter((one) => one?.statement === domain.statement).map((one) => one!.indices);
  const [x, y] = axes(domain, own[0], own[1]);
  const position = (name: string, other: number): number => (domain.indices.includes(name) ? domain.indices.indexOf(name) : other);
  const fixed = own[0] ? [...own[0]] : domain.ranges.map((range) => range[0]);
  now.fixed.split(",").forEach((value, index) => {
    if (value !== "" && index < fixed.length) fixed[index] = Number(value);
  });
  const most = own.length > 0 ? AROUND : WINDOW;
  const chosen = { at, tree, scop, domain, x: position(now.x, x), y: position(now.y, y), fixed, most };
  return { ...chosen, from: window(chosen, own) };
}

/** The window begins at the least indices, or so that a witness is in sight. */
function window(chosen: Omit<Chosen, "from">, own: number[][]): [number, number] {
  const first = (index: number): number => {
    const [low, high] = chosen.domain.ranges[index]!;
    const shown = own[0] ? own[0][index]! - AROUND / 4 : low;
    return Math.max(low, Math.min(shown, high - chosen.most + 1));
  };
  return [first(chosen.x), first(chosen.y)];
}

const named = (statement: string, at: number[]): string => `${statement}[${at.join(", ")}]`;

function fill(by: Colour, cell: Cell, plane: Plane): string {
  if (by === "time") return colour.time(plane.steps > 1 ? cell.step / (plane.steps - 1) : 0);
  // Neighbours in any direction differ.
  return colour.part(ofColour(by, cell).reduce((sum, value, number) => sum + value * (number === 0 ? 3 : 1), 0));
}

/** What is known of an instance, in words. */
function about(chosen: Chosen, cell: Cell): string[] {
  const { domain, scop } = chosen;
  const by = (name: Colour): string[] => (ofColour(name, cell).length ? [`${name} (${ofColour(name, cell).join(", ")})`] : []);
  const who = [...by("block"), ...by("thread"), ...by("parallel"), ...by("vector"), `step ${cell.step}`];
  const after = arrows(scop, domain.statement, cell.at);
  return [`${named(domain.statement, cell.at)}: ${who.join(", ")}`,
    ...after.map(({ dependence, to }) => `${dependence.kind} dependence to ${named(dependence.to, to)}`)];
}

interface Drawing { root: SVGElement; step(step: number): void }

function draw(chosen: Chosen, shown: Plane, by: Colour, witness: Instance[], tell: (text: string[]) => void): Drawing {
  const side = Math.max(6, Math.min(40, Math.floor(SIDE / Math.max(shown.size[0], shown.size[1], 1))));
  const gap = side > 12 ? 1 : 0;
  const margin = 34;
  const middle = (column: number, row: number): [number, number] => [margin + (column + 0.5) * side, margin + (row + 0.5) * side];
  const cells = shown.cells.map((cell) => svg("rect", {
    class: "cell", x: margin + cell.x * side, y: margin + cell.y * side, width: side - gap, height: side - gap, fill: fill(by, cell, shown),
    "data-at": cell.at.join(","), "data-step": cell.step, mouseenter: () => tell(about(chosen, cell)),
  }));
  const { domain } = chosen;
  const ticks = (count: number, at: (number: number) => [number, number], from: number): SVGElement[] =>
    [...Array(count).keys()].filter((one) => one % Math.max(1, Math.ceil(count / 8)) === 0)
      .map((one) => svg("text", { class: "tick", x: at(one)[0], y: at(one)[1] }, from + one));
  const axis = [
    svg("text", { class: "axis", x: margin + 2, y: 10 }, `${domain.indices[shown.x]} →`), svg("text", { class: "axis", x: 2, y: 24 }, `${domain.indices[shown.y]} ↓`),
    ...ticks(shown.size[0], (one) => [middle(one, 0)[0], margin - 6], shown.from[0]),
    ...ticks(shown.size[1], (one) => [margin - 12, middle(0, one)[1] + 4], shown.from[1]),
  ];
  const [width, height] = [margin + shown.size[0] * side + 8, margin + shown.size[1] * side + 8];
  const root = svg("svg", { class: "plane", viewBox: `0 0 ${width} ${height}`, width, height, role: "img",
    "aria-label": `instances of ${domain.statement} by ${domain.indices[shown.x]} and ${domain.indices[shown.y]}` },
    svg("defs", {}, svg("marker", { id: "head", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 6, markerHeight: 6, orient: "auto" }, svg("path", { d: "M0,0 L8,4 L0,8 z" }))),
    cells, axis, lines(chosen, shown, side, middle), marks(chosen, shown, side, middle, witness));
  const step = (step: number): void => shown.cells.forEach((cell, at) => {
    const when = cell.step < step ? "past" : cell.step === step ? "now" : "future";
    cells[at]!.setAttribute("class", step < 0 ? "cell" : `cell ${when}`);
  });
  return { root, step };
}

/** The place of an instance in the plane, if it is in it. */
function inPlane(chosen: Chosen, shown: Plane, at: number[]): [number, number] | undefined {
  const inside = at.every((value, index) => index === shown.x || index === shown.y || value === chosen.fixed[index]);
  const [column, row] = [at[shown.x]! - shown.from[0], shown.x === shown.y ? 0 : at[shown.y]! - shown.from[1]];
  const fits = column >= 0 && row >= 0 && column < shown.size[0] && row < shown.size[1];
  return inside && fits ? [column, row] : undefined;
}

/** Arrows of dependences inside of the plane, of some instances where there are many. */
function lines(chosen: Chosen, shown: Plane, side: number, middle: (column: number, row: number) => [number, number]): SVGElement[] {
  const every = Math.max(1, Math.ceil(Math.max(...shown.size) / 16));
  return shown.cells.filter((cell) => cell.x % every === 0 && cell.y % every === 0).flatMap((cell) => {
    const own = arrows(chosen.scop, chosen.domain.statement, cell.at).filter((one) => one.dependence.to === chosen.domain.statement);
    return own.flatMap(({ dependence, to }) => {
      const place = inPlane(chosen, shown, to);
      if (!place) return [];
      const [x1, y1] = middle(cell.x, cell.y);
      const [x2, y2] = middle(...place);
      // A long arrow goes around the instances in between.
      const bend = Math.hypot(x2 - x1, y2 - y1) > 1.5 * side ? side * 0.25 : 0;
      return [svg("path", { class: `arrow ${dependence.kind}`, d: `M${x1},${y1} Q${(x1 + x2) / 2 + bend},${(y1 + y2) / 2 - bend} ${x2},${y2}`, "marker-end": "url(#head)" },
        svg("title", {}, `${dependence.kind}: ${named(dependence.from, cell.at)} before ${named(dependence.to, to)}`))];
    });
  });
}

function marks(chosen: Chosen, shown: Plane, side: number, middle: (column: number, row: number) => [number, number], witness: Instance[]): SVGElement[] {
  const places = witness.map((one) => (one.statement === chosen.domain.statement ? inPlane(chosen, shown, one.indices) : undefined));
  const rings = places.flatMap((place, number) => {
    if (!place) return [];
    const [x, y] = middle(...place);
    return [svg("g", { class: "witness" }, svg("circle", { cx: x, cy: y, r: Math.max(8, side * 0.45) }), svg("text", { x, y: y + 4 }, number + 1))];
  });
  const [first, second] = places;
  if (!first || !second) return rings;
  const [[x1, y1], [x2, y2]] = [middle(...first), middle(...second)];
  return [svg("path", { class: "arrow fault", d: `M${x1},${y1} L${x2},${y2}`, "marker-end": "url(#head)" }), ...rings];
}

/** What the tree does with the instances of a witness. */
function order(data: Compilation): HTMLElement | null {
  const witness = data.witness;
  if (!witness) return null;
  const { first, second } = witness;
  const tree = witness.tree === undefined ? undefined : data.trees[witness.tree];
  const [one, other] = [first, second].map((instance) => tree && coordinates(tree, instance.statement, instance.indices));
  const parted = one && other && parting(one, other);
  const node = parted && `${parted.node.kind} ${pathOf(parted.node) || "root"}`;
  const how = parted && (isParallel(parted.first.kind)
    ? "its iterations run at the same time" : parted.first.value > parted.second.value ? "so the second runs first" : "so the first runs first in the tree as it stands");
  return h("section", { class: "witness", "aria-label": "witness" }, h("h2", {}, "Refused"), h("p", {}, witness.message),
    h("p", {}, h("b", {}, "1 "), named(first.statement, first.indices), " must run before ", h("b", {}, "2 "), named(second.statement, second.indices),
      witness.array ? `: both access one element of ${witness.array}.` : "."),
    parted ? h("p", { "data-node": pathOf(parted.node) || "root" }, `They part at the ${node} (${parted.first.kind}), where the first has ${parted.first.value} and the second ${parted.second.value}; ${how}. `,
      h("button", { click: () => select({ view: "tree", tree: String(witness.tree), node: pathOf(parted.node) || "root" }) }, "Show the node")) : null);
}

function controls(data: Compilation, chosen: Chosen, all: Colour[], by: Colour): HTMLElement {
  const { domain, tree, scop } = chosen;
  const statements = scop.domains.filter((one) => one.indices.length > 0).map((one) => one.statement);
  const names = data.trees.flatMap((one, at) => (one.scop === tree.scop ? [`${at}`] : []));
  const others = domain.indices.flatMap((name, index) => {
    if (index === chosen.x || index === chosen.y) return [];
    const [low, high] = domain.ranges[index]!;
    return [h("label", { class: "choice" }, `${name} = `, h("input", { type: "number", min: low, max: high, value: chosen.fixed[index], change: (event) => {
      const fixed = [...chosen.fixed];
      fixed[index] = Number((event.target as HTMLInputElement).value);
      select({ fixed: fixed.join(",") });
    } }))];
  });
  return h("div", { class: "controls" },
    choice("statement", statements, domain.statement, (statement) => select({ statement, x: "", y: "", fixed: "", step: "" })),
    choice("across", domain.indices, domain.indices[chosen.x]!, (x) => select({ x, step: "" })),
    choice("down", domain.indices, domain.indices[chosen.y]!, (y) => select({ y, step: "" })), others,
    choice("colour", all, by, (one) => select({ colour: one })),
    choice("tree", names, String(chosen.at), (at) => select({ tree: at, step: "" })));
}

function player(steps: number, show: (step: number) => void): HTMLElement {
  // All instances are shown until a step is chosen.
  const now = state().step === "" ? -1 : Math.min(steps - 1, Number(state().step));
  const output = h("output", {});
  const slider = h("input", { type: "range", min: 0, max: steps - 1, value: now < 0 ? steps - 1 : now, "aria-label": "step of the schedule" }) as HTMLInputElement;
  const go = (step: number, keep: boolean): void => {
    slider.value = String(step < 0 ? steps - 1 : step);
    output.textContent = step < 0 ? `all ${plural(steps, "step")}` : `step ${step + 1} of ${steps}`;
    show(step);
    if (keep) select({ step: String(step) });
  };
  slider.addEventListener("input", () => go(Number(slider.value), false));
  slider.addEventListener("change", () => go(Number(slider.value), true));
  const play = (): void => {
    let step = Number(slider.value) >= steps - 1 ? 0 : Number(slider.value);
    const pause = Math.max(1, Math.min(40, Math.floor(300 / steps)));
    let frame = 0;
    const next = (): void => {
      if (!slider.isConnected || step >= steps) return;
      if (frame++ % pause === 0) go(step++, false);
      requestAnimationFrame(next);
    };
    next();
  };
  go(now, false);
  return h("div", { class: "player" }, h("button", { click: play }, "Play"), slider, output);
}

export function instances(data: Compilation): View | undefined {
  if (!data.scops.some((scop) => scop.domains.some((one) => one.indices.length > 0)) || data.trees.length === 0) return undefined;
  const root = h("div", { class: "instances" });
  const show = (): void => {
    const chosen = choose(data);
    if (!chosen) return root.replaceChildren(order(data) ?? "", h("p", {}, "The tree has no statement with indices."));
    const shown = plane(chosen.tree, chosen.domain, chosen.x, chosen.y, chosen.fixed, chosen.from, chosen.most);
    const all = colours(shown);
    const by = all.find((one) => one === state().colour) ?? all[1] ?? "time";
    const words = h("div", { class: "about", role: "status" });
    const tell = (lines: string[]): void => words.replaceChildren(...lines.map((line) => h("div", {}, line)));
    const drawing = draw(chosen, shown, by, data.witness ? [data.witness.first, data.witness.second] : [], tell);
    const parts = new Set(shown.cells.map((cell) => ofColour(by, cell).join(",")));
    const summary = `${plural(shown.cells.length, "instance")} of ${chosen.domain.statement}` +
      (by === "time" ? `, ${plural(shown.steps, "step")}` : `, ${plural(parts.size, PARTS[by])}, ${plural(shown.steps, "step")}`);
    tell(["Point at an instance to see who runs it, and what depends on it."]);
    root.replaceChildren(order(data) ?? "", controls(data, chosen, all, by), h("p", { class: "summary" }, summary),
      shown.steps > 1 ? player(shown.steps, drawing.step) : "", h("div", { class: "drawing" }, h("div", { class: "scroll" }, drawing.root), words));
  };
  return { name: "instances", title: "Instances", root, shown: show, changed: (_, changed) => {
    if (!(changed.size === 1 && changed.has("step"))) show();
  } };
}
