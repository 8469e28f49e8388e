// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The machine as a tree: networks inside, computing nodes as leaves.  (Faik et al. 2004, section
/// 3)
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evenkeel/core/error.hpp"

namespace evenkeel::machine {

/// The most processors that one node may have; a number above it is a slip of the pen.
inline constexpr int kMaxProcessors = 1'000'000;

enum class NodeType { kNetwork, kSingleComputing, kMultipleComputing };

/// "NETWORK", "SINGLE_COMPUTING", "MULTIPLE_COMPUTING".
std::string_view type_name(NodeType type);

/// One name and value that this program does not know and gives back as it found them.
struct Attribute {
  std::string name;
  std::string value;

  bool operator==(const Attribute&) const = default;
};

/// How the work of a node is divided among its children or processors.
struct BalancingMethod {
  std::string name;                        ///< "HSFC"
  std::vector<Attribute> parameters;       ///< {"KEEP_CUTS", "1"}
  std::vector<std::string> elements = {};  ///< what stands in it, as XML

  bool operator==(const BalancingMethod&) const = default;
};

/// One node as its description gives it. What is not given is 0 (unknown) or empty.
struct Node {
  int id = 0;  ///< any distinct numbers >= 0, gaps allowed
  NodeType type = NodeType::kSingleComputing;
  std::string name = {};
  std::string address = {};  ///< IP address or empty
  bool is_monitorable = false;
  int parent = -1;         ///< id of a network node; -1: the root
  double benchmark = 0.0;  ///< of one processor [Mflop/s]
  int processors = 1;
  double bandwidth = 0.0;  ///< of the link towards the parent [byte/s]
  double latency = 0.0;    ///< of that link [s]
  double memory = 0.0;     ///< [byte]
  double cores = 0.0;      ///< processor time a second, where a quota gives less than `processors`
  std::optional<BalancingMethod> balancing = {};
  std::vector<Attribute> other = {};       ///< attributes unknown here, in order
  std::vector<std::string> elements = {};  ///< child elements unknown here, and comments, as XML
  std::vector<std::string> above = {};     ///< comments and the like above the node, as XML
  Location place = {};                     ///< where it was read, for messages

  bool is_computing() const { return type != NodeType::kNetwork; }
  /// Processor time a second that the node gives: `cores` if set, else `processors`.
  double usable_processors() const;
  /// Static rating of the whole node: benchmark times usable processors [Mflop/s].
  double rating() const { return benchmark * usable_processors(); }
};

/// What belongs to the machine as a whole and is unknown here.
struct Extras {
  std::vector<Attribute> attributes;
  std::vector<std::string> elements;     ///< below the last node, as XML
  std::vector<std::string> before = {};  ///< declaration, comments and the like above, as XML
  std::vector<std::string> after = {};   ///< and below
};

/// Nodes in the order they were given, checked, with their family relations. A value.
///
/// A position is an index into nodes(); the `id` of a node is what its description calls it.
class Tree {
 public:
  /// \throws InputError naming everything that is wrong, with places: no node, an id twice, no or
  ///         several roots, parents that are missing or compute, cycles, numbers out of range
  explicit Tree(std::vector<Node> nodes, Extras extras = {});

  const std::vector<Node>& nodes() const { return nodes_; }
  const Node& operator[](std::size_t position) const { return nodes_[position]; }
  std::size_t size() const { return nodes_.size(); }
  const Extras& extras() const { return extras_; }

  std::size_t root() const { return root_; }
  /// Of the parent; nothing for the root.
  std::optional<std::size_t> parent(std::size_t position) const;
  /// In the order of nodes().
  const std::vector<std::size_t>& children(std::size_t position) const;
  /// Positions of the computing nodes, in the order of nodes().
  const std::vector<std::size_t>& leaves() const { return leaves_; }
  /// Positions with every parent before its children, siblings in order.
  const std::vector<std::size_t>& top_down() const { return top_down_; }
  /// Distance from the root.
  std::size_t depth(std::size_t position) const;

  std::optional<std::size_t> find(int id) const;
  /// The first node of that name or address.
  std::optional<std::size_t> find(std::string_view name) const;

  /// Values of the leaves summed up the tree: the value of a network is that of its children.
  ///
  /// \param leaf_values  shape [leaves]
  /// \returns            shape [nodes]
  std::vector<double> sum_up(std::span<const double> leaf_values) const;

  /// Ratings of the processors that ranks run on: each leaf as often as it has processors.
  /// Shape [processors of all leaves], [Mflop/s]
  std::vector<double> processor_ratings() const;

 private:
  void order();

  std::vector<Node> nodes_;
  Extras extras_;
  std::map<int, std::size_t> positions_;
  std::vector<std::vector<std::size_t>> children_;
  std::vector<std::size_t> leaves_;
  std::vector<std::size_t> top_down_;
  std::size_t root_ = 0;
};

}  // namespace evenkeel::machine
