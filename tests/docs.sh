# docs.sh ROOT: the documentation site is built with every link checked, can be searched, and loads nothing from elsewhere.
set -eu
cd "$1"
scripts/docs.sh || exit $?
pages=$(find README.md SECURITY.md CHANGELOG.md CONTRIBUTING.md docs examples -name '*.md' | wc -l)
built=$(find build/site -name '*.html' ! -name 404.html | wc -l)
[ "$pages" -eq "$built" ] || { echo "$pages pages, of which $built are in the site"; exit 1; }
grep -q preosthermalproperties build/site/search/search_index.json || { echo "the search knows no collection"; exit 1; }
for scheme in default slate; do
  grep -q "data-md-color-scheme=\"$scheme\"" build/site/index.html || { echo "the site has no scheme $scheme"; exit 1; }
done
! grep -rlE '<(script|link|img)[^>]*(src|href)="?https?://' --include='*.html' build/site || { echo "these pages load from other hosts"; exit 1; }
