# restart.sh: two ranks write a snapshot of a field on a domain, and three, with other boxes, go on from it.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
timeout 3000 "$MPIRUN" -n 2 "$PARTS" write
timeout 3000 "$MPIRUN" -n 3 "$PARTS" read
timeout 3000 "$MPIRUN" -n 1 "$PARTS" read
