package io.polyplug.rune;

import io.polyplug.process.Child;
import io.polyplug.process.ChildOutput;
import io.polyplug.rune.protocol.RuneProtocol;
import io.polyplug.wire.FrameDecoder;
import io.polyplug.wire.FramingException;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Reads a plugin's standard output to its end: two lines, and then nothing but white space.
 *
 * <p>The end is the end of the stream or, once the process has exited, the moment when nothing more
 * is in the pipe: all that the process wrote before its exit is seen, and a grandchild that keeps
 * the pipe open holds nobody up. Runs on the thread that calls {@link #run}, which must be a
 * platform thread; what it finds goes to the consumer, {@link Found.End} last and always.
 */
final class StdoutReader {
  /** What was found, in order. */
  sealed interface Found {
    /** A whole line without the white space around it. */
    record Line(byte[] text) implements Found {}

    /** Something that the contract does not allow, and what. */
    record Malformed(String problem) implements Found {}

    /** Nothing more will come. */
    record End() implements Found {}
  }

  private static final int LINES = 2;

  /** How soon an exit is noticed while a grandchild keeps the pipe open. */
  private static final Duration LOOK_UP = Duration.ofMillis(20);

  private final Child child;
  private final Consumer<Found> consumer;
  private final FrameDecoder decoder = RuneProtocol.FRAMING.decoder();
  private int lines;
  private int trailing;

  StdoutReader(Child child, Consumer<Found> consumer) {
    this.child = child;
    this.consumer = consumer;
  }

  void run() {
    try {
      readAll();
      if (lines < LINES) {
        byte[] last = decoder.end();
        if (last != null) {
          consumer.accept(new Found.Line(last));
        }
      }
    } catch (FramingException e) {
      consumer.accept(
          new Found.Malformed("a line longer than " + RuneProtocol.MAX_LINE + " bytes"));
    } catch (TrailingText e) {
      consumer.accept(new Found.Malformed(e.problem));
    } catch (IOException e) {
      // The pipe was closed on our side: whoever did it knows why.
    } finally {
      consumer.accept(new Found.End());
    }
  }

  private void readAll() throws IOException, FramingException, TrailingText {
    ChildOutput stdout = child.stdout();
    byte[] chunk = new byte[8 * 1024];
    while (true) {
      // Asked before the read: what is not in the pipe after an exit never comes.
      boolean exited = !child.isAlive();
      int count = stdout.read(chunk, 0, chunk.length, LOOK_UP);
      if (count < 0 || (count == 0 && exited)) {
        return;
      }
      take(chunk, count);
      if (count == chunk.length && chunk.length < 64 * 1024) {
        chunk = new byte[chunk.length * 2];
      }
    }
  }

  private void take(byte[] chunk, int count) throws FramingException, TrailingText {
    int at = 0;
    while (at < count && lines < LINES) {
      int end = at;
      while (end < count && chunk[end] != '\n') {
        end++;
      }
      int next = Math.min(end + 1, count);
      decoder.feed(chunk, at, next - at);
      byte[] line = decoder.next();
      if (line != null) {
        lines++;
        consumer.accept(new Found.Line(line));
      }
      at = next;
    }
    for (; at < count; at++) {
      if (!isBlank(chunk[at])) {
        throw new TrailingText("more output after the response");
      }
      if (++trailing > RuneProtocol.MAX_TRAILING) {
        throw new TrailingText("more than 64 KiB of white space after the response");
      }
    }
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || (b >= '\t' && b <= '\r');
  }

  private static final class TrailingText extends Exception {
    private static final long serialVersionUID = 1;
    private final String problem;

    TrailingText(String problem) {
      super(problem, null, false, false);
      this.problem = problem;
    }
  }
}
