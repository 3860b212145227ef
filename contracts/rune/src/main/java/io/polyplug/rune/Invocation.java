package io.polyplug.rune;

import io.polyplug.base.Clock;
import io.polyplug.base.Deadline;
import io.polyplug.base.UntrustedText;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.HostEvent;
import io.polyplug.host.PluginFailure;
import io.polyplug.process.Child;
import io.polyplug.process.ExitStatus;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.Spawner;
import io.polyplug.rune.StdoutReader.Found;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * One process of a plugin from its start to its end: lines out, lines in, and every wait bounded.
 *
 * <p>One thread drives it; {@link #cancel} and {@link #close} may come from any. After {@link
 * #close} nothing of it is left: the process and its descendants are killed at once (section 9),
 * pipes are closed, threads end.
 */
final class Invocation implements AutoCloseable {
  /** What the driving thread waits for. */
  private sealed interface Signal {
    record Launched(Child child) implements Signal {}

    record NotLaunched(String problem) implements Signal {}

    record Output(Found found) implements Signal {}

    record Cancelled() implements Signal {}

    /** The time of a wait is over; each wait has its own. */
    record Late(Object whose) implements Signal {}
  }

  private final String plugin;
  private final RuneTimes times;
  private final Clock clock;
  private final FrameTap tap;
  private final LinkedBlockingQueue<Signal> signals = new LinkedBlockingQueue<>();
  private final Deadline deadline;
  private @Nullable Child child;
  private @Nullable StdinWriter writer;
  private boolean closed;

  /** Told of every line, either way. */
  interface FrameTap {
    void seen(HostEvent.Direction direction, byte[] line);
  }

  /** The total time runs from here. */
  Invocation(String plugin, RuneTimes times, Clock clock, FrameTap tap) {
    this.plugin = plugin;
    this.times = times;
    this.clock = clock;
    this.tap = tap;
    this.deadline = Deadline.in(times.total(), clock);
  }

  /** Starts the process; throws {@code launch_failed} if that fails or takes too long. */
  void launch(Spawner spawner, ProcessSpec spec) {
    Thread.ofPlatform()
        .daemon()
        .name("polyplug-rune-" + plugin)
        .start(() -> launchAndRead(spawner, spec));
    Deadline launch = Deadline.in(times.launch(), clock);
    writer = new StdinWriter(launched(await(launch.sooner(deadline))).stdin());
  }

  private Child launched(@Nullable Signal first) {
    return switch (first) {
      case Signal.Launched(Child started) -> started;
      case Signal.NotLaunched(String problem) -> throw failure(FailureCode.LAUNCH_FAILED, problem);
      case null ->
          throw deadline.passed()
              ? failure(FailureCode.TIMEOUT, "it was not started within " + text(times.total()))
              : failure(
                  FailureCode.LAUNCH_FAILED,
                  "starting it took longer than " + text(times.launch()));
      case Signal.Output _ -> throw new IllegalStateException("output before the start");
      case Signal.Cancelled _ -> throw cancelled();
      case Signal.Late _ -> throw new IllegalStateException("a wait that is over");
    };
  }

  private void launchAndRead(Spawner spawner, ProcessSpec spec) {
    Child started;
    try {
      started = spawner.start(spec);
    } catch (LaunchFailure e) {
      signals.add(new Signal.NotLaunched(e.getMessage()));
      return;
    } catch (RuntimeException | Error e) {
      // A defect, but one that must not look like a start that takes long.
      signals.add(
          new Signal.NotLaunched("starting it failed: " + UntrustedText.escape(e.toString())));
      return;
    }
    boolean late;
    synchronized (this) {
      late = closed;
      child = started;
    }
    if (late) {
      started.close();
      return;
    }
    signals.add(new Signal.Launched(started));
    new StdoutReader(started, found -> signals.add(new Signal.Output(found))).run();
  }

  /** Sends one line; false if it is known already that nobody reads. */
  boolean send(Json line) {
    byte[] text = line.toByteArray();
    tap.seen(HostEvent.Direction.TO_PLUGIN, text);
    byte[] ended = Arrays.copyOf(text, text.length + 1);
    ended[text.length] = '\n';
    return running(writer).write(ended);
  }

  /** The handshake's line; {@code timeout} counts from now. */
  byte[] handshakeLine() {
    Deadline handshake = Deadline.in(times.handshake(), clock);
    return line("handshake", handshake.sooner(deadline), times.handshake());
  }

  /** The response's line. */
  byte[] responseLine() {
    return line("response", deadline, times.total());
  }

  private byte[] line(String what, Deadline until, Duration limit) {
    return switch (await(until)) {
      case Signal.Output(Found.Line(byte[] text)) -> {
        tap.seen(HostEvent.Direction.FROM_PLUGIN, text);
        yield text;
      }
      case Signal.Output(Found.Malformed(String problem)) -> throw malformed(problem);
      case Signal.Output(Found.End _) -> throw endedBefore(what);
      case null ->
          throw failure(
              FailureCode.TIMEOUT,
              "no " + what + " line within " + text(deadline.passed() ? times.total() : limit));
      case Signal.Cancelled _ -> throw cancelled();
      case Signal.Launched _, Signal.NotLaunched _, Signal.Late _ ->
          throw new IllegalStateException("a second start");
    };
  }

  private PluginFailure endedBefore(String what) {
    Child process = running(child);
    Optional<ExitStatus> exit =
        awaitExit(process, Deadline.in(Duration.ofSeconds(1), clock).sooner(deadline));
    return failure(
        FailureCode.CRASHED,
        "it "
            + exit.map(ExitStatus::sentence).orElse("closed its output")
            + " before it wrote a "
            + what
            + " line");
  }

  /**
   * The plugin has answered well: it must now leave, with status 0 and without another word.
   * Returns if it does.
   */
  void awaitGoodEnd() {
    Child process = running(child);
    Deadline teardown = Deadline.in(times.teardown(), clock);
    process.closeStdin();
    switch (await(teardown.sooner(deadline))) {
      case Signal.Output(Found.Malformed(String problem)) -> throw malformed(problem);
      case Signal.Output(Found.Line _) -> throw malformed("another line after the response");
      case Signal.Output(Found.End _) -> {}
      case null -> {}
      case Signal.Cancelled _ -> throw cancelled();
      case Signal.Launched _, Signal.NotLaunched _, Signal.Late _ ->
          throw new IllegalStateException("a second start");
    }
    Optional<ExitStatus> exit = awaitExit(process, teardown.sooner(deadline));
    if (exit.isEmpty()) {
      throw deadline.passed()
          ? failure(FailureCode.TIMEOUT, "it was still running after " + text(times.total()))
          : failure(
              FailureCode.CRASHED,
              "it did not exit within " + text(times.teardown()) + " after its response");
    }
    if (!exit.get().isSuccess()) {
      throw failure(FailureCode.CRASHED, "it " + exit.get().sentence() + " after its response");
    }
  }

  /** The plugin is asked to leave; how it does is nobody's concern. */
  void dismiss() {
    Child process = running(child);
    process.closeStdin();
    awaitExit(process, Deadline.in(times.teardown(), clock).sooner(deadline));
  }

  private Optional<ExitStatus> awaitExit(Child process, Deadline until) {
    try {
      return process.awaitExit(until.left());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw cancelled();
    }
  }

  /** In the time of the clock; null if nothing came in time. */
  private @Nullable Signal await(Deadline until) {
    Signal.Late late = new Signal.Late(new Object());
    if (until.passed()) {
      // After what is there already; a clock that stands still would never say it.
      signals.add(late);
    }
    Clock.Timer timer = clock.schedule(until.left(), () -> signals.add(late));
    try {
      while (true) {
        Signal next = signals.take();
        if (next.equals(late)) {
          return null;
        }
        // That of an earlier wait came a moment too late to be taken back.
        if (!(next instanceof Signal.Late)) {
          return next;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Signal.Cancelled();
    } finally {
      timer.cancel();
    }
  }

  /** The caller gives up; whoever waits is told. */
  void cancel() {
    signals.add(new Signal.Cancelled());
  }

  PluginFailure malformed(String problem) {
    return failure(FailureCode.MALFORMED_RESPONSE, "it wrote " + problem);
  }

  /** Reported as a timeout, as the contract says, with a message that tells the difference. */
  private PluginFailure cancelled() {
    return failure(FailureCode.TIMEOUT, "the call was cancelled");
  }

  PluginFailure failure(FailureCode code, String message) {
    return failure(new Failure(code, plugin, message));
  }

  /** The failure with what the plugin last wrote to standard error. */
  PluginFailure failure(Failure known) {
    Child process = child;
    List<String> stderr =
        process == null
            ? List.of()
            : process.stderrTail().lines().map(UntrustedText::escape).toList();
    return new Failure(known.code(), known.plugin(), known.message(), stderr).thrown();
  }

  private static <T> T running(@Nullable T part) {
    if (part == null) {
      throw new IllegalStateException("not launched");
    }
    return part;
  }

  private static String text(Duration duration) {
    return duration.toMillis() % 1000 == 0
        ? duration.toSeconds() + " s"
        : duration.toMillis() + " ms";
  }

  @Override
  public void close() {
    Child process;
    synchronized (this) {
      closed = true;
      process = child;
    }
    if (process != null) {
      process.close();
    }
  }
}
