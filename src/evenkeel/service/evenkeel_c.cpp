// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The C functions: nothing but checks of pointers and a wall for exceptions.
#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "evenkeel.h"
#include "evenkeel/service/capacity_service.hpp"

struct evenkeel_model {
  evenkeel::service::CapacityService model;
};

namespace {

thread_local std::string last_error;

int fail(int code, const char* text) noexcept {
  try {
    last_error = text;
  } catch (...) {
    last_error.clear();
  }
  return code;
}

/// Runs \p body; errors become codes.
template <class Body>
int guarded(Body&& body) noexcept {
  last_error.clear();
  try {
    body();
    return EVENKEEL_OK;
  } catch (const evenkeel::service::OrderError& error) {
    return fail(EVENKEEL_WRONG_ORDER, error.what());
  } catch (const evenkeel::InputError& error) {
    return fail(EVENKEEL_BAD_INPUT, error.what());
  } catch (const std::exception& error) {
    return fail(EVENKEEL_FAILED, error.what());
  } catch (...) {
    return fail(EVENKEEL_FAILED, "unknown error");
  }
}

template <class Pointer>
void demand(Pointer pointer, const char* name) {
  if (pointer == nullptr) {
    throw evenkeel::InputError(std::string(name) + " is NULL");
  }
}

bool mpi_has_ended() {
  int ended = 0;
  MPI_Finalized(&ended);
  return ended != 0;
}

void demand_mpi() {
  int started = 0;
  MPI_Initialized(&started);
  if (started == 0) {
    throw evenkeel::service::OrderError("MPI_Init must come first");
  }
  if (mpi_has_ended()) {
    throw evenkeel::service::OrderError("MPI_Finalize must come after this call");
  }
}

/// Collective.
evenkeel::comm::Communicator group_of(MPI_Comm communicator) {
  if (communicator == MPI_COMM_NULL) {
    throw evenkeel::InputError("communicator is MPI_COMM_NULL");
  }
  int is_inter = 0;
  MPI_Comm_test_inter(communicator, &is_inter);
  if (is_inter != 0) {
    throw evenkeel::InputError("communicator is between groups; expected one within a group");
  }
  return evenkeel::comm::Communicator(communicator);
}

}  // namespace

int evenkeel_create_machine_model(MPI_Comm communicator, const char* machine_file,
                                  evenkeel_model** model) {
  return guarded([&] {
    if (model != nullptr) {
      *model = nullptr;
    }
    demand_mpi();
    evenkeel::comm::Communicator group = group_of(communicator);
    group.all_or_none([&] { demand(model, "model"); });
    *model = new evenkeel_model{evenkeel::service::CapacityService(std::move(group), machine_file)};
  });
}

int evenkeel_set_param(evenkeel_model* model, const char* name, const char* value) {
  return guarded([&] {
    demand(model, "model");
    demand(name, "name");
    demand(value, "value");
    model->model.set_param(name, value);
  });
}

int evenkeel_set_callback(evenkeel_model* model, evenkeel_callback callback, void* user) {
  return guarded([&] {
    demand(model, "model");
    model->model.set_callback(callback, user);
  });
}

int evenkeel_init(evenkeel_model* model) {
  return guarded([&] {
    demand(model, "model");
    demand_mpi();
    model->model.init();
  });
}

int evenkeel_start_monitoring(evenkeel_model* model) {
  return guarded([&] {
    demand(model, "model");
    model->model.start();
  });
}

int evenkeel_stop_monitoring(evenkeel_model* model) {
  return guarded([&] {
    demand(model, "model");
    model->model.stop();
  });
}

int evenkeel_report_work(evenkeel_model* model, double work, double seconds) {
  return guarded([&] {
    demand(model, "model");
    model->model.report_work(work, seconds);
  });
}

int evenkeel_report_communication(evenkeel_model* model, double seconds) {
  return guarded([&] {
    demand(model, "model");
    model->model.report_communication(seconds);
  });
}

int evenkeel_report_memory(evenkeel_model* model, double needed, double held) {
  return guarded([&] {
    demand(model, "model");
    model->model.report_memory(needed, held);
  });
}

int evenkeel_compute_powers(evenkeel_model* model) {
  return guarded([&] {
    demand(model, "model");
    demand_mpi();
    model->model.compute();
  });
}

int evenkeel_local_part_size(const evenkeel_model* model, double* share) {
  return guarded([&] {
    demand(model, "model");
    demand(share, "share");
    *share = model->model.own_share();
  });
}

int evenkeel_part_sizes(const evenkeel_model* model, int count, double* shares) {
  return guarded([&] {
    demand(model, "model");
    demand(shares, "shares");
    const auto all = model->model.shares();
    if (count < 0 || static_cast<std::size_t>(count) != all.size()) {
      throw evenkeel::InputError(fmt::format("count is {}; expected {}", count, all.size()));
    }
    std::ranges::copy(all, shares);
  });
}

int evenkeel_delete(evenkeel_model** model) {
  return guarded([&] {
    demand(model, "model");
    if (*model != nullptr && mpi_has_ended()) {
      (*model)->model.forget_communicator();
    }
    delete *model;
    *model = nullptr;
  });
}

const char* evenkeel_last_error(void) {
  return last_error.c_str();
}
