package io.polyplug.bench.scenario;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Begins with a text and then gives the same byte as long as anybody reads, in full reads. */
final class EndlessStream extends InputStream {
  private static final byte FILLER = 'x';

  private final byte[] start;
  private int at;

  EndlessStream(String start) {
    this.start = start.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public int read() {
    return at < start.length ? start[at++] : FILLER;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) {
    int begun = Math.min(length, start.length - at);
    System.arraycopy(start, at, bytes, offset, begun);
    at += begun;
    Arrays.fill(bytes, offset + begun, offset + length, FILLER);
    return length;
  }
}
