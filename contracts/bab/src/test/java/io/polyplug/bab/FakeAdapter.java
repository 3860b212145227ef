package io.polyplug.bab;

import io.polyplug.bab.bridge.Adapter;
import io.polyplug.bab.bridge.AdapterFailure;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** An adapter written in Java, so that a test can say what it returns, or throws, and when. */
final class FakeAdapter implements Adapter {
  /** A function of an adapter. */
  interface Body {
    Json apply(List<Json> arguments) throws AdapterFailure, InterruptedException;
  }

  /** The {@code run} of a legacy adapter. */
  interface Run {
    void apply(Json input, Consumer<Json> events) throws AdapterFailure, InterruptedException;
  }

  /** Returns what there was on both outputs, and how it ended. */
  static final Body ECHO_RESULT =
      arguments ->
          Json.object(
              out -> {
                Map<String, Json> result = JsonParts.members(arguments.getFirst());
                out.writeName("content");
                result.get("stdout").writeTo(out);
                out.writeName("metadata");
                arguments.getFirst().writeTo(out);
              });

  private final Mode mode;
  private final Map<String, Body> functions = new ConcurrentHashMap<>();
  private final CompletableFuture<Failure> ended = new CompletableFuture<>();
  private final AtomicInteger closes = new AtomicInteger();
  private volatile CompletableFuture<Failure> untold;
  private Run run = (input, events) -> {};

  private FakeAdapter(Mode mode) {
    this.mode = mode;
  }

  /** Runs its command with these arguments, and answers with what it printed. */
  static FakeAdapter simple(String... args) {
    return planned(
        Json.object(
                out -> {
                  out.writeName("args");
                  out.writeStartArray();
                  List.of(args).forEach(out::writeString);
                  out.writeEndArray();
                })
            .toString());
  }

  /** Runs what this plan says. */
  static FakeAdapter planned(String plan) {
    return new FakeAdapter(Mode.SIMPLE)
        .with("buildCommand", arguments -> Json.parse(plan))
        .with("parseResult", ECHO_RESULT);
  }

  static FakeAdapter legacy(Run run) {
    FakeAdapter adapter = new FakeAdapter(Mode.LEGACY);
    adapter.run = run;
    return adapter;
  }

  static FakeAdapter none() {
    return new FakeAdapter(Mode.NONE);
  }

  FakeAdapter with(String function, Body body) {
    functions.put(function, body);
    return this;
  }

  static AdapterFailure threw(String message) {
    return new AdapterFailure(AdapterFailure.Kind.THREW, message, null);
  }

  void die(String reason) {
    ended.complete(new Failure(FailureCode.CRASHED, "acme", reason));
  }

  /** Is gone for whoever asks, while those who wait for its end have not heard of it yet. */
  void dieUntold(String reason) {
    untold = CompletableFuture.completedFuture(new Failure(FailureCode.CRASHED, "acme", reason));
  }

  int closes() {
    return closes.get();
  }

  @Override
  public Mode mode() {
    return mode;
  }

  @Override
  public boolean has(String function) {
    return functions.containsKey(function);
  }

  @Override
  public Json call(String function, List<Json> arguments, Duration limit)
      throws AdapterFailure, InterruptedException {
    CompletableFuture<Failure> end = untold == null ? ended : untold;
    if (end.isDone()) {
      throw new AdapterFailure(AdapterFailure.Kind.GONE, end.join().message(), null);
    }
    return functions.get(function).apply(arguments);
  }

  @Override
  public void run(Json input, Consumer<Json> onEvent) throws AdapterFailure, InterruptedException {
    run.apply(input, onEvent);
  }

  @Override
  public CompletionStage<Failure> ended() {
    return untold == null ? ended.copy() : untold;
  }

  @Override
  public OptionalLong pid() {
    return OptionalLong.empty();
  }

  @Override
  public void close() {
    closes.incrementAndGet();
    ended.complete(new Failure(FailureCode.UNAVAILABLE, "acme", "it was stopped"));
  }
}
