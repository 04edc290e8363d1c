#!/usr/bin/env bash
# Configures once and builds what changed into build/. Arguments go to cmake --build.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/dependencies.sh
if [ ! -f build/CMakeCache.txt ]; then
  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
  cmake --preset default >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
fi
unset MAKEFLAGS MAKELEVEL # of the make that called us: its job server is not CMake's
# what is built says so; what is up to date is silent
cmake --build --preset default "$@" 2>&1 | { grep --line-buffered -vE 'Built target|(Entering|Leaving) directory|Consolidate compiler|Scanning dependencies' || true; }
