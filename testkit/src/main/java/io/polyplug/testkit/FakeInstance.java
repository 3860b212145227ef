package io.polyplug.testkit;

import io.polyplug.host.HostEvent;
import io.polyplug.process.Child;
import io.polyplug.process.MemoryProcess;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.StderrPolicy;
import io.polyplug.wire.FrameDecoder;
import io.polyplug.wire.FramingException;
import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One process of a {@link FakePlugin}: it stands between the host and a good plugin, passes on what
 * nobody scripted, and does itself what somebody did. Frames are written whole, one at a time.
 */
final class FakeInstance {
  /** Ids of our own questions, which the good plugin never comes to. */
  private static final int FIRST_ID = 900_000_001;

  private final FakePlugin script;
  private final MemoryProcess self;
  private final AtomicInteger ids = new AtomicInteger(FIRST_ID);
  private final Map<String, CompletableFuture<Json>> asked = new ConcurrentHashMap<>();

  FakeInstance(FakePlugin script, MemoryProcess self) {
    this.script = script;
    this.self = self;
  }

  int run() throws IOException, FramingException, InterruptedException {
    if (script.isDeafToTerm()) {
      self.onTerm(() -> {});
    }
    script.began(this);
    try (Child good = self.start(spec(), InMemoryPlugin.program(script.plugin()))) {
      Thread out =
          Thread.ofPlatform()
              .daemon()
              .name("polyplug-fake-out-" + self.pid())
              .start(() -> passOn(good));
      if (!react(script.nextStart(), Json.EMPTY_OBJECT, good)) {
        return 0;
      }
      frames(self.stdin(), body -> heard(body, good));
      if (script.isDeafToEnd()) {
        new CountDownLatch(1).await();
      }
      good.closeStdin();
      out.join();
      return 0;
    }
  }

  /** The good plugin has our arguments, and our stderr. */
  private ProcessSpec spec() {
    return self.spec().toBuilder()
        .stdin(ProcessSpec.Redirect.PIPE)
        .stdout(ProcessSpec.Redirect.PIPE)
        .stderr(StderrPolicy.lines(64 << 10, self.stderr()::println))
        .build();
  }

  private interface Reader {
    void read(byte[] body) throws IOException;
  }

  /** Until the stream ends; what is left at its end is no frame. */
  private void frames(InputStream from, Reader reader) throws IOException, FramingException {
    FrameDecoder decoder = script.framing().decoder();
    while (decoder.readFrom(from) >= 0) {
      for (byte[] body = decoder.next(); body != null; body = decoder.next()) {
        reader.read(body);
      }
    }
  }

  /** What the good plugin says goes to the host; when it ends, so do we. */
  private void passOn(Child good) {
    try {
      frames(good.stdout(), body -> write(script.wire().frame(body)));
    } catch (IOException | FramingException e) {
      // The host is gone, or we are.
    }
    if (!script.isDeafToEnd()) {
      self.exit(0);
    }
  }

  private void heard(byte[] body, Child good) throws IOException {
    String text = new String(body, StandardCharsets.UTF_8);
    Duration now = Duration.ofNanos(self.clock().nanoTime());
    script.received(new Frame(script.key(), HostEvent.Direction.TO_PLUGIN, text, now));
    Optional<Json> message = json(text);
    Optional<String> method = message.flatMap(script.wire()::method);
    if (message.isPresent() && method.isEmpty() && isAnswer(message.get())) {
      return;
    }
    Reaction reaction = method.map(script::next).orElse(Reaction.usual());
    react(reaction, message.orElse(Json.NULL), good, body);
  }

  private static Optional<Json> json(String text) {
    try {
      return Optional.of(Json.parse(text));
    } catch (InvalidJson e) {
      return Optional.empty();
    }
  }

  private boolean isAnswer(Json message) {
    Json id = Wire.member(message, "id");
    CompletableFuture<Json> waiting = id == null ? null : asked.remove(id.toString());
    return waiting != null && waiting.complete(message);
  }

  private boolean react(Reaction reaction, Json message, Child good) throws IOException {
    react(reaction, message, good, new byte[0]);
    return !(reaction instanceof Reaction.Crash);
  }

  private void react(Reaction reaction, Json message, Child good, byte[] body) throws IOException {
    switch (reaction) {
      case Reaction.Usual _ -> pass(good, body);
      case Reaction.Answer(var result) ->
          answer(script.wire().result(message, result.apply(script.wire().params(message))));
      case Reaction.Fail(int code, String sentence) ->
          answer(script.wire().error(message, code, sentence));
      case Reaction.Silence _ -> {}
      case Reaction.Crash(int code) -> exit(code);
      case Reaction.Raw(byte[] bytes) -> write(bytes);
      case Reaction.HalfFrame(Json result) ->
          script.wire().result(message, result).ifPresent(this::half);
      case Reaction.Late(Duration delay, Reaction then) ->
          self.clock()
              .schedule(
                  delay,
                  () ->
                      Thread.ofVirtual()
                          .name("polyplug-fake-late")
                          .start(() -> late(then, message, good, body)));
      case Reaction.Both(Reaction first, Reaction second) -> {
        react(first, message, good, body);
        react(second, message, good, body);
      }
    }
  }

  private void late(Reaction then, Json message, Child good, byte[] body) {
    try {
      react(then, message, good, body);
    } catch (IOException e) {
      // The host did not wait.
    }
  }

  private void pass(Child good, byte[] body) throws IOException {
    if (body.length > 0) {
      byte[] frame = script.wire().frame(body);
      good.stdin().write(frame, 0, frame.length);
    }
  }

  private void answer(Optional<Json> answer) {
    answer.ifPresent(it -> write(script.wire().frame(it.toByteArray())));
    if (script.wire() instanceof Wire.Rune && answer.isPresent()) {
      // Rune's processes end with their answer; the good plugin never saw the question.
      json(answer.get().toString())
          .flatMap(script.wire()::method)
          .filter("response"::equals)
          .ifPresent(_ -> exit(0));
    }
  }

  private void half(Json answer) {
    byte[] frame = script.wire().frame(answer.toByteArray());
    write(Arrays.copyOf(frame, frame.length / 2));
  }

  synchronized void write(byte[] bytes) {
    try {
      self.stdout().write(bytes);
      self.stdout().flush();
    } catch (IOException e) {
      // A host that does not read has ended the conversation.
    }
  }

  void tell(String method, Json params) {
    write(script.wire().frame(message(Optional.empty(), method, params).toByteArray()));
  }

  Json ask(String method, Json params) {
    int id = ids.getAndIncrement();
    CompletableFuture<Json> answer = new CompletableFuture<>();
    asked.put(Integer.toString(id), answer);
    write(script.wire().frame(message(Optional.of(id), method, params).toByteArray()));
    return Patience.get(answer);
  }

  private static Json message(Optional<Integer> id, String method, Json params) {
    return Json.object(
        out -> {
          out.writeStringProperty("jsonrpc", "2.0");
          id.ifPresent(it -> out.writeNumberProperty("id", it));
          out.writeStringProperty("method", method);
          out.writeName("params");
          params.writeTo(out);
        });
  }

  void log(String line) {
    self.stderr().println(line);
  }

  void exit(int code) {
    self.exit(code);
  }
}
