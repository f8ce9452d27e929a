// The instances of a statement in a plane of two indices.

import type { Compilation, Dependence, Domain, Scop, Tree } from "./data";
import { contains, read, valuesAt } from "./isl";
import { compare, type Coordinate, coordinates } from "./order";

/** The most instances along a side. */
export const WINDOW = 64;

export interface Cell {
  x: number;
  y: number;
  at: number[];
  coordinates: Coordinate[];
  /** The number of the step in which it runs; instances of one step run at the same time. */
  step: number;
}

export interface Plane {
  domain: Domain;
  x: number;
  y: number;
  /** The least indices of the window. */
  from: [number, number];
  size: [number, number];
  cells: Cell[];
  steps: number;
}

/** The plane of two indices through the point `fixed`. */
export function plane(tree: Tree, domain: Domain, x: number, y: number, fixed: number[], from: [number, number], most: number): Plane {
  const side = (index: number, first: number): number => Math.max(0, Math.min(most, domain.ranges[index]![1] - first + 1));
  const size: [number, number] = [side(x, from[0]), x === y ? 1 : side(y, from[1])];
  const set = read(domain.set);
  const cells: Cell[] = [];
  for (let row = 0; row < size[1]; row++) {
    for (let column = 0; column < size[0]; column++) {
      const at = [...fixed];
      at[y] = from[1] + row;
      at[x] = from[0] + column;
      if (!contains(set, domain.statement, at)) continue;
      const found = coordinates(tree, domain.statement, at);
      if (found) cells.push({ x: column, y: row, at, coordinates: found, step: 0 });
    }
  }
  return { domain, x, y, from, size, cells, steps: number(cells) };
}

/** Numbers the steps; returns how many there are. */
function number(cells: Cell[]): number {
  const sorted = [...cells].sort((one, other) => compare(one.coordinates, other.coordinates));
  let step = -1;
  let last: Cell | undefined;
  for (const cell of sorted) {
    if (!last || compare(last.coordinates, cell.coordinates) !== 0) step++;
    cell.step = step;
    last = cell;
  }
  return step + 1;
}

/** What an instance is coloured by. */
export type Colour = "time" | "block" | "thread" | "tile" | "vector" | "parallel";

const isOf = (colour: Colour, one: Coordinate): boolean =>
  colour === "tile" ? one.node.band?.tag === "tile" : one.kind.split(".")[0] === colour;

/** The coordinates that a colour stands for: of its block, its thread, its tile. */
export const ofColour = (colour: Colour, cell: Cell): number[] =>
  cell.coordinates.filter((one) => isOf(colour, one)).map((one) => one.value);

/** The colours that say something of these instances. */
export function colours(plane: Plane): Colour[] {
  const all: Colour[] = ["block", "thread", "parallel", "vector", "tile"];
  return ["time", ...all.filter((one) => plane.cells.some((cell) => ofColour(one, cell).length > 0))];
}

/** From an instance to those that depend on it, or the nearest of them. */
export function arrows(scop: Scop, statement: string, at: number[]): { dependence: Dependence; to: number[] }[] {
  const own = scop.dependences.filter((one) => one.from === statement);
  return own.flatMap((dependence) => dependence.targets.flatMap((target) => {
    const to = valuesAt(read(target), statement, at);
    return to ? [{ dependence, to }] : [];
  }));
}

/** The scop of a tree. */
export const scopOf = (data: Compilation, tree: Tree): Scop | undefined => data.scops.find((one) => one.name === tree.scop);
