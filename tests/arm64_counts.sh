# arm64_counts.sh LOG: one line for each suite in a log of CTest (Testing/Temporary/LastTest.log): what its program counted,
# and seconds. Fails where a suite failed, or counted nothing: what did not run has not passed.
awk '
  / Testing: / { name = $3; checks = passed = skipped = failed = 0 }
  / checks, [0-9]+ failed$/ { for (i = 2; i <= NF; i++) if ($i == "checks,") { checks += $(i - 1); failed += $(i + 1) } }
  /^ *--- PASS: / { passed++ }
  /^ *--- SKIP: / { skipped++ }
  /^ *--- FAIL: / { failed++ }
  /^Test time = / { seconds = $4 }
  /^Test (Passed|Failed|Skipped|Timeout|Not Run)/ {
    says = $0 ~ /Passed/ ? "passed" : "FAILED"
    if (says == "passed" && (checks + passed == 0 || failed)) says = "FAILED: ran nothing"
    if (says != "passed") bad++
    suites++
    count = checks ? checks " checks" : passed " tests" (skipped ? ", " skipped " skipped" : "")
    printf "%-28s %-24s %4d failed %7.0f s  %s\n", name, count, failed, seconds, says
    total += checks; tests += passed; seconds_of_all += seconds
  }
  END {
    printf "%d suites, %d failed; %d checks of programs, %d tests of Go, %.0f s of all\n", suites, bad, total, tests, seconds_of_all
    exit bad > 0 || !suites
  }' "$1"
