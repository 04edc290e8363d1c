#!/usr/bin/env bash
# Configures once and builds what changed into build/. Arguments go to cmake --build.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/dependencies.sh
if [ ! -f build/CMakeCache.txt ]; then
  cmake --preset default ${CMAKE_FLAGS:-} >/tmp/drawbridge-configure.$$ 2>&1 ||
    { cat /tmp/drawbridge-configure.$$ >&2; rm -f /tmp/drawbridge-configure.$$; exit 1; }
  rm -f /tmp/drawbridge-configure.$$
fi
cmake --build --preset default "$@"
