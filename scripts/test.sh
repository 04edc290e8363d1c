#!/usr/bin/env bash
# Runs every test; the last line is "N passed, N failed, N skipped". Arguments go to ctest.
set -uo pipefail
cd "$(dirname "$0")/.."
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
result=build/tests.xml
rm -f "$result"
(cd build && ctest --output-on-failure --no-tests=error --output-junit tests.xml "$@")
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
