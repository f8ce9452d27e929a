// The difference of two trees as lines.

import type { Node, Tree } from "./data";

export interface Change { sign: "+" | "-" | " "; text: string }

/** A tree as lines, children indented. */
export function lines(tree: Tree): string[] {
  const all: string[] = [];
  const add = (node: Node, depth: number): void => {
    const indent = "  ".repeat(depth);
    const flags = node.band ? [node.band.tag && `"${node.band.tag}"`, node.band.permutable && "permutable"].filter((one) => one) : [];
    all.push(`${indent}${[node.kind, ...flags, node.text ?? ""].filter((one) => one).join(" ")}`);
    for (const member of node.band?.members ?? []) {
      all.push(`${indent}  | ${member.kind}${member.coincident ? " coincident" : ""} ${member.schedule}`);
    }
    for (const child of node.children) add(tree.nodes[child]!, depth + 1);
  };
  if (tree.nodes[0]) add(tree.nodes[0], 0);
  const launch = (name: string, sizes?: number[]): string[] => (sizes ? [`${name}(${sizes.join(", ")})`] : []);
  return [...launch("grid", tree.grid), ...launch("block", tree.block), ...all];
}

/** The longest common subsequence decides what stays. A line that is only indented anew stays too. */
export function diff(before: string[], after: string[]): Change[] {
  const same = (a: number, b: number): boolean => before[a]!.trim() === after[b]!.trim();
  const longest: Uint32Array[] = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  for (let a = before.length - 1; a >= 0; a--) {
    for (let b = after.length - 1; b >= 0; b--) {
      longest[a]![b] = same(a, b) ? longest[a + 1]![b + 1]! + 1 : Math.max(longest[a + 1]![b]!, longest[a]![b + 1]!);
    }
  }
  const changes: Change[] = [];
  let [a, b] = [0, 0];
  while (a < before.length || b < after.length) {
    if (a < before.length && b < after.length && same(a, b)) {
      changes.push({ sign: " ", text: after[b]! });
      a++;
      b++;
    } else if (b >= after.length || (a < before.length && longest[a + 1]![b]! >= longest[a]![b + 1]!)) {
      changes.push({ sign: "-", text: before[a++]! });
    } else {
      changes.push({ sign: "+", text: after[b++]! });
    }
  }
  return changes;
}
