package io.polyplug.host.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;

class PlainTomlTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n\n",
        "# only a comment",
        "name = \"x\"",
        "name = 'a \\ b' # why\n",
        "name=\"\"\nother = ''\n",
        "a = true\nb = false\nc = 0\nd = 120\n",
        "a-b_c = \"é 🍱\"\n1 = \"one\"",
        "list = []\nother = [ ]",
        "list = [\"a\", 'b',\n  # why\n  \"c\",\n]\n",
        "list = [1, true, \"x\"]",
        "[a]\nb = 1\n[a.c]\nd = 2\n\t[e.f.g]\n",
        "top = 1\n\n[tasks.build]\nrun = \"make\"\n[tasks.test]\nrun = \"t\"\n",
        "[a.b]\n[c]\n[a.d]",
      })
  void whatIsPlainMeansTheSameToTheRealParser(String toml) {
    Map<String, Object> plain = PlainToml.read(toml);

    assertThat(plain).isNotNull().isEqualTo(TomlTree.parse(toml));
    assertThat(order(plain)).isEqualTo(order(TomlTree.parse(toml)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a = \"x\\n\"",
        "a = \"\"\"x\"\"\"",
        "a = '''x'''",
        "a = 1.5",
        "a = -1",
        "a = 1_000",
        "a = 0x1F",
        "a = 1979-05-27",
        "a.b = 1",
        "\"a\" = 1",
        "a = { b = 1 }",
        "a = [[1], [2]]",
        "[[a]]\nb = 1",
        "[a]\r\nb = 1\r\n",
        "[ a ]",
        "[a.b]\n[a]\n",
      })
  void whatIsNotPlainIsLeftToTheRealParser(String toml) {
    assertThat(PlainToml.read(toml)).isNull();
    assertThat(TomlTree.read(toml)).isEqualTo(TomlTree.parse(toml)).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "a =",
        "a = x",
        "a = 01",
        "a = \"x",
        "a = \"x\" b = 1",
        "a = 1\na = 2",
        "a = [1 2]",
        "a = [,]",
        "a = [1",
        "[a",
        "[a]\n[a]",
        "[a]\nb = 1\n[a.b]",
        "a = 1\n[a.b]",
        "a = \"x\u0001\"",
        "[]",
      })
  void mistakesAreLeftToTheRealParser(String toml) {
    assertThat(PlainToml.read(toml)).isNull();
    assertThatThrownBy(() -> TomlTree.read(toml)).isInstanceOf(JacksonException.class);
  }

  @Test
  void whateverIsAcceptedMeansTheSameToTheRealParser() {
    List<String> parts =
        List.of(
            "a", "b", ".", " = ", "=", "[", "]", "[[", ",", "\"", "'", "\n", "\n", " ", "#", "1",
            "0", "true", "\"x\"", "'y'", "a = 1\n", "[a]\n", "[b.a]\n", "[1, 2]", "\t", "-", "{}");
    Random random = new Random(7);
    int accepted = 0;
    for (int round = 0; round < 60_000; round++) {
      StringBuilder toml = new StringBuilder();
      for (int i = random.nextInt(8); i >= 0; i--) {
        toml.append(parts.get(random.nextInt(parts.size())));
      }
      Map<String, Object> plain = PlainToml.read(toml.toString());
      if (plain != null) {
        accepted++;
        assertThat(plain).as(toml.toString()).isEqualTo(TomlTree.parse(toml.toString()));
      }
    }
    assertThat(accepted).isGreaterThan(500);
  }

  /** Maps are equal whatever their order is, but files are reported in theirs. */
  private static String order(Map<String, Object> tree) {
    return tree.toString();
  }
}
