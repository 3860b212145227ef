package io.polyplug.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;

/** The scanner takes and refuses what the streaming parser takes and refuses. */
class JsonAgreementTest {
  private static final int TEXTS = 2_000;
  private static final String SALT = "{}[]\",:\\u0019.eE+-tfn \n\té";

  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);

  @RepeatedTest(5)
  void scannerAndParserAgreeOnDamagedTexts() {
    for (int i = 0; i < TEXTS; i++) {
      StringBuilder text = new StringBuilder();
      value(text, 0);
      byte[] bytes = damage(text.toString()).getBytes(UTF_8);
      assertThat(scannerTakes(bytes))
          .as("seed %d: %s", seed, new String(bytes, UTF_8))
          .isEqualTo(parserTakes(bytes));
    }
  }

  private String damage(String text) {
    StringBuilder out = new StringBuilder(text);
    for (int hits = random.nextInt(3); hits > 0 && !out.isEmpty(); hits--) {
      int at = random.nextInt(out.length());
      char salt = SALT.charAt(random.nextInt(SALT.length()));
      switch (random.nextInt(3)) {
        case 0 -> out.setCharAt(at, salt);
        case 1 -> out.insert(at, salt);
        default -> out.deleteCharAt(at);
      }
    }
    return out.toString();
  }

  private void value(StringBuilder out, int depth) {
    switch (random.nextInt(depth > 3 ? 4 : 6)) {
      case 0 -> out.append(random.nextBoolean());
      case 1 -> out.append(random.nextInt(2000) - 1000);
      case 2 -> out.append(random.nextDouble() * 1e9);
      case 3 -> string(out);
      case 4 -> {
        out.append('[');
        for (int n = random.nextInt(4); n > 0; n--) {
          value(out, depth + 1);
          out.append(n > 1 ? ", " : "");
        }
        out.append(']');
      }
      default -> {
        out.append('{');
        for (int n = random.nextInt(4); n > 0; n--) {
          string(out);
          out.append(": ");
          value(out, depth + 1);
          out.append(n > 1 ? "," : "");
        }
        out.append('}');
      }
    }
  }

  private void string(StringBuilder out) {
    out.append('"');
    for (int n = random.nextInt(20); n > 0; n--) {
      switch (random.nextInt(12)) {
        case 0 -> out.append("\\n");
        case 1 -> out.append("\\u00e9");
        case 2 -> out.append("é\u2028");
        default -> out.append((char) ('a' + random.nextInt(26)));
      }
    }
    out.append('"');
  }

  private static boolean scannerTakes(byte[] bytes) {
    try {
      Json.parse(bytes);
      return true;
    } catch (InvalidJson refused) {
      return false;
    }
  }

  private static boolean parserTakes(byte[] bytes) {
    try (JsonParser parser = Json.ofTrusted(bytes).parser()) {
      if (parser.nextToken() == null) {
        return false;
      }
      parser.skipChildren();
      parser.finishToken();
      return parser.nextToken() == null;
    } catch (JacksonException refused) {
      return false;
    }
  }
}
