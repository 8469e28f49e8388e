// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Memory for temporary rows and planes.
#include <new>

#include "evenkeel/solver/application.hpp"

namespace evenkeel::solver {
namespace {

constexpr std::align_val_t kAlignment{64};

}  // namespace

void Scratch::Free::operator()(double* block) const {
  ::operator delete[](block, kAlignment);
}

double* Scratch::take(std::size_t doubles) {
  if (doubles > doubles_) {
    block_.reset();
    block_.reset(static_cast<double*>(::operator new[](doubles * sizeof(double), kAlignment)));
    doubles_ = doubles;
  }
  return block_.get();
}

}  // namespace evenkeel::solver
