# faults_page.sh BUILD PAGE: every row of the page names a test, and every test that it names is in the list of CTest.
set -eu
build=$1 page=$2
known=$(ctest --test-dir "$build" -N | sed -n 's/^ *Test *#[0-9]*: //p')
rows=0 names=0 wrong=0
while IFS='|' read -r _ fault _ tests _; do
  case $tests in ''|' test '*|---*) continue ;; esac
  rows=$((rows + 1)) found=0
  for name in $(echo "$tests" | grep -o '`[^`]*`' | tr -d '`'); do
    found=1 names=$((names + 1))
    echo "$known" | grep -qxF "$name" || { echo "FAILED: '$name', named for '$fault', is no test"; wrong=1; }
  done
  [ $found = 1 ] || { echo "FAILED: the row '$fault' names no test"; wrong=1; }
done <"$page"
[ $rows -ge 30 ] || { echo "FAILED: $rows rows found"; wrong=1; }
[ $wrong = 0 ] || exit 1
echo "faults page: $rows rows, $names tests, all there"
