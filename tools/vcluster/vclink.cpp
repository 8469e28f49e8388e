// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Carries frames between network namespaces after a constant delay; for kernels without sch_netem.
///
/// Each link is a pair of TAP devices, one in each namespace, and this one process moves every
/// frame from one to the other. Bandwidth is not its business (`tc tbf` on either TAP does that).
/// Segmentation offload is kept across the pair (the virtio_net header travels with the frame), so
/// a 64 KiB TCP super-frame costs two system calls.
///
///     vclink FILE     FILE has one link a line:  netnsA deviceA netnsB deviceB delay[us]
///
/// SIGHUP rereads FILE and takes over changed delays (the links themselves are fixed at start);
/// SIGTERM or SIGINT ends it, and the TAP devices vanish with it.
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <poll.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

namespace {

constexpr std::size_t kMaxFrame = 65536 + 256;  // one super-frame with its headers [byte]
constexpr std::size_t kMaxQueued = std::size_t{64} << 20;  // waiting one way, then dropped [byte]
constexpr int kMaxBatch = 64;                    // frames at once; no link starves the rest
constexpr std::int64_t kSecond = 1'000'000'000;  // [ns]

volatile std::sig_atomic_t g_reload = 0;
volatile std::sig_atomic_t g_stop = 0;

std::int64_t now_ns() {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return std::int64_t{t.tv_sec} * kSecond + t.tv_nsec;
}

struct LinkSpec {
  std::string netns_a, device_a, netns_b, device_b;
  std::int64_t delay_us = 0;
};

std::vector<LinkSpec> read_spec(const char* path) {
  std::vector<LinkSpec> links;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    LinkSpec link;
    if (words >> link.netns_a >> link.device_a >> link.netns_b >> link.device_b >> link.delay_us)
      links.push_back(link);
  }
  return links;
}

[[noreturn]] void die(const std::string& what) {
  std::fprintf(stderr, "vclink: %s: %s\n", what.c_str(), std::strerror(errno));
  std::exit(1);
}

/// Opens, and so creates, a TAP device inside a named network namespace.
int open_tap(const std::string& netns, const std::string& device) {
  static const int home = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
  const int there = open(("/run/netns/" + netns).c_str(), O_RDONLY | O_CLOEXEC);
  if (there < 0 || setns(there, CLONE_NEWNET) != 0)
    die("enter " + netns);
  close(there);
  const int tap = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (tap < 0)
    die("/dev/net/tun");
  ifreq request{};
  request.ifr_flags = IFF_TAP | IFF_NO_PI | IFF_VNET_HDR;
  std::strncpy(request.ifr_name, device.c_str(), IFNAMSIZ - 1);
  if (ioctl(tap, TUNSETIFF, &request) != 0)
    die("create " + device + " in " + netns);
  if (ioctl(tap, TUNSETOFFLOAD, TUN_F_CSUM | TUN_F_TSO4 | TUN_F_TSO6) != 0)
    die("offload of " + device);
  if (setns(home, CLONE_NEWNET) != 0)
    die("return home");
  return tap;
}

/// One way of one link.
class Way {
 public:
  Way(int from, int to, std::int64_t delay_us) : from_(from), to_(to) { set_delay(delay_us); }

  void set_delay(std::int64_t delay_us) { delay_ns_ = delay_us * 1000; }
  int source() const { return from_; }
  /// When the next frame is due [ns]; -1 if none waits.
  std::int64_t next_due() const { return queue_.empty() ? -1 : queue_.front().due; }

  void receive(std::vector<char>& scratch) {
    for (int k = 0; k < kMaxBatch; ++k) {
      const ssize_t got = read(from_, scratch.data(), scratch.size());
      if (got <= 0)
        return;
      const auto size = static_cast<std::size_t>(got);
      if (queued_ + size > kMaxQueued)
        continue;
      queued_ += size;
      queue_.push_back({now_ns() + delay_ns_, {scratch.data(), scratch.data() + size}});
    }
  }

  void deliver(std::int64_t now) {
    while (!queue_.empty() && queue_.front().due <= now) {
      const Frame& frame = queue_.front();
      if (write(to_, frame.bytes.data(), frame.bytes.size()) < 0 && errno == EAGAIN)
        return;
      queued_ -= frame.bytes.size();
      queue_.pop_front();
    }
  }

 private:
  struct Frame {
    std::int64_t due;
    std::vector<char> bytes;
  };

  int from_, to_;
  std::int64_t delay_ns_ = 0;
  std::deque<Frame> queue_;
  std::size_t queued_ = 0;
};

std::vector<Way> open_ways(const std::vector<LinkSpec>& links) {
  std::vector<Way> ways;
  for (const auto& link : links) {
    const int a = open_tap(link.netns_a, link.device_a);
    const int b = open_tap(link.netns_b, link.device_b);
    ways.emplace_back(a, b, link.delay_us);
    ways.emplace_back(b, a, link.delay_us);
  }
  return ways;
}

void reread_delays(const char* path, std::vector<Way>& ways) {
  const auto links = read_spec(path);
  for (std::size_t i = 0; i < links.size() && 2 * i + 1 < ways.size(); ++i) {
    ways[2 * i].set_delay(links[i].delay_us);
    ways[2 * i + 1].set_delay(links[i].delay_us);
  }
}

/// Sleeps until a frame arrives, the next one is due, or a signal comes.
void wait_for_work(std::vector<pollfd>& sources, const std::vector<Way>& ways) {
  std::int64_t next = -1;
  for (const auto& way : ways)
    if (way.next_due() >= 0 && (next < 0 || way.next_due() < next))
      next = way.next_due();
  const std::int64_t left = next < 0 ? 0 : std::max<std::int64_t>(next - now_ns(), 0);
  const timespec wait{left / kSecond, left % kSecond};
  if (ppoll(sources.data(), sources.size(), next < 0 ? nullptr : &wait, nullptr) <= 0)
    for (auto& source : sources)
      source.revents = 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: vclink FILE\n");
    return 2;
  }
  auto ways = open_ways(read_spec(argv[1]));
  std::signal(SIGHUP, [](int) { g_reload = 1; });
  std::signal(SIGTERM, [](int) { g_stop = 1; });
  std::signal(SIGINT, [](int) { g_stop = 1; });
  const sched_param first{1};  // to wake on time even when the ranks keep every core busy
  if (sched_setscheduler(0, SCHED_FIFO, &first) != 0)
    setpriority(PRIO_PROCESS, 0, -20);

  std::vector<char> scratch(kMaxFrame);
  std::vector<pollfd> sources;
  for (const auto& way : ways)
    sources.push_back({way.source(), POLLIN, 0});
  std::printf("ready\n");
  std::fflush(stdout);
  while (g_stop == 0) {
    if (g_reload != 0) {
      g_reload = 0;
      reread_delays(argv[1], ways);
    }
    wait_for_work(sources, ways);
    for (std::size_t i = 0; i < ways.size(); ++i)
      if ((sources[i].revents & POLLIN) != 0)
        ways[i].receive(scratch);
    const std::int64_t now = now_ns();
    for (auto& way : ways)
      way.deliver(now);
  }
}
