# links.sh FOLDER: every link of a Markdown page below it leads to a file or folder that is there, and lies below it.
set -eu
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
