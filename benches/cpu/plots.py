"""The figures as pictures: ratios by case, and a roofline with a dot for each. The text is SVG, readable on a dark and on a light ground."""

import math
from xml.sax.saxutils import escape

INK, GOOD, BAD, FAINT = "#808890", "#3b8f5a", "#c8503c", "#80889055"
ROW, LEFT, WIDE = 15, 190, 520


def open_svg(width, height, title):
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" font-family="sans-serif" font-size="11" fill="{INK}">',
        f"<title>{escape(title)}</title>",
        f'<text x="8" y="18" font-size="14">{escape(title)}</text>',
    ]


def line(x1, y1, x2, y2, stroke=FAINT, width=1):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{stroke}" stroke-width="{width}"/>'


def text(x, y, words, anchor="start"):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def ratio_plot(results, title):
    """A bar from 1 for each case: to the right where we are faster than the best peer, with its quartiles."""
    shown = sorted((one for one in results if "ratio" in one), key=lambda one: -one["ratio"][1])
    low = min([0.25] + [one["ratio"][1] for one in shown])
    high = max([4.0] + [one["ratio"][1] for one in shown])

    def place(ratio):
        share = (math.log(min(max(ratio, low), high)) - math.log(low)) / (math.log(high) - math.log(low))
        return LEFT + WIDE * share

    height = 60 + ROW * len(shown)
    out = open_svg(LEFT + WIDE + 150, height, title)
    for tick in (0.01, 0.03, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32):
        if low <= tick <= high:
            out += [line(place(tick), 36, place(tick), height - 16, INK if tick == 1 else FAINT), text(place(tick), 32, f"{tick:g}", "middle")]
    for row, one in enumerate(shown):
        y = 42 + ROW * row
        first, middle, third = (place(value) for value in one["ratio"])
        begin, end = sorted((place(1), middle))
        colour = GOOD if one["ratio"][1] >= 1 else BAD
        out.append(text(LEFT - 8, y + 9, one["case"], "end"))
        out.append(f'<rect x="{begin:.1f}" y="{y + 2}" width="{max(end - begin, 1):.1f}" height="{ROW - 5}" fill="{colour}"/>')
        out.append(line(first, y + ROW / 2, third, y + ROW / 2, INK, 2))
        out.append(text(LEFT + WIDE + 8, y + 9, f"{one['ratio'][1]:.2f} of {one['best']}"))
    return "\n".join([*out, "</svg>", ""])


def roofline_plot(results, title):
    """Operations a second over operations a byte, under what the probes reached; by the operations and bytes that the suite counts."""
    shown = [one for one in results if "share" in one and one["flop"] > 0]
    if not shown:
        return "\n".join([*open_svg(400, 60, title), text(8, 44, "nothing was measured that has operations"), "</svg>", ""])
    peak, copy = (max(one["peak"][key] for one in shown) for key in ("fma", "copy"))
    width, height, left, base = 860, 560, 70, 500
    points = [(one["flop"] / one["bytes"], one["flop"] / one["seconds"]["tc"][1], one) for one in shown]
    xs = [0.05, *(x for x, _, _ in points), peak / copy * 2]
    ys = [*(y for _, y, _ in points), peak * 1.5]
    x0, x1 = math.log10(min(xs)), math.log10(max(xs) * 1.5)
    y0, y1 = math.log10(min(ys) / 1.5), math.log10(max(ys))

    def across(x):
        return left + (math.log10(x) - x0) / (x1 - x0) * (width - left - 30)

    def up(y):
        return base - (math.log10(y) - y0) / (y1 - y0) * (base - 40)

    out = open_svg(width, height, title)
    for power in range(math.ceil(x0), math.floor(x1) + 1):
        out += [line(across(10**power), 40, across(10**power), base), text(across(10**power), base + 16, f"{10.0**power:g}", "middle")]
    for power in range(math.ceil(y0), math.floor(y1) + 1):
        out += [line(left, up(10**power), width - 30, up(10**power)), text(left - 6, up(10**power) + 4, f"{10.0 ** (power - 9):g}", "end")]
    out += [text(width / 2, base + 36, "operations a byte", "middle"), text(8, 34, "GFLOP/s")]
    knee, start = peak / copy, 10**x0
    begin = max(start, 10**y0 / copy)
    out += [line(across(begin), up(begin * copy), across(knee), up(peak), INK, 2), line(across(knee), up(peak), width - 30, up(peak), INK, 2)]
    out += [text(across(knee) + 8, up(peak) - 6, f"{peak / 1e9:.0f} GFLOP/s, {copy / 1e9:.1f} GB/s copied")]
    for x, y, one in points:
        colour = GOOD if one.get("ratio", (0, 0, 0))[1] >= 1 else BAD
        said = f"{one['case']}: {y / 1e9:.1f} GFLOP/s, {one['share']:.2f} of {one['bound']}"
        out.append(f'<circle cx="{across(x):.1f}" cy="{up(y):.1f}" r="4" fill="{colour}" fill-opacity="0.8"><title>{escape(said)}</title></circle>')
    return "\n".join([*out, "</svg>", ""])
