# docs.sh ROOT: the documentation site is built with every link checked, can be searched, lets the reader choose the version, and loads
# nothing from elsewhere.
set -eu
cd "$1"
scripts/docs.sh || exit $?
pages=$(find README.md SECURITY.md CHANGELOG.md CONTRIBUTING.md docs examples bench/results -name '*.md' | wc -l)
site=build/site/in_preparation
built=$(find "$site" -name '*.html' ! -name 404.html | wc -l)
[ "$pages" -eq "$built" ] || { echo "$pages pages, of which $built are in the site"; exit 1; }
grep -q preosthermalproperties "$site/search/search_index.json" || { echo "the search knows no collection"; exit 1; }
for scheme in default slate; do
  grep -q "data-md-color-scheme=\"$scheme\"" "$site/index.html" || { echo "the site has no scheme $scheme"; exit 1; }
done
! grep -rlE '<(script|link|img)[^>]*(src|href)="?https?://' --include='*.html' build/site || { echo "these pages load from other hosts"; exit 1; }
for folder in build/site/*/; do
  version=$(basename "$folder")
  grep -q "\"version\": \"$version\"" build/site/versions.json || { echo "the list of versions lacks $version"; exit 1; }
  grep -q '"version": *{"provider": *"mike"}' "$folder/index.html" || { echo "the pages of $version have no choice of version"; exit 1; }
done
while read -r version commit; do
  ! git cat-file -e "$commit" 2>/dev/null || [ -f "build/site/$version/index.html" ] || { echo "the pages of $version are not in the site"; exit 1; }
done <docs/versions.txt
