// A schedule tree as a picture.

import dagre from "@dagrejs/dagre";
import type { Node, Tree } from "./data";
import { svg } from "./dom";

const CHARACTER = 6.7;
const LINE = 16;
const PADDING = 8;
/** How far a child is moved to the right where children are below each other. */
const INDENT = 22;
/** How small a wide tree is drawn at most, so that it can be read. */
const SMALLEST = 0.7;
/** The most characters of a line; the whole text is beside the picture. */
const WIDEST = 46;

interface Line { text: string; kind?: string }

const cut = (text: string): string => (text.length > WIDEST ? text.slice(0, WIDEST - 1) + "…" : text);
const extent = (range?: [number, number]): string => (range ? ` ${range[1] - range[0] + 1}×` : "");

/** What a node says. */
export function linesOf(node: Node): Line[] {
  if (node.band) {
    const flags = [node.band.tag, node.band.permutable ? "permutable" : undefined].filter((one) => one);
    const head: Line = { text: ["band", ...flags].join(" ") };
    return [head, ...node.band.members.map((member) => ({
      text: cut(`${member.kind}${extent(member.range)}${member.coincident ? " coincident" : ""} ${short(member.schedule)}`),
      kind: member.kind,
    }))];
  }
  const text = node.kind === "filter" || node.kind === "domain" ? short(node.text ?? "") : node.text ?? "";
  return [{ text: cut(text ? `${node.kind} ${text}` : node.kind) }];
}

/** isl's text without the braces. */
const short = (text: string): string => text.replace(/^\{ | \}$/g, "");

/** The family of a kind, which has a colour: `block`, `thread`, `sequential`, ... */
export const family = (kind: string): string => kind.split(/[.\s]/)[0]!;

export const pathOf = (node: Node): string => node.path.join(".");

interface Box { node: Node; lines: Line[]; width: number; height: number; x: number; y: number }

interface Layout { boxes: Box[]; width: number; height: number; path(from: Box, to: Box): string }

function boxesOf(tree: Tree): Box[] {
  return tree.nodes.map((node): Box => {
    const lines = linesOf(node);
    const longest = Math.max(...lines.map((line) => line.text.length));
    return { node, lines, width: longest * CHARACTER + 2 * PADDING, height: lines.length * LINE + 10, x: 0, y: 0 };
  });
}

/** Children below each other, moved to the right: a tree with long sequences is as wide as it is deep. */
function outline(boxes: Box[]): Layout {
  let y = 8;
  boxes.forEach((box) => {
    box.x = 8 + INDENT * box.node.path.length;
    box.y = y;
    y += box.height + 8;
  });
  const path = (from: Box, to: Box): string => `M${from.x + INDENT / 2},${from.y + from.height} V${to.y + to.height / 2} H${to.x}`;
  return { boxes, width: Math.max(...boxes.map((box) => box.x + box.width)) + 8, height: y, path };
}

/** Children beside each other where there is room for that. */
function layout(tree: Tree, room: number): Layout {
  const boxes = boxesOf(tree);
  const beside = side(boxes);
  return SMALLEST * beside.width > room ? outline(boxes) : beside;
}

/** The pixels beside the passes, or a share of them. */
export const roomOf = (share: number): number => share * (innerWidth - 332);

function side(boxes: Box[]): Layout {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: "TB", nodesep: 14, ranksep: 22, marginx: 8, marginy: 8 });
  graph.setDefaultEdgeLabel(() => ({}));
  boxes.forEach((box, at) => graph.setNode(String(at), { width: box.width, height: box.height }));
  boxes.forEach((box, at) => box.node.children.forEach((child) => graph.setEdge(String(at), String(child))));
  // A tree has no crossings, and the order of the children of a sequence says what runs first.
  dagre.layout(graph, { disableOptimalOrderHeuristic: true });
  boxes.forEach((box, at) => {
    const placed = graph.node(String(at));
    box.x = placed.x - box.width / 2;
    box.y = placed.y - box.height / 2;
  });
  const size = graph.graph();
  const path = (from: Box, to: Box): string => {
    const [x1, y1, x2, y2] = [from.x + from.width / 2, from.y + from.height, to.x + to.width / 2, to.y];
    const middle = (y1 + y2) / 2;
    return `M${x1},${y1} C${x1},${middle} ${x2},${middle} ${x2},${y2}`;
  };
  return { boxes, width: size.width ?? 0, height: size.height ?? 0, path };
}

function shape(box: Box, marks: Marks, pick: (path: string) => void): SVGElement {
  const path = pathOf(box.node);
  const lines = box.lines.map((line, number) => {
    const y = box.y + 5 + number * LINE;
    const fill = line.kind && svg("rect", { class: `kind ${family(line.kind)}`, x: box.x + 3, y: y + 1, width: box.width - 6, height: LINE - 1 });
    const text = svg("text", { x: box.x + PADDING, y: y + 12, class: number === 0 ? "head" : undefined }, line.text);
    return [fill || null, text];
  });
  const named = `${box.lines.map((line) => line.text).join(", ")}`;
  return svg("g", {
    class: ["node", box.node.kind, marks.chosen === path && "chosen", marks.changed.has(path) && "changed", marks.fault === path && "fault"]
      .filter((one) => one).join(" "),
    "data-path": path || "root", tabindex: 0, role: "button", "aria-label": named, "aria-pressed": String(marks.chosen === path),
    click: () => pick(path || "root"),
    keydown: (event) => {
      if (["Enter", " "].includes((event as KeyboardEvent).key)) {
        event.preventDefault();
        pick(path || "root");
      }
    },
  }, svg("title", {}, whole(box.node)), svg("rect", { class: "box", x: box.x, y: box.y, width: box.width, height: box.height, rx: 4 }), ...lines);
}

function whole(node: Node): string {
  return node.band ? node.band.members.map((member) => `${member.kind}: ${member.schedule}`).join("\n") : node.text ?? node.kind;
}

export interface Marks { chosen?: string; changed: Set<string>; fault?: string }

/** The picture in so many pixels; `pick` is told the path of a node that is chosen. */
export function picture(tree: Tree, room: number, marks: Marks, pick: (path: string) => void): SVGElement {
  const { boxes, width, height, path } = layout(tree, room);
  const edges = boxes.flatMap((box) => box.node.children.map((child) => svg("path", { class: "edge", d: path(box, boxes[child]!) })));
  return svg("svg", {
    class: "tree", viewBox: `0 0 ${width} ${height}`, width, height, role: "group",
    style: `max-width:max(100%,${Math.round(SMALLEST * width)}px);height:auto`, "aria-label": `schedule tree of ${tree.scop}`,
  }, edges, boxes.map((box) => shape(box, marks, pick)));
}

/** The nodes of a tree that another one does not have in that form. */
export function changedNodes(tree: Tree, before: Tree | undefined): Set<string> {
  if (!before) return new Set();
  const text = (node: Node): string => JSON.stringify([node.kind, node.text, node.band?.tag, node.band?.permutable,
    node.band?.members.map((member) => [member.kind, member.coincident, member.schedule])]);
  const known = new Map<string, number>();
  for (const node of before.nodes) known.set(text(node), (known.get(text(node)) ?? 0) + 1);
  const changed = new Set<string>();
  for (const node of tree.nodes) {
    const left = known.get(text(node)) ?? 0;
    if (left > 0) known.set(text(node), left - 1);
    else changed.add(pathOf(node));
  }
  return changed;
}
