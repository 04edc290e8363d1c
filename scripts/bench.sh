#!/usr/bin/env bash
# The figures of bench/results/: kernels and bridge, as ratios to a yardstick of the same run.
set -euo pipefail
cd "$(dirname "$0")/.."
build/bin/drawbridge bench properties --device host --output build/cost_of_a_point.png "$@"
build/bin/drawbridge bench transport --device host "$@"
build/bin/drawbridge bench calls "$@"
build/bin/drawbridge bench compare "$@"
