package io.polyplug.monorepo.hash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Blake3Test {
  private static final int[] LENGTHS = {
    0, 1, 2, 63, 64, 65, 127, 128, 129, 1023, 1024, 1025, 2047, 2048, 2049, 3072, 3073, 4096, 4097,
    5120, 5121, 6144, 6145, 7168, 7169, 8192, 8193, 16384, 31744, 65536, 65537, 102400, 1 << 20
  };

  @Test
  void theEmptyInputHasItsKnownDigest() {
    assertThat(Blake3.hex(Blake3.of(new byte[0])))
        .isEqualTo("af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262");
  }

  @Test
  void abcHasItsKnownDigest() {
    assertThat(Blake3.hex(Blake3.of("abc".getBytes(StandardCharsets.US_ASCII))))
        .isEqualTo("6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85");
  }

  @Test
  void everyLengthAroundABlockAChunkOrASubtreeAgreesWithAnotherImplementation() {
    for (int length : LENGTHS) {
      byte[] input = pattern(length);
      assertThat(Blake3.of(input))
          .as("%d bytes", length)
          .isEqualTo(org.apache.commons.codec.digest.Blake3.hash(input));
    }
  }

  @Test
  void howTheInputIsCutDoesNotMatter() {
    Random random = new Random(7);
    Blake3 hash = new Blake3();
    for (int round = 0; round < 300; round++) {
      byte[] input = pattern(random.nextInt(20_000));
      for (int at = 0; at < input.length; ) {
        int piece = Math.min(input.length - at, random.nextInt(random.nextBoolean() ? 70 : 5000));
        hash.update(input, at, piece);
        at += piece;
      }
      assertThat(hash.digest()).isEqualTo(org.apache.commons.codec.digest.Blake3.hash(input));
    }
  }

  /** The input of the official vectors. */
  private static byte[] pattern(int length) {
    byte[] input = new byte[length];
    for (int i = 0; i < length; i++) {
      input[i] = (byte) (i % 251);
    }
    return input;
  }
}
