# SPDX-License-Identifier: BSD-3-Clause
# Processor time: one control group a host, in version 1 or version 2 of the kernel's interface.
# shellcheck shell=bash disable=SC2013,SC2015,SC2154

cg=/sys/fs/cgroup
if [ -e $cg/cgroup.controllers ]; then
  hierarchies=("$cg") cg_version=2
else
  hierarchies=("$cg/cpu" "$cg/cpuacct" "$cg/cpuset" "$cg/unified") cg_version=1
fi

group() { echo "vcluster.$vc.$1"; }

# All groups of this cluster, also those whose description is lost.
groups() { find "${hierarchies[@]}" -maxdepth 1 -type d -name "vcluster.$vc.*" 2> /dev/null; }

make_group() {  # HOST
  local g h; g=$(group "$1")
  [ $cg_version = 1 ] || echo "+cpu +cpuset" > $cg/cgroup.subtree_control || return
  for h in "${hierarchies[@]}"; do mkdir -p "$h/$g" || return; done
  if [ $cg_version = 2 ]; then
    echo "$weight_v2" > "$cg/$g/cpu.weight"
  else
    echo "$weight_v1" > "$cg/cpu/$g/cpu.shares"
    cat $cg/cpuset/cpuset.cpus > "$cg/cpuset/$g/cpuset.cpus"
    cat $cg/cpuset/cpuset.mems > "$cg/cpuset/$g/cpuset.mems"
  fi
}

# A quota of 1 ms is the least the kernel takes, so a small share means a longer period.
limit_cpu() {  # HOST CPUS ("-" = no limit)
  local p q g; g=$(group "$1")
  read -r p q < <(awk -v c="$2" -v p="$period" 'BEGIN {
    if (c == "-") { print p, -1; exit }
    if (c * p < 1000) p = int(1000 / c + 0.5)
    print p, int(c * p + 0.5) }')
  if [ $cg_version = 2 ]; then
    echo "${q/#-1/max} $p" > "$cg/$g/cpu.max"
  else
    echo -1 > "$cg/cpu/$g/cpu.cfs_quota_us"    # lifted first: both are checked together
    echo "$p" > "$cg/cpu/$g/cpu.cfs_period_us"
    echo "$q" > "$cg/cpu/$g/cpu.cfs_quota_us"
  fi
}

limit_host_cpu() {  # HOST CPUS
  limit_cpu "$@"
  [ "$2" = - ] || [ -e "$state/pulse.pids" ] || start_pulse
}

# Keeps quotas exact: wakes on every core twice a millisecond, before all others. The kernel looks
# at a quota when processes change, else at ticks of its timer, and with these 4 ms apart a host of
# 0.16 cores runs for 4 ms of every 25. 1.6 of every 10 are what was asked for. 2.5 % of each core.
start_pulse() {
  local core
  for core in $(awk '/^processor/ { print $3 }' /proc/cpuinfo); do
    setsid taskset -c "$core" chrt --fifo 1 perl -e 'select undef, undef, undef, 5e-4 while 1' \
      > /dev/null 2>> "$state/pulse.log" < /dev/null &
    echo $! >> "$state/pulse.pids"
  done
}

pin_cores() {  # HOST LIST ("-" = leave)
  [ "$2" != - ] || return 0
  if [ $cg_version = 2 ]; then echo "$2" > "$cg/$(group "$1")/cpuset.cpus"
  else echo "$2" > "$cg/cpuset/$(group "$1")/cpuset.cpus"; fi
}

# Asks for short time slices, for this shell and all that comes of it: a host that gets quota or a
# message then does not wait for the slices of the rest of the machine (4 to 9 ms a step on a busy
# one, less than half of it with this). sched_setattr, which takes them from Linux 6.12 on.
shorten_slices() {
  local call slice_ns=100000
  case $(uname -m) in x86_64) call=314 ;; aarch64) call=274 ;; *) return 0 ;; esac
  perl -e 'syscall shift() + 0, shift() + 0, pack("LLQlLQQQ", 48, 0, 0, 0, 0, shift, 0, 0), 0' \
    $call $BASHPID $slice_ns || true
}

join_group() {  # HOST: puts this shell there
  local h
  shorten_slices
  for h in "${hierarchies[@]}"; do echo $BASHPID > "$h/$(group "$1")/cgroup.procs"; done
}

pids_of() { cat "${hierarchies[0]}/$(group "$1")/cgroup.procs"; }

# Prints: CPU time used [s], quota periods, periods held back, time held back [s].
used_cpu() {  # HOST
  local g; g=$(group "$1")
  if [ $cg_version = 2 ]; then
    awk '{ v[$1] = $2 }
      END { print v["usage_usec"] / 1e6, v["nr_periods"], v["nr_throttled"],
            v["throttled_usec"] / 1e6 }' "$cg/$g/cpu.stat"
  else
    awk '{ v[$1] = $2 }
      END { print used / 1e9, v["nr_periods"], v["nr_throttled"], v["throttled_time"] / 1e9 }' \
      used="$(cat "$cg/cpuacct/$g/cpuacct.usage")" "$cg/cpu/$g/cpu.stat"
  fi
}

# Ends every process of every host and removes the groups; patient, for exits take a moment.
remove_groups() {
  local g pids
  for _ in $(seq 100); do
    [ -n "$(groups)" ] || return 0
    for g in $(groups); do
      pids=$(cat "$g/cgroup.procs" 2> /dev/null || true)
      # shellcheck disable=SC2086
      [ -z "$pids" ] || kill -9 $pids 2> /dev/null || true
      rmdir "$g" 2> /dev/null || true
    done
    sleep 0.02
  done
  echo "vcluster: still there: $(groups | tr '\n' ' ')" >&2
  return 1
}

host_cgroup_mounts() {  # inside a host: its own groups as the root of what it sees
  local h
  if [ $cg_version = 2 ]; then mount -t cgroup2 cgroup2 $cg; return; fi
  mount -t tmpfs -o mode=755 tmpfs $cg
  for h in cpu cpuacct cpuset; do
    mkdir $cg/$h && mount -t cgroup -o $h cgroup $cg/$h || true
  done
  mkdir $cg/unified && mount -t cgroup2 cgroup2 $cg/unified || true
}
