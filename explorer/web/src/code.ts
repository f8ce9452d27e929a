// Texts of levels: read only, with lines that light up together.

import { LanguageSupport, StreamLanguage, type StringStream, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { openSearchPanel, search, searchKeymap } from "@codemirror/search";
import { EditorState, RangeSetBuilder, StateEffect, StateField, type Extension } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** Words of a language, by what they are. */
interface Words { comment: string[]; keyword: RegExp; type: RegExp; name: RegExp }

const LANGUAGES: Record<string, Words> = {
  program: {
    comment: ["#", "//"],
    keyword: /^(def|where|in|for|exists|with|genarray|modarray|fold|return|if|else|parallel|let|scan)\b/,
    type: /^(float|double|half|int|bool|uint|bfloat16|int8|int16|int32|int64|uint8|uint16|uint32|uint64|float16|float32|float64)\b/,
    name: /^[A-Za-z_]\w*/,
  },
  mlir: {
    comment: ["//"],
    keyword: /^[a-z_][a-z0-9_]*\.[a-z_][a-z0-9_.]*|^(module|to|step|iter_args|in|out|inout|attributes|permutable|coincident|sequential|tag|reduces)\b/,
    type: /^(memref|vector|tensor|f16|f32|f64|bf16|index|i1|i8|i16|i32|i64)\b|^![a-z]\w*(\.\w+)*/,
    name: /^[%@#^][\w$.]+/,
  },
  sass: {
    comment: ["//"],
    keyword: /^[A-Z][A-Z0-9_]+(\.[A-Z0-9_]+)*(?=\s)/,
    type: /^\.\w+/,
    name: /^[A-Za-z_]\w*/,
  },
  ptx: {
    comment: ["//"],
    keyword: /^[a-z]\w*(\.\w+)*(?=\s)/,
    type: /^\.\w+/,
    name: /^%[\w.]+|^\$\w+/,
  },
};

function token(words: Words): (stream: StringStream) => string | null {
  return (stream) => {
    if (stream.eatSpace()) return null;
    if (words.comment.some((start) => stream.match(start, false) && !(start === "#" && stream.match(/^#\w/, false)))) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match(/^"(?:[^"\\]|\\.)*"/)) return "string";
    if (stream.match(words.type)) return "typeName";
    if (stream.match(words.keyword)) return "keyword";
    if (stream.match(words.name)) return "variableName";
    if (stream.match(/^-?\d[\d.]*(e[+-]?\d+)?/i)) return "number";
    stream.next();
    return null;
  };
}

function language(name: string): Extension {
  return new LanguageSupport(StreamLanguage.define({ token: token(LANGUAGES[name]!) }));
}

const STYLE = HighlightStyle.define([
  { tag: tags.comment, color: "var(--muted)", fontStyle: "italic" },
  { tag: tags.keyword, color: "var(--keyword)" },
  { tag: tags.typeName, color: "var(--type)" },
  { tag: tags.string, color: "var(--string)" },
  { tag: tags.number, color: "var(--number)" },
]);

/** Lines that light up, and the one that is pointed at. */
const light = StateEffect.define<{ lines: number[]; own: number | null }>();

const lights = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(light)) continue;
      const builder = new RangeSetBuilder<Decoration>();
      const last = transaction.state.doc.lines;
      for (const line of effect.value.lines) {
        if (line > last) continue;
        const own = line === effect.value.own;
        const from = transaction.state.doc.line(line).from;
        builder.add(from, from, Decoration.line({ class: own ? "lit own" : "lit" }));
      }
      shown = builder.finish();
    }
    return shown;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export interface Code {
  view: EditorView;
  /** Lights these lines; shows the first of them if it is out of sight. */
  light(lines: number[], own: number | null, scroll: boolean): void;
}

/** A text in an element. `point` is told the line under the pointer, `pick` a line that is clicked. */
export function code(
  parent: Element, name: string, label: string, text: string, point: (line: number | null) => void, pick: (line: number) => void,
): Code {
  const lineAt = (event: MouseEvent, view: EditorView): number | null => {
    const position = view.posAtCoords({ x: event.clientX, y: event.clientY });
    return position === null ? null : view.state.doc.lineAt(position).number;
  };
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(), lights, language(name), syntaxHighlighting(STYLE), search({ top: true }), keymap.of(searchKeymap),
        EditorState.readOnly.of(true), EditorView.editable.of(false),
        EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
        EditorView.domEventHandlers({
          mousemove: (event, view) => point(lineAt(event, view)),
          mouseleave: () => point(null),
          click: (event, view) => {
            const line = lineAt(event, view);
            if (line !== null) pick(line);
          },
        }),
      ],
    }),
  });
  return {
    view,
    light(lines, own, scroll) {
      const sorted = [...new Set(lines)].sort((one, other) => one - other);
      view.dispatch({ effects: light.of({ lines: sorted, own }) });
      const shown = own ?? sorted[0];
      if (!scroll || !shown || shown > view.state.doc.lines) return;
      // The editor's own way would move what is around it too.
      const { top, height } = view.lineBlockAt(view.state.doc.line(shown).from);
      const box = view.scrollDOM;
      if (top < box.scrollTop || top + height > box.scrollTop + box.clientHeight) box.scrollTop = top - box.clientHeight / 2;
    },
  };
}

export const openSearch = (view: EditorView): boolean => openSearchPanel(view);
