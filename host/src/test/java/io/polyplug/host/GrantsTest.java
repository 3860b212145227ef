package io.polyplug.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GrantsTest {
  @Test
  void whoIsNotNamedGetsWhatItAsksFor() {
    assertThat(Grants.BY_CONTRACT.inForce("p", List.of("net", "fs"))).containsExactly("net", "fs");
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
