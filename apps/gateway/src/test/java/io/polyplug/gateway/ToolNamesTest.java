package io.polyplug.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.gateway.ToolNames.Tool;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Names that every client accepts, the same in every run. */
class ToolNamesTest {
  @Test
  void aNameIsThePluginAndTheTool() {
    assertThat(ToolNames.of(List.of(new Tool("bowire:echo", "echo", "Demo/Say it"))))
        .containsExactly("echo_Demo_Say_it");
  }

  @Test
  void namesThatWouldBeTheSameEndWithADigestOfTheirOwn() {
    Tool one = new Tool("x:a", "a", "b_c");
    Tool two = new Tool("x:a_b", "a_b", "c");
    List<String> names = ToolNames.of(List.of(one, two));
    assertThat(names).doesNotHaveDuplicates().allMatch(it -> it.matches("a_b_c_[0-9a-f]{8}"));
    assertThat(ToolNames.of(List.of(two, one))).isEqualTo(names.reversed());
  }

  @Test
  void aLongNameIsCutAndStaysUnique() {
    String base = "t".repeat(80);
    List<String> names =
        ToolNames.of(List.of(new Tool("x:p", "p", base + "1"), new Tool("x:p", "p", base + "2")));
    assertThat(names).doesNotHaveDuplicates().allMatch(it -> it.length() == 64);
  }
}
