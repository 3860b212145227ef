package io.polyplug.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MisspellingTest {
  @ParameterizedTest
  @CsvSource({
    "list, list, 0",
    "lst, list, 1",
    "llist, list, 1",
    "lost, list, 1",
    "lsit, list, 1",
    "'', list, 4",
    "kitten, sitting, 3",
  })
  void changesAreCountedTheSameBothWays(String one, String other, int expected) {
    assertThat(Misspelling.changes(one, other)).isEqualTo(expected);
    assertThat(Misspelling.changes(other, one)).isEqualTo(expected);
  }

  @Test
  void whatIsTooLongIsLikeNothing() {
    assertThat(Misspelling.changes("x".repeat(10_000), "x")).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void shortNamesMayNotDiffer() {
    assertThat(Misspelling.allowed("ls")).isZero();
    assertThat(Misspelling.allowed("list")).isEqualTo(1);
  }
}
