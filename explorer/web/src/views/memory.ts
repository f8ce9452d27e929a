// Memory: who accesses the elements of an array, and what the accesses of the PTX cost.

import * as colour from "../colours";
import { type Access, type Compilation, type Domain, lastTrees, type Profile, type Scop, type TileArray, type Tree } from "../data";
import { choice, h, number, plural, svg, table } from "../dom";
import { type Colour, scopOf, WINDOW } from "../instances";
import { contains, read, valuesAt } from "../isl";
import { type Coordinate, coordinates } from "../order";
import { select, state } from "../state";
import type { View } from "./view";

/** The most instances that are followed. */
const MOST = 200_000;
/** Shared memory has so many banks, each of so many bytes. */
const BANKS = 32;
const BANK = 4;

interface Element { x: number; y: number; accesses: number; by: Set<string>; first: number[] }

interface Map2 { elements: Element[]; size: [number, number]; followed: number; all: boolean }

const partsOf = (found: Coordinate[], by: Colour): number[] => found.filter((one) => one.kind.split(".")[0] === by).map((one) => one.value);

/** The instances of a domain in its order, at most so many. */
function* instancesOf(domain: Domain): Generator<number[]> {
  const at = domain.ranges.map((range) => range[0]);
  const set = read(domain.set);
  for (;;) {
    if (contains(set, domain.statement, at)) yield at;
    let index = at.length - 1;
    while (index >= 0 && ++at[index]! > domain.ranges[index]![1]) {
      at[index] = domain.ranges[index]![0];
      index--;
    }
    if (index < 0) return;
  }
}

/** The elements of an array by who accesses them: the first two dimensions, the others at their first element. */
function follow(tree: Tree, scop: Scop, accesses: Access[], by: Colour): Map2 {
  const elements = new Map<string, Element>();
  let [followed, all] = [0, true];
  for (const access of accesses) {
    const domain = scop.domains.find((one) => one.statement === access.statement);
    if (!domain) continue;
    const relation = read(access.relation);
    for (const at of instancesOf(domain)) {
      if (++followed > MOST) {
        all = false;
        break;
      }
      const element = valuesAt(relation, access.statement, at);
      if (!element || element.slice(0, -2).some((one) => one !== 0)) continue;
      const [y, x] = element.length === 1 ? [0, element[0]!] : [element.at(-2)!, element.at(-1)!];
      if (x >= WINDOW || y >= WINDOW || x < 0 || y < 0) continue;
      const found = coordinates(tree, access.statement, at);
      const parts = found ? partsOf(found, by) : [];
      const known = elements.get(`${y},${x}`) ?? { x, y, accesses: 0, by: new Set<string>(), first: parts };
      known.accesses++;
      known.by.add(parts.join(","));
      elements.set(`${y},${x}`, known);
    }
  }
  const list = [...elements.values()];
  return { elements: list, size: [Math.max(0, ...list.map((one) => one.x + 1)), Math.max(0, ...list.map((one) => one.y + 1))], followed, all };
}

function map(found: Map2, array: string, by: Colour, tell: (text: string) => void): SVGElement {
  const side = Math.max(6, Math.min(24, Math.floor(560 / Math.max(...found.size, 1))));
  const cells = found.elements.map((one) => svg("rect", {
    class: "cell", x: one.x * side, y: one.y * side, width: side - 1, height: side - 1,
    fill: colour.part(one.first.reduce((sum, value, at) => sum + value * (at === 0 ? 3 : 1), 0)), "data-at": `${one.y},${one.x}`,
    mouseenter: () => tell(`${array}[${one.y}, ${one.x}]: ${plural(one.accesses, "access")} by ${plural(one.by.size, by)}`),
  }));
  const [width, height] = [found.size[0] * side, found.size[1] * side];
  return svg("svg", { class: "plane", viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": `elements of ${array} by ${by}` }, cells);
}

function arrays(data: Compilation): HTMLElement | null {
  const at = lastTrees(data)[0];
  const tree = at === undefined ? undefined : data.trees[at];
  const scop = tree && scopOf(data, tree);
  const kinds = new Set(tree?.nodes.flatMap((node) => node.band?.members.map((member) => member.kind.split(".")[0]!) ?? []));
  const choices = (["block", "thread", "parallel", "vector"] as Colour[]).filter((one) => kinds.has(one));
  if (!tree || !scop || choices.length === 0) return null;
  const names = [...new Set(scop.accesses.map((one) => one.array))];
  const array = names.includes(state().array) ? state().array : names[0];
  if (!array) return null;
  const by = choices.find((one) => one === state().colour) ?? choices[0]!;
  const pick = h("div", { class: "controls" }, choice("array", names, array, (one) => select({ array: one })), choice("by", choices, by, (one) => select({ colour: one })));
  const found = follow(tree, scop, scop.accesses.filter((one) => one.array === array), by);
  if (found.elements.length === 0) {
    return h("section", { "aria-label": "arrays" }, h("h2", {}, "Who accesses an element"), pick, h("p", { role: "status" }, `Which elements of ${array} are accessed depends on data.`));
  }
  const words = h("p", { role: "status" }, `${plural(found.elements.length, "element")} of ${array}, each coloured by the first ${by} that accesses it`,
    found.all ? "." : `; of the accesses, the first ${number(MOST)} were followed.`);
  return h("section", { "aria-label": "arrays" }, h("h2", {}, "Who accesses an element"),
    pick, words, h("div", { class: "scroll" }, map(found, array, by, (text) => words.replaceChildren(text))));
}

function lines(profile: Profile): HTMLElement {
  const accesses = profile.lines.filter((one) => /load|store|atomic/.test(one.class) && one.requests > 0);
  const per = (value: number, requests: number): string => (value / requests).toFixed(2);
  const rows = accesses.map((one) => [
    h("a", { href: "#", click: (event: Event) => {
      event.preventDefault();
      select({ view: "levels", line: `ptx:${one.line}` });
    } }, `ptx:${one.line}`), h("code", {}, one.text), one.class, one.source ?? "", one.requests,
    one.sectors ? `${per(one.sectors, one.requests)} (${per(one.ideal_sectors, one.requests)})` : "",
    one.wavefronts ? `${per(one.wavefronts, one.requests)} (${per(one.ideal_wavefronts, one.requests)})` : "",
    one.wavefronts > one.ideal_wavefronts ? "bank conflicts" : one.sectors > one.ideal_sectors ? "not coalesced" : "",
  ]);
  const totals = profile.totals;
  return h("section", { class: "profile", "data-kernel": profile.kernel }, h("h2", {}, `What the accesses of ${profile.kernel} cost`),
    h("p", {}, `${number(totals.sectors ?? 0)} sectors of global memory (${number(totals.ideal_sectors ?? 0)} at best), ` +
      `${number(totals.wavefronts ?? 0)} passes through shared memory (${number(totals.ideal_wavefronts ?? 0)} at best), ${number(totals.barriers ?? 0)} barriers.`),
    table(`accesses of ${profile.kernel}`, ["line", "instruction", "class", "source", "requests", "sectors a request (at best)", "passes a request (at best)", ""], rows));
}

/** The bytes of a type as MLIR prints it. */
const bytes = (element: string): number => Math.max(1, Number(element.match(/\d+/)?.[0] ?? 32) / 8);

/** The banks of the elements of a tile in shared memory; how many banks the elements of a column are in. */
export function banks(array: TileArray): { of: (row: number, column: number) => number; rows: number; columns: number; inColumn: number } {
  const [columns, rows] = [array.shape.at(-1) ?? 1, array.shape.slice(0, -1).reduce((product, one) => product * one, 1)];
  const of = (row: number, column: number): number => Math.floor(((row * columns + column) * bytes(array.element)) / BANK) % BANKS;
  const inColumn = new Set([...Array(Math.min(rows, BANKS)).keys()].map((row) => of(row, 0))).size;
  return { of, rows, columns, inColumn };
}

function tiles(tree: Tree): HTMLElement | null {
  const shared = tree.arrays.filter((one) => one.kind === "shared" && one.shape.length > 1);
  if (shared.length === 0) return null;
  return h("section", { "aria-label": "shared tiles" }, h("h2", {}, "Tiles in shared memory"), shared.map((array) => {
    const { of, rows, columns, inColumn } = banks(array);
    const [height, width] = [Math.min(rows, WINDOW), Math.min(columns, WINDOW)];
    const cells = [...Array(height).keys()].flatMap((row) => [...Array(width).keys()].map((column) =>
      svg("rect", { class: "cell", x: column * 9, y: row * 9, width: 8, height: 8, fill: colour.time(of(row, column) / (BANKS - 1)) },
        svg("title", {}, `${array.name}[${row}, ${column}]: bank ${of(row, column)}`))));
    return h("figure", { "data-array": array.name }, svg("svg", { class: "plane", viewBox: `0 0 ${width * 9} ${height * 9}`, width: width * 9, height: height * 9, role: "img",
      "aria-label": `banks of ${array.name}` }, cells),
      h("figcaption", {}, `${array.name}: ${array.shape.join(" × ")} elements of ${array.element}, each coloured by its bank; the elements of a column are in ${plural(inColumn, "bank")}.`));
  }), h("p", { class: "muted" }, "A swizzle changes which element is where, and not the banks of the places that are shown."));
}

export function memory(data: Compilation): View | undefined {
  const profiles = (data.facts.profile ?? []).filter((one) => one && typeof one === "object" && Array.isArray(one.lines));
  const mapped = data.trees.some((tree) => tree.nodes.some((node) => node.band?.members.some((member) => /^(block|thread|parallel|vector)/.test(member.kind))));
  if (profiles.length === 0 && !mapped) return undefined;
  const root = h("div", { class: "memory" });
  const show = (): void => root.replaceChildren(arrays(data) ?? "", ...lastTrees(data).map((at) => tiles(data.trees[at]!) ?? ""), ...profiles.map(lines));
  return { name: "memory", title: "Memory", root, shown: show, changed: show };
}
