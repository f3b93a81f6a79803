#!/usr/bin/env bash
# Builds the wheel, installs it into clean environments outside the checkout, one for every Python that is there and that the
# wheel is for, and plays every game from each.
set -euo pipefail
cd "$(dirname "$0")/.."
python=$PWD/.venv/bin/python
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

quietly() {  # shows what a command said only if it fails
    "$@" > "$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
}

rm -rf build/lib* build/bdist*      # what an older layout left there would be packed, too
echo "building the wheel …"
quietly "$python" -m pip wheel -q --no-build-isolation --no-deps -w "$folder/wheel" .
wheel=$(echo "$folder"/wheel/*.whl)
"$python" - "$wheel" <<'PYTHON'
import sys
import zipfile

files = zipfile.ZipFile(sys.argv[1]).namelist()
for needed in ("index.html", "style/base.css", "js/main.js", "board.html", "js/games/generic.js"):
    if f"egypt/protocol/web/page/{needed}" not in files:
        sys.exit(f"the wheel lacks {needed} of the page")
names = {name.split("/")[0] for name in files if ".dist-info/" not in name}
if names != {"egypt"}:
    sys.exit(f"the wheel installs {', '.join(sorted(names))}, not egypt alone")
compiled = [name for name in files if name.endswith((".so", ".pyd"))]
if "-cp311-abi3-" not in sys.argv[1] or not compiled or not all(name.endswith(".abi3.so") for name in compiled):
    sys.exit(f"this is no wheel for the limited API: {sys.argv[1]}")
PYTHON

needs_extra() {  # extra, command: without what the extra brings, it says so in one line
    local extra=$1
    shift
    if "$@" 2> "$folder/said"; then
        echo "$(basename "$1") ran without its extra: then it should have worked"; exit 1
    fi
    grep -q "pip install 'egypt-engine\[$extra\]'" "$folder/said" && [ "$(wc -l < "$folder/said")" = 1 ] \
        || { cat "$folder/said"; exit 1; }
}

try_wheel() {  # name, Python: the wheel alone, without any other package
    local bin=$folder/env-$1/bin
    quietly "$2" -m venv "$folder/env-$1"
    quietly "$bin/python" -m pip install -q "$wheel"
    cd "$folder"
    PATH=$bin:$PATH "$bin/python" - <<'PYTHON'
import sys

import egypt
from egypt.protocol.client import Client

for game in egypt.games():
    table = game.deal(players=max(2, game.min_players), seed=1)
    search = egypt.Search(game, seed=1)
    while not table.is_over and len(table.events) < 60:
        table.play(search.run(table.view(table.actor), egypt.Limits(iterations=30)).best)
    assert egypt.read(table.position.to_text()) == table.position
    print(f"{table!r}: played from the wheel by Python {sys.version.split()[0]}")
with Client(["egypt-engine", "--game", "ra"], timeout=60, start_timeout=60) as engine:
    engine.position_deal(players=3)
    assert engine.go(iterations=50).best in engine.legal()
PYTHON
    needs_extra arena "$bin/egypt-arena" --game ra --engine bot=random --engine bot=greedy
    needs_extra play "$bin/egypt-play" --no-browser
}

try_wheel own "$python"
for other in python3.12 python3.13 python3.14 "$HOME"/.pyenv/versions/3.1[2-9].*/bin/python3; do
    version=$("$other" -c 'import sys, venv; print("%d.%d" % sys.version_info[:2])' 2> /dev/null) || continue
    [ -e "$folder/env-$version" ] || try_wheel "$version" "$other"
done

# With its extra, the arena plays.
quietly "$folder/env-own/bin/python" -m pip install -q "$wheel[arena]"
"$folder/env-own/bin/egypt-arena" --game ra --deals 1 --engine bot=random --engine bot=greedy > "$folder/said"
grep -q '2 games of 1 deals' "$folder/said" || { cat "$folder/said"; exit 1; }
echo "the wheel works: $(basename "$wheel")"
