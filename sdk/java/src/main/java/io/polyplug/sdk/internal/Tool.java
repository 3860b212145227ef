package io.polyplug.sdk.internal;

import io.polyplug.sdk.Call;
import io.polyplug.sdk.ChannelHandler;
import io.polyplug.sdk.StreamHandler;
import io.polyplug.sdk.ToolError;
import io.polyplug.sdk.ToolHandler;
import io.polyplug.wire.Json;
import java.util.ArrayList;
import java.util.List;

/** One thing that a plugin can do. */
public sealed interface Tool {
  String name();

  String description();

  /** The word for what kind it is. */
  String kind();

  /** The JSON Schema of its input. */
  Json schema();

  /** Takes the messages of a stream. */
  @FunctionalInterface
  interface Messages {
    void send(Json message) throws InterruptedException;
  }

  /** One that is called with an input. */
  sealed interface Callable extends Tool {
    /**
     * Runs it and gives its whole output, for a stream the array of its messages. Throws {@link
     * ToolError} for whatever goes wrong, but {@link InterruptedException} if it was cancelled.
     */
    Json run(Json input, Call call) throws InterruptedException;
  }

  /** One answer. */
  record Unary<I>(String name, String description, Input<I> input, ToolHandler<I> handler)
      implements Callable {
    @Override
    public String kind() {
      return "unary";
    }

    @Override
    public Json schema() {
      return input.schema();
    }

    @Override
    public Json run(Json given, Call call) throws InterruptedException {
      I bound = input.bind(given);
      try {
        return Values.toJson(handler.handle(bound, call));
      } catch (Throwable failure) {
        throw Failures.told(name, failure, call);
      }
    }
  }

  /** Many answers. */
  record Stream<I>(String name, String description, Input<I> input, StreamHandler<I> handler)
      implements Callable {
    @Override
    public String kind() {
      return "stream";
    }

    @Override
    public Json schema() {
      return input.schema();
    }

    @Override
    public Json run(Json given, Call call) throws InterruptedException {
      List<Json> all = new ArrayList<>();
      begin(given).run(all::add, call);
      return Values.toJson(all);
    }

    /** Judges the input, which is all that can fail before the stream begins. */
    Begun begin(Json given) {
      I bound = input.bind(given);
      return (out, call) -> {
        try {
          handler.handle(
              bound,
              message -> {
                if (Thread.interrupted() || call.isCancelled()) {
                  throw new InterruptedException("nobody wants this stream any more");
                }
                out.send(Values.toJson(message));
              },
              call);
        } catch (Throwable failure) {
          throw Failures.told(name, failure, call);
        }
      };
    }
  }

  /** A stream whose input fits. */
  @FunctionalInterface
  interface Begun {
    void run(Messages out, Call call) throws InterruptedException;
  }

  /** Messages both ways. */
  record Duplex(String name, String description, ChannelHandler handler) implements Tool {
    @Override
    public String kind() {
      return "channel";
    }

    @Override
    public Json schema() {
      return Input.NO_MEMBERS;
    }
  }
}
