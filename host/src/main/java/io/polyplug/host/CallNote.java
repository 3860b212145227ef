package io.polyplug.host;

import io.polyplug.base.Clock;
import io.polyplug.base.Deadline;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A call as the host sees it: how much time it has, and that its listeners are told when it begins
 * and when it is over.
 */
final class CallNote {
  /** The name of the header in W3C Trace Context. */
  private static final String TRACEPARENT = "traceparent";

  private final HostEvents events;
  private final Clock clock;
  private final String plugin;
  private final String tool;
  private final long number;
  private final long from;
  private final Optional<Duration> limit;
  private final Deadline deadline;

  /** Tells of the beginning. */
  CallNote(Plugin plugin, String tool, ToolCall call) {
    this.events = plugin.events();
    this.clock = plugin.clock();
    this.plugin = plugin.key();
    this.tool = tool;
    number = plugin.nextCall();
    from = clock.nanoTime();
    limit = call.timeout();
    deadline = limit.isPresent() ? Deadline.in(limit.get(), clock) : Deadline.NEVER;
    events.emit(new HostEvent.CallStarted(this.plugin, number, tool, traceparent(call)));
  }

  private static Optional<String> traceparent(ToolCall call) {
    return Optional.ofNullable(call.metadata().get(TRACEPARENT))
        .or(() -> Optional.ofNullable(call.context().get(TRACEPARENT)));
  }

  Deadline deadline() {
    return deadline;
  }

  /** The call with what is left of its time. */
  ToolCall bounded(ToolCall call) {
    return limit.isPresent() ? call.withTimeout(deadline.left()) : call;
  }

  /** The failure with the limit that the caller gave, once that is over. */
  private PluginFailure told(PluginFailure failure) {
    return limit.isPresent() && deadline.left().toMillis() == 0
        ? LateAnswer.told(failure, limit.get())
        : failure;
  }

  /**
   * Does a part of the call, or all of it, and says then with which code it failed, if it did; a
   * failure is thrown in the words of the caller.
   */
  <T> T noting(Supplier<T> part, Consumer<Optional<String>> afterwards) {
    Optional<String> error = Optional.of(FailureCode.UNAVAILABLE.code());
    try {
      T result = part.get();
      error = Optional.empty();
      return result;
    } catch (PluginFailure failure) {
      error = Optional.of(failure.code());
      throw told(failure);
    } catch (PluginException failure) {
      error = Optional.of(failure.code());
      throw failure;
    } finally {
      afterwards.accept(error);
    }
  }

  /** For the messages of what the call opens. */
  StreamWatch watch() {
    return new StreamWatch(events, clock, plugin, number, tool, from);
  }

  /** Tells of the end; of a stream or channel, which goes on, that it was opened. */
  void ended(Optional<String> errorCode, boolean goesOn) {
    Duration took = Duration.ofNanos(clock.nanoTime() - from);
    events.emit(new HostEvent.CallEnded(plugin, number, tool, took, errorCode, goesOn));
  }
}
