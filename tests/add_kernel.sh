#!/bin/sh
# Adds a kernel to a copy of the sources, in the places that CONTRIBUTING.md lists, builds the copy and judges the kernel
# by the golden states. Without its reference routine, or where nobody calls that, a test fails.
# add_kernel.sh SOURCE WORK
set -eu
source=$1
work=$2
rm -rf "$work"
mkdir -p "$work"
trap 'rm -rf "$work"' EXIT
tar -C "$source" --exclude=./build --exclude=./.git -cf - . | tar -C "$work" -xf -
cd "$work"

# after FILE LINE: puts standard input behind the first line of the file that is LINE
after() {
  cat >added
  awk -v line="$2" '{ print } !done && index($0, line) == 1 { while ((getline text < "added") > 0) print text; done = 1 }
    END { if (!done) exit 1 }' "$1" >changed || { echo "$1 has no line '$2'"; exit 1; }
  mv changed "$1"
  rm added
}

cat >kernels/properties/energyofenthalpy.h <<'end'
KERNEL(energyofenthalpy, "h P rho", "e flag", "nothing",
       "internal energy from h, P and rho")

/* Internal energy from h J/kg, P Pa and rho kg/m3. */
function real energyofenthalpy(const parameters &, real h, real P, real rho, real &e) {
    const mask good = good_energy(h) & good_pressure(P);
    e = select(good, h - P * reciprocal(rho), not_a_number());
    return failed(good, flag_bad_energy);
}
end
if make generate >said 2>&1 || ! grep -q 'kernels/properties/energyofenthalpy.h:1: kernel energyofenthalpy has no reference' said; then
  cat said
  echo 'a kernel without a reference routine is not refused'
  exit 1
fi
after fortran/reference_peng_robinson.f90 '  ! ---------------------------------------------------------------- the building blocks' <<'end'

  !> Internal energy from enthalpy, pressure and density.
  pure subroutine reference_energyofenthalpy(h, P, rho, e)
    real(wp), intent(in)  :: h, P, rho
    real(wp), intent(out) :: e
    e = h - P/rho
  end subroutine
end
sed -i 's/^  public :: reference_initialize$/&, reference_energyofenthalpy/' fortran/reference_peng_robinson.f90

make generate
has_references() { go test ./tests/rules -run '^TestEveryKernelHasAReferenceThatATestCalls$' >said 2>&1; }
if has_references || ! grep -q 'kernel energyofenthalpy: no program .* calls its reference' said; then
  cat said
  echo 'a kernel whose reference nobody calls is not found'
  exit 1
fi

after tests/fortran/golden_blocks.f90 "    call judge(frame, s, 'totalenthalpy'" <<'end'
    call judge(frame, s, 'energyofenthalpy', 'h P rho', 'e')
    call reference_energyofenthalpy(s%value('h'), s%P, s%value('rho'), e)
    call golden_judge(tally, s, 'e', e)
end
after tests/fortran/golden_blocks.f90 '  subroutine judge_composition' <<'end'
    use reference_peng_robinson, only: reference_energyofenthalpy
end
sed -i '/subroutine judge_composition/,/call judge/s/^    type(golden_state), intent(in) :: s$/&\n    real(wp) :: e/' tests/fortran/golden_blocks.f90
has_references || { cat said; exit 1; }

DEPS=skip scripts/build.sh --target golden_blocks --target golden >said 2>&1 || { tail -40 said; exit 1; }
build/tests/golden_blocks build/tests/golden.txt
build/bin/drawbridge kernels | grep energyofenthalpy
go test ./bridge/entries ./kernels/tables ./tests/rules
