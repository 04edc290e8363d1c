#!/usr/bin/env bash
# docs.sh: builds the documentation site into build/site, with every link checked: the pages of this tree, and those of each release
# that docs/versions.txt names and that the repository holds. Its packages (docs/requirements.txt) go into build/docs_venv once; without
# them it ends with 77 after one line.
set -euo pipefail
cd "$(dirname "$0")/.."
skip() {
  echo "skipped: the documentation site is not built: $1"
  exit 77
}
venv=build/docs_venv
mkdir -p build
if ! cmp -s docs/requirements.txt "$venv/ready"; then
  rm -rf "$venv"
  python3 -m venv "$venv" >/dev/null 2>&1 || skip "python3 -m venv does not work here"
  timeout 300 "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --only-binary=:all: --retries 1 --timeout 20 \
    -r docs/requirements.txt >build/docs_pip.log 2>&1 || skip "the packages of docs/requirements.txt cannot be had (build/docs_pip.log)"
  cp docs/requirements.txt "$venv/ready"
fi
site=$PWD/build/site
python=$PWD/$venv/bin/python
hook=$PWD/scripts/equations.py
log=$PWD/build/docs.log
rm -rf "$site"

# pages TREE FOLDER: builds the pages of a source tree into a folder of the site, with the list of versions at their head.
pages() (
  cd "$1"
  into=build/site_pages
  rm -rf "$into"
  mkdir -p "$into/bench" "$into/device/profile"
  # the pages and what they link to, in the places where they look for it
  cp -R LICENSE README.md SECURITY.md CHANGELOG.md CONTRIBUTING.md docs examples packaging "$into"
  cp -R bench/results "$into/bench"
  cp device/profile/drawbridge_tool.h "$into/device/profile"
  name=Drawbridge
  [ "$2" != in_preparation ] || name='Drawbridge (in preparation)'
  printf 'INHERIT: ../mkdocs.yml\ndocs_dir: site_pages\nsite_name: %s\nsite_dir: %s\nextra: {version: {provider: mike}}\nhooks: [%s]\n' "$name" "$site/$2" "$hook" >build/mkdocs.yml
  # without --quiet, which hides warnings from --strict
  "$python" -m mkdocs build --strict --clean --config-file build/mkdocs.yml >"$log" 2>&1 || {
    grep -E 'WARNING|ERROR|Aborted' "$log" || cat "$log"
    exit 1
  }
)

pages . in_preparation
root=in_preparation # where the site begins: the latest release, which docs/versions.txt names first
list='{"version": "in_preparation", "title": "in preparation", "aliases": []}'
while read -r version commit; do
  tree=$PWD/build/site_$version
  rm -rf "$tree"
  mkdir -p "$tree/build"
  git archive "$commit" 2>/dev/null | tar -x -C "$tree" 2>/dev/null || {
    echo "the pages of $version are not in the site: this repository does not hold commit $commit"
    continue
  }
  pages "$tree" "$version"
  rm -rf "$tree"
  [ $root != in_preparation ] || root=$version
  list="$list, {\"version\": \"$version\", \"title\": \"$version\", \"aliases\": []}"
done <docs/versions.txt
echo "[$list]" >"$site/versions.json"
echo '<!doctype html><meta http-equiv="refresh" content="0; url='$root'/index.html"><title>Drawbridge</title><a href="'$root'/index.html">Drawbridge</a>' >"$site/index.html"
echo "the site is in build/site: $(find "$site" -name '*.html' | wc -l) pages. With search and the choice of version: python3 -m http.server -d build/site, then open http://localhost:8000"
