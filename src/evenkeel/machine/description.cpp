// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Reads and writes DRUM's XML with pugixml.
#include "evenkeel/machine/description.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>
#include <vector>

#include <fmt/format.h>
#include <pugixml.hpp>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/text.hpp"
#include "evenkeel/core/units.hpp"

namespace evenkeel::machine {
namespace {

/// A piece of XML as text, without an added newline.
std::string raw(const pugi::xml_node& piece) {
  std::ostringstream out;
  piece.print(out, "", pugi::format_raw);
  return out.str();
}

/// Reads one file and remembers what is wrong.
class Reader {
 public:
  Reader(std::string_view text, const std::string& file) : text_(text), file_(file) {
    for (std::size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at + 1)) {
      line_start_.push_back(at + 1);
    }
  }

  Tree read();

 private:
  using Handler = void (Reader::*)(Node&, const pugi::xml_attribute&);

  pugi::xml_node parse(pugi::xml_document& document);
  void check_around(const pugi::xml_node& model);
  Location place(std::ptrdiff_t offset) const;
  void complain(const std::string& what) { problems_.add(here_, what); }
  static Extras read_around(const pugi::xml_node& model);
  Node read_node(const pugi::xml_node& element);
  void read_attribute(Node& node, const pugi::xml_attribute& attribute);
  void read_balancing(Node& node, const pugi::xml_node& element);
  void check_complete(const pugi::xml_node& element, const Node& node);
  NodeType type(std::string_view text);
  bool truth(const pugi::xml_attribute& attribute);
  template <class Number>
  std::optional<Number> number(const pugi::xml_attribute& attribute);
  void read_relation(int& id, const pugi::xml_attribute& attribute);
  double quantity(const pugi::xml_attribute& attribute, Dimension dimension);

  std::string_view text_;
  const std::string& file_;
  std::vector<std::size_t> line_start_{0};  ///< in text_
  Location here_;
  Problems problems_;
  bool relations_known_ = true;  ///< every node has a readable number and parent
};

Location Reader::place(std::ptrdiff_t offset) const {
  const auto at = static_cast<std::size_t>(std::max<std::ptrdiff_t>(offset, 0));
  const auto line = std::ranges::upper_bound(line_start_, at) - line_start_.begin();
  const std::size_t column = at - line_start_[static_cast<std::size_t>(line) - 1];
  return {file_, static_cast<int>(line), static_cast<int>(column) + 1};
}

NodeType Reader::type(std::string_view text) {
  constexpr std::array kTypes = {NodeType::kNetwork, NodeType::kSingleComputing,
                                 NodeType::kMultipleComputing};
  std::array<std::string_view, kTypes.size()> names;
  std::ranges::transform(kTypes, names.begin(), type_name);
  const auto found = std::ranges::find(names, text);
  if (found == names.end()) {
    complain(fmt::format("type is '{}'; known: {}{}", text, join(names), suggestion(text, names)));
    return NodeType::kNetwork;  // complains least about children
  }
  return kTypes[static_cast<std::size_t>(found - names.begin())];
}

bool Reader::truth(const pugi::xml_attribute& attribute) {
  const std::string_view text = attribute.value();
  if (text != "true" && text != "false") {
    complain(fmt::format("{} is '{}'; expected true or false", attribute.name(), text));
  }
  return text == "true";
}

/// Nothing, with a complaint, if there is no number.
template <class Number>
std::optional<Number> Reader::number(const pugi::xml_attribute& attribute) {
  const std::string_view text = attribute.value();
  const std::optional<Number> value = evenkeel::parse<Number>(text);
  if (!value) {
    complain(fmt::format("{} is '{}'; expected a{} number", attribute.name(), text,
                         std::is_integral_v<Number> ? " whole" : ""));
  }
  return value;
}

void Reader::read_relation(int& id, const pugi::xml_attribute& attribute) {
  const std::optional<int> read = number<int>(attribute);
  relations_known_ = relations_known_ && read.has_value();
  id = read.value_or(id);
}

double Reader::quantity(const pugi::xml_attribute& attribute, Dimension dimension) {
  try {
    return parse_quantity(attribute.value(), dimension);
  } catch (const InputError& error) {
    complain(fmt::format("{}: {}", attribute.name(), error.what()));
    return 0.0;
  }
}

void Reader::read_attribute(Node& node, const pugi::xml_attribute& attribute) {
  const std::string_view name = attribute.name();
  if (name == "type") {
    node.type = type(attribute.value());
  } else if (name == "nodenum") {
    read_relation(node.id, attribute);
  } else if (name == "parent") {
    read_relation(node.parent, attribute);
  } else if (name == "name") {
    node.name = attribute.value();
  } else if (name == "IP") {
    node.address = attribute.value();
  } else if (name == "isMonitorable") {
    node.is_monitorable = truth(attribute);
  } else if (name == "benchmark") {
    node.benchmark = number<double>(attribute).value_or(0.0);
  } else if (name == "numprocs") {
    node.processors = number<int>(attribute).value_or(1);
  } else if (name == "bandwidth") {
    node.bandwidth = quantity(attribute, Dimension::kBytesPerSecond);
  } else if (name == "latency") {
    node.latency = quantity(attribute, Dimension::kSeconds);
  } else if (name == "memory") {
    node.memory = quantity(attribute, Dimension::kBytes);
  } else if (name == "cores") {
    node.cores = number<double>(attribute).value_or(0.0);
  } else {
    node.other.push_back({attribute.name(), attribute.value()});
  }
}

void Reader::read_balancing(Node& node, const pugi::xml_node& element) {
  here_ = place(element.offset_debug());
  if (node.balancing) {
    complain(fmt::format("node {} has two lmethod elements", node.id));
    return;
  }
  node.balancing.emplace();
  for (const pugi::xml_attribute& attribute : element.attributes()) {
    if (std::string_view(attribute.name()) == "lbm") {
      node.balancing->name = attribute.value();
    } else {
      node.balancing->parameters.push_back({attribute.name(), attribute.value()});
    }
  }
  for (const pugi::xml_node& child : element.children()) {
    node.balancing->elements.push_back(raw(child));
  }
}

void Reader::check_complete(const pugi::xml_node& element, const Node& node) {
  for (const char* name : {"type", "nodenum", "parent"}) {
    if (!element.attribute(name)) {
      complain(fmt::format("node has no {}", name));
      relations_known_ = relations_known_ && std::string_view(name) == "type";
    }
  }
  if (node.type == NodeType::kMultipleComputing && !element.attribute("numprocs")) {
    complain(fmt::format("node {} is MULTIPLE_COMPUTING and has no numprocs", node.id));
  }
  for (const pugi::xml_attribute& attribute : element.attributes()) {
    if (!(element.attribute(attribute.name()) == attribute)) {
      complain(fmt::format("attribute {} is given twice", attribute.name()));
    }
  }
}

Node Reader::read_node(const pugi::xml_node& element) {
  here_ = place(element.offset_debug());
  Node node;
  node.place = here_;
  for (const pugi::xml_attribute& attribute : element.attributes()) {
    read_attribute(node, attribute);
  }
  check_complete(element, node);
  const pugi::xml_attribute processors = element.attribute("numprocs");
  if (processors && node.type != NodeType::kMultipleComputing) {
    node.other.push_back({processors.name(), processors.value()});  // says no more than the type
  }
  for (const pugi::xml_node& child : element.children()) {
    if (std::string_view(child.name()) == "lmethod") {
      read_balancing(node, child);
    } else if (std::string_view(child.name()) == "node") {
      here_ = place(child.offset_debug());
      complain(
          fmt::format("node {} has a node in it; expected one after the other, each with the "
                      "nodenum of its parent",
                      node.id));
    } else {
      node.elements.push_back(raw(child));
    }
  }
  return node;
}

/// Beside the machine there are declarations and comments.
void Reader::check_around(const pugi::xml_node& model) {
  for (const pugi::xml_node& piece : model.root().children()) {
    here_ = place(piece.offset_debug());
    if (piece.type() == pugi::node_element && piece != model) {
      complain(fmt::format("<{}> is a second root; expected one <machinemodel>", piece.name()));
    } else if (piece.type() == pugi::node_pcdata || piece.type() == pugi::node_cdata) {
      complain("there is text outside of <machinemodel>");
    } else if (piece.type() == pugi::node_doctype &&
               std::string_view(piece.value()).find("<!ENTITY") != std::string_view::npos) {
      complain("entities are not read; expected what they stand for in their place");
    }
  }
}

pugi::xml_node Reader::parse(pugi::xml_document& document) {
  const pugi::xml_parse_result parsed = document.load_buffer(
      text_.data(), text_.size(), pugi::parse_full | pugi::parse_fragment, pugi::encoding_utf8);
  const pugi::xml_node model = document.document_element();
  here_ = place(parsed ? model.offset_debug() : parsed.offset);
  if (!parsed) {
    complain(fmt::format("this is no XML: {}", parsed.description()));
  } else if (!model) {
    complain("this is no XML: there is no element in it");
  } else if (std::string_view(model.name()) != "machinemodel") {
    complain(fmt::format("found <{}>; expected <machinemodel>", model.name()));
  } else if (!model.child("node")) {
    complain("the machine has no node");
  }
  check_around(model);
  problems_.throw_if_any();
  return model;
}

Extras Reader::read_around(const pugi::xml_node& model) {
  Extras extras;
  for (const pugi::xml_attribute& attribute : model.attributes()) {
    extras.attributes.push_back({attribute.name(), attribute.value()});
  }
  for (auto piece = model.previous_sibling(); piece; piece = piece.previous_sibling()) {
    extras.before.insert(extras.before.begin(), raw(piece));
  }
  for (auto piece = model.next_sibling(); piece; piece = piece.next_sibling()) {
    extras.after.push_back(raw(piece));
  }
  return extras;
}

Tree Reader::read() {
  pugi::xml_document document;
  const pugi::xml_node model = parse(document);
  std::vector<Node> nodes;
  Extras extras = read_around(model);
  for (const pugi::xml_node& child : model.children()) {
    if (std::string_view(child.name()) == "node") {
      nodes.push_back(read_node(child));
      nodes.back().above.swap(extras.elements);
    } else {
      extras.elements.push_back(raw(child));
    }
  }
  std::optional<Tree> tree;
  try {
    if (relations_known_) {
      tree.emplace(std::move(nodes), std::move(extras));
    }
  } catch (const InputError& error) {
    problems_.add(error.what());
  }
  problems_.throw_if_any();
  EVENKEEL_EXPECT(tree.has_value());
  return *std::move(tree);
}

void append_attributes(pugi::xml_node& element, const std::vector<Attribute>& attributes) {
  for (const Attribute& attribute : attributes) {
    element.append_attribute(attribute.name.c_str()) = attribute.value.c_str();
  }
}

void append_raw(pugi::xml_node& element, const std::vector<std::string>& pieces) {
  for (const std::string& piece : pieces) {
    element.append_buffer(piece.data(), piece.size(), pugi::parse_full, pugi::encoding_utf8);
  }
}

/// Adds what DRUM knows, and of ours what is known.
void append_node(pugi::xml_node& model, const Node& node) {
  pugi::xml_node element = model.append_child("node");
  const auto add = [&](const char* name, const std::string& value) {
    element.append_attribute(name) = value.c_str();
  };
  add("type", std::string(type_name(node.type)));
  add("nodenum", std::to_string(node.id));
  add("name", node.name);
  add("IP", node.address);
  add("isMonitorable", node.is_monitorable ? "true" : "false");
  add("parent", std::to_string(node.parent));
  if (node.benchmark > 0.0) {
    add("benchmark", fmt::format("{}", node.benchmark));
  }
  if (node.type == NodeType::kMultipleComputing) {
    add("numprocs", std::to_string(node.processors));
  }
  if (node.bandwidth > 0.0) {
    add("bandwidth", format_quantity(node.bandwidth, Dimension::kBytesPerSecond));
  }
  if (node.latency > 0.0) {
    add("latency", format_quantity(node.latency, Dimension::kSeconds));
  }
  if (node.memory > 0.0) {
    add("memory", format_quantity(node.memory, Dimension::kBytes));
  }
  if (node.cores > 0.0) {
    add("cores", fmt::format("{}", node.cores));
  }
  append_attributes(element, node.other);
  if (node.balancing) {
    pugi::xml_node method = element.append_child("lmethod");
    method.append_attribute("lbm") = node.balancing->name.c_str();
    append_attributes(method, node.balancing->parameters);
    append_raw(method, node.balancing->elements);
  }
  append_raw(element, node.elements);
}

}  // namespace

std::span<const std::string_view> known_attributes() {
  static constexpr std::array<std::string_view, 16> kNames = {
      "type",        "nodenum",  "parent",    "name",      "IP",     "isMonitorable",
      "benchmark",   "numprocs", "bandwidth", "latency",   "memory", "cores",
      "benchmarkby", "linpack",  "triad",     "kernelrate"};
  return kNames;
}

Tree parse_machine(std::string_view text, const std::string& file) {
  return Reader(text, file).read();
}

Tree read_machine(const std::filesystem::path& path) {
  return parse_machine(read_input(path, kMostWritten), path.string());
}

std::string to_xml(const Tree& tree) {
  pugi::xml_document document;
  append_raw(document, tree.extras().before);
  pugi::xml_node model = document.append_child("machinemodel");
  append_attributes(model, tree.extras().attributes);
  for (const Node& node : tree.nodes()) {
    append_raw(model, node.above);
    append_node(model, node);
  }
  append_raw(model, tree.extras().elements);
  append_raw(document, tree.extras().after);
  std::ostringstream out;
  document.save(out, "  ");
  return out.str();
}

}  // namespace evenkeel::machine
