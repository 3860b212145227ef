package io.polyplug.host.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.host.PluginInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The list of what the user disabled. */
class DisabledPluginsTest {
  @TempDir Path state;

  private static PluginInfo plugin(String id, String installation) {
    return new PluginInfo("rune", id, id, "", "", Path.of("/x"), installation);
  }

  @Test
  void aNameMeansIdQualifiedIdInstallationOrKeyInAnyCase() {
    PluginInfo echo = plugin("Echo", "Acme.Echo");
    for (String name : List.of("echo", "RUNE:echo", "acme.ECHO", "rune:Echo@Acme.Echo", " echo ")) {
      assertThat(new DisabledNames(List.of(name)).has(echo)).as(name).isTrue();
    }
    assertThat(new DisabledNames(List.of("ech", "", "bowire:echo")).has(echo)).isFalse();
    assertThat(new DisabledNames(List.of("")).has(plugin("x", ""))).isFalse();
  }

  @Test
  void whatIsDisabledIsWrittenForTheUserAloneAndTakenOutWhenEnabled() throws Exception {
    DisabledPlugins list = new DisabledPlugins(state.resolve("new"));
    assertThat(list.names()).isEmpty();
    assertThat(list.enable(plugin("a", ""))).isFalse();
    assertThat(state.resolve("new")).as("nothing is made for nothing").doesNotExist();
    list.disable(plugin("a", ""), "rune:a");
    list.disable(plugin("a", ""), "rune:a");
    list.disable(plugin("b", ""), "rune:b");
    assertThat(list.names()).containsExactly("rune:a", "rune:b");
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(state.resolve("new/disabled"))))
        .isEqualTo("rw-------");
    assertThat(list.enable(plugin("A", ""))).isTrue();
    assertThat(list.names()).containsExactly("rune:b");
  }

  @Test
  void changesAtTheSameTimeAreAllKept() throws Exception {
    CyclicBarrier together = new CyclicBarrier(8);
    List<Future<Void>> changes = new ArrayList<>();
    try (ExecutorService threads =
        Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
      for (int i = 0; i < 8; i++) {
        PluginInfo one = plugin("p" + i, "");
        changes.add(
            threads.submit(
                () -> {
                  together.await(30, TimeUnit.SECONDS);
                  new DisabledPlugins(state).disable(one, one.key());
                  return null;
                }));
      }
      for (Future<Void> change : changes) {
        change.get(30, TimeUnit.SECONDS);
      }
    }
    assertThat(new DisabledPlugins(state).names()).hasSize(8);
  }
}
