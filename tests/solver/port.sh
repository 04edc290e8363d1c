# port.sh ROOT: the page of the port shows the diffs as they are, and the solver is as short as it says.
# port.sh ROOT print: the diffs for the page.
# port.sh ROOT bench: `make bench-solver` on a small grid: tables, JSON that is JSON, pictures that show something.
root=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
if [ "${2:-}" = bench ]; then
  . "$here/common.sh"
  OUT=$scratch/out "$root/scripts/bench.sh" solver --species 1,5 --orders 1,9 --cells 12,10,6 --steps 2 --rounds 1 >said 2>err || { cat said err; fail "exit $?"; }
  for name in out out_viscous; do
    [ "$(grep -c '"amdahl_bound"' $name.json)" -eq 4 ] || { cat $name.json; fail "$name.json has not four results"; }
    if command -v python3 >/dev/null; then python3 -m json.tool $name.json >/dev/null || fail "$name.json is no JSON"; fi
    [ "$(head -c 4 $name.png | tail -c 3)" = PNG ] && [ "$(wc -c <$name.png)" -gt 8000 ] || fail "$name.png is no picture"
  done
  [ "$(grep -c '^ *order [19]' said)" -eq 8 ] || { cat said; fail "not eight rows"; }
  [ "$(grep -c '^ *preoscalctpfromrhoe' said)" -eq 8 ] || { cat said; fail "not every routine has its row"; }
  [ "$(grep -c '^ *preosviscousfluxproperties' said)" -eq 4 ] || { cat said; fail "no row for the viscous fluxes"; }
  awk '/"property_share"/ { n++; x = $2 + 0; if (x <= 0 || x >= 1) exit 1 } /"ratio"/ { m++ } END { exit n != 4 || m != 10 }' out.json ||
    { cat out.json; fail "shares are between 0 and 1, ratios of two routines at order 1, of three at order 9"; }
  status=0
  "$COMMAND" bench solver --species 0 >said 2>err || status=$?
  [ "$status" -eq 2 ] && grep -q -- '--species has 0, expected 1 to 54' err || { cat err; fail "no species: exit $status"; }
  echo "bench solver: ok"
  exit
fi
set -euo pipefail
cd "$root/examples/legacy_solver"
show() { # FROM TO
  local text added removed
  text=$(diff -U1 --label "$1" --label "$2" "$1" "$2" || true)
  added=$(grep -c '^+[^+]' <<<"$text") removed=$(grep -c '^-[^-]' <<<"$text")
  printf '`%s` -> `%s`: %d lines added, %d removed\n\n```diff\n%s\n```\n\n' "$1" "$2" "$added" "$removed" "$text"
}
diffs() {
  show properties_fortran.f90 properties_stripes.f90
  show properties_stripes.f90 properties_plans.f90
}
[ "${2:-}" != print ] || { diffs; exit; }
diff <(sed -n '/^<!-- diffs -->$/,/^<!-- end of the diffs -->$/p' "$root/docs/port.md" | sed '1,2d;$d') <(diffs) ||
  { echo "FAILED: docs/port.md is not what tests/solver/port.sh . print prints"; exit 1; }
lines=$(cat *.f90 *.F90 *.inc | grep -v '^ *!' | grep -c '[^ ]')
joined=$(cat *.f90 *.F90 *.inc | sed "s/'[^']*'//g; s/!.*//" | grep -c ';' || true)
[ "$lines" -lt 2200 ] && [ "$joined" -eq 0 ] || { echo "FAILED: the solver has $lines lines of code, 2199 at most; $joined lines hold several statements"; exit 1; }
long=$(wc -l *.f90 *.F90 *.inc | awk '$2 != "total" && $1 > 420 {print $2}')
[ -z "$long" ] || { echo "FAILED: more than 420 lines: $long"; exit 1; }
grep -q "has $lines lines of code" README.md || { echo "FAILED: the README of the solver does not say that it has $lines lines of code"; exit 1; }
echo "port page: ok; the solver has $lines lines of code"
