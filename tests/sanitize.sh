#!/usr/bin/env bash
# Runs the project on a build with sanitizers.
#   tests/sanitize.sh             a short run for addresses and undefined behaviour, part of CI
#   tests/sanitize.sh --all       every test of core, games and search, the same sanitizers
#   tests/sanitize.sh --soak      many thousand random games per game and number of players, the same sanitizers
#   tests/sanitize.sh --mutants   many mutated positions fed to the readers (arguments: python -m tests.mutants --help)
#   tests/sanitize.sh --threads   searches on several threads, the thread sanitizer
# Further words go to pytest, tests.soak or tests.mutants.
set -euo pipefail
case "${1:-}" in
    -h|--help) sed -n '2,/^set/{/^#/s/^# \?//p}' "$0"; exit ;;
esac
cd "$(dirname "$0")/.."
python=$PWD/.venv/bin/python
export EGYPT_BUILD=debug
tree=build/sanitize
if [ "${1:-}" = --threads ]; then
    export EGYPT_BUILD=tsan
    tree=build/sanitize-threads
fi

mkdir -p "$tree"
tar -c --exclude='*.so' engine protocol bots bench tests setup.py pyproject.toml README.md | tar -x -C "$tree"
cd "$tree"
echo "building with sanitizers …"
mkdir -p build
"$python" setup.py -q build_ext --inplace > build/log 2>&1 || { cat build/log; exit 1; }
export PYTHONPATH=$PWD/build/links      # this copy of the package, not the installed one

# Python itself is not built with sanitizers, so their libraries come first; its own leaks are not our concern.
if [ "${1:-}" = --threads ]; then
    export LD_PRELOAD="$(gcc -print-file-name=libtsan.so)" TSAN_OPTIONS="halt_on_error=1 exitcode=66"
    exec "$python" -m tests.races
fi
export LD_PRELOAD="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libubsan.so)"
export ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 PYTHONMALLOC=malloc
if [ "${1:-}" = --soak ]; then
    shift
    exec "$python" -m tests.soak "$@"
fi
if [ "${1:-}" = --mutants ]; then
    shift
    export ASAN_OPTIONS=$ASAN_OPTIONS:malloc_context_size=4     # noting who allocated what takes a fifth of the time
    exec "$python" -m tests.mutants "$@"
fi
# Sanitizers are slow and CI is short: a few games of every kind go through the tests that reach most of the core, and some more at
# random. `--all` runs every test of core, games and search; `make soak` is the long form.
if [ "${1:-}" = --all ]; then
    shift
    tests=(tests/core tests/contract tests/games tests/search)
else
    tests=(tests/core tests/contract/test_course.py tests/contract/test_knowledge.py tests/contract/test_text.py)
    export EGYPT_TEST_SCALE=${EGYPT_TEST_SCALE:-0.1}     # a tenth of the positions
fi
# On all cores. A sanitizer's last words go to a file: they must not die in pytest's buffers.
export ASAN_OPTIONS=$ASAN_OPTIONS:log_path=$PWD/build/report UBSAN_OPTIONS=$UBSAN_OPTIONS:log_path=$PWD/build/report
rm -f build/report*
status=0
"$python" -m pytest -n auto -p no:cacheprovider "${tests[@]}" "$@" || status=1
"$python" -m tests.soak --games 40 || status=1
"$python" -m tests.mutants --mutants 500 || status=1
cat build/report* 2>/dev/null && status=1
exit $status
