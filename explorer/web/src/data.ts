// The data of a page: schema/compilation-1.json says what each field means.

export interface Place { file: string; line: number; column: number; end_line: number; end_column: number }
export interface Lines { first: number; last: number; places: number[] }
export interface Level { level: string; text: string; lines: Lines[] }
export interface Decision {
  pass?: string; outcome?: string; subject?: string; what?: string; why?: string; change?: string;
  figures?: Record<string, number>;
}
export interface Pass {
  name: string; level: string; operation: string; symbol: string; seconds: number; failed: boolean; changed: boolean;
  decisions: Decision[]; tree?: number;
}
export interface Member { kind: string; coincident: boolean; schedule: string; range?: [number, number]; carries?: string }
export interface Band { permutable: boolean; tag?: string; members: Member[] }
export interface Node { kind: string; path: number[]; children: number[]; text?: string; statements: string[]; band?: Band }
export interface Statement { name: string; indices: string[]; reduces: boolean; place?: number }
export interface Tree { scop: string; grid?: number[]; block?: number[]; arrays: TileArray[]; statements: Statement[]; nodes: Node[] }
export interface Domain { statement: string; indices: string[]; set: string; ranges: [number, number][]; is_box: boolean }
export interface Dependence { kind: string; from: string; to: string; targets: string[]; every: boolean }
export interface Access { statement: string; array: string; writes: boolean; relation: string }
export interface Scop { name: string; domains: Domain[]; dependences: Dependence[]; accesses: Access[] }
export interface Instance { statement: string; indices: number[] }
export interface Witness { message: string; first: Instance; second: Instance; array?: string; tree?: number }
export interface Span { line: number; col: number; end_line: number; end_col: number }
export interface Diagnostic {
  code: string | null; severity: string; message: string; file: string | null; span: Span | null;
  labels: { file: string; span: Span; text: string }[]; notes: string[]; help: { text: string } | null;
}
export interface Step { round: number; access: string; condition: string; solution: string; at?: string }
export interface Index { name: string; low: string; high: string; source: string; steps: Step[] }
export interface RangeStatement { target: string; at?: string; loops?: string[]; indices: Index[]; unused: { round: number; access: string; reason: string }[] }
export interface Ranges { def: string; statements: RangeStatement[]; tensors: { name: string; role: string; element: string; extents: string[] }[] }
export interface Time { resource: string; microseconds: number }
export interface Kernel {
  kernel: string; launches: number; grid: number[]; block: number[]; shared_bytes: number;
  resources?: { registers: number; spill_store_bytes: number; spill_load_bytes: number } | null;
  occupancy?: {
    blocks: number; warps: number; max_warps: number; limiter: string;
    grid?: { blocks: number; waves: number; tail: number; per_multiprocessor: number; idle: number };
  } | null;
  sass?: { kernel: Record<string, number>; main_loop?: Record<string, number> | null } | null;
  work?: { flops: number; functions: number; arrays: { name: string; read_bytes: number; written_bytes: number }[]; exact: boolean } | null;
  intensity?: number | null;
  roofline?: { times: Time[]; microseconds: number; bound: string } | null;
}
export interface ProfileLine {
  line: number; text: string; source?: string; class: string; requests: number; bytes: number; sectors: number;
  ideal_sectors: number; wavefronts: number; ideal_wavefronts: number;
}
export interface Profile { kernel: string; totals: Record<string, number>; classes: { class: string; warps: number; threads: number }[]; lines: ProfileLine[] }
export interface Trial { trial: number; status: string; cost?: number | null; options: Record<string, string>; message?: string }
export interface Tuning {
  header: { entry: string; target: string; search: string; measure: string };
  trials: Trial[];
  final?: { options: Record<string, string>; cost: number; default: number };
}
export interface TileArray { name: string; kind: string; shape: number[]; element: string }
export interface Compilation {
  schema: string; compiler: string;
  call: { files: string[]; sizes: [string, number][]; target: string; options: Record<string, unknown> };
  state: "running" | "failed" | "done";
  texts: { file: string; text: string }[];
  places: Place[]; levels: Level[]; passes: Pass[]; pending: string[]; trees: Tree[]; scops: Scop[];
  tuning?: Tuning; witness?: Witness; diagnostics: Diagnostic[]; ranges: Ranges[];
  facts: { report?: { target: string; kernels: Kernel[] }; profile?: Profile[]; [name: string]: unknown };
}

/** The text that the program has for a statement; none for one that a pass made, which has the place of the def's name. */
export function statementText(data: Compilation, statement: Statement): string {
  const place = statement.place === undefined ? undefined : data.places[statement.place];
  const whole = place && data.texts.find((one) => one.file === place.file)?.text;
  if (!place || !whole) return "";
  const lines = whole.split("\n").slice(place.line - 1, place.end_line);
  if (lines.length === 0) return "";
  // The end first: on one line, the beginning would move it.
  lines[lines.length - 1] = [...lines[lines.length - 1]!].slice(0, place.end_column - 1).join("");
  lines[0] = [...lines[0]!].slice(place.column - 1).join("");
  const text = lines.map((line) => line.trim()).join(" ");
  return /^\w+$/.test(text) ? "" : text;
}

/** The last tree of each scop, by position. */
export function lastTrees(data: Compilation): number[] {
  const last = new Map<string, number>();
  data.trees.forEach((tree, at) => last.set(tree.scop, at));
  return [...last.values()];
}
