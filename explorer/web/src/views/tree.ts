// The schedule tree as a picture, and what a node stands for: its statements, its loops, its passes.

import { type Compilation, lastTrees, type Node, statementText, type Tree } from "../data";
import { choice, h, plural, table } from "../dom";
import { changedNodes, pathOf, picture, roomOf } from "../picture";
import { linesOf, related } from "../places";
import { select, state } from "../state";
import type { View } from "./view";

function members(node: Node): HTMLElement | false {
  if (!node.band) return false;
  const rows = node.band.members.map((member) => {
    const extent = member.range ? member.range[1] - member.range[0] + 1 : "not a number";
    return [member.kind, extent, member.range ? `${member.range[0]} to ${member.range[1]}` : "", member.coincident ? "yes" : "no", h("code", {}, member.schedule)];
  });
  const carried = node.band.members.filter((member) => member.carries);
  return h("section", {}, h("h3", {}, plural(node.band.members.length, "member")),
    table("members of the band", ["kind", "extent", "values", "coincident", "schedule"], rows),
    h("p", {}, node.band.permutable ? "The members may be interchanged." : "The members may not be interchanged."),
    carried.map((member) => h("p", { class: "carries" }, `${member.kind} is not coincident: ${member.carries}`)));
}

/** The statements below a node. */
function below(tree: Tree, node: Node): string[] {
  const names = new Set(node.statements);
  const own = node.kind === "filter" ? tree.statements.filter((one) => new RegExp(`\\b${one.name}\\[`).test(node.text ?? "")) : tree.statements;
  return own.map((one) => one.name).filter((name) => names.has(name));
}

function statements(data: Compilation, tree: Tree, node: Node): HTMLElement {
  const names = below(tree, node);
  const rows = tree.statements.filter((one) => names.includes(one.name)).map((one) => {
    const place = one.place === undefined ? undefined : data.places[one.place];
    const written = statementText(data, one);
    const link = place ? h("a", { href: "#", click: (event) => {
      event.preventDefault();
      select({ view: "levels", line: `text/${place.file}:${place.line}` });
    } }, `${place.file}:${place.line}`) : "";
    return [`${one.name}[${one.indices.join(", ")}]`, written ? h("code", {}, written) : "made by a pass", link];
  });
  return h("section", {}, h("h3", {}, plural(rows.length, "statement")), table("statements below the node", ["statement", "text", "place"], rows));
}

/** The loops whose bodies come from the statements below a node. */
function loops(data: Compilation, tree: Tree, node: Node): HTMLElement | false {
  const level = data.levels.find((one) => one.level === "loops");
  if (!level) return false;
  const names = below(tree, node);
  const own = tree.statements.filter((one) => names.includes(one.name) && one.place !== undefined).map((one) => one.place!);
  const lines = linesOf(level, related(data, own));
  const text = level.text.split("\n");
  const found = lines.filter((line) => /\b(scf|affine)\.(for|parallel|forall)\b/.test(text[line - 1] ?? ""));
  if (found.length === 0) return false;
  return h("section", {}, h("h3", {}, plural(found.length, "loop"), " with these statements"), h("ul", { class: "loops" }, found.map((line) =>
    h("li", {}, h("a", { href: "#", click: (event) => {
      event.preventDefault();
      select({ view: "levels", line: `loops:${line}` });
    } }, `loops:${line}`), " ", h("code", {}, text[line - 1]!.trim())))));
}

function passesOf(data: Compilation, at: number): HTMLElement | false {
  const found = data.passes.flatMap((pass, number) => (pass.tree === at && pass.changed ? [number] : []));
  if (found.length === 0) return false;
  return h("p", {}, "The tree was left by ", found.map((number) => h("button", { click: () => select({ view: "passes", pass: String(number) }) }, data.passes[number]!.name)));
}

function detail(data: Compilation, at: number, tree: Tree, node: Node | undefined): HTMLElement {
  if (!node) return h("aside", { class: "detail" }, h("p", { class: "muted" }, "Choose a node to see its statements and its loops."), passesOf(data, at));
  return h("aside", { class: "detail", "data-path": pathOf(node) || "root", "aria-live": "polite" },
    h("h2", {}, node.kind, " ", h("span", { class: "muted" }, pathOf(node) || "root")),
    node.text ? h("pre", {}, node.text.replaceAll("; ", ";\n  ")) : false,
    members(node), statements(data, tree, node), loops(data, tree, node), passesOf(data, at));
}

export function trees(data: Compilation): View | undefined {
  if (data.trees.length === 0) return undefined;
  const root = h("div", { class: "treeview" });
  const names = data.trees.map((tree, at) => {
    const pass = data.passes.findLast((one) => one.tree === at && one.changed) ?? data.passes.find((one) => one.tree === at);
    return `${at}: ${tree.scop}${pass ? " after " + pass.name : ""}`;
  });
  const show = (): void => {
    const at = state().tree === "" ? lastTrees(data)[0]! : Number(state().tree);
    const tree = data.trees[at];
    if (!tree) return;
    const path = state().node;
    const node = tree.nodes.find((one) => (pathOf(one) || "root") === path);
    const before = data.trees.slice(0, at).findLast((one) => one.scop === tree.scop);
    const marks = { chosen: node && pathOf(node), changed: changedNodes(tree, before) };
    root.replaceChildren(
      h("div", { class: "picture" }, choice("tree", names, names[at]!, (name) => select({ tree: name.split(":")[0]!, node: "" })),
        h("p", { class: "muted" }, before ? "A thick border marks what differs from the tree before." : ""),
        h("div", { class: "scroll" }, picture(tree, roomOf(3 / 5), marks, (chosen) => select({ tree: String(at), node: chosen })))),
      detail(data, at, tree, node));
    root.querySelector(".chosen")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  return { name: "tree", title: "Schedule tree", root, shown: show, changed: show };
}
