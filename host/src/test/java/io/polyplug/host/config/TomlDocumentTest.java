package io.polyplug.host.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** TOML for whoever reads it: types, places, and files that mean harm. */
class TomlDocumentTest {
  private static final Path FILE = Path.of("/x/any.toml");

  @TempDir Path folder;

  private static ConfigTable parse(String toml) {
    return TomlDocument.parse(FILE, toml);
  }

  private static ConfigMistake mistake(String toml) {
    return catchThrowableOfType(ConfigMistake.class, () -> parse(toml));
  }

  @Test
  void aDateIsNoText() {
    assertThatThrownBy(() -> parse("a = 1979-05-27").text("a"))
        .hasMessageContaining("expected a text, found 1979-05-27");
    assertThatThrownBy(() -> parse("a = [07:32:00]").texts("a"))
        .hasMessageContaining("found 07:32:00 in it");
    assertThat(mistake("\na = 2021-02-30").line()).isEqualTo(2);
  }

  @Test
  void aDateIsPassedOnWithItsSeconds() {
    assertThat(parse("[a]\nb = 1979-05-27T07:32:00Z\nc = 1979-05-27").anything("a").toString())
        .isEqualTo("{b=\"1979-05-27T07:32:00Z\", c=\"1979-05-27\"}");
  }

  @Test
  void linesAreRightAfterAByteOrderMark() {
    ConfigTable table = parse("\uFEFF[a]\nb = 1\n").table("a").orElseThrow();
    assertThat(table.mistake("b", "").line()).isEqualTo(2);
  }

  @Test
  void aWholeNumberIsInItsRangeAndNothingElse() {
    assertThat(parse("a = 0x10").whole("a", 0, 16)).contains(16L);
    for (String bad : List.of("17", "-1", "1.0", "1e1", "\"1\"", "9".repeat(30), "nan")) {
      assertThatThrownBy(() -> parse("a = " + bad).whole("a", 0, 16))
          .as(bad)
          .hasMessageContaining("expected a whole number from 0 to 16, found ");
    }
    assertThat(parse("a = [1, 2]").wholes("a", 0, 2)).contains(List.of(1L, 2L));
    assertThatThrownBy(() -> parse("a = [1, 3]").wholes("a", 0, 2)).hasMessageContaining("found 3");
  }

  @Test
  void whatIsTooDeepIsRefusedHoweverItIsWritten() {
    for (String deep :
        List.of(
            "a = " + "[".repeat(100_000),
            "a = " + "[".repeat(100) + "]".repeat(100),
            "a = " + "{a=".repeat(100_000),
            "a" + ".a".repeat(500_000) + " = 1",
            "[a" + ".a".repeat(500_000) + "]",
            "[[a" + ".a".repeat(500_000) + "]]")) {
      assertThat(mistake(deep).problem()).contains("too deep");
    }
  }

  @Test
  @Timeout(60)
  void aLongPathCostsNoMoreThanItsLength() {
    String header = "[\"" + "a.".repeat(200_000) + "\"]\n";
    StringBuilder keys = new StringBuilder(header);
    for (int i = 0; i < 60_000; i++) {
      keys.append('k').append(i).append("=1\n");
    }
    ConfigTable root = parse(keys.toString());
    assertThat(root.unasked()).hasSize(1);
    assertThat(root.mistake(root.unasked().getFirst(), "").line()).isZero();
    assertThat(mistake("[b" + ".b".repeat(300_000) + "]\n[c]\na=1\na=2\n").line()).isEqualTo(4);
  }

  @Test
  void secretsInsideOfValuesAreFoundWhenTheyAreNeeded() throws Exception {
    Files.writeString(folder.resolve("token"), "t\n");
    Path file = folder.resolve("f.toml");
    Files.writeString(
        file,
        """
        [config]
        n = 1
        list = [true, "x"]
        api.key = { from_env = "K" }
        api.token = { from_file = "token" }
        """);
    ConfigValue value = TomlDocument.read(file).valueWithSecrets("config").orElseThrow();
    assertThat(value.resolve(Map.of("K", "k")))
        .hasToString("{\"n\":1,\"list\":[true,\"x\"],\"api\":{\"key\":\"k\",\"token\":\"t\"}}");
    assertThatThrownBy(() -> value.resolve(Map.of()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("config.api.key has no value: the variable K is not set");
    assertThatThrownBy(() -> parse("[c.d]\nfrom_env = \"A\"\nx = 1").valueWithSecrets("c"))
        .hasMessageContaining("c.d.x: unknown key");
    assertThatThrownBy(() -> parse("[c]\nd = [{ e = { from_env = \"A\" } }]").valueWithSecrets("c"))
        .hasMessageContaining("any.toml:2: c.d: expected secrets in tables, found one in a list");
  }
}
