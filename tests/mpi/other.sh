#!/usr/bin/env bash
# other.sh mpich|openmpi|off SOURCE FOLDER PROGRAM: builds the library with another MPI, or without, and runs the
# ranks with it. PROGRAM is the program `ranks` of the build that is tested: with the other library it is refused.
set -uo pipefail
mpi=$1 source=$2 folder=$3 program=$4
fail() { echo "other.sh $mpi: $*"; exit 1; }

if [ "$mpi" != off ] && ! command -v "mpicc.$mpi" >/dev/null; then
  echo "skipped: there is no mpicc.$mpi here, so the build with this MPI cannot be tested"
  exit 77
fi
unset MAKEFLAGS MAKELEVEL
target="ranks rank_faults rank_physics clock_jump"
[ "$mpi" != off ] || target=drawbridge_fortran
{ cmake -S "$source" -B "$folder" -DCMAKE_BUILD_TYPE=Release "-DDRAWBRIDGE_MPI=$mpi" && cmake --build "$folder" --target $target; } >"$folder.log" 2>&1 ||
  { tail -n 30 "$folder.log"; fail "the build failed"; }
library=$folder/lib/libdrawbridge.so.0
sh "$source/tests/symbols.sh" "$library" "${mpi/off/none}" "$source/bridge/entry.h" || fail "symbols"

# the program of the first build, its MPI first in the order of linking: comm is refused in one sentence,
# everything else works
own=$(ldd "$program" | awk '/libmpi(ch)?\.so/ { print $3; exit }')
timeout 3000 "$MPIRUN" -n 1 env "LD_PRELOAD=$own" "LD_LIBRARY_PATH=$folder/lib" "$program" other_mpi >"$folder.out" 2>&1 || { cat "$folder.out"; fail "with another MPI"; }
words='this library was built for'
[ "$mpi" != off ] || words='this library was built without MPI'
grep -q "$words" "$folder.out" || { cat "$folder.out"; fail "no word of the other MPI"; }

if [ "$mpi" != off ]; then
  export RANKS_PROGRAM=$folder/tests/ranks MPIRUN=mpirun.$mpi COMMAND=$folder/bin/drawbridge
  for case in report subset one_fails before_init early_end garbage legacy thread; do
    ranks="2 3"
    case $case in before_init|thread) ranks=1 ;; esac
    bash "$source/tests/mpi/ranks.sh" $case $ranks || exit 1
  done
  DRAWBRIDGE_PATIENCE=1 bash "$source/tests/mpi/ranks.sh" missing 2 || exit 1
  DRAWBRIDGE_PATIENCE=2 bash "$source/tests/mpi/ranks.sh" lonely 2 3 || exit 1
  export FAULTS_PROGRAM=$folder/tests/rank_faults CLOCK_JUMP=$folder/tests/clock_jump.so
  for case in all_steps one_steps all_fields late clock; do bash "$source/tests/mpi/faults.sh" $case 1 || exit 1; done
  (cd "$folder" && timeout 3000 "$MPIRUN" -n 2 tests/rank_physics) || fail "physics"
fi
echo "other MPI $mpi: ok"
