#!/usr/bin/env bash
# The long forms of the tests, in random games that no run has seen before. What they find becomes a test of the suite.
#   make soak                   everything: takes hours, and says the seed that repeats it
#   make soak SEED=7            the same once more
#   make soak SEED=1 MINUTES=5  as much of it as begins within these minutes
set -euo pipefail
cd "$(dirname "$0")/.."
seed=${SEED:-$(( (RANDOM << 15 | RANDOM) % 1000000 ))}
minutes=${MINUTES:-}
echo "soak: make soak SEED=$seed${minutes:+ MINUTES=$minutes}"
status=0

# Every listed value and whole random games, killed and learning runs, the whole manual: what the suite takes a part of.
export EGYPT_TEST_SEED=$seed EGYPT_TEST_SCALE=4
if [ -n "$minutes" ]; then
    export EGYPT_TEST_SCALE=1 EGYPT_TEST_MINUTES=$(( (minutes * 3 + 4) / 5 ))
fi
.venv/bin/python -m pytest -n auto -p tests.longer -m "not browser" || status=1
unset EGYPT_TEST_SEED EGYPT_TEST_SCALE EGYPT_TEST_MINUTES

# Whole enumerations, which the suite has in small.
if [ -z "$minutes" ]; then
    for game in ra sobek amunre tekhenu; do
        .venv/bin/python -m tests.rules_ends --game $game || status=1
    done
    .venv/bin/python -m tests.games.tekhenu.turn_model --positions 3000 --seed "$seed" || status=1
    .venv/bin/python -m tests.bots.arena.test_mutants 5000 || status=1
fi

# Under the sanitizers: many random games, every state checked, and changed texts for the readers.
tests/sanitize.sh --soak --seed "$seed" ${minutes:+--minutes $(( (minutes + 4) / 5 ))} || status=1
tests/sanitize.sh --mutants --seed "$seed" ${minutes:+--mutants 2000} || status=1
echo "soak: make soak SEED=$seed${minutes:+ MINUTES=$minutes}: $([ $status = 0 ] && echo passed || echo FAILED)"
exit $status
