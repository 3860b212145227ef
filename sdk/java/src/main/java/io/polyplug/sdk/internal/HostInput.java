package io.polyplug.sdk.internal;

import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the host sends. Can look at a message and give it back, so that who reads next gets it
 * again. One thread reads at a time; {@link #close} may come from another and lets a blocked read
 * fail, so that no thread stays in the operating system, for which a JVM that ends would wait.
 */
final class HostInput extends InputStream {
  private static final int CHUNK = 8 << 10;
  private static final int MOST_HEADER = 8 << 10;
  private static final int MOST_HELD = 64 << 20;

  private final ReadableByteChannel channel;
  private byte[] held = new byte[CHUNK];
  private int from;
  private int to;
  private volatile @Nullable Runnable atEnd;

  HostInput(ReadableByteChannel channel) {
    this.channel = channel;
  }

  /** A stream that somebody else gave us. */
  static HostInput of(InputStream in) {
    return new HostInput(Channels.newChannel(in));
  }

  /** Our standard input. */
  static HostInput standard() {
    return new HostInput(new FileInputStream(FileDescriptor.in).getChannel());
  }

  /** Has this run once, by who reads, before it is told that the input is over. */
  void atEnd(Runnable action) {
    atEnd = action;
  }

  /** The first byte that is no white space, which stays; -1 if there is none. */
  int firstByte() throws IOException {
    while (true) {
      while (from < to) {
        if (held[from] != ' ' && held[from] != '\t' && held[from] != '\r' && held[from] != '\n') {
          return held[from] & 0xFF;
        }
        from++;
      }
      if (!fill()) {
        return -1;
      }
    }
  }

  /** Where the next byte comes from, for {@link #giveBack}. */
  int mark() {
    return from;
  }

  /** What was taken since then is there again. */
  void giveBack(int mark) {
    from = mark;
  }

  /** A line without its end; null if the input is over. */
  byte @Nullable [] line() throws IOException {
    int at = from;
    while (true) {
      while (at < to) {
        if (held[at] == '\n') {
          byte[] line = Arrays.copyOfRange(held, from, at);
          from = at + 1;
          return line;
        }
        at++;
      }
      if (!fill()) {
        byte[] rest = Arrays.copyOfRange(held, from, to);
        from = to;
        return rest.length == 0 ? null : rest;
      }
    }
  }

  /** The body after a header block; null if the input is over before one begins. */
  byte @Nullable [] body() throws IOException, NotSpoken {
    if (from == to && !fill()) {
      return null;
    }
    int start = from;
    int length = -1;
    while (true) {
      byte[] line = line();
      if (line == null || from - start > MOST_HEADER) {
        throw new NotSpoken("a header block that does not end");
      }
      String header = new String(line, StandardCharsets.ISO_8859_1).trim();
      if (header.isEmpty()) {
        break;
      }
      int colon = header.indexOf(':');
      if (colon < 0) {
        throw new NotSpoken("a line that is neither JSON nor a header");
      }
      if (header.substring(0, colon).trim().equalsIgnoreCase("Content-Length")) {
        length = length(header.substring(colon + 1).trim());
      }
    }
    if (length < 0) {
      throw new NotSpoken("a header block without Content-Length");
    }
    while (to - from < length) {
      if (!fill()) {
        throw new EOFException("the input ended inside of a message");
      }
    }
    byte[] body = Arrays.copyOfRange(held, from, from + length);
    from += length;
    return body;
  }

  private static int length(String text) throws NotSpoken {
    int length = 0;
    for (int i = 0; i < text.length(); i++) {
      char digit = text.charAt(i);
      length = length * 10 + digit - '0';
      if (digit < '0' || digit > '9' || length > MOST_HELD) {
        throw new NotSpoken("a Content-Length that is no length");
      }
    }
    return text.isEmpty() ? -1 : length;
  }

  /** Reads on; what was taken before stays where it is until nobody can want it back. */
  private boolean fill() throws IOException {
    if (to == held.length) {
      if (to >= MOST_HELD) {
        throw new IOException("a message has more than " + MOST_HELD + " bytes");
      }
      held = Arrays.copyOf(held, held.length * 2);
    }
    int count = channel.read(ByteBuffer.wrap(held, to, held.length - to));
    to += Math.max(count, 0);
    return count > 0;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (from < to) {
      int count = Math.min(length, to - from);
      System.arraycopy(held, from, bytes, offset, count);
      from += count;
      if (from == to) {
        held = new byte[0];
        from = 0;
        to = 0;
      }
      return count;
    }
    int count = channel.read(ByteBuffer.wrap(bytes, offset, length));
    Runnable ending = atEnd;
    if (count < 0 && ending != null) {
      atEnd = null;
      ending.run();
    }
    return count;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
