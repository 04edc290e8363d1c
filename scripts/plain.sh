#!/usr/bin/env bash
# plain.sh [REVISION]: counts words that make the English of this project hard to read, in what users read (README, pages, examples,
# and with the pages the help, messages and comments of the interface that they hold) and in what contributors read first. With REVISION
# it counts there. --list prints the lines. Code in backquotes and blocks is not counted, but for messages and help.
set -euo pipefail
cd "$(dirname "$0")/.."
list=
[ "${1:-}" != --list ] || { list=1; shift; }
revision=${1:-}
users=(README.md SECURITY.md 'docs/*.md' 'docs/how_to/*.md' 'examples/*.md')
contributors=(CONTRIBUTING.md 'docs/notes/*.md' 'doc.go')
patterns=(
  'is no X|(?<!there )\b(is|are|was|were) no\b(?! longer)' 'beside|\bbeside\b' 'stands|\bstands?\b' 'behind|\bbehind\b' 'goes on|\b(goes|go|went) on\b'
  'tells of|\btells? (of|whether)\b|\btold\b' 'mend|\bmend(s|ed)?\b' 'so many|\bso many\b' 'in the place of|\bin the place of\b'
  'parted by|\bparted (by|from)\b' 'held against|\b(held|holds?) against\b' 'passive refusal|\b(is|are|was|were) refused\b'
  'answers (returns)|\b(function|call|it) answers\b' 'which ... has not|\b(has|have) not(,|\.| for)' 'one is|(^|\. )(One|Who|What) (is|are|asks) ')
text() { # FILE without code; two pages hold the messages and the help, which are code there
  if [ -n "$revision" ]; then git show "$revision:$1"; else cat "$1"; fi |
    case $1 in
      docs/all_messages.md | docs/command_line.md) sed -E 's/\]\([^)]*\)/]/g' ;;
      *) awk '/^ *```/ {code = !code; next} !code && !/^    /' | sed -E 's/`[^`]*`//g; s/\]\([^)]*\)/]/g' ;;
    esac
}
files() {
  if [ -n "$revision" ]; then git ls-tree -r --name-only "$revision" -- .; else git ls-files; fi |
    while read -r file; do for glob in "$@"; do [[ $file == $glob || ( $glob == doc.go && $file == */doc.go ) ]] && echo "$file"; done; done | sort -u | if [ "$1" = README.md ]; then grep -v ^docs/notes/; else cat; fi
}
count() { # TITLE FILE...
  title=$1
  shift
  all=$(mktemp)
  for file in $(files "$@"); do text "$file" | sed "s|^|$file: |"; done >"$all"
  words=$(sed 's/^[^ ]*: //' "$all" | wc -w)
  total=0
  printf '%s (%d words)\n' "$title" "$words"
  for row in "${patterns[@]}"; do
    n=$(grep -iPo "${row#*|}" "$all" | wc -l || true)
    total=$((total + n))
    printf '  %-24s %5d\n' "${row%%|*}" "$n"
    [ -z "$list" ] || grep -iP "${row#*|}" "$all" | sed 's/^/    /' || true
  done
  awk -v n=$total -v w="$words" 'BEGIN {printf "  %-24s %5d   %.2f per 1000 words\n", "all", n, 1000*n/w}'
  rm -f "$all"
}
count 'what users read' "${users[@]}"
count 'what contributors read' "${contributors[@]}"
