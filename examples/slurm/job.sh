#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A run that takes longer than one job may: submit it once, it comes back until it is done.
#
#   sbatch job.sh                 the case and the run directory named below
#   sbatch job.sh -s time.end=3   with settings over the case
#
#SBATCH --job-name=shock
#SBATCH --ntasks=64
#SBATCH --time=04:00:00
# Five minutes before the end all ranks get SIGUSR1: they finish the coarse step at hand, write a
# checkpoint, and leave with exit code 75. Give more time where a step and a checkpoint take longer.
# Without "B:" the signal goes to what srun has started, not to this script.
#SBATCH --signal=USR1@300
# Jobs whose node is lost come back, too, and go on from the last output.checkpoint_interval.
#SBATCH --requeue
#SBATCH --open-mode=append

case=shock.toml
out=shock.run
most_jobs=100 # so that a run that comes to no step in its time does not come back for ever

# The first time this starts the run; later it goes on from the newest whole checkpoint, or starts
# again where there is none.
srun evenkeel run "$case" --out "$out" --resume --quiet "$@"
code=$?

if [ "$code" -eq 75 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt "$most_jobs" ]; then
  scontrol requeue "$SLURM_JOB_ID"
fi
exit "$code"
