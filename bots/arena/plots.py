"""Plots as inline SVG. Colours and text styles are classes of the page, so that it can be light or dark."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

import numpy as np

from egypt.bots.arena.results import Floats
from egypt.bots.arena.statistics import Estimate

SERIES = 8  # colours of engines; more engines than that repeat them with dashes


def ticks(low: float, high: float, wanted: int = 6) -> list[float]:
    """Round numbers that span a range."""
    width = (high - low) / max(1, wanted)
    if width <= 0:
        return [low]
    power = 10.0 ** math.floor(math.log10(width))
    step = next(power * factor for factor in (1, 2, 2.5, 5, 10) if power * factor >= width * 0.999)
    first = math.ceil(low / step - 1e-9)
    return [round((first + i) * step, 10) for i in range(int((high - first * step) / step + 1e-9) + 1)]


class Canvas:
    """A plot area with one linear scale per direction; y grows upwards."""

    def __init__(
        self,
        width: int,
        height: int,
        x: tuple[float, float],
        y: tuple[float, float],
        left: int = 48,
        right: int = 16,
        top: int = 12,
        bottom: int = 34,
    ) -> None:
        self.width, self.height = width, height
        self.left, self.right, self.top, self.bottom = left, width - right, top, height - bottom
        self._x, self._y = _widened(x), _widened(y)
        self._parts: list[str] = []

    def x(self, value: float) -> float:
        low, high = self._x
        return self.left + (value - low) / (high - low) * (self.right - self.left)

    def y(self, value: float) -> float:
        low, high = self._y
        return self.bottom - (value - low) / (high - low) * (self.bottom - self.top)

    def add(self, svg: str) -> None:
        self._parts.append(svg)

    def text(self, x: float, y: float, content: str, anchor: str = "start", css: str = "tick") -> None:
        self.add(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{css}">{escape(content)}</text>')

    def line(self, x1: float, y1: float, x2: float, y2: float, css: str) -> None:
        self.add(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{css}"/>')

    def x_axis(self, title: str, form: str = "g", grid: bool = True, wanted: int = 6) -> None:
        for value in ticks(*self._x, wanted):
            if grid:
                self.line(self.x(value), self.top, self.x(value), self.bottom, "grid")
            self.text(self.x(value), self.bottom + 15, format(value, form) if value else "0", "middle")
        if title:
            self.text((self.left + self.right) / 2, self.height - 3, title, "middle", "axis")

    def y_axis(self, title: str, form: str = "g", wanted: int = 5) -> None:
        for value in ticks(*self._y, wanted):
            self.line(self.left, self.y(value), self.right, self.y(value), "grid")
            self.text(self.left - 6, self.y(value) + 3.5, format(value, form), "end")
        if title:
            self.text(self.left, self.top - 5, title, "start", "axis")

    def svg(self, label: str) -> str:
        return (
            f'<svg viewBox="0 0 {self.width} {self.height}" width="{self.width}" role="img" '
            f'aria-label="{escape(label)}">{"".join(self._parts)}</svg>'
        )


def _widened(limits: tuple[float, float]) -> tuple[float, float]:
    low, high = limits
    return (low, high) if high > low else (low - 1, high + 1)


def series(index: int) -> str:
    """The classes of the n-th engine."""
    return f"s{index % SERIES}" + (" dashed" if index >= SERIES else "")


def interval_plot(
    names: Sequence[str],
    estimates: Sequence[Estimate],
    colours: Sequence[int | None],
    reference: float,
    title: str,
    form: str,
    tick_form: str | None = None,
) -> str:
    """A dot and a 95 % interval per row, around a line of reference."""
    ends = [end for e in estimates for end in (e.low, e.high, e.value) if end is not None] + [reference]
    pad = 0.06 * (max(ends) - min(ends)) or 1.0
    left = min(220, 24 + 7 * max(len(name) for name in names))
    canvas = Canvas(720, 34 * len(names) + 48, (min(ends) - pad, max(ends) + pad), (0, len(names)), left=left, right=86)
    canvas.x_axis(title, tick_form or form)
    canvas.line(canvas.x(reference), canvas.top, canvas.x(reference), canvas.bottom, "reference")
    for row, (name, estimate, colour) in enumerate(zip(names, estimates, colours, strict=True)):
        y = canvas.y(len(names) - row - 0.5)
        canvas.text(left - 12, y + 4, name, "end", "label")
        if estimate.value is None:
            continue
        css = "neutral" if colour is None else series(colour)
        shown = format(estimate.value, form)
        canvas.add("<g>")
        if estimate.low is not None and estimate.high is not None:
            canvas.line(canvas.x(estimate.low), y, canvas.x(estimate.high), y, f"whisker {css}")
            shown_span = f" ({format(estimate.low, form)} to {format(estimate.high, form)})"
        else:
            shown_span = ""
        canvas.add(f'<circle cx="{canvas.x(estimate.value):.1f}" cy="{y:.1f}" r="6" class="dot {css}"/>')
        canvas.add(f"<title>{escape(name)}: {shown}{shown_span}</title></g>")
        canvas.text(canvas.right + 10, y + 4, shown, "start", "value")
    return canvas.svg(title)


def histogram(name: str, values: Floats, limits: tuple[float, float], top: float, colour: int, bins: int = 24) -> str:
    """How often which margin came about; `top` is the share of the highest bar of all."""
    width = (limits[1] - limits[0]) / bins
    counts = np.histogram(values, bins, limits)[0].tolist()
    canvas = Canvas(352, 176, limits, (0, top * 1.08), left=44, top=30)
    canvas.y_axis("", ".0%", wanted=3)
    canvas.x_axis("", "g", grid=False, wanted=5)
    for i, count in enumerate(counts):
        share = count / max(1, len(values))
        x1, x2 = canvas.x(limits[0] + i * width) + 1, canvas.x(limits[0] + (i + 1) * width) - 1
        y = canvas.y(share)
        if count:
            span = f"{limits[0] + i * width:.1f} to {limits[0] + (i + 1) * width:.1f}"
            canvas.add(
                f'<rect x="{x1:.1f}" y="{y:.1f}" width="{max(1.0, x2 - x1):.1f}" '
                f'height="{canvas.bottom - y:.1f}" rx="1.5" class="bar {series(colour)}">'
                f"<title>{span} points: {count} ({share:.1%})</title></rect>"
            )
    mean = float(values.mean()) if len(values) else 0.0
    canvas.line(canvas.x(0), canvas.top, canvas.x(0), canvas.bottom, "reference")
    canvas.add(f'<path d="M{canvas.x(mean):.1f} {canvas.bottom + 1} l-5 7 h10 z" class="mark"/>')
    canvas.text(canvas.left, 14, name, "start", "label")
    canvas.text(canvas.right, 14, f"mean {mean:+.1f}", "end", "value")
    return canvas.svg(f"margins of {name}")


def highest_share(values: Floats, limits: tuple[float, float], bins: int = 24) -> float:
    """The share of the fullest bin of a histogram."""
    counts = np.histogram(values, bins, limits)[0]
    return float(counts.max() / max(1, len(values)))


def course_plot(courses: dict[str, Floats], colours: dict[str, int]) -> str:
    """Mean points as the game goes on, with the middle half of all games as a band."""
    quartiles = {name: tuple(np.percentile(rows, [25, 75], axis=0).tolist()) for name, rows in courses.items()}
    lows = [min(low) for low, _ in quartiles.values()]
    highs = [max(high) for _, high in quartiles.values()] + [float(rows.mean(axis=0).max()) for rows in courses.values()]
    canvas = Canvas(
        720,
        330,
        (0, 100),
        (min([0.0, *lows]), max([*highs, 1.0]) * 1.05),
        left=44,
        right=26 + 7 * max(len(name) for name in courses),
        top=22,
    )
    canvas.y_axis("points")
    canvas.x_axis("per cent of the game's decisions", "g")
    ends: list[tuple[float, str]] = []
    for name, rows in courses.items():
        xs = [canvas.x(100 * i / (rows.shape[1] - 1)) for i in range(rows.shape[1])]
        low, high = quartiles[name]
        outline = [f"{x:.1f},{canvas.y(v):.1f}" for x, v in zip(xs, high, strict=True)]
        outline += [f"{x:.1f},{canvas.y(v):.1f}" for x, v in reversed(list(zip(xs, low, strict=True)))]
        canvas.add(f'<polygon points="{" ".join(outline)}" class="band {series(colours[name])}"/>')
        means = rows.mean(axis=0).tolist()
        path = " ".join(f"{x:.1f},{canvas.y(v):.1f}" for x, v in zip(xs, means, strict=True))
        canvas.add(
            f'<polyline points="{path}" class="line {series(colours[name])}">'
            f"<title>{escape(name)}: {means[-1]:.1f} at the end</title></polyline>"
        )
        ends.append((canvas.y(means[-1]), name))
    previous = -99.0
    for y, name in sorted(ends):  # labels at the ends of the lines, moved apart where they would touch
        previous = max(y, previous + 14)
        canvas.add(f'<circle cx="{canvas.right + 8:.1f}" cy="{previous:.1f}" r="4" class="dot {series(colours[name])}"/>')
        canvas.text(canvas.right + 16, previous + 4, name, "start", "label")
    return canvas.svg("points over the course of a game")


def chances_plot(courses: Sequence[tuple[str, int, Sequence[tuple[float, float]]]], decisions: int) -> str:
    """Chances to win over the decisions of one game: (name, colour, points) of every seat that told them."""
    canvas = Canvas(
        720, 200, (0, max(1, decisions)), (0, 1), left=44, top=22, right=26 + 7 * max(len(name) for name, _, _ in courses)
    )
    canvas.y_axis("chance to win, as each seat saw its own", ".0%", wanted=4)
    canvas.x_axis("decisions", "g")
    previous = -99.0
    for name, colour, points in sorted(courses, key=lambda course: -course[2][-1][1]):
        path = " ".join(f"{canvas.x(at):.1f},{canvas.y(chance):.1f}" for at, chance in points)
        css = series(colour)
        canvas.add(f'<polyline points="{path}" class="line {css}"><title>{escape(name)}</title></polyline>')
        previous = max(canvas.y(points[-1][1]), previous + 14)
        canvas.add(f'<circle cx="{canvas.right + 8:.1f}" cy="{previous:.1f}" r="4" class="dot {css}"/>')
        canvas.text(canvas.right + 16, previous + 4, name, "start", "label")
    return canvas.svg("chances to win over the game")


def tuning_plot(courses: dict[str, list[float]]) -> str:
    """Places of tuned options between their bounds, round by round."""
    rounds = max(len(course) for course in courses.values()) - 1
    canvas = Canvas(720, 260, (0, max(1, rounds)), (0, 1), left=44, top=22, right=26 + 7 * max(map(len, courses)))
    canvas.y_axis("place between the bounds", "g", wanted=4)
    canvas.x_axis("rounds", "g")
    previous = -99.0
    for colour, (name, course) in enumerate(sorted(courses.items(), key=lambda item: -item[1][-1])):
        path = " ".join(f"{canvas.x(at):.1f},{canvas.y(place):.1f}" for at, place in enumerate(course))
        canvas.add(f'<polyline points="{path}" class="line {series(colour)}"><title>{escape(name)}</title></polyline>')
        previous = max(canvas.y(course[-1]), previous + 14)
        canvas.text(canvas.right + 8, previous + 4, name, "start", "label")
    return canvas.svg("the way of the tuned values")


def sequential_plot(ratios: Sequence[float], lower: float, upper: float) -> str:
    """The course of a sequential test between its bounds."""
    canvas = Canvas(720, 220, (0, max(1, len(ratios))), (min([lower, *ratios]) * 1.1, max([upper, *ratios]) * 1.1), top=22)
    canvas.y_axis("log-likelihood ratio")
    canvas.x_axis("deals", "g")
    for bound, name in ((lower, "H0"), (upper, "H1")):
        canvas.line(canvas.left, canvas.y(bound), canvas.right, canvas.y(bound), "reference")
        canvas.text(canvas.right, canvas.y(bound) - 4, f"{name} accepted", "end")
    path = " ".join(f"{canvas.x(i):.1f},{canvas.y(ratio):.1f}" for i, ratio in enumerate([0.0, *ratios]))
    canvas.add(f'<polyline points="{path}" class="line s0"/>')
    return canvas.svg("course of the sequential test")
