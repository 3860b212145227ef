package io.polyplug.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;

/** However a stream is cut into reads, its frames are the same. */
class FramingSplitTest {
  private static final Ndjson LINES =
      new Ndjson(300, 300, Ndjson.BlankLines.DELIVER, false, Framing.BadUtf8.REPLACE);
  private static final ContentLength BLOCKS =
      new ContentLength(64, 300, 300, true, true, false, Framing.BadUtf8.REFUSE);

  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);

  @RepeatedTest(30)
  void everyCutOfEveryStreamGivesTheSameFrames() {
    for (Framing framing : List.of(LINES, BLOCKS)) {
      byte[] stream = stream(framing);
      List<String> whole = FramingRulesTest.decode(framing, stream);
      for (int cut = 0; cut <= stream.length; cut++) {
        assertThat(pieces(framing, stream, cut, stream.length))
            .as("seed %d, cut at %d", seed, cut)
            .isEqualTo(whole);
      }
      assertThat(pieces(framing, stream, 0, 1)).as("seed %d, byte by byte", seed).isEqualTo(whole);
      assertThat(pieces(framing, stream, 0, 1 + random.nextInt(9)))
          .as("seed %d, small pieces", seed)
          .isEqualTo(whole);
    }
  }

  private static List<String> pieces(Framing framing, byte[] stream, int first, int size) {
    FrameDecoder decoder = framing.decoder();
    List<String> seen = new ArrayList<>();
    int at = 0;
    int next = first;
    try {
      while (at < stream.length) {
        decoder.feed(stream, at, next - at);
        for (byte[] frame = decoder.next(); frame != null; frame = decoder.next()) {
          seen.add(new String(frame, UTF_8));
        }
        at = next;
        next = Math.min(stream.length, at + size);
      }
    } catch (FramingException broken) {
      seen.add(broken.violation().name());
      return seen;
    }
    seen.addAll(FramingRulesTest.drain(decoder));
    return seen;
  }

  private byte[] stream(Framing framing) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int frames = random.nextInt(6);
    for (int i = 0; i < frames; i++) {
      byte[] body = body();
      if (framing instanceof Ndjson) {
        out.writeBytes(random.nextBoolean() ? " \t".getBytes(UTF_8) : new byte[0]);
        out.writeBytes(body);
        out.writeBytes((random.nextBoolean() ? "\n" : " \r\n").getBytes(UTF_8));
      } else {
        String end = random.nextBoolean() ? "\n" : "\r\n";
        String other = random.nextBoolean() ? "X: y" + end : "";
        out.writeBytes((other + "Content-Length: " + body.length + end + end).getBytes(UTF_8));
        out.writeBytes(body);
      }
    }
    if (random.nextInt(4) == 0) {
      out.writeBytes("garbage".getBytes(UTF_8));
    }
    return out.toByteArray();
  }

  private byte[] body() {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(40);
    for (int i = 0; i < length; i++) {
      text.appendCodePoint(random.nextInt(8) == 0 ? 0x1F600 + i : 'a' + random.nextInt(26));
    }
    return text.toString().getBytes(UTF_8);
  }
}
