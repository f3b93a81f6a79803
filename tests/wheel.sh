#!/usr/bin/env bash
# Builds the wheel, installs it into a clean environment outside the checkout, and plays every game from there.
set -euo pipefail
cd "$(dirname "$0")/.."
python=$PWD/.venv/bin/python
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

rm -rf build/lib* build/bdist*      # what an older layout left there would be packed, too
echo "building the wheel …"
"$python" -m pip wheel -q --no-build-isolation --no-deps -w "$folder/wheel" . > "$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
wheel=$(echo "$folder"/wheel/*.whl)
"$python" - "$wheel" <<'PYTHON'
import sys
import zipfile

files = zipfile.ZipFile(sys.argv[1]).namelist()
for needed in ("index.html", "style/base.css", "js/main.js", "js/games/generic.js"):
    if f"egypt/protocol/web/page/{needed}" not in files:
        sys.exit(f"the wheel lacks {needed} of the page")
names = {name.split("/")[0] for name in files if ".dist-info/" not in name}
if names != {"egypt"}:
    sys.exit(f"the wheel installs {', '.join(sorted(names))}, not egypt alone")
PYTHON

"$python" -m venv "$folder/env"
"$folder/env/bin/python" -m pip install -q "$wheel" 2> "$folder/log" || { cat "$folder/log"; exit 1; }
cd "$folder"
env/bin/python - <<'PYTHON'
import egypt

for game in egypt.games():
    table = game.deal(players=max(2, game.min_players), seed=1)
    search = egypt.Search(game, seed=1)
    while not table.is_over and len(table.events) < 60:
        table.play(search.run(table.view(table.actor), egypt.Limits(iterations=30)).best)
    assert egypt.read(table.position.to_text()) == table.position
    print(f"{table!r}: played from the wheel")
PYTHON
printf 'position deal players 3 seed 1\ngo iterations 50\nquit\n' | env/bin/egypt-engine --game ra | grep -q '^bestmove '
if env/bin/egypt-arena --game ra --engine bot=random 2> said; then
    echo "egypt-arena ran without its extra: then it should have played"; exit 1
fi
grep -q "pip install 'egypt-engine\[arena\]'" said && [ "$(wc -l < said)" = 1 ] || { cat said; exit 1; }
if env/bin/egypt-play --no-browser 2> said; then
    echo "egypt-play ran without its extra: then it should have served"; exit 1
fi
grep -q "pip install 'egypt-engine\[play\]'" said && [ "$(wc -l < said)" = 1 ] || { cat said; exit 1; }
echo "the wheel works: $(basename "$wheel")"
