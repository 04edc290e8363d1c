# ranks.sh PROGRAM ARGUMENTS: an example has the same bits on 1, 2 and 3 ranks (or on NUMBERS), and passes its checks on each.
set -u
one=
for ranks in ${NUMBERS:-1 2 3}; do
  said=$(timeout 100 "$MPIRUN" -n $ranks "$@" 2>&1) || { echo "$said"; echo "$ranks ranks: exit code $?"; exit 1; }
  bits=$(echo "$said" | grep 'bits of') || { echo "$said"; echo "$ranks ranks print no bits"; exit 1; }
  [ "$(echo "$said" | grep -c ': passed, ')" -eq 1 ] || { echo "$said"; echo "$ranks ranks: one verdict expected"; exit 1; }
  [ -n "$one" ] || one=$bits
  [ "$bits" = "$one" ] || { echo "1 rank:$one"; echo "$ranks ranks:$bits"; exit 1; }
done
echo "${NUMBERS:-1 2 3} ranks:$one"
