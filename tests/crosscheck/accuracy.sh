#!/bin/sh
# The tables of docs/physics_accuracy.md are what the library gives, against PyPI's CoolProp: accuracy.sh STATES_PROGRAM PAGE VENV_FOLDER
# Installs it into VENV_FOLDER once; skipped with one line where that does not work.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
program=$1 page=$2 venv=$3
skip() { echo "skipped: $1"; exit 77; }
if [ ! -f "$venv/ready" ]; then
  command -v python3 >/dev/null || skip "no python3"
  python3 -m venv "$venv" >/dev/null 2>&1 || skip "python3 -m venv does not work here"
  timeout 300 "$venv/bin/pip" install --quiet --disable-pip-version-check --retries 1 --timeout 15 \
    CoolProp==6.8.0 >"$venv/pip.log" 2>&1 || skip "PyPI gives no CoolProp ($venv/pip.log)"
  touch "$venv/ready"
fi
"$venv/bin/python" "$here/accuracy_test.py"
"$program" >"$venv/states.txt"
"$venv/bin/python" "$here/accuracy.py" "$venv/states.txt" --check "$page"
