package io.polyplug.host;

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
        After.OVER,
        (lease, bounded, _) -> {
          ToolResult result = lease.session().call(name, bounded);
          lease.close();
          return result;
        });
  }

  /**
   * Sends a call and returns while it is under way, so that one thread can have many. Where the
   * contract can send without waiting, as MCP can, this needs no thread; elsewhere it is one of its
   * own. A plugin that has to be started first is waited for here.
   */
  public Started<ToolResult> start(ToolCall call) {
    return observed(
        call,
        After.UNDER_WAY,
        (lease, bounded, note) -> {
          Started<ToolResult> sent = lease.session().start(name, bounded);
          return new ObservedCall(
              sent != null ? sent : new CallOnThread<>(() -> lease.session().call(name, bounded)),
              lease,
              note);
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
        After.OPEN,
        (lease, bounded, note) ->
            new LeasedStream(lease, lease.session().stream(name, bounded), note.watch()));
  }

  /** Opens a channel; the instance is held until the channel is closed. */
  public ToolChannel open(ToolCall call) {
    return observed(
        call,
        After.OPEN,
        (lease, bounded, note) ->
            new LeasedChannel(lease, lease.session().open(name, bounded), note.watch()));
  }

  /** What is done with an instance, which is given back here only if this fails. */
  private interface Body<T> {
    T apply(Lease lease, ToolCall call, CallNote note);
  }

  /** What there is after a body that did not fail. */
  private enum After {
    /** Nothing. */
    OVER,
    /** A stream or channel, whose end is an event of its own. */
    OPEN,
    /** A call whose end is told by itself. */
    UNDER_WAY
  }

  /** Tells the host's listeners of the call, and takes what a start used up from its time. */
  private <T> T observed(ToolCall call, After after, Body<T> body) {
    CallNote note = new CallNote(plugin, name, call);
    return note.noting(
        () ->
            given(
                plugin.supervisor().acquire(Meeting.BY_POLICY, note.deadline()),
                note.bounded(call),
                note,
                body),
        error -> {
          if (error.isPresent() || after != After.UNDER_WAY) {
            note.ended(error, error.isEmpty() && after == After.OPEN);
          }
        });
  }

  private static <T> T given(Lease lease, ToolCall call, CallNote note, Body<T> body) {
    try {
      return body.apply(lease, call, note);
    } catch (RuntimeException | Error failure) {
      lease.close();
      throw failure;
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
