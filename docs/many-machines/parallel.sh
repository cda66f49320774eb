#!/bin/sh
# The parts of a run over several hosts, with GNU parallel:
#
#   HOSTS=ada,grace,: sh parallel.sh
#
# Each host needs the program and rsync, and ssh without a password; ":" is this
# machine. A part is played on one processor, as many at once as a host has.
# Called again, it plays the parts that failed or were not begun.
set -eu
: "${RUN:=paper_f1 -n 20000 --seed cluster}" # what to play: the same for all parts
: "${OF:=20}"                                # how many parts
: "${PARTS:=parts}"                          # the folder that they are written to
: "${HOSTS:=:}"                              # where to play
: "${FILES:=}"                               # variants and tracks of your own, to be copied to each host

mkdir -p "$PARTS"
set -- --sshlogin "$HOSTS" --joblog "$PARTS/parallel.log" --resume-failed --retries 3
[ "$HOSTS" = : ] || set -- "$@" --return "$PARTS/part-{}.json"
for file in $FILES; do
  set -- "$@" --basefile "$file"
done
seq -w "$OF" | parallel "$@" \
  "mkdir -p $PARTS && sandbox sim $RUN --shard {}/$OF --workers 1 --out $PARTS/part-{}.json"
