# lines.sh FILE MOST: a port makes at most so many calls of Drawbridge, one a line.
set -eu
file=$1 most=$2
count=$(grep -cE '^ *call (frame|plan)%' "$file")
[ "$count" -ge 1 ] && [ "$count" -le "$most" ] || { echo "$file: $count lines call Drawbridge, at most $most expected"; exit 1; }
echo "$file: $count lines call Drawbridge"
