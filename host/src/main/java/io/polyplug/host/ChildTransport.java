package io.polyplug.host;

import io.polyplug.base.Clock;
import io.polyplug.process.Child;
import io.polyplug.process.ChildInput;
import io.polyplug.process.ChildOutput;
import io.polyplug.wire.ByteSink;
import io.polyplug.wire.ByteSource;
import io.polyplug.wire.EndReason;
import io.polyplug.wire.Framing;
import io.polyplug.wire.StreamTransport;
import io.polyplug.wire.Transport;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The pipes of a child as a transport: here the two lower layers, which do not know each other,
 * meet.
 *
 * <p>The end of the output is a hint, the exit is the fact: after an exit what is in the pipe is
 * read to its end, but if a grandchild keeps the pipe open, only for the drain window. The
 * transport closes the pipes it was given; the child itself belongs to whoever started it.
 */
public final class ChildTransport {
  private ChildTransport() {}

  /**
   * A transport over the standard streams of a child that has pipes for both.
   *
   * @param drain how long output is still read after the exit if it does not end by itself
   * @param frameWriteTimeout after which a write that blocks ends the transport; null: never
   */
  public static Transport over(
      String name,
      Child child,
      Framing framing,
      Clock clock,
      Duration drain,
      @Nullable Duration frameWriteTimeout) {
    Transport transport =
        new StreamTransport(
            name,
            new OutputSource(child.stdout()),
            new InputSink(child.stdin()),
            framing,
            clock,
            frameWriteTimeout);
    child.onExit(
        status -> {
          String sentence = "The process " + status.sentence() + ".";
          clock.pause(
              drain, () -> transport.close(new EndReason(EndReason.Kind.END_OF_STREAM, sentence)));
        });
    return transport;
  }

  private record OutputSource(ChildOutput output) implements ByteSource {
    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      return output.read(bytes, offset, length);
    }

    @Override
    public int read(byte[] bytes, int offset, int length, Duration atMost) throws IOException {
      return output.read(bytes, offset, length, atMost);
    }

    @Override
    public void close() {
      output.close();
    }
  }

  private record InputSink(ChildInput input) implements ByteSink {
    @Override
    public int offer(byte[] bytes, int offset, int length) throws IOException {
      return input.offer(bytes, offset, length);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      input.write(bytes, offset, length);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
      input.close();
    }
  }
}
