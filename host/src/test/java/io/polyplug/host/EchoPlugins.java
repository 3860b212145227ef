package io.polyplug.host;

import io.polyplug.host.SupervisionPolicy.AfterDown;
import io.polyplug.host.SupervisionPolicy.Start;
import io.polyplug.host.config.ConfigTable;
import io.polyplug.wire.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Plugins of a contract of the tests' own, whose instances live in this process. */
final class EchoPlugins {
  /** A tool that tells progress and then is late. */
  static final String LATE = "late";

  /** A tool that answers when two calls of it are under way. */
  static final String MEET = "meet";

  /** A tool that answers nobody until it is interrupted. */
  static final String SILENT = "silent";

  private EchoPlugins() {}

  static Echo echo(String contract, String id, Start start, List<EchoSession> sessions) {
    Path origin = Path.of("/plugins", id);
    PluginInfo info = new PluginInfo(contract, id, id, "1", "", origin, id);
    return new Echo(info, start, sessions, () -> {});
  }

  static PluginHost host(PluginDefinition... definitions) {
    HostBuilder builder = PluginHost.builder().pluginsFrom(Path.of("/plugins"));
    for (PluginDefinition definition : definitions) {
      builder.contract(new Given(definition.info().contract(), List.of(definition)));
    }
    return builder.build();
  }

  /** Echoes: as a result, as a stream of three, as a channel. */
  static final class EchoSession implements Session {
    final CompletableFuture<Failure> ended = new CompletableFuture<>();
    private final CyclicBarrier meeting = new CyclicBarrier(2);
    volatile Optional<String> complaint = Optional.empty();

    @Override
    public Optional<String> complaint() {
      return complaint;
    }

    @Override
    public OptionalLong pid() {
      return OptionalLong.of(4711);
    }

    @Override
    public String plugin() {
      return "echo";
    }

    @Override
    public ToolResult call(String tool, ToolCall call) {
      if (tool.equals("fail")) {
        throw new PluginError("echo", "no", "will not", null);
      }
      if (tool.equals(LATE)) {
        call.progress().orElseThrow().accept(new ToolProgress(1, OptionalDouble.empty(), ""));
        throw LateAnswer.of("echo", call.timeout().orElseThrow()).thrown();
      }
      if (tool.equals(MEET) || tool.equals(SILENT)) {
        await(tool.equals(MEET) ? meeting : new CyclicBarrier(2));
      }
      return ToolResult.ok(call.input(), Duration.ZERO);
    }

    private static void await(CyclicBarrier barrier) {
      try {
        barrier.await(20, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new Failure(FailureCode.CANCELLED, "echo", "the caller gave up").thrown();
      } catch (BrokenBarrierException | TimeoutException nobody) {
        throw new IllegalStateException(nobody);
      }
    }

    @Override
    public ToolStream stream(String tool, ToolCall call) {
      StreamBuffer stream = new StreamBuffer("echo", 10, 1_000, () -> {});
      for (int i = 0; i < 3; i++) {
        stream.offer(call.input());
      }
      stream.end();
      return stream;
    }

    @Override
    public ToolChannel open(String tool, ToolCall call) {
      StreamBuffer inbound = new StreamBuffer("echo", 10, 1_000, () -> {});
      return new ToolChannel() {
        @Override
        public boolean send(Json message) {
          return inbound.offer(message);
        }

        @Override
        public void closeInput() {
          inbound.end();
        }

        @Override
        public Optional<Json> next() {
          return inbound.next();
        }

        @Override
        public Optional<Json> next(Duration timeout) {
          return inbound.next(timeout);
        }

        @Override
        public void close() {
          inbound.close();
        }
      };
    }

    @Override
    public List<ToolInfo> tools(ToolQuery query) {
      return List.of(new ToolInfo("echo", "", ToolInfo.ANY_OBJECT, ToolKind.UNARY));
    }

    @Override
    public CompletionStage<Failure> ended() {
      return ended;
    }

    @Override
    public void close() {
      ended.complete(new Failure(FailureCode.UNAVAILABLE, "echo", "closed"));
    }
  }

  record Echo(PluginInfo info, Start start, List<EchoSession> sessions, Runnable starting)
      implements PluginDefinition {
    Echo starting(Runnable before) {
      return new Echo(info, start, sessions, before);
    }

    @Override
    public SupervisionPolicy supervision() {
      return SupervisionPolicy.shared(start, AfterDown.RESTART_ON_CALL);
    }

    @Override
    public Session start(InstanceContext context) {
      starting.run();
      EchoSession session = new EchoSession();
      synchronized (sessions) {
        sessions.add(session);
      }
      return session;
    }

    @Override
    public <T> Optional<T> client(Class<T> type, Plugin plugin) {
      return type == String.class
          ? Optional.of(type.cast("client of " + info.id()))
          : Optional.empty();
    }
  }

  /** Finds the definitions it was given, whatever the folder. */
  record Given(String id, List<PluginDefinition> definitions) implements Contract {
    @Override
    public List<Discovered> discover(Path pluginFolder) {
      List<Discovered> found = new ArrayList<>();
      definitions.forEach(definition -> found.add(new Discovered.Found(definition)));
      return found;
    }

    @Override
    public PluginDefinition bind(ConfigTable table) {
      throw new IllegalStateException("nothing is bound here");
    }

    @Override
    public Json bindingSchema() {
      return Json.EMPTY_OBJECT;
    }
  }

  /** A contract with a word for what cannot be relied on, and none for a complaint. */
  record Worded(PluginDefinition echo) implements PluginDefinition {
    @Override
    public PluginInfo info() {
      return echo.info();
    }

    @Override
    public SupervisionPolicy supervision() {
      return echo.supervision();
    }

    @Override
    public Session start(InstanceContext context) {
      return echo.start(context);
    }

    @Override
    public Health health(PluginState state, Optional<Failure> last) {
      return state == PluginState.RUNNING
          ? new Health("healthy", "")
          : new Health("unhealthy", last.map(Failure::message).orElse(""));
    }
  }
}
