# patient.sh RANKS PROGRAM WELL CASE: ranks that wait for a late one, with a patience that scales with this machine: twice the time in which
# PROGRAM WELL, a run of the same ranks that goes well, is over. DRAWBRIDGE_PATIENCE is the least of it, in seconds.
set -eu
begin=$(date +%s)
"$MPIRUN" -n "$1" "$2" "$3" >/dev/null
export DRAWBRIDGE_PATIENCE=$((DRAWBRIDGE_PATIENCE + 2 * ($(date +%s) - begin)))
[ "$4" = killed ] || exec "$MPIRUN" -n "$1" "$2" "$4"
exec "$MPIRUN" --enable-recovery -n "$1" "$2" "$4"
