package io.polyplug.host;

import io.polyplug.base.Clock;
import io.polyplug.base.Deadline;
import io.polyplug.host.Supervisor.Lease;
import io.polyplug.host.Supervisor.Meeting;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * One tool of a plugin, by name. Whether the plugin really has it is seen when it is called.
 *
 * <p>Calls block, from any number of threads; on virtual threads that is cheap. Each throws {@link
 * PluginFailure} if the host could not get an answer, and {@link PluginError} if the plugin
 * answered that it could not do it.
 */
public final class Tool {
  /** The name of the header in W3C Trace Context. */
  private static final String TRACEPARENT = "traceparent";

  private final Plugin plugin;
  private final String name;

  Tool(Plugin plugin, String name) {
    this.plugin = plugin;
    this.name = name;
  }

  public String name() {
    return name;
  }

  /** Calls with a JSON tree and gives the output as one. */
  public JsonNode call(JsonNode input) {
    return JsonTrees.read(call(ToolCall.of(JsonTrees.write(input))).output());
  }

  /** Calls with everything a call can have. */
  public ToolResult call(ToolCall call) {
    return observed(
        call,
        false,
        (session, bounded, _) -> {
          try {
            return session.session().call(name, bounded);
          } finally {
            session.close();
          }
        });
  }

  /** Starts a stream with a JSON tree. */
  public ToolStream stream(JsonNode input) {
    return stream(ToolCall.of(JsonTrees.write(input)));
  }

  /** Starts a stream; the instance is held until the stream is closed. */
  public ToolStream stream(ToolCall call) {
    return observed(
        call,
        true,
        (lease, bounded, watch) -> {
          try {
            return new LeasedStream(lease, lease.session().stream(name, bounded), watch);
          } catch (RuntimeException | Error failure) {
            lease.close();
            throw failure;
          }
        });
  }

  /** Opens a channel; the instance is held until the channel is closed. */
  public ToolChannel open(ToolCall call) {
    return observed(
        call,
        true,
        (lease, bounded, watch) -> {
          try {
            return new LeasedChannel(lease, lease.session().open(name, bounded), watch);
          } catch (RuntimeException | Error failure) {
            lease.close();
            throw failure;
          }
        });
  }

  /** What is done with an instance. */
  private interface Body<T> {
    T apply(Lease lease, ToolCall call, StreamWatch watch);
  }

  /** Tells the host's listeners of the call, and takes what a start used up from its time. */
  private <T> T observed(ToolCall call, boolean goesOn, Body<T> body) {
    HostEvents events = plugin.events();
    Clock clock = plugin.clock();
    String who = plugin.key();
    long number = plugin.nextCall();
    long from = clock.nanoTime();
    StreamWatch watch = new StreamWatch(events, clock, who, number, name, from);
    Optional<String> error = Optional.of(FailureCode.UNAVAILABLE.code());
    events.emit(new HostEvent.CallStarted(who, number, name, traceparent(call)));
    try {
      Deadline deadline =
          call.timeout().map(limit -> Deadline.in(limit, clock)).orElse(Deadline.NEVER);
      Lease lease = plugin.supervisor().acquire(Meeting.BY_POLICY, deadline);
      T result =
          call.timeout().isPresent()
              ? bounded(lease, call, call.timeout().get(), deadline, watch, body)
              : body.apply(lease, call, watch);
      error = Optional.empty();
      return result;
    } catch (PluginException failure) {
      error = Optional.of(failure.code());
      throw failure;
    } finally {
      Duration took = Duration.ofNanos(clock.nanoTime() - from);
      events.emit(
          new HostEvent.CallEnded(who, number, name, took, error, goesOn && error.isEmpty()));
    }
  }

  private static Optional<String> traceparent(ToolCall call) {
    return Optional.ofNullable(call.metadata().get(TRACEPARENT))
        .or(() -> Optional.ofNullable(call.context().get(TRACEPARENT)));
  }

  private static <T> T bounded(
      Lease lease,
      ToolCall call,
      Duration limit,
      Deadline deadline,
      StreamWatch watch,
      Body<T> body) {
    try {
      return body.apply(lease, call.withTimeout(deadline.left()), watch);
    } catch (PluginFailure failure) {
      throw deadline.left().toMillis() == 0 ? LateAnswer.told(failure, limit) : failure;
    }
  }

  /** A stream that gives its instance back when it is closed. */
  private static class LeasedStream implements ToolStream {
    private final Lease lease;
    private final ToolStream stream;
    final StreamWatch watch;

    LeasedStream(Lease lease, ToolStream stream, StreamWatch watch) {
      this.lease = lease;
      this.stream = stream;
      this.watch = watch;
    }

    @Override
    public Optional<Json> next() {
      try {
        return seen(stream.next());
      } catch (PluginException failure) {
        watch.failed(failure);
        throw failure;
      }
    }

    @Override
    public Optional<Json> next(Duration timeout) {
      try {
        return seen(stream.next(timeout));
      } catch (PluginException failure) {
        // Who waited too short a time may wait again.
        if (!failure.code().equals(FailureCode.TIMEOUT.code())) {
          watch.failed(failure);
        }
        throw failure;
      }
    }

    private Optional<Json> seen(Optional<Json> message) {
      if (message.isPresent()) {
        watch.received();
      } else {
        watch.ended();
      }
      return message;
    }

    @Override
    public void close() {
      try {
        stream.close();
      } finally {
        watch.closed();
        lease.close();
      }
    }
  }

  private static final class LeasedChannel extends LeasedStream implements ToolChannel {
    private final ToolChannel channel;

    LeasedChannel(Lease lease, ToolChannel channel, StreamWatch watch) {
      super(lease, channel, watch);
      this.channel = channel;
    }

    @Override
    public boolean send(Json message) {
      boolean taken = channel.send(message);
      if (taken) {
        watch.sent();
      }
      return taken;
    }

    @Override
    public void closeInput() {
      channel.closeInput();
    }
  }
}
