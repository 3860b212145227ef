package io.polyplug.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class EnvironmentTest {
  @Test
  void itStartsEmptyAndTheLaterOfTwoWins() {
    assertThat(Environment.empty().variables()).isEmpty();
    assertThat(Environment.empty().with("A", "1").with("B", "2").with("A", "3").variables())
        .containsExactly(Map.entry("B", "2"), Map.entry("A", "3"));
  }

  @Test
  void onlyWhatIsNamedIsInherited() {
    Environment environment = Environment.empty().inherit("PATH", "NOT_SET_ANYWHERE");
    assertThat(environment.variables()).containsOnlyKeys("PATH");
    assertThat(environment.variables()).containsEntry("PATH", System.getenv("PATH"));
    assertThat(Environment.empty().inheritPrefix("PAT").variables())
        .containsKey("PATH")
        .doesNotContainKey("HOME");
    assertThat(Environment.empty().inheritAll().without("PATH").variables())
        .hasSize(System.getenv().size() - 1);
  }

  @Test
  void namesAndValuesThatCannotBePassedAreRefused() {
    for (String name : new String[] {"", "A=B", "A\0"}) {
      assertThatThrownBy(() -> Environment.empty().with(name, "x"))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> Environment.empty().with("A", "x\0"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void valuesAreNotShown() {
    assertThat(Environment.empty().with("TOKEN", "secret").toString())
        .isEqualTo("Environment[TOKEN]");
  }
}
