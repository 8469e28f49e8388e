// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Node powers: what share of the work a node can take, up the tree.  (Faik et al. 2004,
/// section 3.3)
#pragma once

#include <span>
#include <vector>

#include "evenkeel/machine/tree.hpp"

namespace evenkeel::machine {

/// What was seen of a computing node lately.
struct NodeUse {
  std::vector<double> used;  ///< of each own process: processors it used, [0, 1]
  std::vector<double> idle;  ///< of each processor: fraction of time it was idle, [0, 1]
  /// Of each interface: packets in and out [1/s]; loopback left out.
  std::vector<double> packets;
};

/// Processing power of a node with benchmark b_n:
///
///   p_n = b_n (sum_j u_j + min(k_n - sum_j u_j, sum_t i_t))       (Faik et al. 2004,
///   section 3.3.1)
///
/// k_n own processes cannot use more than k_n processors. Without processes 0.
///
/// \param benchmark  of one processor [Mflop/s]
double processing_power(double benchmark, const NodeUse& use);

/// Processing power the node would have if there were a process for every processor [Mflop/s].
double potential_power(double benchmark, const NodeUse& use);

/// Communication power: one over the mean activity of the interfaces that saw packets [s]. 0 where
/// none did: node_powers() gives such nodes the best of their siblings.  (ibid., section 3.3.2)
double communication_power(const NodeUse& use);

/// Where communication powers of computing nodes come from, and so what those of networks are.
enum class CommunicationSource {
  kActivity,   ///< one over packets: activity adds up, unless networks are probed, too   (ibid.)
  kBandwidth,  ///< of links, each node's its own: bandwidth adds up
};

/// Powers of all nodes of a machine. Shapes [nodes of the tree].
struct Powers {
  std::vector<double> processing;     ///< sums of the children [Mflop/s]
  std::vector<double> communication;  ///< [s], or [byte/s] \see CommunicationSource
  std::vector<double> power;          ///< share of the whole work; leaves sum to 1
};

/// Combines both: power = w_comm c + w_cpu p, of fractions among siblings, multiplied down the
/// tree. (ibid., section 3.3; the fractions because p and c have different units.) Where nobody
/// has communication power the weight counts as 0.
///
/// \param processing     shape [leaves], >= 0
/// \param communication  shape [leaves], >= 0; 0: not known
/// \param weight         w_comm, [0, 1]
/// \param source         of \p communication
/// \param networks       shape [nodes]: what networks have by their own packets; empty: some of
///                       them are not probed, and all have the sums of their children
Powers node_powers(const Tree& tree, std::span<const double> processing,
                   std::span<const double> communication, double weight,
                   CommunicationSource source = CommunicationSource::kActivity,
                   std::span<const double> networks = {});

/// The shares of the leaves, in their order. Shape [leaves], sums to 1.
std::vector<double> leaf_shares(const Tree& tree, const Powers& powers);

}  // namespace evenkeel::machine
