#!/usr/bin/env bash
# faults.sh CASE RUNS [SEED]: ranks that are stopped, killed, late or missing, or whose clock jumps, RUNS times. Every run
# ends within a bound, leaves no process, and says what it must. FAULTS_PROGRAM, MPIRUN and CLOCK_JUMP (a library) come from
# the environment; FAULTS_RANKS, FAULTS_PATIENCE and FAULTS_BOUND (seconds), FAULTS_COUNT=yes (go on after a failure and count) change a run.
set -uo pipefail
which=$1 runs=$2
seed=${3:-$$}
RANDOM=$seed
echo "seed $seed: faults.sh $1 ${2:-} $seed repeats it"
ranks=${FAULTS_RANKS:-3}
export DRAWBRIDGE_PATIENCE=${FAULTS_PATIENCE:-1} DRAWBRIDGE_LOG=/dev/null DRAWBRIDGE_DEVICE=host DRAWBRIDGE_THREADS=1
bound=${FAULTS_BOUND:-60} # seconds that a run may take on a loaded machine
folder=$(mktemp -d)
pids=()
mpirun_pid= preload= stopped=
end_all() { # of this run, by number
  for pid in "${pids[@]}" $mpirun_pid; do kill -KILL "$pid" 2>/dev/null; done
  pids=() mpirun_pid=
}
trap 'end_all; rm -rf "$folder"' EXIT
cd "$folder" || exit 1
bad=0 met=0
fail() {
  echo "faults.sh $which, run $run of $runs: $*"
  tail -n 20 out
  bad=$((bad + 1))
  [ "${FAULTS_COUNT:-}" = yes ] || exit 1
}
pause() { sleep "$(printf '%d.%03d' $(($1 / 1000)) $(($1 % 1000)))"; } # milliseconds
random() { echo $(($1 + RANDOM % ($2 - $1 + 1))); }

begin() { # case seconds: starts the ranks and reads their process numbers
  rm -f pid.* out ./*.h5*
  begun=$SECONDS
  "$MPIRUN" -n "$ranks" $preload "$FAULTS_PROGRAM" "$1" "$2" >out 2>&1 &
  mpirun_pid=$!
  for ((i = 0; i < 600; i++)); do
    [ "$(ls pid.? 2>/dev/null | wc -l)" -lt "$ranks" ] || break
    sleep 0.05
  done
  pids=()
  for ((r = 0; r < ranks; r++)); do pids+=("$(cat pid.$r)"); done
}

lives() { # not a process whose end nobody has read yet
  local line
  read -r line 2>/dev/null <"/proc/$1/stat" || return 1
  line=${line##*) }
  [ "${line%% *}" != Z ]
}

finish() { # waits for the end, within the bound
  hangs=
  local mine=$mpirun_pid
  while kill -0 "$mine" 2>/dev/null; do
    if [ $((SECONDS - begun)) -gt "$bound" ]; then
      hangs=yes
      end_all
      break
    fi
    sleep 0.05
  done
  { wait "$mine"; } 2>/dev/null
  code=$?
  [ -z "$hangs" ] || { fail "it hangs: no end within $bound s"; return 1; }
  for pid in "${pids[@]}"; do
    for ((i = 0; i < 50; i++)); do lives "$pid" || break; sleep 0.1; done
    ! lives "$pid" || { fail "process $pid is left"; end_all; return 1; }
  done
  pids=() mpirun_pid= # their numbers may be others' now
  [ -z "$(ls ./*.part-* 2>/dev/null)" ] || [ "${leftovers:-}" = allowed ] || fail "a temporary file is left: $(ls)"
}

stop_and_go() { # milliseconds, numbers of ranks...: stopped one shortly after the other, as a scheduler does
  local how_long=$1 r
  shift
  for r in "$@"; do kill -STOP "${pids[$r]}"; [ $((RANDOM % 2)) = 0 ] || pause "$(random 0 5)"; done
  pause "$how_long"
  for r in "$@"; do kill -CONT "${pids[$r]}"; [ $((RANDOM % 2)) = 0 ] || pause "$(random 0 5)"; done
}

# Time in which a rank does not run is not waiting: a run that was suspended as a whole goes on without an error.
no_error() { { ! grep -q '^rank [0-9]*: ' out && [ "$code" -eq 0 ]; } || fail "a run that nobody was late in has errors, exit code $code"; }
ended() { # ranks...: they came to their end
  local r
  [ "$code" -eq 0 ] || fail "exit code $code"
  for r in "$@"; do grep -q "^rank $r ends after" out || fail "rank $r did not end"; done
}
# The stopped rank had done its part of the last call of the last step: the others wait for it there, and it makes no call after that. All then
# end after as many steps.
had_no_call_left() { [ "$which" = one_steps ] && [ "$1" = "$stopped" ] && [ "$(sed -n 's/^rank [0-9]* ends after \([0-9]*\) steps.*/\1/p' out | sort -u | wc -l)" -eq 1 ]; }
told() { # ranks...: they had an error
  local r
  for r in "$@"; do grep -q "^rank $r: " out || had_no_call_left "$r" || fail "rank $r was not told"; done
}
# A rank that was stopped in a call of the host's own is waited for there, and nobody is told. Else all are: but the
# last call of a step (finalize) goes through with a warning, so after initialize a rank may have no call left to fail.
told_or_none() {
  ended "$@"
  grep -q '^rank [0-9]*: ' out || return
  met=$((met + 1))
  [ "$which" = one_create ] || told "$@"
}

one_run() {
  local patience=$((1000 * DRAWBRIDGE_PATIENCE)) last=$((ranks - 1)) all
  all=$(seq 0 $last)
  case $which in
    all_*) # all ranks are suspended for longer than their patience
      begin "${which#all_}" 0.8
      pause "$(random 1 700)"
      stop_and_go $((patience * 8 / 5)) $all
      finish && no_error ;;
    one_*) # one rank is suspended for longer than the patience of the others
      begin "${which#one_}" 0.8
      pause "$(random 1 700)"
      stopped=$(random 0 $last)
      stop_and_go $((patience * 5 / 2)) "$stopped"
      finish && told_or_none $all ;;
    killed) # one rank is killed: mpirun ends the others, who are not stuck where no signal reaches them
      leftovers=allowed
      begin steps 20
      pause "$(random 1 700)"
      kill -KILL "${pids[$(random 0 $last)]}"
      finish && [ "$code" -eq 0 ] && fail "exit code 0 of a run with a killed rank" ;;
    never) # the last rank makes none of the calls
      begin never 0
      finish && ended $all && told $(seq 0 $((last - 1))) ;;
    late) # the last rank comes when the others have given up
      begin late $((3 * DRAWBRIDGE_PATIENCE))
      finish && ended $all && told $all ;;
    clock) # the clocks jump by hours
      begin steps -8
      finish && no_error ;;
  esac
}

case $which in
  *_fields) export DRAWBRIDGE_COLLECTIVE=${FAULTS_COLLECTIVE:-gather} ;;
  clock) preload="env LD_PRELOAD=$CLOCK_JUMP" ;;
esac
# A run in which nobody missed the stopped rank tests nothing: few runs go on until one does.
unmet() { [[ $which = one_* ]] && [ "$met" -eq 0 ]; }
for ((run = 1; run <= runs + 8; run++)); do
  [ "$run" -le "$runs" ] || unmet || break
  one_run
done
runs=$((run - 1))
[ "${which%%_*}" != one ] || echo "the stopped rank was missed by a call of the library in $met runs"
! unmet || fail "no run tested anything: in none was the stopped rank missed"
if [[ $which = one_* ]] && [ "$runs" -ge 20 ] && [ "$met" -lt $((runs / 4)) ]; then fail "too few runs tested anything"; fi
echo "faults $which: $runs runs, $bad failed"
[ "$bad" -eq 0 ]
