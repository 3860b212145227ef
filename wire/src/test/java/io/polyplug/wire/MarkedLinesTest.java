package io.polyplug.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Frames among lines of others. */
class MarkedLinesTest {
  private final List<String> stray = new ArrayList<>();
  private final FrameDecoder decoder =
      new MarkedLines("#mark#", 100_000, 100, stray::add).decoder();

  private List<String> frames(String text) throws FramingException {
    byte[] bytes = text.getBytes(UTF_8);
    decoder.feed(bytes, 0, bytes.length);
    List<String> frames = new ArrayList<>();
    for (byte[] frame = decoder.next(); frame != null; frame = decoder.next()) {
      frames.add(new String(frame, UTF_8));
    }
    return frames;
  }

  @Test
  void aLineWithTheMarkIsAFrameAndAnyOtherIsStray() throws Exception {
    assertThat(frames("hello\n#mark#{\"a\":1}\n\n {}\n#mar\n#mark#é\n"))
        .containsExactly("{\"a\":1}", "é");
    assertThat(stray).containsExactly("hello", " {}", "#mar");
  }

  @Test
  void bytesMayComeOneByOne() throws Exception {
    List<String> all = new ArrayList<>();
    for (char c : "log\n#mark#{}\nmore #mark#{}\n".toCharArray()) {
      all.addAll(frames(String.valueOf(c)));
    }
    assertThat(all).containsExactly("{}");
    assertThat(stray).containsExactly("log", "more #mark#{}");
  }

  @Test
  void aStrayLineWithoutEndIsCutAndNotHeld() throws Exception {
    for (int i = 0; i < 1_000; i++) {
      assertThat(frames("x".repeat(1_000))).isEmpty();
    }
    assertThat(stray).hasSize(1);
    assertThat(stray.getFirst()).hasSize(MarkedLines.STRAY_LINE);
    assertThat(decoder.capacity()).isLessThan(100_000);
    assertThat(frames("end\n#mark#{}\n")).containsExactly("{}");
    assertThat(stray).hasSize(1);
  }

  @Test
  void aFrameBeyondTheLimitIsAViolation() {
    assertThatThrownBy(() -> frames("#mark#" + "x".repeat(100_001)))
        .isInstanceOf(FramingException.class)
        .hasMessage("A frame is longer than the 100000 bytes allowed.");
  }

  @Test
  void atTheEndAStrayLineIsToldAndHalfAFrameIsLetGo() throws Exception {
    assertThat(frames("last words")).isEmpty();
    assertThat(decoder.end()).isNull();
    assertThat(frames("#mark#{\"a")).isEmpty();
    assertThat(decoder.end()).isNull();
    assertThat(stray).containsExactly("last words");
  }

  @Test
  void theMarkIsNotShown() {
    assertThat(new MarkedLines("secret", 1, 1, stray::add).toString()).doesNotContain("secret");
  }
}
