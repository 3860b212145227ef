package io.polyplug.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;

/** No bytes break a decoder; those kept as regressions run with every build. */
class DecoderFuzzTest {
  private static final int LIMIT = 1024;

  @FuzzTest
  void contentLength(byte[] stream) {
    check(new ContentLength(256, LIMIT, LIMIT, true, true, false, Framing.BadUtf8.PASS), stream);
    check(new ContentLength(256, LIMIT, LIMIT, false, false, true, Framing.BadUtf8.REFUSE), stream);
  }

  @FuzzTest
  void ndjson(byte[] stream) {
    check(new Ndjson(LIMIT, LIMIT, Ndjson.BlankLines.DELIVER, false, Framing.BadUtf8.PASS), stream);
  }

  @FuzzTest
  void eventStream(byte[] stream) {
    check(() -> new SseDecoder(LIMIT), stream);
  }

  private static void check(Framing framing, byte[] stream) {
    check(framing::decoder, stream);
  }

  /** Byte by byte and all at once must agree, and memory stays within the limits. */
  private static void check(Supplier<FrameDecoder> fresh, byte[] stream) {
    FrameDecoder atOnce = fresh.get();
    atOnce.feed(stream, 0, stream.length);
    List<String> whole = FramingRulesTest.drain(atOnce);
    FrameDecoder decoder = fresh.get();
    List<String> seen = new ArrayList<>();
    try {
      for (byte b : stream) {
        decoder.feed(new byte[] {b}, 0, 1);
        for (byte[] frame = decoder.next(); frame != null; frame = decoder.next()) {
          seen.add(new String(frame, UTF_8));
        }
        assertThat(decoder.capacity()).isLessThanOrEqualTo(ReadBuffer.SMALL);
      }
      seen.addAll(FramingRulesTest.drain(decoder));
    } catch (FramingException broken) {
      seen.add(broken.violation().name());
    }
    assertThat(seen).isEqualTo(whole);
  }

  @FuzzTest
  void envelope(byte[] body) {
    assertThat(new Envelope(Dialect.standard()).parse(body.clone())).isNotNull();
    boolean ours = true;
    try {
      Json.parse(body);
    } catch (InvalidJson refused) {
      ours = false;
    }
    if (ours) {
      assertThat(jacksonReads(body)).isTrue();
    }
  }

  /** What we take as JSON the streaming parser must be able to read later. */
  private static boolean jacksonReads(byte[] body) {
    try (JsonParser parser = Json.ofTrusted(body).parser()) {
      while (parser.nextToken() != null) {
        parser.getString();
      }
      return true;
    } catch (JacksonException refused) {
      return refused.getMessage().contains("length");
    }
  }
}
