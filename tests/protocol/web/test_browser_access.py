"""In a real browser: the page by keyboard and through the accessibility tree, as a screen reader has it."""

from __future__ import annotations

from tests.protocol.web.browsing import Program, Visitor

KEPT = """async ([before, after]) => {
  const { h, show } = await import("/page/js/dom.js");
  const place = document.createElement("div");
  document.body.append(place);
  const shapes = { moves: () => h("p", { key: "moves" }), log: () => h("div", { key: "log" }, h("input", { id: "kept" })),
    other: () => h("section", { key: "moves" }) };
  show(place, before.map((name) => shapes[name]()));
  document.getElementById("kept").focus();
  show(place, after.map((name) => shapes[name]()));
  const { id } = document.activeElement;
  place.remove();
  return id;
}"""


def test_focus_stays_when_something_before_it_goes(program: Program, visitor: Visitor) -> None:
    visitor.page.goto(program.base)
    for before, after in ((["moves", "log"], ["log"]), (["moves", "log"], ["other", "log"]), (["log"], ["moves", "log"])):
        assert visitor.page.evaluate(KEPT, [before, after]) == "kept", (before, after)
