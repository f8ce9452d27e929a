// Colours that colour-blind people tell apart: those of Okabe and Ito for parts, cividis for times.

const PARTS = ["#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7", "#999999"];

const TIMES: [number, number, number][] = [[0, 34, 78], [53, 69, 108], [102, 105, 112], [148, 142, 119], [200, 184, 102], [254, 232, 56]];

export const part = (number: number): string => PARTS[((number % PARTS.length) + PARTS.length) % PARTS.length]!;

/** The colour of a part of the time, from 0 to 1. */
export function time(share: number): string {
  const at = Math.min(1, Math.max(0, share)) * (TIMES.length - 1);
  const [low, high] = [TIMES[Math.floor(at)]!, TIMES[Math.ceil(at)]!];
  const mixed = low.map((one, channel) => Math.round(one + (high[channel]! - one) * (at - Math.floor(at))));
  return `rgb(${mixed.join(",")})`;
}
