#!/bin/sh
# run.sh others STATES_PROGRAM SPECIES.json FOLDER   states of the library against PyPI's cantera, CoolProp and thermo
# run.sh precise STATES_PROGRAM SPECIES.json FOLDER  random states against 40-digit arithmetic
# run.sh accuracy STATES_PROGRAM PAGE FOLDER         the tables of docs/physics_accuracy.md are what the library gives, against PyPI's CoolProp
# Python's packages come into FOLDER once. Skips (77) with one line where that does not work.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
part=$1 program=$2 file=$3 venv=$4
skip() { echo "crosscheck ($part) skipped: $1"; exit 77; }
# packages NAME==VERSION...: sets python to one that has them
packages() {
  command -v python3 >/dev/null || skip "no python3"
  python=$venv/bin/python
  [ ! -f "$venv/ready" ] || return 0
  python3 -m venv "$venv" >/dev/null 2>&1 || skip "python3 -m venv does not work here"
  timeout 300 "$venv/bin/pip" install --quiet --disable-pip-version-check --retries 1 --timeout 15 "$@" >"$venv/pip.log" 2>&1 ||
    skip "PyPI gives no $* ($venv/pip.log)"
  touch "$venv/ready"
}
mkdir -p "$venv"
case $part in
  others)
    packages cantera==3.1.0 CoolProp==6.8.0 thermo==0.6.0
    "$program" >"$venv/states.txt"
    "$program" rounded >"$venv/rounded.txt"
    "$python" "$here/crosscheck.py" "$venv/states.txt" "$venv/rounded.txt" "$file"
    ;;
  precise)
    if python3 -c 'import mpmath' 2>/dev/null; then python=python3; else packages mpmath==1.3.0; fi
    "$program" 30 >"$venv/states.txt"
    "$python" "$here/precise.py" "$venv/states.txt" "$file"
    ;;
  accuracy)
    packages CoolProp==6.8.0
    "$python" "$here/accuracy_test.py"
    "$program" >"$venv/states.txt"
    "$python" "$here/accuracy.py" "$venv/states.txt" --check "$file"
    ;;
  *) echo "run.sh: '$part' is none of others, precise, accuracy"; exit 2 ;;
esac
