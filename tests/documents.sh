# documents.sh site ROOT:         the documentation site is built with every link checked, can be searched, lets the reader choose the version,
#                                 and loads nothing from elsewhere
# documents.sh links FOLDER:      every link of a Markdown page below it leads to a file or folder that is there, and lies below it
# documents.sh faults BUILD PAGE: every row of the page names a test, and every test that it names is in the list of CTest
set -eu

site() {
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
}

links() {
  cd "$1"
  bad=0 seen=0
  for page in $(find . -name '*.md' -not -path './build/*' -not -path './.*/*'); do
    for link in $(grep -o '](\([^) ]*\))' "$page" | sed 's/^](//; s/)$//; s/#.*//'); do
      case $link in http*) continue ;; esac
      seen=$((seen + 1))
      place=$(realpath -m --relative-to=. "$(dirname "$page")/$link")
      case $place in ..*) missing=1 ;; *) [ -e "$place" ] && missing=0 || missing=1 ;; esac
      [ "$missing" -eq 0 ] || { echo "FAILED: $page links to $link, which is not there"; bad=1; }
    done
  done
  [ "$seen" -gt 50 ] || { echo "FAILED: only $seen links were found"; bad=1; }
  [ "$bad" -eq 0 ]
  echo "links: $seen are there"
}

faults() {
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
}

"$@"
