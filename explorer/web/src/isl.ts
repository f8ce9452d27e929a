// Sets and functions as isl prints them: `{ S[i, j] -> [floor(i/4)] : 0 <= i <= 63 and j = 2i }`.
// A text is compiled to functions of the values of the indices.

type Values = number[];
type Expression = (values: Values) => number;
type Condition = (values: Values) => boolean;

/** A part of a set or a function: its instances, the values that they have, and when it holds. */
export interface Piece {
  name: string;
  /** How many indices an instance has. */
  indices: number;
  /** The name of the tuple of values, if it has one. */
  target: string;
  values: Expression[];
  holds: Condition;
}

const TOKEN = /\s*(->|<=|>=|!=|[A-Za-z_][A-Za-z0-9_']*|[0-9]+|[{}()[\];:,=<>+\-*/%])/y;
const mod = (value: number, by: number): number => ((value % by) + by) % by;

class Reader {
  private readonly tokens: string[] = [];
  private at = 0;
  /** The positions of names among the values; quantified ones are behind the indices. */
  private slots = new Map<string, number>();
  private count = 0;
  /** The values of names that follow from the indices, by their positions. */
  private defined = new Map<number, Expression>();

  constructor(text: string) {
    TOKEN.lastIndex = 0;
    while (TOKEN.lastIndex < text.trimEnd().length) {
      const found = TOKEN.exec(text);
      if (!found) throw new Error(`cannot read the isl text ${text}`);
      this.tokens.push(found[1]!);
    }
  }

  private peek(): string { return this.tokens[this.at] ?? ""; }
  private next(): string { return this.tokens[this.at++] ?? ""; }
  private eat(token: string): boolean {
    if (this.peek() !== token) return false;
    this.at++;
    return true;
  }
  private expect(token: string): void {
    if (!this.eat(token)) throw new Error(`expected ${token}, found ${this.peek()}`);
  }

  pieces(): Piece[] {
    const pieces: Piece[] = [];
    this.expect("{");
    while (!this.eat("}")) {
      pieces.push(this.piece());
      this.eat(";");
    }
    return pieces;
  }

  private piece(): Piece {
    this.slots = new Map();
    this.defined = new Map();
    this.count = 0;
    const fixed: Condition[] = [];
    const name = /^[A-Za-z_]/.test(this.peek()) ? this.next() : "";
    const indices = this.peek() === "[" ? this.tuple(fixed) : 0;
    let target = "";
    const values: Expression[] = [];
    if (this.eat("->")) {
      if (/^[A-Za-z_]/.test(this.peek())) target = this.next();
      this.results(values);
    }
    if (this.eat(":")) fixed.push(this.disjunction());
    return { name, indices, target, values, holds: (at) => fixed.every((one) => one(at)) };
  }

  /** The indices of an instance: `[i, j = 0, k]`. */
  private tuple(fixed: Condition[]): number {
    let count = 0;
    this.expect("[");
    while (!this.eat("]")) {
      const slot = this.count++;
      if (/^[A-Za-z_]/.test(this.peek()) && [",", "]", "="].includes(this.tokens[this.at + 1] ?? "") && !this.slots.has(this.peek())) {
        this.slots.set(this.next(), slot);
        if (this.eat("=")) this.fix(slot, fixed);
      } else {
        this.fix(slot, fixed);
      }
      count++;
      this.eat(",");
    }
    return count;
  }

  private fix(slot: number, fixed: Condition[]): void {
    const value = this.sum();
    fixed.push((at) => at[slot] === value(at));
  }

  /** The values of a function: `[floor(i/4), k = 1 + j]`. */
  private results(values: Expression[]): void {
    this.expect("[");
    while (!this.eat("]")) {
      const names = this.tokens[this.at + 1] === "=" && !this.slots.has(this.peek());
      const name = names ? this.next() : "";
      if (names) this.expect("=");
      const value = this.sum();
      values.push(value);
      if (names) this.define(name, value);
      this.eat(",");
    }
  }

  /** A name for a value that follows from the indices. */
  private define(name: string, value: Expression): void {
    const slot = this.count++;
    this.slots.set(name, slot);
    this.defined.set(slot, value);
  }

  private disjunction(): Condition {
    const parts = [this.conjunction()];
    while (this.eat("or")) parts.push(this.conjunction());
    return parts.length === 1 ? parts[0]! : (at) => parts.some((one) => one(at));
  }

  private conjunction(): Condition {
    const parts = [this.condition()];
    while (this.eat("and")) parts.push(this.condition());
    return parts.length === 1 ? parts[0]! : (at) => parts.every((one) => one(at));
  }

  private condition(): Condition {
    if (this.eat("not")) {
      const inner = this.condition();
      return (at) => !inner(at);
    }
    if (this.eat("true")) return () => true;
    if (this.eat("false")) return () => false;
    if (this.eat("exists")) return this.exists();
    const from = this.at;
    try {
      return this.comparison();
    } catch (error) {
      // A parenthesis began a condition and no expression.
      this.at = from;
      if (!this.eat("(")) throw error;
      const inner = this.disjunction();
      this.expect(")");
      return inner;
    }
  }

  /** `exists (e0 = floor((i)/2): 2e0 = i)`: each quantified variable has its value. */
  private exists(): Condition {
    this.expect("(");
    while (!this.eat(":")) {
      const name = this.next();
      this.expect("=");
      this.define(name, this.sum());
      this.eat(",");
    }
    const inner = this.disjunction();
    this.expect(")");
    return inner;
  }

  private comparison(): Condition {
    const compare: Record<string, (a: number, b: number) => boolean> = {
      "<=": (a, b) => a <= b, ">=": (a, b) => a >= b, "<": (a, b) => a < b, ">": (a, b) => a > b,
      "=": (a, b) => a === b, "!=": (a, b) => a !== b,
    };
    const parts: Condition[] = [];
    let left = [this.sum()];
    while (this.eat(",")) left.push(this.sum());
    while (this.peek() in compare) {
      const holds = compare[this.next()]!;
      const right = [this.sum()];
      while (this.peek() === "," && this.next()) right.push(this.sum());
      for (const a of left) for (const b of right) parts.push((at) => holds(a(at), b(at)));
      left = right;
    }
    if (parts.length === 0) throw new Error("expected a comparison");
    return (at) => parts.every((one) => one(at));
  }

  private sum(): Expression {
    let total = this.signed();
    for (;;) {
      const left = total;
      if (this.eat("+")) {
        const right = this.product();
        total = (at) => left(at) + right(at);
      } else if (this.eat("-")) {
        const right = this.product();
        total = (at) => left(at) - right(at);
      } else {
        return total;
      }
    }
  }

  private signed(): Expression {
    if (!this.eat("-")) return this.product();
    const value = this.product();
    return (at) => -value(at);
  }

  /** `2i`, `2*floor(...)`, `i mod 4`: a remainder binds tighter than its factor. */
  private product(): Expression {
    if (/^[0-9]/.test(this.peek())) {
      const factor = Number(this.next());
      const explicit = this.eat("*");
      if (!explicit && !/^[A-Za-z_(]/.test(this.peek())) return this.divided(() => factor);
      if (["mod", "and", "or", "exists", "not"].includes(this.peek())) return this.divided(() => factor);
      const value = this.divided(this.atom());
      return (at) => factor * value(at);
    }
    return this.divided(this.atom());
  }

  private divided(value: Expression): Expression {
    if (this.eat("mod") || this.eat("%")) {
      const by = Number(this.next());
      return (at) => mod(value(at), by);
    }
    if (this.eat("/")) {
      const by = Number(this.next());
      return (at) => value(at) / by;
    }
    if (this.eat("*")) {
      const other = this.divided(this.atom());
      return (at) => value(at) * other(at);
    }
    return value;
  }

  private atom(): Expression {
    const token = this.next();
    if (token === "(") {
      const inner = this.sum();
      this.expect(")");
      return inner;
    }
    if (/^[0-9]/.test(token)) return () => Number(token);
    if (token === "floor" || token === "ceil") {
      this.expect("(");
      const inner = this.sum();
      this.expect(")");
      return token === "floor" ? (at) => Math.floor(inner(at)) : (at) => Math.ceil(inner(at));
    }
    if (token === "min" || token === "max") return this.extreme(token);
    if (token === "-") {
      const inner = this.atom();
      return (at) => -inner(at);
    }
    const slot = this.slots.get(token);
    if (slot === undefined) throw new Error(`the name ${token} is not known here`);
    const defined = this.defined.get(slot);
    return defined ?? ((at) => at[slot]!);
  }

  private extreme(name: "min" | "max"): Expression {
    const parts: Expression[] = [];
    this.expect("(");
    while (!this.eat(")")) {
      parts.push(this.sum());
      this.eat(",");
    }
    return (at) => Math[name](...parts.map((one) => one(at)));
  }
}

const known = new Map<string, Piece[]>();

/** The pieces of a set or a function; none for a text that this page cannot read. */
export function read(text: string): Piece[] {
  let pieces = known.get(text);
  if (!pieces) {
    try {
      pieces = new Reader(text).pieces();
    } catch {
      pieces = [];
    }
    known.set(text, pieces);
  }
  return pieces;
}

/** The values of a function at an instance. */
export function valuesAt(pieces: Piece[], name: string, at: number[]): number[] | undefined {
  const piece = pieces.find((one) => one.name === name && one.indices === at.length && one.holds(at));
  return piece?.values.map((value) => value(at));
}

/** Whether an instance is in a set. */
export const contains = (pieces: Piece[], name: string, at: number[]): boolean =>
  pieces.some((one) => one.name === name && one.indices === at.length && one.holds(at));
