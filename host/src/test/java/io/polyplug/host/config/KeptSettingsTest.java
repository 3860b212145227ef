package io.polyplug.host.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.host.PluginInfo;
import io.polyplug.host.PluginSetting;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was set for a plugin is kept, and what may be set. */
class KeptSettingsTest {
  private static final PluginInfo CLOCK =
      new PluginInfo("bowire", "clock", "Clock", "1", "", Path.of("/"), "");
  private static final PluginInfo ECHO =
      new PluginInfo("bowire", "echo", "Echo", "1", "", Path.of("/"), "");

  @TempDir Path folder;

  @Test
  void whatIsSetIsThereAgainAndForThatPluginAlone() throws Exception {
    new KeptSettings(folder).set(CLOCK, Map.of("zone", Json.string("UTC\n")));
    new KeptSettings(folder).set(ECHO, Map.of("loud", Json.parse("true")));
    assertThat(new KeptSettings(folder).of(CLOCK)).isEqualTo(Map.of("zone", Json.string("UTC\n")));
    new KeptSettings(folder).set(CLOCK, Map.of());
    assertThat(new KeptSettings(folder).of(CLOCK)).isEmpty();
    assertThat(new KeptSettings(folder).of(ECHO)).isEqualTo(Map.of("loud", Json.parse("true")));
  }

  @Test
  void theFileIsTheUsersAloneAndLinesThatAreNotOursStay() throws Exception {
    Files.writeString(folder.resolve("settings"), "something else\n");
    new KeptSettings(folder).set(CLOCK, Map.of("a", Json.parse("1.50")));
    assertThat(Files.readAllLines(folder.resolve("settings")))
        .containsExactly("something else", "{\"plugin\":\"bowire:clock\",\"values\":{\"a\":1.50}}");
    assertThat(Files.getPosixFilePermissions(folder.resolve("settings")))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void whatCannotBeReadIsToldToWhomItConcernsAndStays() throws Exception {
    Path file = folder.resolve("settings");
    String broken = "{\"plugin\":\"bowire:clock\",\"values\":{\"zone\":\"UT";
    Files.writeString(file, "\n" + broken + "\n");
    KeptSettings kept = new KeptSettings(folder);
    assertThatThrownBy(() -> kept.of(CLOCK))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "line 2 of %s cannot be read: mend it, or remove it to forget what it says", file);
    assertThatThrownBy(() -> kept.set(CLOCK, Map.of())).hasMessageStartingWith("line 2 of");
    assertThat(kept.problems()).hasSize(1);
    assertThat(kept.of(ECHO)).isEmpty();
    kept.set(ECHO, Map.of("a", Json.parse("1")));
    assertThat(Files.readAllLines(file)).contains(broken).hasSize(3);
  }

  @Test
  void aFileThatIsNoTextOrNoFileIsTold() throws Exception {
    Path file = folder.resolve("settings");
    byte[] bytes = {'{', (byte) 0xff, '\n'};
    Files.write(file, bytes);
    KeptSettings kept = new KeptSettings(folder);
    assertThatThrownBy(() -> kept.of(CLOCK)).hasMessageContaining("is no text in UTF-8");
    assertThatThrownBy(() -> kept.set(CLOCK, Map.of())).hasMessageContaining("mend the file");
    assertThat(Files.readAllBytes(file)).isEqualTo(bytes);
    Files.delete(file);
    Files.createDirectory(file);
    assertThatThrownBy(() -> kept.of(CLOCK)).hasMessageContaining("cannot be read");
  }

  private static Optional<String> problem(PluginSetting.Type type, String value) {
    return new PluginSetting(
            "s",
            "S",
            Optional.empty(),
            type,
            Optional.empty(),
            List.of(new PluginSetting.Choice("x", "X")),
            false)
        .problem(Json.parse(value));
  }

  @Test
  void aValueHasTheTypeOfItsSetting() {
    assertThat(problem(PluginSetting.Type.BOOL, "true")).isEmpty();
    assertThat(problem(PluginSetting.Type.NUMBER, "1.5e3")).isEmpty();
    assertThat(problem(PluginSetting.Type.STRING, "\"\"")).isEmpty();
    assertThat(problem(PluginSetting.Type.SELECT, "\"x\"")).isEmpty();
    assertThat(problem(PluginSetting.Type.BOOL, "\"true\""))
        .hasValue("s: expected true or false, found \"true\"");
    assertThat(problem(PluginSetting.Type.NUMBER, "\"1\"")).isPresent();
    assertThat(problem(PluginSetting.Type.STRING, "null")).isPresent();
    assertThat(problem(PluginSetting.Type.SELECT, "\"y\""))
        .hasValue("s: expected one of x, found \"y\"");
  }
}
