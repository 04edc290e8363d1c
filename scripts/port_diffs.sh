#!/usr/bin/env bash
# The diffs of docs/port.md, as they stand there: made from the files of the port's stages.
set -euo pipefail
cd "$(dirname "$0")/../examples/legacy_solver"
show() { # FROM TO
  local text added removed
  text=$(diff -U1 --label "$1" --label "$2" "$1" "$2" || true)
  added=$(grep -c '^+[^+]' <<<"$text") removed=$(grep -c '^-[^-]' <<<"$text")
  printf '`%s` -> `%s`: %d lines added, %d removed\n\n```diff\n%s\n```\n\n' "$1" "$2" "$added" "$removed" "$text"
}
show properties_fortran.f90 properties_stripes.f90
show properties_stripes.f90 properties_plans.f90
