// Which lines of the levels belong together: those whose places are the same, or one inside of the other.

import type { Compilation, Level, Place } from "./data";

export type LineOf = { level: string; line: number };

export const parseLine = (text: string): LineOf | null => {
  const at = text.lastIndexOf(":");
  const line = Number(text.slice(at + 1));
  return at > 0 && Number.isInteger(line) && line > 0 ? { level: text.slice(0, at), line } : null;
};

function isBefore(aLine: number, aColumn: number, bLine: number, bColumn: number): boolean {
  return aLine < bLine || (aLine === bLine && aColumn <= bColumn);
}

export function contains(outer: Place, inner: Place): boolean {
  return outer.file === inner.file
    && isBefore(outer.line, outer.column, inner.line, inner.column)
    && isBefore(inner.end_line, inner.end_column, outer.end_line, outer.end_column);
}

/** The places of a line of a level, by position; `text/FILE` is a text of the program. */
export function placesOf(data: Compilation, at: LineOf): number[] {
  if (at.level.startsWith("text/")) {
    const file = at.level.slice(5);
    const on = (place: Place): boolean => place.file === file && place.line <= at.line && at.line <= place.end_line;
    return data.places.flatMap((place, number) => (on(place) ? [number] : []));
  }
  const level = data.levels.find((one) => one.level === at.level);
  return level?.lines.find((lines) => lines.first <= at.line && at.line <= lines.last)?.places ?? [];
}

/** The places that belong to these. */
export function related(data: Compilation, places: number[]): Set<number> {
  const found = new Set(places);
  for (const number of places) {
    const place = data.places[number]!;
    data.places.forEach((other, at) => {
      if (contains(place, other) || contains(other, place)) found.add(at);
    });
  }
  return found;
}

/** The lines of a level that come from one of these places. */
export function linesOf(level: Level, places: Set<number>): number[] {
  const found: number[] = [];
  for (const lines of level.lines) {
    if (!lines.places.some((place) => places.has(place))) continue;
    for (let line = lines.first; line <= lines.last; line++) found.push(line);
  }
  return found;
}

/** The lines of a text that these places cover. */
export function linesOfText(data: Compilation, file: string, places: Iterable<number>): number[] {
  const found = new Set<number>();
  for (const number of places) {
    const place = data.places[number]!;
    if (place.file !== file) continue;
    for (let line = place.line; line <= place.end_line; line++) found.add(line);
  }
  return [...found];
}
