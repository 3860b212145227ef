package io.polyplug.cli.running;

import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.LogFollower;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolChannel;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolKind;
import io.polyplug.host.ToolQuery;
import io.polyplug.host.ToolResult;
import io.polyplug.host.ToolStream;
import io.polyplug.wire.CallException;
import io.polyplug.wire.CallFailure;
import io.polyplug.wire.CallOptions;
import io.polyplug.wire.RpcException;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/** The running host of the same user, seen through its socket. Safe from any thread. */
public final class RunningView implements HostView {
  /** A host that does not even say who it is hangs. */
  private static final Duration LONGEST_HELLO = Duration.ofSeconds(10);

  /** Plugins that are gone are ended first, each by its contract's ladder. */
  private static final Duration LONGEST_REFRESH = Duration.ofMinutes(2);

  private final Connection connection;
  private final Fields hello;

  private RunningView(Connection connection, Fields hello) {
    this.connection = connection;
    this.hello = hello;
  }

  /**
   * Connects to the host of this folder; empty if none runs. Throws {@link RunningProblem} if one
   * runs but is of another version, has no room or does not answer in time, or the folder is not
   * safe.
   */
  public static Optional<RunningView> connect(RunFolder folder, String version) {
    return connect(folder, version, LONGEST_HELLO);
  }

  /** As {@link #connect(RunFolder, String)}, for a caller who may have less time. */
  public static Optional<RunningView> connect(RunFolder folder, String version, Duration atMost) {
    if (!folder.mayBeRunning()) {
      return Optional.empty();
    }
    folder.check();
    Duration limit = atMost.compareTo(LONGEST_HELLO) < 0 ? atMost : LONGEST_HELLO;
    Connection connection;
    try {
      connection = Connection.to(folder.socket(), limit);
    } catch (ConnectException e) {
      if (UpLock.isHeld(folder)) {
        throw silent(folder, "it refuses connections");
      }
      return Optional.empty();
    } catch (IOException e) {
      if (!folder.mayBeRunning()) {
        return Optional.empty();
      }
      throw silent(folder, String.valueOf(e.getMessage()));
    }
    Fields hello;
    try {
      hello = Fields.of(connection.ask("hello", _ -> {}, CallOptions.within(limit)));
    } catch (RpcException e) {
      connection.close();
      throw Refused.thrown(e.error());
    } catch (CallException e) {
      connection.close();
      if (e.failure() instanceof CallFailure.Disconnected && !UpLock.isHeld(folder)) {
        // It ended in this moment.
        return Optional.empty();
      }
      throw silent(folder, e.failure().sentence());
    }
    String other = hello.text("version");
    if (!other.equals(version)) {
      connection.close();
      throw new RunningProblem(
          "version_mismatch",
          "The running host is polyplug %s and this is %s: end it and run polyplug up again, or use --local"
              .formatted(other, version));
    }
    return Optional.of(new RunningView(connection, hello));
  }

  private static RunningProblem silent(RunFolder folder, String why) {
    return new RunningProblem(
        "not_answering",
        "The running host, %s, does not answer: %s Use --local to do without it"
            .formatted(UpLock.holder(folder), why.endsWith(".") ? why : why + "."));
  }

  public long pid() {
    return hello.optionalNumber("pid").orElse(0);
  }

  /** The configuration files that it reads. */
  public List<Path> files() {
    return hello.texts("files").stream().map(Path::of).toList();
  }

  @Override
  public Listing list(boolean checked) {
    return Messages.listing(ask("", "list", _ -> {}));
  }

  @Override
  public Listing.Row plugin(String name) {
    return Messages.row(ask(name, "plugin", _ -> {}));
  }

  @Override
  public List<ToolInfo> tools(String plugin, ToolQuery query) {
    return Messages.tools(ask(plugin, "tools", out -> Messages.write(out, query)));
  }

  @Override
  public Optional<ToolKind> kindOf(String plugin, String tool, ToolQuery query) {
    return Messages.optionalKind(
        ask(
            plugin,
            "kind",
            out -> {
              out.writeStringProperty("tool", tool);
              Messages.write(out, query);
            }));
  }

  @Override
  public ToolResult call(String plugin, String tool, ToolCall call) {
    return Messages.result(ask(plugin, "call", out -> write(out, tool, call)));
  }

  @Override
  public ToolStream stream(String plugin, String tool, ToolCall call) {
    return begin(plugin, "stream", tool, call);
  }

  @Override
  public ToolChannel open(String plugin, String tool, ToolCall call) {
    return begin(plugin, "channel", tool, call);
  }

  private RemoteStream begin(String plugin, String method, String tool, ToolCall call) {
    // Before it is asked for: messages may come sooner than the answer.
    RemoteStream stream = connection.subscribe(plugin, this::ask);
    try {
      ask(
          plugin,
          method,
          out -> {
            out.writeStringProperty("stream", stream.id());
            write(out, tool, call);
          });
      return stream;
    } catch (RuntimeException e) {
      stream.close();
      throw e;
    }
  }

  private static void write(JsonGenerator out, String tool, ToolCall call) {
    out.writeStringProperty("tool", tool);
    Messages.write(out, call);
  }

  /** The last lines of a plugin's log. */
  public LogFollower.Batch logs(String plugin, int lines, boolean follow) {
    return LogLines.batch(
        ask(
            plugin,
            "logs",
            out -> {
              out.writeNumberProperty("lines", lines);
              out.writeBooleanProperty("follow", follow);
            }));
  }

  /** Waits for more lines of the log that is followed; an empty batch if none came for a while. */
  public LogFollower.Batch moreLogs() {
    return LogLines.batch(ask("", "logs/next", _ -> {}));
  }

  /** What its plugins publish. */
  public RunningBus bus() {
    return new RunningBus(this::ask);
  }

  /**
   * Runs the action once, on some thread, when the conversation ends: the host ended, or this was
   * closed.
   */
  public void onEnd(Runnable action) {
    connection.onEnd(action);
  }

  /** Reloads, enables or disables, and says how the plugin is then. */
  public Listing.Row change(String what, String plugin) {
    return Messages.row(ask(plugin, what, _ -> {}));
  }

  /** Has the host look at its files and folders again. */
  public void refresh() {
    ask("", "refresh", CallOptions.within(LONGEST_REFRESH), _ -> {});
  }

  /** Ends the host and waits until its process has ended; false if that took longer. */
  public boolean stop(Duration atMost) {
    try {
      connection.ask("stop", _ -> {}, CallOptions.within(atMost));
    } catch (RpcException e) {
      throw Refused.thrown(e.error());
    } catch (CallException e) {
      // A host with little to end is gone before its answer is.
    }
    return connection.awaitEnd(atMost) && awaitExit(atMost);
  }

  /** Only then another host can take its place. */
  private boolean awaitExit(Duration atMost) {
    if (pid() == ProcessHandle.current().pid()) {
      return true;
    }
    try {
      Optional<ProcessHandle> process = ProcessHandle.of(pid());
      if (process.isPresent()) {
        process.get().onExit().get(atMost.toNanos(), TimeUnit.NANOSECONDS);
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }

  private Fields ask(String plugin, String method, Consumer<JsonGenerator> params) {
    return ask(plugin, method, CallOptions.NONE, params);
  }

  private Fields ask(
      String plugin, String method, CallOptions options, Consumer<JsonGenerator> params) {
    try {
      return Fields.of(
          connection.ask(
              method,
              out -> {
                out.writeStringProperty("plugin", plugin);
                params.accept(out);
              },
              options));
    } catch (RpcException e) {
      throw Refused.thrown(e.error());
    } catch (CallException e) {
      if (e.failure() instanceof CallFailure.Timeout late) {
        throw new RunningProblem(
            "not_answering", "The running host, pid " + pid() + ", hangs: " + late.sentence());
      }
      if (plugin.isEmpty()) {
        throw new RunningProblem("host_ended", "The running host ended: " + e.getMessage());
      }
      throw new Failure(
              FailureCode.DISCONNECTED, plugin, "the running host ended: " + e.getMessage())
          .thrown();
    }
  }

  @Override
  public void close() {
    connection.close();
  }
}
