// The order in which a tree runs the instances of statements.

import type { Node, Tree } from "./data";
import { contains, read, valuesAt } from "./isl";

/** One coordinate of an instance: of a member of a band, or its position in a sequence. */
export interface Coordinate {
  value: number;
  /** The kind of the member, or `sequence`. */
  kind: string;
  node: Node;
}

/** The coordinates of an instance from the root to its leaf; none if it reaches no leaf. */
export function coordinates(tree: Tree, statement: string, at: number[]): Coordinate[] | undefined {
  const found: Coordinate[] = [];
  let node = tree.nodes[0];
  while (node) {
    if (node.band) {
      for (const member of node.band.members) {
        const values = valuesAt(read(member.schedule), statement, at);
        if (!values) return undefined;
        found.push({ value: values[0]!, kind: member.kind, node });
      }
    }
    if (node.kind === "filter" && !contains(read(node.text ?? ""), statement, at)) return undefined;
    const below = node.children.map((child) => tree.nodes[child]!);
    if (node.kind === "sequence" || node.kind === "set") {
      const taken = below.findIndex((child) => contains(read(child.text ?? ""), statement, at));
      if (taken < 0) return undefined;
      found.push({ value: taken, kind: "sequence", node });
      node = below[taken];
    } else {
      node = below[0];
    }
  }
  return found;
}

/** Whether iterations of a loop of this kind run at the same time. */
export const isParallel = (kind: string): boolean => /^(block|thread|parallel|vector|warp|lane|cluster)/.test(kind);

/** Compares two instances by the time at which they run: parallel loops do not count. */
export function compare(one: Coordinate[], other: Coordinate[], all = false): number {
  for (let at = 0; at < Math.min(one.length, other.length); at++) {
    const [a, b] = [one[at]!, other[at]!];
    if (a.node !== b.node) return 0;
    if (a.value !== b.value && (all || !isParallel(a.kind))) return a.value - b.value;
  }
  return 0;
}

/** The first node at which two instances part. */
export function parting(one: Coordinate[], other: Coordinate[]): { node: Node; first: Coordinate; second: Coordinate } | undefined {
  for (let at = 0; at < Math.min(one.length, other.length); at++) {
    const [first, second] = [one[at]!, other[at]!];
    if (first.value !== second.value) return { node: first.node, first, second };
  }
  return undefined;
}
