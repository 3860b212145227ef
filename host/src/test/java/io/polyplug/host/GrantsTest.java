package io.polyplug.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrantsTest {
  @Test
  void whoIsNotNamedGetsWhatItAsksFor() {
    assertThat(Grants.BY_CONTRACT.inForce("p", List.of("net", "fs"))).containsExactly("net", "fs");
  }

  @Test
  void aFilesRulesAreLoaded(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("polyplug.toml"), "[grants.p]\nallow = ['net']\n");
    assertThat(Grants.load(file).inForce("p", List.of("net", "fs"))).containsExactly("net");
  }

  @Test
  void onlyWhatIsBothAskedAndAllowedIsInForce() {
    Grants grants =
        Grants.of(Map.of("p", new Grants.Rule(Optional.of(Set.of("net", "exec")), Set.of("exec"))));
    assertThat(grants.inForce("p", List.of("net", "fs", "exec"))).containsExactly("net");
    assertThat(grants.inForce("p", List.of())).isEmpty();
    assertThat(grants.inForce("q", List.of("fs"))).containsExactly("fs");
  }
}
