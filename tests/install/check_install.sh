#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Installs a build to a temporary prefix, then builds and runs programs against it, each twice.
# usage: check_install.sh BUILD_DIRECTORY CXX_COMPILER MPI_C_COMPILER
set -euo pipefail
build=$1
compiler=$2
mpi_c_compiler=$3
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# expect PROGRAM FOUND_BY EXECUTABLE
expect() {
  local expected found
  case $1 in
    consumer) expected="12 cells, 2048 bytes, hash 2d06800538d394c2" ;;
    everything) expected="ccp" ;;
    simulation) expected="phase" ;;
    c_consumer) expected="share 1 of 1 rank, ''" ;;
  esac
  found=$("$3")
  if [[ $found != "$expected" ]]; then
    echo "$1 by $2: expected '$expected', found '$found'" >&2
    exit 1
  fi
  echo "$1 by $2: $found"
}

# by_cmake PROJECT PROGRAM...
by_cmake() {
  local project=$1 program
  shift
  cmake -S "$here/$project" -B "$folder/$project" -DCMAKE_PREFIX_PATH="$folder/prefix" \
        -DCMAKE_CXX_COMPILER="$compiler" --no-warn-unused-cli > "$folder/configure.log"
  cmake --build "$folder/$project" > "$folder/build.log" || { cat "$folder/build.log"; exit 1; }
  for program in "$@"; do
    expect "$program" find_package "$folder/$project/$program"
  done
}

# by_pkg_config PACKAGE SOURCE COMPILER...: all of its archives' objects, as with CMake.
by_pkg_config() {
  local package=$1 source=$2 flags program
  shift 2
  program=$(basename "${source%.*}")
  read -ra flags <<< "$(pkg-config --cflags --libs "$package")"
  "$@" "$here/$source" -o "$folder/by_$package" \
       -Wl,--whole-archive "${flags[@]}" -Wl,--no-whole-archive
  [[ $program == main ]] && program=$(dirname "$source")
  expect "$program" pkg-config "$folder/by_$package"
}

cmake --install "$build" --prefix "$folder/first" > "$folder/install.log"
mv "$folder/first" "$folder/prefix"  # an installed tree may be moved
PKG_CONFIG_PATH=$(dirname "$(find "$folder/prefix" -name evenkeel.pc)")
export PKG_CONFIG_PATH

# A component that there is not is refused with a reason.
mkdir "$folder/component"
echo 'cmake_minimum_required(VERSION 3.20)
project(component C)
find_package(evenkeel REQUIRED COMPONENTS Fortran)' > "$folder/component/CMakeLists.txt"
if cmake -S "$folder/component" -B "$folder/component/build" \
         -DCMAKE_PREFIX_PATH="$folder/prefix" > "$folder/component.log" 2>&1 ||
   ! grep -q "no component Fortran; known: C, CXX" "$folder/component.log"; then
  cat "$folder/component.log"
  exit 1
fi

by_cmake consumer consumer everything simulation
by_cmake c_consumer c_consumer
by_pkg_config evenkeel consumer/main.cpp "$compiler" -std=c++20
by_pkg_config evenkeel consumer/everything.cpp "$compiler" -std=c++20
by_pkg_config evenkeel-simulator consumer/simulation.cpp "$compiler" -std=c++20
by_pkg_config evenkeel-c c_consumer/main.c "$mpi_c_compiler"
