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

# refused TEXT: make generate fails and says the text
refused() {
  if make generate >said 2>&1 || ! grep -qF "$1" said; then
    cat said
    echo "make generate does not refuse: $1"
    exit 1
  fi
}

cat >>kernels/properties/energy.h <<'end'

KERNEL(relativeenergy, "h P rho eRef", "eRel flag", "nothing",
       "internal energy from h, P and rho, relative to eRef")

/* Internal energy from h J/kg, P Pa and rho kg/m3, less eRef J/kg. */
function real relativeenergy(const parameters &, real h, real P, real rho, real eRef, real &eRel) {
    const mask good = good_energy(h) & good_pressure(P);
    eRel = select(good, h - P * reciprocal(rho) - eRef, not_a_number());
    return failed(good, flag_bad_energy);
}
end
refused ': kernel relativeenergy has no reference'
after fortran/reference_peng_robinson.f90 '  ! ---------------------------------------------------------------- the building blocks' <<'end'

  !> Internal energy from enthalpy, pressure and density, relative to eRef.
  pure subroutine reference_relativeenergy(h, P, rho, eRef, eRel)
    real(wp), intent(in)  :: h, P, rho, eRef
    real(wp), intent(out) :: eRel
    eRel = h - P/rho - eRef
  end subroutine
end
refused 'reference reference_relativeenergy (fortran/reference_peng_robinson.f90:'
sed -i 's/^  public :: reference_initialize$/&, reference_relativeenergy/' fortran/reference_peng_robinson.f90
refused 'kernel relativeenergy: the view eRef is not known; declare it in properties/names.go'
after properties/names.go 'var scalars = ' <<'end'
	{Name: "eRef", Unit: "J/kg", Meaning: "internal energy of a state of reference"},
	{Name: "eRel", Unit: "J/kg", Meaning: "internal energy less eRef"},
end

make generate
missing() {
  if go test ./tests/rules -run '^TestEveryKernelRunsBesideItsReference$' >said 2>&1 || ! grep -q "$1" said; then
    cat said
    echo "the rules do not find: $1"
    exit 1
  fi
}
missing 'kernels/properties/energy.h:[0-9]*: kernel relativeenergy: no program .* calls its reference'
missing "kernels/properties/energy.h:[0-9]*: kernel relativeenergy: no program .* runs 'relativeenergy'"

after tests/fortran/golden_blocks.f90 "    call judge(frame, s, 'totalenthalpy'" <<'end'
    call reference_relativeenergy(s%value('h'), s%P, s%value('rho'), 1e5_wp, eRel)
    call judge(frame, s, 'relativeenergy', 'h P rho eRef=1e5', 'eRel', expected=[eRel], tolerance=1e-8_wp)
end
after tests/fortran/golden_blocks.f90 '  subroutine judge_composition' <<'end'
    use reference_peng_robinson, only: reference_relativeenergy
end
sed -i '/subroutine judge_composition/,/call judge/s/^    type(golden_state), intent(in) :: s$/&\n    real(wp) :: eRel/' tests/fortran/golden_blocks.f90
go test ./tests/rules

DEPS=skip scripts/build.sh --target golden_blocks --target golden >said 2>&1 || { tail -40 said; exit 1; }
build/tests/golden_blocks build/tests/golden.txt
build/bin/drawbridge kernels | grep relativeenergy
go test ./tools/generate/... ./tests/rules
