// What is selected. It stands in the fragment of the address, so that a link keeps it.

export interface State {
  view: string;
  /** A line of a level or a text: `schedule:12`. */
  line: string;
  /** The position of a pass. */
  pass: string;
  /** The position of a tree. */
  tree: string;
  /** The path of a node of that tree: `0.0.1`. */
  node: string;
  /** The statement, indices and colours of the domain. */
  statement: string;
  x: string;
  y: string;
  colour: string;
  step: string;
  /** The values of the other indices. */
  fixed: string;
  array: string;
  /** The levels that are hidden. */
  hidden: string;
  /** The two trials beside each other. */
  pair: string;
  search: string;
}

const EMPTY: State = {
  view: "", line: "", pass: "", tree: "", node: "", statement: "", x: "", y: "", colour: "", step: "", fixed: "", array: "", hidden: "", pair: "", search: "",
};

let current: State = { ...EMPTY };
const listeners: ((state: State, changed: Set<keyof State>) => void)[] = [];

function read(): State {
  const words = new URLSearchParams(location.hash.slice(1));
  const state = { ...EMPTY };
  for (const name of Object.keys(EMPTY) as (keyof State)[]) state[name] = words.get(name) ?? "";
  return state;
}

export const state = (): State => current;

export function onChange(listener: (state: State, changed: Set<keyof State>) => void): void {
  listeners.push(listener);
}

/** Changes the selection. The address changes too, without a step in the history. */
export function select(change: Partial<State>): void {
  const next = { ...current, ...change };
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(next)) if (value !== "") words.set(name, value);
  try {
    history.replaceState(null, "", "#" + words.toString());
  } catch {
    // Inside of a notebook the page has no address of its own.
  }
  apply(next);
}

function apply(next: State): void {
  const changed = new Set((Object.keys(next) as (keyof State)[]).filter((name) => next[name] !== current[name]));
  current = next;
  if (changed.size > 0) for (const listener of listeners) listener(current, changed);
}

export function start(): void {
  current = read();
  addEventListener("hashchange", () => apply(read()));
}
