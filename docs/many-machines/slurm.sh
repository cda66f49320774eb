#!/bin/sh
#SBATCH --job-name=sandbox
#SBATCH --array=1-20
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#
# One part of a run for each number of the array:
#
#   sbatch slurm.sh
#   RUN="isloppet -n 50000 --seed a" OF=100 PARTS=ice sbatch --array=1-100 slurm.sh
#
# A part that is there is not played again, so a number may come twice.
set -eu
: "${RUN:=paper_f1 -n 20000 --seed cluster}" # what to play: the same for all parts
: "${OF:=20}"                                # how many parts: the end of the array
: "${PARTS:=parts}"                          # the folder that they are written to

mkdir -p "$PARTS"
k=$(printf "%0${#OF}d" "$SLURM_ARRAY_TASK_ID")
# shellcheck disable=SC2086 # RUN is several words
exec sandbox sim $RUN --shard "$k/$OF" --workers "${SLURM_CPUS_PER_TASK:-1}" --out "$PARTS/part-$k.json"
