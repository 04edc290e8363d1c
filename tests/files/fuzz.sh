#!/bin/sh
# fuzz.sh GO SECONDS [TAGS]: every fuzz target of the project for some seconds each. The counts are printed; what is found
# stays in the package's testdata/fuzz, where each further run of the tests takes it as a seed.
go=$1 seconds=$2
shift 2
failed=0
for target in files:FuzzYAML files:FuzzVisible properties/species:FuzzMechanism tools/compare:FuzzTolerances tools/compare:FuzzTolerance \
    report:FuzzReport cmd/drawbridge/internal/account:FuzzAccount settings:FuzzResolve stencils:FuzzExpression stencils:FuzzChoices \
    frame:FuzzLauncher device/gpu:FuzzEntry; do
  package=${target%%:*} name=${target##*:}
  log=$("$go" test -buildmode=pie "$@" "./$package" -run '^$' -fuzz "^$name\$" -fuzztime "${seconds}s" -parallel 2 2>&1) || failed=1
  echo "$target: $(echo "$log" | grep -o 'execs: [0-9]*' | tail -1), $(echo "$log" | tail -1)"
  echo "$log" | grep -A20 -- '--- FAIL' | head -40
done
exit $failed
