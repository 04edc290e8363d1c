#!/usr/bin/env bash
# docs.sh: builds the documentation site into build/site, with every link checked. Its packages (docs/requirements.txt) go into
# build/docs_venv once; without them it ends with 77 after one line.
set -euo pipefail
cd "$(dirname "$0")/.."
skip() {
  echo "skipped: the documentation site is not built: $1"
  exit 77
}
venv=build/docs_venv
mkdir -p build
if ! cmp -s docs/requirements.txt "$venv/ready"; then
  command -v python3 >/dev/null || skip "there is no python3"
  rm -rf "$venv"
  python3 -m venv "$venv" >/dev/null 2>&1 || skip "python3 -m venv does not work here"
  timeout 300 "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --only-binary=:all: --retries 1 --timeout 20 \
    -r docs/requirements.txt >build/docs_pip.log 2>&1 || skip "the packages of docs/requirements.txt cannot be had (build/docs_pip.log)"
  cp docs/requirements.txt "$venv/ready"
fi

# the pages and what they link to, in the places where they look for it
pages=build/site_pages
rm -rf "$pages"
mkdir -p "$pages/bench" "$pages/device/profile"
cp -R LICENSE README.md SECURITY.md CHANGELOG.md CONTRIBUTING.md docs examples packaging "$pages"
cp -R bench/results "$pages/bench"
cp device/profile/drawbridge_tool.h "$pages/device/profile"
# without --quiet, which hides warnings from --strict
"$venv/bin/python" -m mkdocs build --strict --clean >build/docs.log 2>&1 || {
  grep -E 'WARNING|ERROR|Aborted' build/docs.log || cat build/docs.log
  exit 1
}
echo "the site is in build/site: $(find build/site -name '*.html' | wc -l) pages. With search: python3 -m http.server -d build/site, then open http://localhost:8000"
