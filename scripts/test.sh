#!/usr/bin/env bash
# test.sh [--long] [ARGUMENTS of ctest]: runs the tests of `make test`, with --long those of `make test-long` too.
# Two tests run side by side where neither compiles, starts ranks or waits (cmake/test_functions.cmake).
# CTest prints the time of each part of the suite. The last line is "N passed, N failed, N skipped".
set -uo pipefail
cd "$(dirname "$0")/.."
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
leave_out=(-LE '^long$')
if [ "${1:-}" = --long ]; then
  leave_out=()
  shift
fi
result=build/tests.xml
rm -f "$result"
(cd build && ctest -j 2 --output-on-failure --no-tests=error --output-junit tests.xml "${leave_out[@]}" "$@")
if [ ! -s "$result" ]; then
  echo "0 passed, 1 failed, 0 skipped"
  exit 1
fi
# what was skipped says why, in its one line
grep -h '^ *skipped: ' "$result" | sort -u
count() { tr '\n' ' ' <"$result" | sed -n "s/.*<testsuite [^>]*[[:space:]]$1=\"\([0-9]*\)\".*/\1/p"; }
total=$(count tests) failed=$(count failures) skipped=$(($(count skipped) + $(count disabled)))
echo "$((total - failed - skipped)) passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ "$total" -gt "$skipped" ]
