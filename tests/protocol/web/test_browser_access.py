"""In a real browser: the page by keyboard and through the accessibility tree, as a screen reader has it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.protocol.web.browsing import Program, Visitor, my_turn, told

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


def test_a_dialog_keeps_the_keyboard_and_gives_it_back(program: Program, visitor: Visitor) -> None:
    page = visitor.begin(program, "ra", 2)
    my_turn(page)
    before = told(page)
    for opener in ("#settings", "#box", "#copy"):
        page.locator(opener).focus()
        page.keyboard.press("Enter")
        dialog = page.get_by_role("dialog")
        expect(dialog).to_have_count(1)
        expect(dialog.locator(":focus")).to_have_count(1)
        for _ in range(30):
            page.keyboard.press("Tab")
            assert page.evaluate("document.activeElement.closest('#page .bar, .stage, .side')") is None
        page.keyboard.press("1")
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        expect(page.locator(opener)).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Close").press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("#copy")).to_be_focused()
    page.click("#settings")
    page.mouse.click(5, 5)          # beside it
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert told(page) == before, "no key was played behind a dialog"
