// Elements. A text is a text node or an attribute everywhere: nothing is read as markup.

type Child = Element | string | number | null | undefined | false;
type Attributes = Record<string, string | number | boolean | undefined | ((event: Event) => void)>;

const SVG = "http://www.w3.org/2000/svg";

function fill<E extends Element>(element: E, attributes: Attributes, children: (Child | Child[])[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Element ? child : document.createTextNode(String(child)));
  }
  return element;
}

export function h(name: string, attributes: Attributes = {}, ...children: (Child | Child[])[]): HTMLElement {
  return fill(document.createElement(name), attributes, children);
}

export function svg(name: string, attributes: Attributes = {}, ...children: (Child | Child[])[]): SVGElement {
  return fill(document.createElementNS(SVG, name) as SVGElement, attributes, children);
}

/** A table with a head, for figures: numbers are on the right. */
export function table(name: string, head: string[], rows: (Child | Child[])[][]): HTMLElement {
  const cell = (tag: string) => (one: Child | Child[]) => h(tag, { class: typeof one === "number" ? "number" : undefined }, one);
  return h("table", { "aria-label": name },
    h("thead", {}, h("tr", {}, head.map((one) => h("th", { scope: "col" }, one)))),
    h("tbody", {}, rows.map((row) => h("tr", {}, row.map(cell("td"))))));
}

/** A choice among a few values. */
export function choice(label: string, values: string[], chosen: string, change: (value: string) => void): HTMLElement {
  const select = h("select", { "aria-label": label, change: (event) => change((event.target as HTMLSelectElement).value) },
    values.map((value) => h("option", { value, selected: value === chosen }, value)));
  return h("label", { class: "choice" }, label + " ", select);
}

export const plural = (count: number, noun: string): string =>
  `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : noun.endsWith("s") ? "es" : "s"}`;

export function duration(seconds: number): string {
  if (seconds < 1e-6) return `${(seconds * 1e9).toFixed(0)} ns`;
  if (seconds < 0.001) return `${(seconds * 1e6).toFixed(0)} µs`;
  return seconds < 1 ? `${(seconds * 1e3).toFixed(1)} ms` : `${seconds.toFixed(2)} s`;
}

export function number(value: number): string {
  return Number.isInteger(value) ? value.toLocaleString("en-US") : value.toPrecision(3);
}
