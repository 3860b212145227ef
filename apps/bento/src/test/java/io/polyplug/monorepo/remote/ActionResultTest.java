package io.polyplug.monorepo.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.base.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The message that Bazel's caches keep under {@code /ac/}. */
final class ActionResultTest {
  private static final String DIGEST = "ab".repeat(32);

  // output_files { path: "bundle.tar" digest { hash: "abab…" size_bytes: 10240 } }
  private static final byte[] MESSAGE =
      HexFormat.of()
          .parseHex(
              "1253"
                  + "0a0a62756e646c652e746172"
                  + "1245"
                  + "0a40"
                  + HexFormat.of().formatHex(DIGEST.getBytes(StandardCharsets.US_ASCII))
                  + "108050");

  @Test
  void itIsWrittenAsProtocolBuffersAre() {
    assertThat(new ActionResult(DIGEST, 10_240).encode()).isEqualTo(MESSAGE);
  }

  @Test
  void whatServersAddIsPassedOver() {
    // execution_metadata { worker: "w" }, exit_code: 0, and fields of both fixed widths.
    byte[] more =
        HexFormat.of().parseHex("4a030a0177" + "2000" + "fd0101020304" + "f9010102030405060708");
    byte[] after = Arrays.copyOf(MESSAGE, MESSAGE.length + more.length);
    System.arraycopy(more, 0, after, MESSAGE.length, more.length);
    byte[] before = Arrays.copyOf(more, MESSAGE.length + more.length);
    System.arraycopy(MESSAGE, 0, before, more.length, MESSAGE.length);
    assertThat(ActionResult.decode(after)).contains(new ActionResult(DIGEST, 10_240));
    assertThat(ActionResult.decode(before)).contains(new ActionResult(DIGEST, 10_240));
  }

  @Test
  void whatIsCutOrChangedIsNoResultOrAnother() {
    assertThat(ActionResult.decode(new byte[0])).isEmpty();
    for (int length = 0; length < MESSAGE.length; length++) {
      assertThat(ActionResult.decode(Arrays.copyOf(MESSAGE, length))).isEmpty();
    }
    for (int i = 0; i < MESSAGE.length; i++) {
      byte[] changed = MESSAGE.clone();
      changed[i] ^= (byte) 0x80;
      ActionResult.decode(changed).ifPresent(it -> assertThat(Sha256.isHex(it.sha256())).isTrue());
    }
  }

  @Test
  void aDigestThatIsNoneLeadsNowhere() {
    assertThat(ActionResult.decode(new ActionResult("../" + "a".repeat(61), 1).encode())).isEmpty();
    assertThat(ActionResult.decode(new ActionResult(DIGEST, -1).encode())).isEmpty();
  }
}
