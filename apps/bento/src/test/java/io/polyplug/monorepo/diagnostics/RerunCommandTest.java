package io.polyplug.monorepo.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.bento.Rerun;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Section 7, the re-run command. */
final class RerunCommandTest {
  @Test
  void anotherCommandReplacesTheOneOfTheTask() {
    assertThat(RerunCommand.of("npm run lint", new Rerun.Replace("npx eslint .")))
        .isEqualTo("npx eslint .");
  }

  @Test
  void argumentsAreAppendedUnquoted() {
    assertThat(RerunCommand.of("ruff check .", append("--a", "b c", "'d'")))
        .isEqualTo("ruff check . --a b c 'd'");
  }

  @Test
  void argumentsGoBeforeTheFirstSeparator() {
    assertThat(RerunCommand.of("cargo clippy -- -D warnings -- x", append("--message-format=json")))
        .isEqualTo("cargo clippy --message-format=json -- -D warnings -- x");
  }

  @Test
  void onlyASeparatorBetweenBlanksIsOne() {
    assertThat(RerunCommand.of("tool --all --", append("-j"))).isEqualTo("tool --all -- -j");
  }

  @Test
  void noArgumentsChangeNothing() {
    assertThat(RerunCommand.of("a -- b", append())).isEqualTo("a -- b");
  }

  private static Rerun append(String... args) {
    return new Rerun.AppendArgs(List.of(args));
  }
}
