# failed_points.sh PROGRAM FAKE WORK: the first failed point of each kind is told with its place and inputs, and the totals at
# finalize, once each, whatever the device and the report.
set -eu
program=$1 fake=$2 work=$3
rm -rf "$work"
mkdir -p "$work"
fail() { echo "FAILED: $1"; cat "$work/out" "$work/err"; exit 1; }
unset DRAWBRIDGE_REPORT DRAWBRIDGE_LOG
run() { # ENVIRONMENT... PROGRAM WAY
  case_name="$*"
  env "$@" >"$work/out" 2>"$work/err" || fail "$case_name: the host ended"
  grep -q 'went on' "$work/out" || fail "$case_name: the host did not go on"
}
told() { [ "$(grep -c -- "$1" "$work/err")" -eq 1 ] || fail "$case_name: '$1' stands $(grep -c -- "$1" "$work/err") times, expected once"; }
lines() { [ "$(wc -l <"$work/err")" -eq "$1" ] || fail "$case_name: $(wc -l <"$work/err") lines, expected $1"; }
rho=preosrhohfromtpprop inverse=preoscalctpfromrhoe

plans() {
  told "$rho: point (4,3,5) of the array is flagged bad_temperature: T = -4, P = 1e+06, Yi sums to 1, the least is 0.25 (species 1 O2). .*1 of the 50 points"
  told "$rho: point (5,3,5) of the array is flagged bad_pressure: T = 300, P = -5, "
  told "$inverse: point (6,3,5) of the array is flagged bad_density: rho = 1e+31, e = 100000, Yi sums to 1.*3 of the 50 points"
  told "points that failed in this run.* $rho 6 bad_temperature, $rho 4 bad_pressure, $inverse 9 bad_density"
  lines 4
}
for device in host memcheck; do
  for overlap in on off; do
    for way in plan resident; do
      run DRAWBRIDGE_DEVICE=$device DRAWBRIDGE_OVERLAP=$overlap "$program" $way
      plans
    done
  done
done
for lazy in 0 1; do
  for way in plan resident; do
    run DRAWBRIDGE_DEVICE=cuda DRAWBRIDGE_DRIVER="$fake" DRAWBRIDGE_CUDA="$fake" DRAWBRIDGE_CACHE="$fake/cubin" FAKE_CUDA_LAZY=$lazy "$program" $way
    sed -i 's/of the [0-9]* points/of the 50 points/' "$work/err" # a GPU's stripes are shorter at both ends
    plans
  done
done

# On a GPU the flags are counted there, over all steps of a run.
fields() { # POINTS
  told "$rho: point (2,2,2) of the fields is flagged bad_temperature.*: T = -4, P = 1e+06, Yi sums to 1, the least is 0.25 (species 1 O2). .* 2 of the $1 points"
  told "$rho: point (3,2,2) of the fields is flagged bad_pressure.*: T = 300, P = -5, "
  told "$inverse: point (4,2,2) of the fields is flagged bad_density.*: rho = 1e+31, e = 100000, Yi sums to 1.* 3 of the $1 points"
  told "points that failed in this run.* $rho 8 bad_temperature, $rho 4 bad_pressure, $inverse 12 bad_density"
  lines 4
}
for device in host memcheck; do
  run DRAWBRIDGE_DEVICE=$device "$program" fields
  fields 192
done
for choice in measure unrecorded; do
  run DRAWBRIDGE_STENCILS=$choice DRAWBRIDGE_DEVICE=cuda DRAWBRIDGE_DRIVER="$fake" DRAWBRIDGE_CUDA="$fake" DRAWBRIDGE_CACHE="$fake/cubin" "$program" fields
  fields 192
done

legacy() {
  told "$rho: point (4,3,5) of the array is flagged bad_temperature: T = -4, P = 1e+06, "
  told "$rho: point (5,3,5) of the array is flagged bad_pressure: T = 300, P = -5, "
  told "preoscalctfromhp: point (5,3,5) of the array is flagged bad_pressure: h = 100000, P = -5, "
  told "points that failed in this run.* $rho 6 bad_temperature, $rho 3 bad_pressure, preoscalctfromhp 3 bad_pressure"
  lines 4
}
run DRAWBRIDGE_DEVICE=host "$program" legacy
legacy
run DRAWBRIDGE_DEVICE=memcheck DRAWBRIDGE_LAYOUT=right "$program" legacy
legacy

# A rank that is not the first is heard too, by its number; with a file, there.
run DRAWBRIDGE_DEVICE=host OMPI_COMM_WORLD_LOCAL_RANK=3 OMPI_COMM_WORLD_LOCAL_SIZE=4 "$program" plan
told "drawbridge: rank 3: $rho: point (4,3,5)"
plans
run DRAWBRIDGE_DEVICE=host DRAWBRIDGE_LOG="$work/log" "$program" plan
[ ! -s "$work/err" ] || fail 'standard error is written where a file is the log'
mv "$work/log" "$work/err"
plans
run DRAWBRIDGE_DEVICE=host DRAWBRIDGE_LOG="$work/log_%r" OMPI_COMM_WORLD_LOCAL_RANK=3 OMPI_COMM_WORLD_LOCAL_SIZE=4 "$program" plan
[ -e "$work/log_3" ] || fail "no log of rank 3 where DRAWBRIDGE_LOG is log_%r: $(ls "$work")"
mv "$work/log_3" "$work/err"
plans
run DRAWBRIDGE_DEVICE=host DRAWBRIDGE_LOG=off "$program" plan
lines 0

# Strict calls tell by their status, and write nothing but the totals.
run DRAWBRIDGE_DEVICE=host DRAWBRIDGE_CHECK=strict "$program" plan
told "points that failed in this run.* $rho"
lines 1
# States without a physical pressure are no failure: one line, once, beside the doubt about the unit.
for device in host memcheck; do
  run DRAWBRIDGE_DEVICE=$device "$program" celsius
  told 'plan of preosthermalproperties(rho, T): all temperatures are below 60 K'
  told 'preosthermalproperties(rho, T): [0-9]* of the [0-9]* points computed here are flagged unstable: .* Check the units'
  lines 2
done
# Temperatures beyond the polynomials: each report names the species and their limits, once for all runs of a collection.
for device in host memcheck; do
  run DRAWBRIDGE_DEVICE=$device "$program" cold
  lines 0
  mv "$work/out" "$work/err"
  words='^extrapolated: T was below 300 K, where the polynomials of AR begin, or above 3500 K, where those of O2 end, in preosthermalproperties (docs/flags.md)$'
  [ "$(grep -c "$words" "$work/err")" -eq 2 ] || fail "$case_name: '$words' is not said once in each of two reports"
  told 'flagged: 384 points extrapolated'
  told 'flagged: 576 points extrapolated'
done
# Six bounds in the wrong order: remarked on once for each call that takes them.
cd "$work"
run DRAWBRIDGE_DEVICE=host "$program" bounds
told 'plan of preosrhohfromtpprop: interior = \[5,5, 5,24, 24,24\] is x 5..5, y 5..24, z 24..24: 20 points. If x 5..24, y 5..24, z 5..24 (8000 points) is meant'
told 'snapshot read T: interior = '
lines 2
echo "failed_points: passed"
