package io.polyplug.bab;

import io.polyplug.bab.bridge.Adapter;
import io.polyplug.bab.bridge.AdapterFailure;
import io.polyplug.base.Clock;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.InstanceContext;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginInfo;
import io.polyplug.host.Session;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolQuery;
import io.polyplug.host.ToolResult;
import io.polyplug.wire.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A loaded plugin. It is loaded again by the next call once the last load is older than 5,000 ms;
 * what makes it unavailable then fails that call, and runs under way go on. It ends when the
 * process of its adapter does. Safe from any thread.
 */
final class BabSession implements Session {
  private final PluginInfo info;
  private final PluginLoader loader;
  private final SharedLoads<LoadedPlugin> loads;
  private final RunDesk desk;
  private final ActiveRuns active;
  private final AdapterSlot slot = new AdapterSlot(this::adapterEnded);
  private final WorkingFolders folders;
  private final RunLog log;
  private final Clock clock;
  private final CompletableFuture<Failure> ended = new CompletableFuture<>();
  private volatile Optional<String> complaint = Optional.empty();

  private BabSession(
      PluginInfo info,
      Path folder,
      BabOptions options,
      BabHost host,
      CommandRuns commands,
      InstanceContext context) {
    this.info = info;
    this.clock = context.clock();
    this.loader = new PluginLoader(info, folder, options, host, context);
    this.loads = new SharedLoads<>(info.id(), clock, this::loadAgain);
    this.desk = new RunDesk(info, host, commands, clock);
    this.active = new ActiveRuns(commands, clock);
    this.folders = new WorkingFolders(host);
    this.log = RunLog.of(info, context.events(), clock, host.environment());
  }

  /** Loads the plugin; throws {@link PluginFailure} if it is unavailable. */
  static BabSession start(
      PluginInfo info,
      Path folder,
      BabOptions options,
      BabHost host,
      CommandRuns commands,
      InstanceContext context) {
    BabSession session = new BabSession(info, folder, options, host, commands, context);
    boolean good = false;
    try {
      session.loaded();
      good = true;
      return session;
    } finally {
      if (!good) {
        session.close();
      }
    }
  }

  @Override
  public String plugin() {
    return info.id();
  }

  /** What it is now; throws {@link PluginFailure} with the reason if it is unavailable. */
  LoadedPlugin loaded() {
    try {
      LoadedPlugin plugin = loads.get();
      complaint = Optional.empty();
      return plugin;
    } catch (PluginFailure e) {
      complaint = Optional.of(e.failure().message());
      throw e;
    } catch (InterruptedException e) {
      throw cancelled();
    }
  }

  private LoadedPlugin loadAgain() throws InterruptedException {
    LoadedPlugin plugin = loader.load(slot.current());
    slot.use(plugin.way() instanceof Way.Scripted(HeldAdapter it) ? it : null);
    return plugin;
  }

  private void adapterEnded(Failure reason) {
    if (ended.complete(reason)) {
      // What its programs still write nobody could read; on a thread of its own, since it waits.
      Thread.ofVirtual().name("polyplug-end of " + info.id()).start(active::cancelAll);
    }
  }

  /** Runs once; what goes wrong with the run is thrown as what its caller is told. */
  DelegateResult delegate(DelegateRequest request) throws DelegateFailure {
    String runId = UUID.randomUUID().toString();
    long from = clock.nanoTime();
    try {
      DelegateResult result = delegate(request, runId);
      log.ended(runId, request, from);
      return result;
    } catch (DelegateFailure e) {
      log.failed(runId, request, from, e);
      throw e;
    }
  }

  private DelegateResult delegate(DelegateRequest request, String runId) throws DelegateFailure {
    while (true) {
      LoadedPlugin plugin = loaded();
      @Nullable HeldAdapter user = plugin.way() instanceof Way.Scripted(HeldAdapter it) ? it : null;
      if (user != null && !user.enter()) {
        // Replaced since: the next look gives the new one, unless everything is over.
        if (slot.isClosed()) {
          throw DelegateFailure.cancelled();
        }
        continue;
      }
      try (ActiveRuns.Run _ = active.begin(runId, user)) {
        return desk.run(plugin, request, runId);
      } catch (DelegateFailure e) {
        if (user != null) {
          // Else the caller's next call might come to the same adapter, and fail for its end again.
          slot.notice(user);
        }
        throw e.type() == DelegateError.CANCELLED && ended.isDone() && !slot.isClosed()
            ? DelegateFailure.execution(ended.join().message())
            : e;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw DelegateFailure.cancelled();
      } finally {
        if (user != null) {
          user.leave();
        }
      }
    }
  }

  /** One run without its program; what is wrong with the plugin itself is thrown. */
  Rehearsal rehearse(Runnable giveBack) throws DelegateFailure {
    LoadedPlugin plugin = loaded();
    return switch (plugin.way()) {
      case Way.Missing(String message) ->
          throw new DelegateFailure(DelegateError.CONFIGURATION, message);
      case Way.Plain(PlainDelegate plain) ->
          new Rehearsal(
              plugin,
              desk,
              Optional.of(new PlainCommand(plugin.manifest().name(), plain)),
              giveBack);
      case Way.Scripted(HeldAdapter held) ->
          switch (held.adapter().mode()) {
            case NONE ->
                throw new DelegateFailure(
                    DelegateError.CONFIGURATION, Sentences.noAdapter(info.id()));
            case LEGACY -> new Rehearsal(plugin, desk, Optional.empty(), giveBack);
            case SIMPLE ->
                new Rehearsal(
                    plugin,
                    desk,
                    Optional.of(new ScriptedCommand(plugin.manifest().name(), held.adapter())),
                    giveBack);
          };
    };
  }

  /** The models that its adapter names; none if it has no such function, or that fails. */
  List<String> listModels() {
    return ask("listModels")
        .filter(models -> models.kind() == Json.Kind.ARRAY)
        .map(AdapterWords::strings)
        .orElse(List.of());
  }

  /** What its adapter tells of itself; empty if it has no such function, or that fails. */
  Optional<Json> discover() {
    return ask("discover").filter(told -> told.kind() == Json.Kind.OBJECT);
  }

  private Optional<Json> ask(String function) {
    if (!(loaded().way() instanceof Way.Scripted(HeldAdapter user)) || !user.enter()) {
      return Optional.empty();
    }
    try {
      Adapter adapter = user.adapter();
      return adapter.has(function)
          ? Optional.of(adapter.call(function, List.of(), PluginLoader.FUNCTION_LIMIT))
          : Optional.empty();
    } catch (AdapterFailure e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      throw cancelled();
    } finally {
      user.leave();
    }
  }

  private PluginFailure cancelled() {
    Thread.currentThread().interrupt();
    return new Failure(FailureCode.CANCELLED, info.id(), "the caller gave up").thrown();
  }

  void checkFolder(DelegateRequest request, boolean anywhere) throws DelegateFailure {
    folders.check(request.workingDirectory(), anywhere);
  }

  @Override
  public ToolResult call(String tool, ToolCall call) {
    long from = clock.nanoTime();
    try {
      DelegateRequest request = RoleTools.request(tool, call);
      checkFolder(request, false);
      Json output = delegate(request).toJson();
      return ToolResult.ok(output, Duration.ofNanos(clock.nanoTime() - from));
    } catch (DelegateFailure e) {
      throw RoleTools.thrown(info.id(), e);
    }
  }

  @Override
  public List<ToolInfo> tools(ToolQuery query) {
    return RoleTools.of(loaded().manifest());
  }

  @Override
  public CompletionStage<Failure> ended() {
    return ended.copy();
  }

  @Override
  public Optional<String> complaint() {
    return complaint;
  }

  @Override
  public boolean mayBeReaped() {
    return active.isEmpty();
  }

  @Override
  public OptionalLong pid() {
    @Nullable HeldAdapter current = slot.current();
    return current == null ? OptionalLong.empty() : current.adapter().pid();
  }

  /** Cancels all runs, waits until they are gone, and ends the adapter. */
  @Override
  public void close() {
    Optional<HeldAdapter> last = slot.close();
    active.cancelAll();
    last.ifPresent(
        held -> {
          held.retire();
          held.adapter().close();
        });
    ended.complete(new Failure(FailureCode.UNAVAILABLE, info.id(), "it was stopped"));
  }
}
