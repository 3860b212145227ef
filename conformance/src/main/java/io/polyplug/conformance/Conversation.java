package io.polyplug.conformance;

import io.polyplug.base.Clock;
import io.polyplug.base.Deadline;
import io.polyplug.base.UntrustedText;
import io.polyplug.host.HostEvent.Direction;
import io.polyplug.process.Child;
import io.polyplug.process.ExitStatus;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.Spawner;
import io.polyplug.wire.FrameDecoder;
import io.polyplug.wire.Framing;
import io.polyplug.wire.FramingException;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * One life of the plugin under the script, frame by frame: nothing is sent and nothing answered but
 * what the script says. Frames are read on a thread of their own, so that a plugin never waits for
 * the script; how many may wait to be looked at is bounded.
 *
 * <p>Waits end with {@link Violation}, in words for the plugin's author. Of one thread.
 */
public final class Conversation implements AutoCloseable {
  private static final int MOST_WAITING = 100_000;

  /** What came from the plugin. */
  public sealed interface Received {
    /** A frame. */
    record Frame(byte[] body) implements Received {
      /** As JSON; fails the axis if it is none. */
      public Json json() {
        try {
          return Json.parse(body);
        } catch (RuntimeException e) {
          throw new Violation("a frame is not JSON: " + e.getMessage());
        }
      }
    }

    /** What came is no frame, or ended inside one. */
    record Broken(String sentence) implements Received {}

    /** Its output ended between two frames. */
    record Ended() implements Received {}

    /** Nothing came in time. */
    record Nothing() implements Received {}
  }

  private final Child child;
  private final Framing framing;
  private final Clock clock;
  private final Tape tape;
  private final LinkedBlockingQueue<Received> received = new LinkedBlockingQueue<>(MOST_WAITING);
  private boolean outputEnded;

  /** Starts a program that has been sent nothing yet; what it says is kept nowhere. */
  public static Conversation start(
      Spawner spawner, ProcessSpec program, Framing framing, Clock clock) throws LaunchFailure {
    return new Conversation(spawner.start(program), framing, clock, new Tape(clock));
  }

  Conversation(Child child, Framing framing, Clock clock, Tape tape) {
    this.child = child;
    this.framing = framing;
    this.clock = clock;
    this.tape = tape;
    Thread.ofPlatform().daemon().name("conformance-" + child.pid()).start(this::read);
  }

  private void read() {
    FrameDecoder decoder = framing.decoder();
    try {
      while (decoder.readFrom(child.stdout()) >= 0) {
        for (byte[] frame = decoder.next(); frame != null; frame = decoder.next()) {
          put(frame);
        }
      }
      byte[] last = decoder.end();
      if (last != null) {
        put(last);
      }
      received.put(new Received.Ended());
    } catch (FramingException e) {
      received.offer(new Received.Broken(String.valueOf(e.getMessage())));
    } catch (IOException e) {
      received.offer(new Received.Ended());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void put(byte[] frame) throws InterruptedException {
    tape.add(Direction.FROM_PLUGIN, frame);
    received.put(new Received.Frame(frame));
  }

  /** Sends a frame. */
  public void send(Json body) {
    tape.add(Direction.TO_PLUGIN, body.toByteArray());
    write(FrameText.framed(body.toByteArray(), framing));
  }

  /** A body with what delimits it here. */
  public byte[] framed(byte[] body) {
    return FrameText.framed(body, framing);
  }

  /** Sends bytes as they are. */
  public void sendRaw(byte[] bytes) {
    tape.add(Direction.TO_PLUGIN, bytes);
    write(bytes);
  }

  private void write(byte[] bytes) {
    // A plugin that does not read blocks the write; closing its input ends that.
    Clock.Timer timer = clock.schedule(Stage.STEP, child::closeStdin);
    try {
      child.stdin().write(bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new Violation("it does not take what it is sent: " + e.getMessage() + lastWords());
    } finally {
      timer.cancel();
    }
  }

  /** Whatever comes next, within the time. */
  public Received receive(Duration atMost) {
    try {
      Received next = received.poll(atMost.toMillis(), TimeUnit.MILLISECONDS);
      outputEnded |= next instanceof Received.Ended;
      return next == null ? new Received.Nothing() : next;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Violation("the run was interrupted");
    }
  }

  /** The next frame; anything else fails the axis. What is missing is said as {@code what}. */
  public Json frame(String what, Duration atMost) {
    return new Received.Frame(bytes(what, atMost)).json();
  }

  /** As {@link #frame}, of which nobody knows yet whether it is JSON. */
  public byte[] bytes(String what, Duration atMost) {
    return switch (receive(atMost)) {
      case Received.Frame(byte[] body) -> body;
      case Received.Broken(String sentence) -> throw new Violation(sentence + lastWords());
      case Received.Ended _ ->
          throw new Violation("its output ended where " + what + " was due" + lastWords());
      case Received.Nothing _ ->
          throw new Violation(
              what + " did not come within " + atMost.toMillis() + " ms" + lastWords());
    };
  }

  /** How it ended and what it said last, if it has ended. */
  public String lastWords() {
    String said = stderr().lines().reduce((first, second) -> second).orElse("");
    String ended = child.exitStatus().map(it -> "; it " + it.sentence()).orElse("");
    return ended
        + (said.isEmpty()
            ? ""
            : "; the last line of its standard error: " + UntrustedText.excerpt(said, 200));
  }

  /** A deadline from now on. */
  public Deadline deadline(Duration time) {
    return Deadline.in(time, clock);
  }

  /** Whether the end of its output has been received. */
  public boolean outputHasEnded() {
    return outputEnded;
  }

  /** The plugin sees the end of its input. */
  public void closeInput() {
    child.closeStdin();
  }

  /** Waits for its exit; empty if it has not left in time. */
  public Optional<ExitStatus> awaitExit(Duration atMost) {
    try {
      return child.awaitExit(atMost);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  public boolean isAlive() {
    return child.isAlive();
  }

  public void signal(int signal) {
    child.signal(signal);
  }

  /** The end of what it has written to standard error, raw. */
  public String stderr() {
    return child.stderrTail();
  }

  @Override
  public void close() {
    child.close();
  }
}
