# programs.sh readme ROOT SCRATCH      the README's Fortran program, compiled and run as the README says, and the same in C, without Fortran
# programs.sh first_call ROOT SCRATCH  the programs of docs/first_call.md, compiled and run as the page says, print what it says
set -eu

readme() {
  root=$1 scratch=$2
  rm -rf "$scratch"
  mkdir -p "$scratch"
  cd "$scratch"
  ln -s "$root/fortran" fortran
  ln -s "$root/build" build
  sed -n '/^```fortran$/,/^```$/p' "$root/README.md" | sed '1d;$d' >first.f90
  command=$(grep -o '^    gfortran fortran/.*' "$root/README.md" | head -n 1)
  [ -s first.f90 ] && [ -n "$command" ] || { echo "the README has no program or no command"; exit 1; }
  eval "$command"
  ./first >first.log
  grep -q '^density  *[0-9.]* kg/m3, speed of sound  *[0-9.]* m/s$' first.log || { cat first.log; exit 1; }
  grep -q 'preosthermalproperties' first.log || { echo "no report"; cat first.log; exit 1; }
  lines=$(grep -c . first.f90)
  [ "$lines" -le 24 ] || { echo "the README promises twenty lines, these are $lines"; exit 1; }
  cp "$root/bridge/entry.h" drawbridge.h # as make install does
  cc -std=c99 -Wall -Wextra -Werror -I. "$root/examples/c/properties.c" -o properties -Lbuild/lib -ldrawbridge -Wl,-rpath,"$root/build/lib"
  ./properties >c.log
  head -n 1 first.log | cmp - c.log || { echo "the program in C prints something else:"; cat c.log; exit 1; }
  cc -std=c99 -Wall -Wextra -Werror -I. "$root/examples/c/heat.c" -o heat -Lbuild/lib -ldrawbridge -Wl,-rpath,"$root/build/lib"
  ./heat >heat.log
  grep -A3 '^100 steps: hottest' "$root/docs/first_stencil.md" | cmp - heat.log || { echo "the field of C is not that of docs/first_stencil.md:"; cat heat.log; exit 1; }
  c++ -Wall -Wextra -Werror -fsyntax-only -x c++ drawbridge.h
  cat c.log
}

first_call() {
  root=$1 scratch=$2 page=$1/docs/first_call.md
  rm -rf "$scratch"
  mkdir -p "$scratch"
  cd "$scratch"
  ln -s "$root/fortran" fortran
  ln -s "$root/build" build
  awk '/^```/ {inside = !inside; if (inside) {kind = substr($0, 4); n[kind]++}; next} inside {print > (kind n[kind])}' "$page"
  mv fortran1 solver.f90
  mv fortran2 solver_real.f90
  for number in 1 2; do
    eval "$(grep '^    gfortran ' "$page" | sed -n "${number}p")"
    DRAWBRIDGE_LOG=off eval "$(grep '^    \./' "$page" | sed -n "${number}p")" >log
    cmp log "text$number" || { echo "the page says something else than:"; cat log; exit 1; }
  done
  sed 's/preosRhoHFromTPProp/preosDensities/' solver_real.f90 >wrong.f90
  eval "$(grep '^    gfortran ' "$page" | sed -n 2p | sed 's/solver_real/wrong/g')"
  if ./wrong 2>log; then echo "a wrong name did not stop the program"; exit 1; fi
  grep -q "collection 'preosDensities' is not known; did you mean 'preosdensity'? Collections are preosrhohfromtpprop" log || { cat log; exit 1; }
  head -n 2 fortran3 >declarations
  tail -n +3 fortran3 >statements
  sed -e '/integer :: step/r declarations' -e '/call start()/r statements' solver_real.f90 >handled.f90
  eval "$(grep '^    gfortran ' "$page" | sed -n 2p | sed 's/solver_real/handled/g')"
  DRAWBRIDGE_LOG=off ./handled >/dev/null
  echo "first_call: ok"
}

"$@"
