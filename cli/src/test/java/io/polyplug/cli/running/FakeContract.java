package io.polyplug.cli.running;

import io.polyplug.host.Contract;
import io.polyplug.host.Discovered;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.InstanceContext;
import io.polyplug.host.PluginDefinition;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginInfo;
import io.polyplug.host.Session;
import io.polyplug.host.StreamBuffer;
import io.polyplug.host.SupervisionPolicy;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolQuery;
import io.polyplug.host.ToolResult;
import io.polyplug.host.ToolStream;
import io.polyplug.host.config.ConfigTable;
import io.polyplug.wire.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;

/** One plugin that lives in this process and tells a test what happens to it. */
final class FakeContract implements Contract, PluginDefinition, Session {
  final CompletableFuture<Failure> ended = new CompletableFuture<>();
  final CountDownLatch streamClosed = new CountDownLatch(1);
  final CountDownLatch callBegan = new CountDownLatch(1);
  final CountDownLatch callCancelled = new CountDownLatch(1);

  @Override
  public String id() {
    return "fake";
  }

  @Override
  public List<Discovered> discover(Path pluginFolder) {
    return List.of(new Discovered.Found(this));
  }

  @Override
  public PluginDefinition bind(ConfigTable table) {
    return this;
  }

  @Override
  public Json bindingSchema() {
    return Json.EMPTY_OBJECT;
  }

  @Override
  public PluginInfo info() {
    return new PluginInfo("fake", "one", "One", "1", "", Path.of("/one"), "one");
  }

  @Override
  public SupervisionPolicy supervision() {
    return SupervisionPolicy.shared(
        SupervisionPolicy.Start.LAZY, SupervisionPolicy.AfterDown.RESTART_ON_CALL);
  }

  @Override
  public Session start(InstanceContext context) {
    return this;
  }

  @Override
  public String plugin() {
    return "one";
  }

  @Override
  public ToolResult call(String tool, ToolCall call) {
    switch (tool) {
      case "hang" -> {
        callBegan.countDown();
        try {
          new CountDownLatch(1).await();
        } catch (InterruptedException e) {
          callCancelled.countDown();
          throw new Failure(FailureCode.CANCELLED, "one", "cancelled").thrown();
        }
      }
      case "error" -> throw new PluginError("one", "its_code", "its words", Json.parse("[1]"));
      case "defect" -> throw new IllegalStateException("cannot happen");
      case "fail" ->
          throw new Failure(FailureCode.CRASHED, "one", "boom", List.of("last words")).thrown();
      default -> {}
    }
    return new ToolResult(
        call.input(), "fine", false, Map.of("m", Json.NULL), Map.of("a", "b"), Duration.ZERO);
  }

  /** {@code endless} gives large messages as fast as they are taken; others give three. */
  @Override
  public ToolStream stream(String tool, ToolCall call) {
    if (tool.equals("endless")) {
      return new Endless();
    }
    StreamBuffer three = new StreamBuffer("one", 10, 1_000, streamClosed::countDown);
    for (int i = 0; i < 3; i++) {
      three.offer(Json.parse("" + i));
    }
    if (tool.equals("broken")) {
      three.fail(new Failure(FailureCode.CRASHED, "one", "boom").thrown());
    } else if (!tool.equals("open")) {
      three.end();
    }
    return three;
  }

  private final class Endless implements ToolStream {
    private final Json large = Json.string("x".repeat(1 << 20));

    @Override
    public Optional<Json> next() {
      return streamClosed.getCount() == 0 ? Optional.empty() : Optional.of(large);
    }

    @Override
    public Optional<Json> next(Duration timeout) {
      return next();
    }

    @Override
    public void close() {
      streamClosed.countDown();
    }
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
  public void close() {
    ended.complete(new Failure(FailureCode.UNAVAILABLE, "one", "closed"));
  }
}
