# SPDX-License-Identifier: BSD-3-Clause
# Can virtual hosts be made here?
# shellcheck shell=bash disable=SC2034,SC2154

# Says what is missing and exits with 3; "quiet" says nothing where all is well.
check() {  # [quiet]
  local tool missing=() reason
  [ "$(id -u)" = 0 ] || missing+=("root's rights (namespaces, control groups, links)")
  for tool in ip:iproute2 tc:iproute2 nsenter:util-linux unshare:util-linux setsid:util-linux \
              taskset:util-linux chrt:util-linux perl:perl \
              awk:mawk pgrep:procps mpirun.openmpi:openmpi-bin; do
    command -v "${tool%:*}" > /dev/null || missing+=("${tool%:*} (apt install ${tool#*:})")
  done
  if [ ${#missing[@]} = 0 ]; then
    reason=$(probe 2>&1) || missing+=("the kernel's leave: $reason")
  fi
  if [ ${#missing[@]} -gt 0 ]; then
    printf 'vcluster: virtual hosts cannot be made here; missing: %s\n' "${missing[@]}" >&2
    exit 3
  fi
  [ "${1:-}" != quiet ] || return 0
  echo "virtual hosts can be made here (control groups version $cg_version)"
  command -v lxcfs > /dev/null ||
    echo "without lxcfs (apt install lxcfs) a host's /proc tells of the whole machine"
}

# Makes and removes one group with a quota and one network namespace with a limited link.
probe() {
  local vc=probe$$ status=0
  try_all "$vc.x" || status=1
  ip netns del "$vc.x" 2> /dev/null || true
  remove_groups
  return $status
}

try_all() {  # NETNS
  make_group x &&
    limit_cpu x 0.5 &&
    ip netns add "$1" &&
    ip -n "$1" link add name a type veth peer name b &&
    ip netns exec "$1" tc qdisc add dev a root tbf rate 10mbit burst 70000 latency 50ms &&
    unshare --mount --uts --ipc --pid --cgroup --fork true
}
