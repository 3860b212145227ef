package io.polyplug.host;

import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** An instance that does what a test says. */
class FakeSession implements Session {
  final CompletableFuture<Failure> ended = new CompletableFuture<>();
  boolean closed;
  boolean reapable = true;
  @Nullable Ending ending;

  void die(String why) {
    ended.complete(new Failure(FailureCode.CRASHED, "fake", why));
  }

  @Override
  public String plugin() {
    return "fake";
  }

  @Override
  public ToolResult call(String tool, ToolCall call) {
    return ToolResult.ok(Json.string(tool), Duration.ZERO);
  }

  @Override
  public List<ToolInfo> tools(ToolQuery query) {
    return List.of();
  }

  @Override
  public CompletionStage<Failure> ended() {
    return ended;
  }

  @Override
  public boolean mayBeReaped() {
    return reapable;
  }

  @Override
  public void end(Ending how) {
    ending = how;
    close();
  }

  @Override
  public void close() {
    closed = true;
    ended.complete(new Failure(FailureCode.UNAVAILABLE, "fake", "closed"));
  }
}
