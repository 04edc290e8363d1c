#!/bin/sh
# Cross-check against PyPI's cantera, CoolProp and thermo: run.sh STATES_PROGRAM SPECIES.json VENV_FOLDER
# Installs them into VENV_FOLDER once; skipped with one line where that does not work.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
program=$1 species=$2 venv=$3
skip() { echo "crosscheck skipped: $1"; exit 77; }
if [ ! -f "$venv/ready" ]; then
  command -v python3 >/dev/null || skip "no python3"
  python3 -m venv "$venv" >/dev/null 2>&1 || skip "python3 -m venv does not work here"
  timeout 300 "$venv/bin/pip" install --quiet --disable-pip-version-check --retries 1 --timeout 15 \
    cantera==3.1.0 CoolProp==6.8.0 thermo==0.6.0 >"$venv/pip.log" 2>&1 || skip "PyPI gives no cantera, CoolProp, thermo ($venv/pip.log)"
  touch "$venv/ready"
fi
"$program" >"$venv/states.txt"
"$program" rounded >"$venv/rounded.txt"
"$venv/bin/python" "$here/crosscheck.py" "$venv/states.txt" "$venv/rounded.txt" "$species"
