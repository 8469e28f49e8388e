# SPDX-License-Identifier: BSD-3-Clause
# Reads a cluster description (README.md), writes one line for each host and site, "-" = not given:
#
#   host NAME CPUS CORES RATE[Mbit/s] DELAY[us] SLOTS SITE
#   site NAME -    -     RATE[Mbit/s] DELAY[us] -     -
#
# Every mistake is reported as file:line (or as WHERE, if set); exit status 2 if there was one.

function fault(text) {
  printf "%s: %s\n", where ? where : FILENAME ":" FNR, text > "/dev/stderr"
  bad = 1
}

# VALUE in multiples of a unit; UNITS holds "suffix factor" pairs.
function measure(key, value, units,    pairs, count, i) {
  count = split(units, pairs, " ")
  for (i = 1; i < count; i += 2)
    if (value ~ ("^[0-9]+(\\.[0-9]+)?" pairs[i] "$")) return value * pairs[i + 1]
  if (value ~ /^0$/) return 0
  fault(key "=" value ": a number with a unit was expected, as in " example[key])
  return 0
}

function number(key, value, pattern, wanted) {
  if (value !~ pattern) fault(key "=" value ": expected " wanted)
  return value
}

function take(pair,    key, value) {
  key = pair; sub(/=.*/, "", key)
  value = pair; sub(/^[^=]*=/, "", value)
  if (pair !~ /=/ || !(key in allowed)) fault("unknown setting '" pair "'; known: " known)
  else if ($1 == "site" && key != "rate" && key != "delay") fault("a site has no '" key "'")
  else if (key == "cpus") got[key] = number(key, value, positive, "cores, as in 0.25")
  else if (key == "cores") got[key] = number(key, value, "^[0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*$", "a list like 0-3")
  else if (key == "slots") got[key] = number(key, value, "^[1-9][0-9]*$", "a number of ranks")
  else if (key == "rate") got[key] = measure(key, value, "Kbps 0.001 Mbps 1 Gbps 1000")
  else if (key == "delay") got[key] = measure(key, value, "us 1 ms 1000 s 1000000")
  else if (!(value in sites)) fault("site=" value ": no 'site " value "' on an earlier line")
  else got[key] = value
}

function given(key) { return key in got ? got[key] : "-" }

BEGIN {
  positive = "^([0-9]*[1-9][0-9]*(\\.[0-9]+)?|[0-9]*\\.[0-9]*[1-9][0-9]*)$"
  known = "cpus cores rate delay slots site"
  split(known, names, " ")
  for (i in names) allowed[names[i]] = 1
  example["rate"] = "100Mbps"; example["delay"] = "2ms"
}

{ sub(/#.*/, "") }
NF == 0 { next }

{
  split("", got)
  kind = $1 == "site" ? "site" : "host"
  first = kind == "site" ? 2 : 1
  name = $first
  if (name !~ /^[a-z][a-z0-9-]*$/ || length(name) > 8)
    fault("name '" name "': expected at most 8 of a-z, 0-9 and '-', a letter first")
  if (name in seen || name == "head") fault("the name '" name "' is taken")
  seen[name] = 1
  if (kind == "site") sites[name] = 1
  for (i = first + 1; i <= NF; ++i) take($i)
  print kind, name, given("cpus"), given("cores"), given("rate"), given("delay"), given("slots"), \
    given("site")
  hosts += kind == "host"
}

END {
  if (!hosts) { print FILENAME ": no host in it" > "/dev/stderr"; bad = 1 }
  if (hosts > 250) { print FILENAME ": " hosts " hosts, at most 250" > "/dev/stderr"; bad = 1 }
  exit bad ? 2 : 0
}
