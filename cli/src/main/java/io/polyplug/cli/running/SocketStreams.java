package io.polyplug.cli.running;

import io.polyplug.base.Clock;
import io.polyplug.wire.ByteSink;
import io.polyplug.wire.ByteSource;
import io.polyplug.wire.Framing;
import io.polyplug.wire.Ndjson;
import io.polyplug.wire.StreamTransport;
import io.polyplug.wire.Transport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/**
 * The two halves of a connection as a transport. Nothing is read or written on a caller's thread:
 * interrupting it would close the socket.
 */
final class SocketStreams {
  /** A message of a plugin, at its largest, with what goes around it. */
  static final int LONGEST_LINE = 65 << 20;

  private SocketStreams() {}

  static Transport transport(String name, SocketChannel channel) {
    return new StreamTransport(
        name,
        new In(channel),
        new Out(channel),
        new Ndjson(
            LONGEST_LINE, LONGEST_LINE, Ndjson.BlankLines.SKIP, false, Framing.BadUtf8.REPLACE),
        Clock.system(),
        null);
  }

  private record In(SocketChannel channel) implements ByteSource {
    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      return channel.read(ByteBuffer.wrap(bytes, offset, length));
    }

    @Override
    public int read(byte[] bytes, int offset, int length, Duration atMost) {
      throw new UnsupportedOperationException("reads cannot be bounded");
    }

    @Override
    public boolean canBeBrief() {
      return false;
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  private record Out(SocketChannel channel) implements ByteSink {
    @Override
    public int offer(byte[] bytes, int offset, int length) {
      return 0;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      ByteBuffer left = ByteBuffer.wrap(bytes, offset, length);
      while (left.hasRemaining()) {
        channel.write(left);
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
