#!/usr/bin/env bash
# Runs the examples of the stencils and draws their pictures, one line each; logs and pictures are left in build/examples.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=$PWD/build/bin
out=build/examples
mkdir -p "$out"
cd "$out"
failed=0

# draw PICTURE SNAPSHOT FLAG...
draw() { "$bin/drawbridge" plot "$2" -o "$1" "${@:3}" >/dev/null && made="$made $out/$1"; }

# example NAME: runs it; pictures by what it wrote
example() {
  made=
  if "$bin/$1" >"$1.log" 2>&1 && "pictures_$1"; then
    echo "$(tail -n 1 "$1.log");$made"
  else
    failed=1
    tail -n 1 "$1.log"
    grep -E 'FAIL ' "$1.log" >&2 || cat "$1.log" >&2
  fi
}
pictures_heat() { draw heat.png heat.h5 --field before,after --width 6 --cells; }
pictures_poisson() {
  draw poisson.png poisson.h5 --field u,error --width 6 --cells
  draw poisson_history.png poisson_history.h5 --line x
}
pictures_seismic_wave() {
  draw seismogram.png seismogram.h5 --field gained_pressure --width 5 --cells
  draw seismic_wave.png wave.h5 --field speed,pressure --width 7 --cells
}
pictures_gray_scott() { draw gray_scott.png gray_scott.h5 --field v_early,v --width 2.7 --cells --colors grey; }
for name in seismic_wave gray_scott poisson heat; do example "$name"; done
exit "$failed"
