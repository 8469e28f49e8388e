// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Feeds damaged files to everything that reads files: bad input must be called so, nothing else.
///
///     fuzz READER COUNT [SEED]      COUNT inputs; "fuzz READER N SEED" repeats the same ones
#include <array>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <numeric>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "evenkeel/core/clock.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/core/units.hpp"
#include "evenkeel/io/fab_layout.hpp"
#include "evenkeel/io/manifest.hpp"
#include "evenkeel/io/plot_header.hpp"
#include "evenkeel/machine/capacity_metric.hpp"
#include "evenkeel/machine/description.hpp"
#include "evenkeel/machine/sample.hpp"
#include "evenkeel/monitor/load_profile.hpp"
#include "evenkeel/monitor/metrics_text.hpp"
#include "evenkeel/monitor/peer.hpp"
#include "evenkeel/monitor/snmp_message.hpp"
#include "evenkeel/runtime/run_memory.hpp"
#include "evenkeel/runtime/setup.hpp"
#include "evenkeel/workload/trace.hpp"
#include "evenkeel/workload/units_file.hpp"
#include "tests/fuzz/mutate.hpp"

namespace {

using namespace evenkeel;

/// A file in memory with a path, for readers that want one.
class MemoryFile {
 public:
  MemoryFile()
      : descriptor_(memfd_create("fuzz", 0)), path_(fmt::format("/proc/self/fd/{}", descriptor_)) {
    if (descriptor_ < 0) {
      throw std::runtime_error("cannot make a file in memory");
    }
  }
  ~MemoryFile() { close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  const std::string& with(const std::string& text) {
    if (ftruncate(descriptor_, 0) != 0 ||
        pwrite(descriptor_, text.data(), text.size(), 0) != static_cast<ssize_t>(text.size())) {
      throw std::runtime_error("cannot write to a file in memory");
    }
    return path_;
  }

 private:
  int descriptor_;
  std::string path_;
};

/// Good texts, and what reads them.
struct Reader {
  std::vector<std::string> seeds;
  std::function<void(const std::string& text)> read;
};

/// A good case, resolved, is the same good case.
void expect_same(const std::string& resolved, const runtime::Plugins& plugins) {
  try {
    const auto again = runtime::check_case("resolved.toml", resolved, {}, plugins, 3);
    if (again.settings.resolved() == resolved) {
      return;
    }
  } catch (const InputError& error) {
    throw std::logic_error(error.what());
  }
  throw std::logic_error("resolved, it is another case");
}

Reader case_reader() {
  const auto plugins = std::make_shared<runtime::Plugins>(runtime::Plugins::builtin());
  return {
      {"kernel = \"rm2d\"\n[domain]\ncells = [128, 32]\nlower = [0.0, 0.0]\nupper = [4.0, 1.0]\n"
       "[mesh]\nmax_levels = 3\nratio = 2\nmax_box = 32\nflag = \"gradient\"\n"
       "flag_component = \"density\"\nflag_threshold = [0.1, 0.2]\n[time]\nsteps = 60\n",
       "kernel = \"tp2d\"\n[kernel]\nproblem = \"rotation\"\nsigma = 0.1\n[time]\nend = 1.0\n"
       "cfl = 0.4\nsubcycle = false\n[partition]\nmethod = \"ccp\"\nsticky_epsilon = 0.1\n"
       "granularity = 4\ncurve = \"morton\"\n[manage]\npolicy = \"cost_benefit\"\n"
       "capacity = \"given\"\nsense_interval = \"20ms\"\nthreshold = 0.1\n"
       "[machine]\ncapacities = [1, 2, 3]\ninject = [1, 0.5, 0.1]\n"
       "[memory]\nbudget = \"2GiB\"\n[output]\nplot_interval = 20\ntrace = true\n",
       "kernel = \"sod\"\ntime.end = 0.2\ndomain.boundary_lower = [\"outflow\"]\n"},
      [plugins](const std::string& text) {
        const auto checked = runtime::check_case("case.toml", text, {}, *plugins, 3);
        expect_same(checked.settings.resolved(), *plugins);
      }};
}

Reader override_reader() {
  const auto plugins = std::make_shared<runtime::Plugins>(runtime::Plugins::builtin());
  return {{"mesh.max_levels=3", "kernel=tp2d", "domain.cells=[64,64]", "manage.sense_interval=1s",
           "partition.method=\"gpa\"", "time.subcycle=false", "kernel.sigma=0.1"},
          [plugins](const std::string& text) {
            (void)runtime::check_case("case.toml", "kernel = \"tp2d\"\ntime.steps = 3\n", {text},
                                      *plugins, 3);
          }};
}

Reader units_reader() {
  const auto file = std::make_shared<MemoryFile>();
  return {{"i,j,n0,n1,cost\n0,0,16,64,1.0\n1,0,16,0,2.5\n0,1,16,32,0\n1,1,16,0,1e3\n",
           "i,n0\n0,4\n1,4\n2,4\n", "i,j,k,n0,n1,n2\n0,0,0,64,512,4096\n0,0,1,64,0,0\n"},
          [file](const std::string& text) { (void)workload::read_units(file->with(text), 2); }};
}

Reader owners_reader() {
  const auto file = std::make_shared<MemoryFile>();
  const auto units = std::make_shared<workload::UnitList>(
      workload::read_units(file->with("i,j,n0\n0,0,16\n1,0,16\n0,1,16\n1,1,16\n"), 2));
  return {{"i,j,owner\n0,0,0\n1,0,1\n0,1,2\n1,1,1\n"}, [file, units](const std::string& text) {
            (void)workload::read_owners(file->with(text), *units, 3);
          }};
}

Reader capacities_reader() {
  return {{"1,2,3", "0.5\n0.25\n0.25\n", "16e6\n0\n"},
          [](const std::string& text) { (void)workload::parse_capacities(text, "capacities"); }};
}

Reader trace_reader() {
  const auto file = std::make_shared<MemoryFile>();
  const std::string header =
      R"({"evenkeel_trace":1,"dim":2,"ratio":2,"base":[32,16],"max_levels":3,"periodic":[false,)"
      R"(true],"kernel":"rm2d","components":5,"bytes_per_cell":40,"ghost":2,"regrid_interval":4})"
      "\n";
  return {{header +
               R"({"regrid":0,"step":0,"time":0.0,"levels":[[[0,0,31,15]],[[8,8,23,15],)"
               R"([24,0,31,7]],[[16,16,31,31]]]})"
               "\n" +
               R"({"regrid":1,"step":4,"time":0.5,"levels":[[[0,0,31,15]]],"cost":[[2.5]]})"
               "\n",
           header + R"({"regrid":0,"step":0,"time":1e-3,"levels":[[[0,0,15,15],[16,0,31,15]]]})"
                    "\n"},
          [file](const std::string& text) {
            workload::TraceReader reader(file->with(text));
            workload::TraceRegrid regrid;
            while (reader.next(regrid)) {
            }
          }};
}

const geometry::BoxList<2> kBase{{{0, 0}, {16, 8}}, {{16, 0}, {32, 8}}};
const geometry::BoxList<2> kFine{{{8, 4}, {24, 12}}};

Reader plot_reader() {
  hierarchy::Mesh<2> mesh;
  mesh.cells = {32, 8};
  mesh.upper = {1.0, 0.5};
  const std::vector<const geometry::BoxList<2>*> boxes{&kBase, &kFine};
  return {{io::plot_header<2>(mesh, boxes, {0.1, {3, 6}, {"density", "rank"}})},
          [](const std::string& text) { (void)io::parse_plot_header(text, "Header"); }};
}

Reader cells_reader() {
  const std::vector<io::FabPlace> places{{0, 0, 2133}, {3, 77, 2133}};
  return {{io::cell_header<2>(kBase, 2, places, {{1.0, 0.0, 2.0, -0.5}, {1.5, 0.0, 2.5, 0.5}})},
          [](const std::string& text) { (void)io::parse_cell_header(text, "Cell_H", 2, 2); }};
}

std::string memory_text() {
  runtime::RunMemory memory;
  memory.manager.capacity = {0.25, 0.75};
  memory.manager.load = {1.0, 2.0};
  memory.sums = {{"density", 1.0}};
  return runtime::to_json(memory);
}

Reader manifest_reader() {
  io::Manifest manifest;
  manifest.dim = 2;
  manifest.state.step = 8;
  manifest.state.kernel = "rm2d";
  manifest.state.components = {"density", "energy"};
  manifest.state.config = "kernel = \"rm2d\"\n";
  manifest.state.identity = {{"kernel.mach", "1.5"}};
  manifest.state.level_steps = {8, 16};
  manifest.state.capacities = {0.25, 0.75};
  manifest.state.granularity = 4;
  manifest.state.unit_owners = {0, 1};
  manifest.state.history = memory_text();
  manifest.ranks = 2;
  manifest.cells = {8, 4};
  manifest.lower = {0.0, 0.0};
  manifest.upper = {2.0, 1.0};
  manifest.periodic = {0, 1};
  manifest.max_levels = 2;
  manifest.headers = {{"Header", 7}};
  for (int level = 0; level < 2; ++level) {
    io::Piece piece;
    piece.level = level;
    piece.hi = {8, 4, 1};
    piece.file = io::fab_file(level, 0);
    piece.bytes = io::fab_header<2>({{0, 0}, {8, 4}}, 2).size() + 8 * 2 * 32;
    manifest.pieces.push_back(piece);
  }
  return {{io::to_json(manifest)},
          [](const std::string& text) { (void)io::parse_manifest(text, "manifest.json"); }};
}

Reader memory_reader() {
  return {{memory_text()}, [](const std::string& text) { (void)runtime::memory_from_json(text); }};
}

Reader quantity_reader() {
  return {{"20ms", "512MiB", "100Mbps", "1.5 h", "3", "0"}, [](const std::string& text) {
            int refused = 0;
            for (const Dimension dimension : {Dimension::kPure, Dimension::kSeconds,
                                              Dimension::kBytes, Dimension::kBytesPerSecond}) {
              try {
                (void)parse_quantity(text, dimension);
              } catch (const InputError&) {
                ++refused;
              }
            }
            if (refused == 4) {
              throw InputError("no quantity");
            }
          }};
}

/// What is read is written, and read again to the same text.
Reader machine_reader() {
  return {
      {"<machinemodel site=\"n\">\n<!-- old -->\n<node type=\"NETWORK\" nodenum=\"0\" name=\"\" "
       "IP=\"\" isMonitorable=\"false\" parent=\"-1\" imgx=\"361.0\"><lmethod lbm=\"HSFC\" "
       "KEEP_CUTS=\"1\"></lmethod></node>\n<node type=\"SINGLE_COMPUTING\" nodenum=\"2\" "
       "name=\"a.b\" IP=\"10.0.0.2\" isMonitorable=\"true\" parent=\"0\" benchmark=\"52.43\" "
       "memory=\"8GiB\" cores=\"0.5\"/>\n<node type=\"MULTIPLE_COMPUTING\" nodenum=\"3\" "
       "parent=\"0\" benchmark=\"82.55\" numprocs=\"4\" bandwidth=\"1Gbps\" "
       "latency=\"50us\"><rack><u>7</u></rack></node>\n</machinemodel>\n"},
      [](const std::string& text) {
        const std::string once = machine::to_xml(machine::parse_machine(text, "m.xml"));
        if (machine::to_xml(machine::parse_machine(once, "again.xml")) != once) {
          throw std::logic_error("written back, it is another machine:\n" + once);
        }
      }};
}

Reader snmp_reader() {
  const auto bytes = [](std::initializer_list<int> values) {
    std::string text;
    for (const int value : values) {
      text.push_back(static_cast<char>(value));
    }
    return text;
  };
  const std::string head = bytes({2, 1, 1, 4, 1, 'c', 0xa2, 36, 2, 1, 7, 2, 1, 0, 2, 1, 0});
  const std::string list =
      bytes({0x30, 25,   0x30, 9,    0x06, 3, 0x2b, 6, 1,   0x41, 2,   1,   0,  0x30,
             12,   0x06, 3,    0x2b, 6,    2, 0x04, 5, '0', '.',  '2', '5', '0'});
  return {{bytes({0x30, 44}) + head + list},
          [](const std::string& text) { (void)monitor::decode_response(text, 7); }};
}

Reader exposition_reader() {
  return {
      {"# HELP node_load1 load\nnode_load1 0.25\nnode_cpu_seconds_total{cpu=\"0\",mode=\"idle\"} "
       "1.5e+02 1395066363000\nodd{path=\"C:\\\\D\\\"x\"} NaN\n"},
      [](const std::string& text) {
        for (const monitor::Metric& each : monitor::parse_exposition(text)) {
          (void)each.label("mode");
        }
      }};
}

Reader query_reader() {
  return {{R"({"status":"success","data":{"resultType":"vector","result":[{"metric":{"__name__":)"
           R"("up","instance":"n1:9100"},"value":[100.5,"1"]},{"metric":{},"value":[99,"0.5"]}]}})",
           R"({"status":"success","data":{"resultType":"scalar","result":[100,"7"]}})"},
          [](const std::string& text) { (void)monitor::parse_query_answer(text, 100.0); }};
}

Reader ganglia_reader() {
  return {{"<GANGLIA_XML VERSION=\"3\"><CLUSTER NAME=\"c\"><HOST NAME=\"n1\" TN=\"2\"><METRIC "
           "NAME=\"cpu_idle\" VAL=\"97.5\" UNITS=\"%\" TN=\"13\" TMAX=\"90\" SLOPE=\"both\"/>"
           "</HOST></CLUSTER></GANGLIA_XML>"},
          [](const std::string& text) { (void)monitor::parse_ganglia(text); }};
}

Reader http_reader() {
  return {{"HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nbody"},
          [](const std::string& text) { (void)monitor::http_body(text, "peer"); }};
}

Reader load_reader() {
  return {{"t,cpu,memory,network\n0,0,0,0\n30,0.6,536870912,1e6\n60,0,0,0\n", "t,cpu\n1,2\n"},
          [](const std::string& text) {
            (void)monitor::LoadProfile::parse(text, "load.csv").at(15.0);
          }};
}

/// What is a sample makes shares that sum to 1, or the metric says what it lacks.
Reader sample_reader() {
  return {{R"({"nodes":[{"name":"a","parent":"s","rating":52.43,"processes":1,"cpus":2,)"
           R"("cpu_used":[0.9],"cpu_idle":[0.1,0.5],"memory_available":5e8,"memory_total":1e9,)"
           R"("bandwidth":1e8,"latency":1e-4,"interfaces":[{"name":"eth0","packets_per_s":30,)"
           R"("bytes_per_s":1e5,"speed":1e8}],"share":0.25},)"
           R"({"name":"b","parent":"s","rating":82.55,"cpu_used":[0.5],"cpu_idle":[0.2],)"
           R"("seconds":2.5,"rate":1e6,"availability":0.5,"forecast":0.7,"load":2,"level":1,)"
           R"("compute_s":1,"comm_s":0.5,"fault_s":0}],"memory_needed":4e8,)"
           R"("history":[{"work":100,"level":1,"seconds":2},{"work":200,"level":2,"seconds":5}]})"},
          [](const std::string& text) {
            const machine::Sample sample = machine::parse_sample(text, "sample.json");
            Registry<machine::CapacityMetric> registry;
            machine::register_builtin(registry);
            for (const std::string_view name : registry.names()) {
              try {
                const machine::Shares shares =
                    machine::capacity_shares(*registry.make(name), sample);
                const double sum = std::reduce(shares.share.begin(), shares.share.end());
                if (!(std::abs(sum - 1.0) < 1e-6)) {
                  throw std::logic_error(fmt::format("{}: shares sum to {}", name, sum));
                }
              } catch (const InputError&) {
                // it says what it lacks
              }
            }
          }};
}

const std::map<std::string, std::function<Reader()>> kReaders = {
    {"case", case_reader},         {"override", override_reader},
    {"units", units_reader},       {"owners", owners_reader},
    {"trace", trace_reader},       {"plot", plot_reader},
    {"cells", cells_reader},       {"manifest", manifest_reader},
    {"memory", memory_reader},     {"capacities", capacities_reader},
    {"quantity", quantity_reader}, {"machine", machine_reader},
    {"snmp", snmp_reader},         {"exposition", exposition_reader},
    {"query", query_reader},       {"ganglia", ganglia_reader},
    {"http", http_reader},         {"load", load_reader},
    {"sample", sample_reader}};

/// The input being read, for the last words of a crash.
const std::string* current = nullptr;

extern "C" void last_words(int signal) {
  constexpr std::string_view kSaid = "the reader crashed on this input:\n";
  [[maybe_unused]] ssize_t ignored = write(STDERR_FILENO, kSaid.data(), kSaid.size());
  ignored = write(STDERR_FILENO, current->data(), current->size());
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

/// What became of the inputs.
struct Tally {
  std::int64_t good = 0;
  std::int64_t bad = 0;      ///< called bad input, as it should be
  std::int64_t strange = 0;  ///< any other exception
  double slowest = 0.0;      ///< [s]
};

void feed(const Reader& reader, const std::string& text, Tally& tally) {
  const double start = wall_seconds();
  try {
    reader.read(text);
    ++tally.good;
  } catch (const InputError&) {
    ++tally.bad;
  } catch (const SystemError&) {
    ++tally.bad;
  } catch (const std::exception& error) {
    ++tally.strange;
    fmt::print(stderr, "not an input error: {}\n{}\n", error.what(), text);
  }
  tally.slowest = std::max(tally.slowest, wall_seconds() - start);
}

int feed_many(const std::string& name, std::int64_t count, std::uint64_t seed) {
  const Reader reader = kReaders.at(name)();
  for (const std::string& text : reader.seeds) {
    current = &text;
    reader.read(text);  // good texts are good
  }
  fuzz::Mutator mutator(reader.seeds, seed);
  Tally tally;
  for (std::int64_t n = 0; n < count; ++n) {
    const std::string text = mutator.next();
    current = &text;
    feed(reader, text, tally);
  }
  fmt::print("{}: {} inputs, {} still good, {} called bad, {} other errors; slowest {:.3g} s\n",
             name, count, tally.good, tally.bad, tally.strange, tally.slowest);
  return tally.strange > 0 || tally.bad == 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3 || !kReaders.contains(argv[1])) {
    fmt::print(stderr, "usage: fuzz READER COUNT [SEED]\nreaders:");
    for (const auto& [name, ignored] : kReaders) {
      fmt::print(stderr, " {}", name);
    }
    fmt::print(stderr, "\n");
    return EXIT_FAILURE;
  }
  for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL}) {
    std::signal(signal, last_words);
  }
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  constexpr rlim_t kMemory = rlim_t{2} << 30;  // an input of a page must not ask for more
  const rlimit limit{kMemory, kMemory};
  setrlimit(RLIMIT_AS, &limit);
#endif
  return feed_many(argv[1], std::atoll(argv[2]),
                   argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1);
}
