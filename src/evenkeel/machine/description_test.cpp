// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// DRUM's XML: what is read, kept and refused.
#include "evenkeel/machine/description.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace evenkeel::machine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::MatchesRegex;

/// Teresco et al. 2005, figure 3, closed where the figure breaks off.
constexpr std::string_view kBullpen = R"(<machinemodel>
<node type="NETWORK" nodenum="0" name="" IP="" isMonitorable="false"
parent="-1" imgx="361.0" imgy="52.0">
<lmethod lbm="HSFC" KEEP_CUTS="1"></lmethod></node>
<node type="SINGLE_COMPUTING" nodenum="2" name="mendoza.cs.williams.edu"
IP="137.165.8.140" isMonitorable="true" parent="0"
benchmark="52.43" imgx="50.0" imgy="138.0"></node>
<node type="MULTIPLE_COMPUTING" nodenum="3" name="rivera.cs.williams.edu"
IP="137.165.8.130" isMonitorable="false" parent="0"
imgx="74.64" imgy="263.0" benchmark="82.55" numprocs="4">
<lmethod lbm="HSFC" KEEP_CUTS="1">
</lmethod></node>
</machinemodel>
)";

std::string complaint(const std::string& text) {
  try {
    (void)parse_machine(text, "m.xml");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Description, ReadsTheFileOfThePaper) {
  const Tree tree = parse_machine(kBullpen, "bullpen.xml");

  ASSERT_EQ(tree.size(), 3U);
  EXPECT_EQ(tree[0].type, NodeType::kNetwork);
  EXPECT_EQ(tree[0].balancing,
            (BalancingMethod{.name = "HSFC", .parameters = {{"KEEP_CUTS", "1"}}}));
  EXPECT_EQ(tree[1].name, "mendoza.cs.williams.edu");
  EXPECT_EQ(tree[1].benchmark, 52.43);
  EXPECT_TRUE(tree[1].is_monitorable);
  EXPECT_EQ(tree[2].address, "137.165.8.130");
  EXPECT_EQ(tree[2].processors, 4);
  EXPECT_DOUBLE_EQ(tree[2].rating(), 330.2);
  EXPECT_THAT(tree[2].other, ElementsAre(Attribute{"imgx", "74.64"}, Attribute{"imgy", "263.0"}));
}

TEST(Description, WritesBackWhatItDoesNotKnow) {
  const std::string text = R"(<!-- ours --><!-- all --><machinemodel site="north">
  <!-- bought 2001 -->
  <node type="NETWORK" nodenum="4" parent="-1" colour="a&amp;b"><rack row="3"><u>7</u></rack></node>
  <node type="SINGLE_COMPUTING" nodenum="9" parent="4" bandwidth="1Gbps" latency="50us"
        memory="8GiB" cores="0.25" shelf="2" numprocs="1"/>
  <legend/>
</machinemodel>
<!-- checked 2003 -->)";

  const std::string once = to_xml(parse_machine(text, "m.xml"));

  for (const char* kept :
       {"site=\"north\"", "<!-- bought 2001 -->", "colour=\"a&amp;b\"", "<rack row=\"3\">",
        "<u>7</u>", "shelf=\"2\"", "numprocs=\"1\"", "<legend />", "bandwidth=\"125000000B/s\"",
        "memory=\"8GiB\"", "cores=\"0.25\""}) {
    EXPECT_THAT(once, HasSubstr(kept));
  }
  EXPECT_THAT(once, MatchesRegex(".*<!-- ours -->\\s*<!-- all -->\\s*<machinemodel.*"
                                 "</machinemodel>\\s*<!-- checked 2003 -->\\s*"));
  EXPECT_EQ(to_xml(parse_machine(once, "m.xml")), once);
}

TEST(Description, WritesBackWhatXmlHasBesides) {
  const std::string text = R"(<?xml version="1.0" encoding="ISO-8859-1" standalone="yes"?>
<!DOCTYPE machinemodel SYSTEM "drum.dtd">
<?xml-stylesheet href="drum.xsl"?>
<machinemodel>
  <?site north?>
  <node type="NETWORK" nodenum="0" name="K)"
                           "\xf6"
                           R"(ln" parent="-1">
    <?rack 3?>
    <lmethod lbm="hsfc" KEEP_CUTS="1"><!-- since 2003 --><below lbm="RCB" /></lmethod>
  </node>
  <node type="SINGLE_COMPUTING" nodenum="1" parent="0"/>
</machinemodel>)";

  const std::string once = to_xml(parse_machine(text, "m.xml"));

  for (const char* kept : {"<?xml version=\"1.0\" encoding=\"ISO-8859-1\" standalone=\"yes\"?>",
                           "<!DOCTYPE machinemodel SYSTEM \"drum.dtd\">",
                           "<?xml-stylesheet href=\"drum.xsl\"?>", "<?site north?>", "<?rack 3?>",
                           "<!-- since 2003 -->", "<below lbm=\"RCB\" />", "\"K\xf6ln\""}) {
    EXPECT_THAT(once, HasSubstr(kept));
  }
  EXPECT_EQ(to_xml(parse_machine(once, "m.xml")), once);
}

TEST(Description, RefusesMethodsThatZoltanDoesNotHaveOrThatDivideNothing) {
  EXPECT_EQ(complaint(R"(<machinemodel>
<node type="NETWORK" nodenum="0" parent="-1"><lmethod lbm="HSCF"/></node>
<node type="SINGLE_COMPUTING" nodenum="1" parent="0"><lmethod lbm="RCB"/></node>
</machinemodel>)"),
            "m.xml:2:2: node 0: lbm is 'HSCF'; known: BLOCK, CYCLIC, RANDOM, RCB, RIB, HSFC, "
            "REFTREE, OCTPART, GRAPH, HYPERGRAPH, PARMETIS, JOSTLE, HIER, NONE (did you mean "
            "'HSFC'?)\n"
            "m.xml:3:2: node 1 has an lmethod and is SINGLE_COMPUTING; only NETWORK and "
            "MULTIPLE_COMPUTING nodes divide work");
}

TEST(Description, TellsEverythingThatIsWrongAtOnce) {
  EXPECT_EQ(complaint(R"(<machinemodel>
<node type="NETWORK" nodenum="0" parent="-1"/>
<node type="NETWORKS" nodenum="1" parent="-1"/>
 <node type="SINGLE_COMPUTING" nodenum="2" parent="0" benchmark="fast" isMonitorable="yes"/>
<node type="MULTIPLE_COMPUTING" nodenum="3" parent="2" memory="8 barrels"/>
</machinemodel>)"),
            "m.xml:3:2: type is 'NETWORKS'; known: NETWORK, SINGLE_COMPUTING, MULTIPLE_COMPUTING "
            "(did you mean 'NETWORK'?)\n"
            "m.xml:4:3: benchmark is 'fast'; expected a number\n"
            "m.xml:4:3: isMonitorable is 'yes'; expected true or false\n"
            "m.xml:5:2: memory: '8 barrels' is not a quantity such as '512MiB'; allowed units: B, "
            "kB, MB, GB, TB, KiB, MiB, GiB, TiB\n"
            "m.xml:5:2: node 3 is MULTIPLE_COMPUTING and has no numprocs\n"
            "m.xml:3:2: node 1 is a second root (parent -1); node 0 is the first\n"
            "m.xml:5:2: node 3 has parent 2, a SINGLE_COMPUTING node; only NETWORK nodes have "
            "children");
}

TEST(Description, RefusesTextForNodeNumbers) {
  const std::string said =
      complaint("<machinemodel><node type='NETWORK' nodenum='zero' parent='1x'/></machinemodel>");

  EXPECT_THAT(said, HasSubstr("m.xml:1:16: nodenum is 'zero'; expected a whole number"));
  EXPECT_THAT(said, HasSubstr("parent is '1x'; expected a whole number"));
  EXPECT_THAT(complaint("<machinemodel>\n<node type='NETWORK'/></machinemodel>"),
              HasSubstr("m.xml:2:2: node has no nodenum"));
}

TEST(Description, RefusesNegativeNodeNumbers) {
  const std::string network = "<machinemodel><node type='NETWORK' nodenum='0' parent='-1'/>";
  const auto of = [&](const char* relations) {
    return complaint(network + "<node type='SINGLE_COMPUTING' " + relations + "/></machinemodel>");
  };

  for (const std::string number : {"-1", "-2", "-3"}) {
    EXPECT_THAT(of(("parent='0' nodenum='" + number + "'").c_str()),
                HasSubstr("m.xml:1:62: nodenum is " + number + "; expected 0 or more"));
  }
  for (const std::string number : {"-2", "-3"}) {
    EXPECT_THAT(of(("nodenum='1' parent='" + number + "'").c_str()),
                HasSubstr("node 1 has parent " + number + ", which is no node"));
  }
}

TEST(Description, RefusesWhatIsNoMachine) {
  EXPECT_THAT(complaint(""), HasSubstr("m.xml:1:1: this is no XML"));
  EXPECT_THAT(complaint("<machinemodel>\n<node"), HasSubstr("m.xml:2:5: this is no XML"));
  EXPECT_THAT(complaint("<platform/>"), HasSubstr("found <platform>; expected <machinemodel>"));
  EXPECT_THAT(complaint("<machinemodel/>"), HasSubstr("m.xml:1:2: the machine has no node"));
  EXPECT_THAT(
      complaint("<machinemodel><node type='NETWORK' type='NETWORK' nodenum='0' parent='-1'/>"
                "</machinemodel>"),
      HasSubstr("attribute type is given twice"));
}

TEST(Description, RefusesWhatWouldBeLeftOut) {
  const std::string network = "<node type='NETWORK' nodenum='0' parent='-1'/>";
  const std::string host = "<node type='SINGLE_COMPUTING' nodenum='1' parent='0'>";
  const std::string whole = "<machinemodel>" + network + host + "</node></machinemodel>";

  EXPECT_THAT(complaint("<machinemodel>" + network + host + network + "</node></machinemodel>"),
              HasSubstr("node 1 has a node in it"));
  EXPECT_THAT(complaint(whole + whole), HasSubstr("<machinemodel> is a second root"));
  EXPECT_THAT(complaint(whole + " and so on"), HasSubstr("text outside of <machinemodel>"));
  EXPECT_THAT(complaint("<!DOCTYPE machinemodel [<!ENTITY a 'b'>]>" + whole),
              HasSubstr("entities are not read"));
  EXPECT_EQ(complaint("<?xml version='1.0'?><!-- mine -->\n" + whole + "\n<!-- end -->\n"), "");
}

}  // namespace
}  // namespace evenkeel::machine
