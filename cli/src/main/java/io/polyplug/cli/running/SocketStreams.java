package io.polyplug.cli.running;

import io.polyplug.base.Clock;
import io.polyplug.wire.ByteSink;
import io.polyplug.wire.Framing;
import io.polyplug.wire.Ndjson;
import io.polyplug.wire.StreamTransport;
import io.polyplug.wire.Transport;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;

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
        Channels.newInputStream(channel),
        ByteSink.of(Channels.newOutputStream(channel)),
        new Ndjson(
            LONGEST_LINE, LONGEST_LINE, Ndjson.BlankLines.SKIP, false, Framing.BadUtf8.REPLACE),
        Clock.system(),
        null);
  }
}
