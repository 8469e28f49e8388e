#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of check_sizes.py and scan_cpp.py on small sources."""
import unittest

import check_sizes
import scan_cpp


def found(text):
    """{name: (line, lines, parameters)} of a C++ source."""
    return {f.name: (f.line, f.lines, f.parameters) for f in scan_cpp.functions(text)}


class ScanCpp(unittest.TestCase):
    def test_definitions_in_scopes(self):
        text = """namespace a::b {
namespace {
int one(int x, double y) {
  if (x > 0) {
    return 1;
  }
  return 0;
}
}  // namespace
class C : public Base<int> {
 public:
  explicit C(int n) : n_(n), list_{1, 2}, size_{n} {}
  ~C() { close(); }
  bool operator==(const C&) const = default;
  int operator()(int a, int b) const { return a + b; }

 private:
  int n_ = 0;
  std::vector<int> list_{1, 2, 3};
};
void C::two() {
}
}
"""
        self.assertEqual(found(text), {
            "one": (3, 6, 2), "C": (12, 1, 1), "~C": (13, 1, 0), "operator==": (14, 1, 1),
            "operator_call": (15, 1, 2), "C::two": (21, 2, 0)})

    def test_header_on_several_lines_counts(self):
        text = "template <int D,\n          class F>\nvoid each(const Box<D>& box,\n  F f)\n{\n}\n"
        self.assertEqual(found(text), {"each": (1, 6, 2)})

    def test_commas_of_templates_and_defaults_are_not_parameters(self):
        text = "void f(std::map<int, int> m, Array<int, 3> a = {1, 2, 3}, F<void(int, int)> g);"
        self.assertEqual(found(text)["f"][2], 3)

    def test_calls_in_the_type_of_the_result_are_not_the_function(self):
        text = """template <std::size_t N>
std::array<int, N + sizeof(int)> f(std::array<int, static_cast<std::size_t>(3)> a, int b) {
}
bool operator<(const A& a, const A& b) { return a.x < b.x; }
"""
        self.assertEqual(found(text), {"f": (1, 3, 2), "operator<": (4, 1, 2)})

    def test_braces_in_literals_and_comments_are_not_braces(self):
        text = """void f() {  // }
  const char* a = "}";  /* } */
  const char b = '}';
  const char* c = R"x(})x";
  int d = 1'000'000;
}
void g() {}
"""
        self.assertEqual(found(text), {"f": (1, 6, 0), "g": (7, 1, 0)})

    def test_macros_are_not_read(self):
        self.assertEqual(found("#define F(a) \\\n  void a() {\n\nvoid g() {}\n"), {"g": (4, 1, 0)})

    def test_lambdas_belong_to_their_function(self):
        text = "void f() {\n  g([&](int a) {\n    return a;\n  });\n}\n"
        self.assertEqual(found(text), {"f": (1, 5, 0)})

    def test_tables_are_not_functions(self):
        text = """constexpr std::array kTable = {Unit{"a", 1.0},
                               Unit{"b", f(2)}};
const Spec kSpec{.name = "x", .choices = {}};
auto kMake = [](int a) { return a; };
enum class Phase : int { kA, kB };
using Function = std::function<void(int, int)>;
static_assert(sizeof(int) == 4);
"""
        self.assertEqual(found(text), {})

    def test_qualifiers_after_the_parameters(self):
        text = """auto f(int a) const noexcept -> std::vector<int> {
}
template <class T>
  requires(sizeof(T) > 2)
void g(T t) noexcept(noexcept(t)) {
}
struct alignas(64) S {
  void h() && { }
};
double i(double) requires std::same_as<int, int> { }
"""
        self.assertEqual(sorted(found(text)), ["f", "g", "h", "i"])

    def test_tests_are_functions(self):
        text = "TEST(Gpa, LoadFollowsCapacity) {\n  x();\n}\nTEST_F(A, B) {\n}\n"
        self.assertEqual([f.lines for f in scan_cpp.functions(text)], [3, 2])

    def test_function_pointers_are_not_functions(self):
        self.assertEqual(found("struct S { int (*wall)() = &f; std::function<int(int)> g; };"), {})

    def test_explicit_instantiations_are_not_counted(self):
        self.assertEqual(found("template void f<1>(int, int, int, int, int, int, int);"), {})


class Measure(unittest.TestCase):
    limits = check_sizes.Limits(file_warn=4, file_fail=6, function_warn=2, function_fail=3,
                                parameters_fail=1, columns_fail=30)

    def problems(self, text, language="c++"):
        return list(check_sizes.measure(text, language, self.limits))

    def test_at_the_limit_nothing_is_said(self):
        self.assertEqual(self.problems("void f(int) {\n}\n" + "x" * 30 + "\n\n"), [])

    def test_functions_warn_then_fail(self):
        self.assertEqual(self.problems("void f() {\n\n}\n"), [(False, "1: f has 3 lines")])
        self.assertEqual(self.problems("void f() {\n\n\n}\n"), [(True, "1: f has 4 lines")])

    def test_files_warn_then_fail(self):
        self.assertEqual(self.problems("\n" * 5), [(False, "1: file of 5 lines")])
        self.assertEqual(self.problems("\n" * 7), [(True, "1: file of 7 lines")])

    def test_long_lines_and_lists_fail(self):
        self.assertEqual(self.problems("\n" + "x" * 31), [(True, "2: line of 31 columns")])
        self.assertEqual(self.problems("void f(int, int);"), [(True, "1: f has 2 parameters")])

    def test_python_and_shell(self):
        self.assertEqual(self.problems("class A:\n  def f(self, a, *, b):\n    pass\n", "python"),
                         [(True, "2: f has 2 parameters")])
        self.assertEqual(self.problems("f() {\n\n\n}\n", "shell"), [(True, "1: f has 4 lines")])


if __name__ == "__main__":
    unittest.main()
