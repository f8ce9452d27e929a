import type { State } from "../state";

/** A view of the page. */
export interface View {
  name: string;
  title: string;
  root: HTMLElement;
  /** It comes into sight. */
  shown(): void;
  /** The selection changes while it is in sight. */
  changed(state: State, changed: Set<keyof State>): void;
  /** Opens a search of its own. */
  search?(): void;
}
