// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The capacity service: senses the machine and says what share of the work each rank should get.
///
/// For codes that keep their own mesh. Life of a model, after DRUM (Faik et al. 2004):
///
///     evenkeel_model* model;
///     evenkeel_create_machine_model(MPI_COMM_WORLD, NULL, &model);
///     evenkeel_set_param(model, "metric", "measured");
///     evenkeel_init(model);
///     evenkeel_start_monitoring(model);
///     for (each stretch of steps) {
///       ... compute; t = seconds computed, waiting left out ...
///       evenkeel_report_work(model, cells_updated, t);
///       evenkeel_compute_powers(model);
///       evenkeel_local_part_size(model, &share);     share of the whole work, sums to 1
///       ... give the share to a partitioner ...
///     }
///     evenkeel_stop_monitoring(model);
///     evenkeel_delete(&model);
///
/// Every function returns EVENKEEL_OK or what kind of error it was; evenkeel_last_error() has the
/// words. Nothing is printed, nothing aborts, no exception leaves. Functions marked "collective"
/// must be called by all ranks of the model's communicator in the same order; they return the same
/// code on all of them, EVENKEEL_WRONG_ORDER outside of MPI_Init and MPI_Finalize.
///
/// Threads: a model is used by one thread at a time. MPI_Init must have been called; any thread
/// level will do, for the monitoring thread makes no MPI call. Models are independent of each
/// other.
#ifndef EVENKEEL_H
#define EVENKEEL_H

#include <mpi.h>

#if defined(__GNUC__)
#define EVENKEEL_API __attribute__((visibility("default")))
#else
#define EVENKEEL_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** What functions return. */
enum {
  EVENKEEL_OK = 0,
  EVENKEEL_FAILED = 1,     /**< the system, a file or memory failed */
  EVENKEEL_BAD_INPUT = 2,  /**< an argument, parameter or file makes no sense */
  EVENKEEL_WRONG_ORDER = 3 /**< called before what must come first */
};

/** A machine and the ranks on it. */
typedef struct evenkeel_model evenkeel_model;

/** Any amount >= 0 that this rank can take, for the metric "callback". */
typedef double (*evenkeel_callback)(void* user);

/**
 * Makes a model of the machine that the ranks of \p communicator run on. Collective.
 *
 * \param communicator  of one group; an inter-communicator is EVENKEEL_BAD_INPUT
 * \param machine_file  DRUM's XML, read by every rank, which finds itself by host name
 *                      (EVENKEEL_BAD_INPUT if it does not): ratings and networks, and where no
 *                      sensor knows better, processors or `cores`, memory and latency; or NULL:
 *                      all processors are rated alike
 * \param model         receives the model, or NULL on error
 */
EVENKEEL_API int evenkeel_create_machine_model(MPI_Comm communicator, const char* machine_file,
                                               evenkeel_model** model);

/**
 * Sets a parameter, before evenkeel_init(). The same on every rank. Not collective.
 *
 *     metric      auto: `measured` once work has been reported, `drum_power` before; or one of
 *                 `evenkeel list capacities`                                          (auto)
 *     interval    time between looks at the machine, "500ms"                           (1s)
 *     sensors     what to look at, parted by blanks, as for `evenkeel sense --sensor`; "snmp":
 *                 the networks of the machine file; "none"       (all local ones and snmp)
 *     otherwise   a parameter of the metric: "weight", "0.1"
 */
EVENKEEL_API int evenkeel_set_param(evenkeel_model* model, const char* name, const char* value);

/**
 * What the metric "callback" asks, in evenkeel_compute_powers(), which fails unless every rank has
 * one. Not collective.
 */
EVENKEEL_API int evenkeel_set_callback(evenkeel_model* model, evenkeel_callback callback,
                                       void* user);

/**
 * Checks the parameters and makes the sensors. A metric or a parameter that it refuses
 * (EVENKEEL_BAD_INPUT) is as if it had not been set: right ones may be set, and this be called
 * again. Collective.
 */
EVENKEEL_API int evenkeel_init(evenkeel_model* model);

/** Starts the monitoring thread of this rank; EVENKEEL_WRONG_ORDER if it runs. Not collective. */
EVENKEEL_API int evenkeel_start_monitoring(evenkeel_model* model);

/** Stops it; what was seen stays known, and ages. Not collective. */
EVENKEEL_API int evenkeel_stop_monitoring(evenkeel_model* model);

/**
 * Adds work of this rank and the wall seconds it computed for it, waiting left out: the measured
 * rate. A rank that reports no work between two evenkeel_compute_powers() keeps the rate it had,
 * or counts as the mean of the others if it never had one. Not collective.
 *
 * \param work     any unit that is the same on all ranks and costs alike, from 0 to 1e100
 * \param seconds  from 0 to 1e100
 */
EVENKEEL_API int evenkeel_report_work(evenkeel_model* model, double work, double seconds);

/**
 * Adds wall seconds this rank spent in messages (`comm_s`). The parameters that weigh them need
 * some in every stretch: `weight_from` = `times` of `drum_power`, `weights` = `learned` of
 * `weighted`. Not collective.
 *
 * \param seconds  from 0 to 1e100
 */
EVENKEEL_API int evenkeel_report_communication(evenkeel_model* model, double seconds);

/**
 * States the memory that the work of this rank takes; what all ranks state is what the whole work
 * takes. From then on no rank gets a larger share of the work than fits into what its part of the
 * host has free and what it holds. Where the whole work does not fit, evenkeel_compute_powers() is
 * EVENKEEL_BAD_INPUT. Stays until it is called again; 0 everywhere: no limit. Not collective.
 *
 * \param needed  [byte] there already or not, from 0 to 1e100
 * \param held    [byte] of it that is there, and is free once the work has gone, from 0 to 1e100
 */
EVENKEEL_API int evenkeel_report_memory(evenkeel_model* model, double needed, double held);

/** Finds the shares anew from what is known now. Collective. */
EVENKEEL_API int evenkeel_compute_powers(evenkeel_model* model);

/** The share of this rank, after evenkeel_compute_powers(). Not collective. */
EVENKEEL_API int evenkeel_local_part_size(const evenkeel_model* model, double* share);

/** The shares of all ranks. \p count is the length of \p shares, the number of ranks. */
EVENKEEL_API int evenkeel_part_sizes(const evenkeel_model* model, int count, double* shares);

/**
 * Stops monitoring and frees the model; sets \p *model to NULL. Collective. After MPI_Finalize it
 * frees all but MPI's own.
 */
EVENKEEL_API int evenkeel_delete(evenkeel_model** model);

/** Why the last call of this thread failed; "" if it did not. Valid until its next call. */
EVENKEEL_API const char* evenkeel_last_error(void);

#ifdef __cplusplus
}
#endif

#endif
