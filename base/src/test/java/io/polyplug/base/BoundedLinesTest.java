package io.polyplug.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BoundedLinesTest {
  private static List<String> lines(int max, int chunk, String text) {
    List<String> lines = new ArrayList<>();
    BoundedLines splitter = new BoundedLines(max, lines::add);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (int at = 0; at < bytes.length; at += chunk) {
      splitter.accept(bytes, at, Math.min(chunk, bytes.length - at));
    }
    splitter.finish();
    return lines;
  }

  @Test
  void linesAreTheSameHoweverTheBytesArrive() {
    for (int chunk = 1; chunk < 20; chunk++) {
      assertThat(lines(100, chunk, "one\r\nzwei ß\n\nend"))
          .containsExactly("one", "zwei ß", "", "end");
    }
  }

  @Test
  void whatExceedsTheBoundIsCountedAndDropped() {
    assertThat(lines(4, 3, "abcdefgh\nxy\n")).containsExactly("abcd… (4 bytes dropped)", "xy");
  }

  @Test
  void aFinishedStreamHasNoLineMore() {
    assertThat(lines(10, 5, "a\n")).containsExactly("a");
    assertThat(lines(10, 5, "")).isEmpty();
  }
}
