# SPDX-License-Identifier: BSD-3-Clause
"""Finds the functions of a C++ source without a compiler.

Comments, literals and preprocessor lines are blanked. What is left is read brace by brace: the
text before a `{` (its header) tells whether it opens a scope, a function or an initialiser.
A lambda or block inside a function belongs to that function.
"""
import dataclasses
import re


@dataclasses.dataclass
class Function:
    name: str
    line: int  # of the first line of its header
    lines: int  # header to closing brace; 1 for a declaration on one line
    parameters: int


LITERAL = re.compile(
    r"""//[^\n]*                                  # comment
      | /\*.*?\*/
      | (?:u8|[uUL])?R"(?P<d>[^()\s\\]{0,16})\(.*?\)(?P=d)"   # raw string
      | "(?:\\.|[^"\\\n])*"
      | (?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'       # not the separator of 1'000
      | ^[ \t]*\#(?:\\\n|[^\n])*                  # preprocessor
    """, re.X | re.S | re.M)
SCOPE = re.compile(r"^\s*(?:inline\s+)?namespace\b|^\s*extern\s*$")
TYPE = re.compile(r"\b(?:class|struct|union|enum)\b")
SPECIFIER = re.compile(r"\b(?:decltype|noexcept|alignas|requires|explicit|__attribute__)\s*$")
NAME = re.compile(r"((?:[\w~]+\s*(?:<[^()]*>)?\s*::\s*)*"
                  r"(?:operator\s*[^\s\w]{1,3}|[~\w]+))\s*(?:<[^()]*>)?\s*$")
ASSIGNMENT = re.compile(r"(?<![=!<>])=(?!=)")
AFTER_PARAMETERS = re.compile(
    r"^\s*(?:(?:const|volatile|override|final|try|&&?|= *(?:0|default|delete)"
    r"|noexcept(?:\s*\(.*\))?)\s*|->.*|requires\b.*|:(?!:).*)*$", re.S)
MEMBER_LIST = re.compile(r"[^:]*:(?!:)")
BLANKS = re.compile(r"(?:\s|(?:public|private|protected)\s*:(?!:))*")
NOT_A_FUNCTION = re.compile(r"^\s*(?:using|typedef|return|static_assert|extern\s+template"
                            r"|template\s+(?!<)|concept)\b")


def blank(text):
    """`text` with comments, literals and preprocessor lines as blanks; newlines stay."""
    return LITERAL.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def split_parameters(inside):
    """Number of parameters in the text between the parentheses of a parameter list."""
    depth = commas = 0
    for previous, char in zip(" " + inside, inside):
        if char in "([{<":
            depth += 1
        elif char in ")]}" or (char == ">" and previous != "-"):
            depth -= 1
        elif char == "," and depth == 0:
            commas += 1
    return 0 if inside.strip() in ("", "void") else commas + 1


def without_template(header):
    """`header` after its leading template<...>, requires clauses and attributes."""
    while True:
        start = re.match(r"\s*(?:template\s*<|\[\[)", header)
        if not start:
            return header
        depth = 0
        for at in range(start.end() - 1, len(header)):
            depth += (header[at] in "<[(") - (header[at] in ")]" or header[at] == ">")
            if depth == (-1 if start[0].endswith("[[") else 0):
                break
        header = header[at + 1:]


def closing(text, opening):
    """Index of the parenthesis that closes the one at `opening`, or -1."""
    depth = 0
    for at in range(opening, len(text)):
        depth += (text[at] == "(") - (text[at] == ")")
        if depth == 0:
            return at
    return -1


def in_template_arguments(before):
    """True if the text ends inside of <...>."""
    plain = re.sub(r"operator\s*[^\s\w(]{1,3}|->", " ", before)
    return plain.count("<") > plain.count(">")


def signature(header):
    """(name, parameters, text after them) if `header` is that of a function, else None."""
    header = re.sub(r"\boperator\s*\(\s*\)", "operator_call", without_template(header))
    if NOT_A_FUNCTION.match(header):
        return None
    at = header.find("(")
    while at >= 0:
        before, end = header[:at], closing(header, at)
        name = NAME.search(before)
        if end < 0 or (name and ASSIGNMENT.search(before[:name.start()])):
            return None
        if name and not SPECIFIER.search(before) and not in_template_arguments(before):
            return name[1], split_parameters(header[at + 1:end]), header[end + 1:]
        at = header.find("(", end)
    return None


class Scanner:
    """Walks over blanked text once; `found` lists the functions in order of their end."""

    def __init__(self, text):
        self.text = text
        self.found = []
        self.open = []  # (kind, start of its header, place) of each open brace
        self.start = 0  # of the header that is being read
        self.parentheses = 0

    def line(self, at):
        return self.text.count("\n", 0, at) + 1

    def header_start(self):
        return BLANKS.match(self.text, self.start).end()

    def inside(self, *kinds):
        return any(kind in kinds for kind, _, _ in self.open)

    def kind(self, at):
        """What the brace at `at` opens: scope, function, block or initialiser."""
        header = self.text[self.start:at]
        if self.inside("function"):
            return "block"
        if SCOPE.search(header):
            return "scope"
        if self.parentheses:
            return "initialiser"
        found = signature(header)
        if not found:
            declared = without_template(header)
            is_type = TYPE.search(declared) and "=" not in declared
            return "scope" if is_type else "initialiser"
        if not AFTER_PARAMETERS.match(found[2]):
            return "initialiser"
        in_member_list = MEMBER_LIST.match(found[2]) and re.search(r"[\w>]\s*$", found[2])
        return "initialiser" if in_member_list else "function"

    def add(self, begin, header_end, end):
        name, parameters, _ = signature(self.text[begin:header_end])
        first = self.line(begin)
        self.found.append(Function(name, first, self.line(end) - first + 1, parameters))

    def brace_opens(self, at):
        self.open.append((self.kind(at), self.header_start(), at))
        if self.open[-1][0] in ("scope", "function"):
            self.start = at + 1

    def brace_closes(self, at):
        if not self.open:
            return
        kind, begin, opening = self.open.pop()
        if kind == "function":
            self.add(begin, opening, at)
        if kind in ("scope", "function"):
            self.start = at + 1

    def statement_ends(self, at):
        if self.parentheses or self.inside("function", "initialiser"):
            return
        found = signature(self.text[self.start:at])
        if found and AFTER_PARAMETERS.match(found[2]):
            self.add(self.header_start(), at, at)
        self.start = at + 1

    def scan(self):
        for at, char in enumerate(self.text):
            if char == "{":
                self.brace_opens(at)
            elif char == "}":
                self.brace_closes(at)
            elif char == ";":
                self.statement_ends(at)
            elif char in "()" and not self.inside("function"):
                self.parentheses += 1 if char == "(" else -1
        return self.found


def functions(text):
    """All functions defined or declared in a C++ source, in order of their end."""
    return Scanner(blank(text)).scan()
