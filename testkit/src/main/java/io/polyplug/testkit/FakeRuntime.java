package io.polyplug.testkit;

import io.polyplug.bab.protocol.BridgeProtocol;
import io.polyplug.process.MemoryProcess;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One process of a JavaScript runtime that runs no JavaScript: it speaks as the bridge does, for
 * the {@link FakeDelegate} whose adapter it is told to load. Each call is on a thread of its own,
 * which is interrupted when the process ends and ends before it; frames are written whole, one at a
 * time.
 */
final class FakeRuntime {
  private final Map<String, FakeDelegate> delegates;
  private final MemoryProcess self;
  private final ExecutorService calls =
      Executors.newThreadPerTaskExecutor(
          Thread.ofVirtual().name("polyplug-fake-adapter-", 0).factory());
  private volatile String token = "";
  private volatile @Nullable FakeDelegate delegate;
  private boolean gone;

  /**
   * Begins with nothing loaded.
   *
   * @param delegates by id, which is what their folders are called
   */
  FakeRuntime(Map<String, FakeDelegate> delegates, MemoryProcess self) {
    this.delegates = delegates;
    this.self = self;
  }

  /** Serves until its input ends, or it is interrupted. */
  int run() throws IOException {
    try (calls) {
      try {
        return serve();
      } finally {
        fallSilent();
        calls.shutdownNow();
      }
    }
  }

  private int serve() throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(self.stdin(), StandardCharsets.UTF_8));
    token = Objects.requireNonNullElse(lines.readLine(), "");
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      Json message = Json.parse(line);
      @Nullable Json[] parts = JsonParts.find(message, "id", "method", "params");
      Json id = parts[0];
      Json method = parts[1];
      if (id != null && method != null) {
        Json params = Objects.requireNonNullElse(parts[2], Json.EMPTY_OBJECT);
        begin(() -> handle(new Asked(id, String.valueOf(method.stringValue()), params)));
      }
    }
    return 0;
  }

  private void begin(Runnable call) {
    try {
      calls.execute(call);
    } catch (RejectedExecutionException e) {
      // The process is gone, and with it whoever was to hear the answer.
    }
  }

  /** A request of the host. */
  private record Asked(Json id, String method, Json params) {
    Json param(String name) {
      return Objects.requireNonNullElse(JsonParts.find(params, name)[0], Json.NULL);
    }

    /** Which function it is about, where it is about one. */
    String function() {
      return method.equals(BridgeProtocol.RUN)
          ? FakeDelegate.RUN
          : String.valueOf(param("function").stringValue());
    }

    Json arguments() {
      return method.equals(BridgeProtocol.RUN)
          ? Json.parse("[" + param("input") + "]")
          : param("arguments");
    }
  }

  private void handle(Asked asked) {
    switch (asked.method()) {
      case BridgeProtocol.LOAD -> load(asked);
      case BridgeProtocol.CALL, BridgeProtocol.RUN ->
          react(loaded().next(asked.function(), asked.arguments()), asked);
      default -> answer(asked, Json.NULL);
    }
  }

  private FakeDelegate loaded() {
    return Objects.requireNonNull(delegate, "The host has loaded no adapter.");
  }

  private void load(Asked asked) {
    Path file = Path.of(URI.create(String.valueOf(asked.param("adapter").stringValue())));
    String name = Objects.requireNonNull(file.getParent()).getFileName().toString();
    FakeDelegate found = delegates.get(name);
    if (found == null) {
      fail(asked, BridgeProtocol.NOT_LOADED, "No test has given a delegate called " + name + ".");
      return;
    }
    delegate = found;
    found.began(this);
    answer(
        asked,
        Json.write(
            out -> {
              out.writeStartArray();
              found.functions().forEach(out::writeString);
              out.writeEndArray();
            }));
  }

  private void react(Reaction reaction, Asked asked) {
    switch (reaction) {
      case Reaction.Usual _ ->
          result(asked, () -> UsualAdapter.result(asked.function(), asked.arguments()));
      case Reaction.Answer(var result) -> result(asked, () -> result.apply(asked.arguments()));
      case Reaction.Fail(int _, String sentence) -> fail(asked, BridgeProtocol.THREW, sentence);
      case Reaction.Silence _ -> {}
      case Reaction.Crash(int code) -> exit(code);
      case Reaction.Raw(byte[] bytes) -> write(bytes);
      case Reaction.HalfFrame(Json result) -> {
        byte[] frame = frame(reply(asked, "result", result));
        write(Arrays.copyOf(frame, frame.length / 2));
      }
      case Reaction.Late(Duration delay, Reaction then) ->
          self.clock().schedule(delay, () -> begin(() -> react(then, asked)));
      case Reaction.Both(Reaction first, Reaction second) -> {
        react(first, asked);
        react(second, asked);
      }
    }
  }

  private interface Function {
    Json call();
  }

  private void result(Asked asked, Function function) {
    Json result;
    try {
      result = function.call();
    } catch (RuntimeException thrown) {
      fail(asked, BridgeProtocol.THREW, String.valueOf(thrown.getMessage()));
      return;
    }
    if (asked.method().equals(BridgeProtocol.RUN)) {
      JsonParts.elements(result).forEach(event -> tell(asked.param("run"), event));
      answer(asked, Json.NULL);
    } else {
      answer(asked, result);
    }
  }

  private void tell(Json run, Json event) {
    write(
        frame(
            Json.object(
                out -> {
                  out.writeStringProperty("jsonrpc", "2.0");
                  out.writeStringProperty("method", BridgeProtocol.EVENT);
                  out.writeObjectPropertyStart("params");
                  out.writeName("run");
                  run.writeTo(out);
                  out.writeName("event");
                  event.writeTo(out);
                  out.writeEndObject();
                })));
  }

  private void answer(Asked asked, Json result) {
    write(frame(reply(asked, "result", result)));
  }

  private void fail(Asked asked, int code, String sentence) {
    Json error =
        Json.object(
            out -> {
              out.writeNumberProperty("code", code);
              out.writeStringProperty("message", sentence);
            });
    write(frame(reply(asked, "error", error)));
  }

  private static Json reply(Asked asked, String member, Json value) {
    return Json.object(
        out -> {
          out.writeStringProperty("jsonrpc", "2.0");
          out.writeName("id");
          asked.id().writeTo(out);
          out.writeName(member);
          value.writeTo(out);
        });
  }

  /** Begins with a line break, since something else may have written half a line before. */
  private byte[] frame(Json message) {
    return ("\n" + token + message + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Nothing is said from here on: what a function gives because it was interrupted is no answer.
   */
  private synchronized void fallSilent() {
    gone = true;
  }

  private synchronized void write(byte[] bytes) {
    if (gone) {
      return;
    }
    try {
      self.stdout().write(bytes);
      self.stdout().flush();
    } catch (IOException e) {
      // A host that does not read has ended the conversation.
    }
  }

  void exit(int code) {
    fallSilent();
    self.exit(code);
  }
}
