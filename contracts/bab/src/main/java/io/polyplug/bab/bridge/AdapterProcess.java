package io.polyplug.bab.bridge;

import io.polyplug.bab.protocol.BridgeProtocol;
import io.polyplug.host.ChildEnd;
import io.polyplug.host.ChildTransport;
import io.polyplug.host.Failure;
import io.polyplug.host.InstanceContext;
import io.polyplug.host.PeerNotices;
import io.polyplug.process.Child;
import io.polyplug.process.ExitStatus;
import io.polyplug.process.ShutdownLadder;
import io.polyplug.wire.Call;
import io.polyplug.wire.CallException;
import io.polyplug.wire.CallFailure;
import io.polyplug.wire.CallOptions;
import io.polyplug.wire.EndReason;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.Order;
import io.polyplug.wire.Peer;
import io.polyplug.wire.PeerListener;
import io.polyplug.wire.RpcException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** An adapter behind the bridge's script in a runtime (19). Safe from any thread. */
final class AdapterProcess implements Adapter {
  /** How long output is still read after the exit, if a descendant keeps the pipe open. */
  private static final Duration DRAIN = Duration.ofSeconds(1);

  private static final Duration EXIT_AFTER_OUTPUT = Duration.ofSeconds(2);
  private static final Duration AFTER_EOF = Duration.ofSeconds(1);
  private static final Duration AFTER_TERM = Duration.ofMillis(500);

  /** How long one may take to say that it still listens, after a call that took too long. */
  private static final Duration PONG = Duration.ofSeconds(5);

  private static final ChildEnd.Words WORDS =
      new ChildEnd.Words(
          "the adapter was stopped",
          "the adapter's process was ended",
          "the adapter's process closed its standard output and was ended",
          AdapterProcess::sentence);

  private final InstanceContext context;
  private final Child child;
  private final BridgeFolder scripts;
  private final ChildEnd end;
  private final Peer peer;
  private final RunEvents events = new RunEvents();
  private final CallFailures failures;
  private volatile Set<String> functions = Set.of();

  private AdapterProcess(
      String plugin,
      PeerNotices notices,
      RuntimeStart started,
      Optional<Transpiler> compiler,
      InstanceContext context) {
    this.context = context;
    this.child = started.child();
    this.scripts = started.scripts();
    this.end = new ChildEnd(plugin, child, EXIT_AFTER_OUTPUT, AFTER_EOF.plus(AFTER_TERM), WORDS);
    this.failures = new CallFailures(end);
    this.peer =
        Peer.over(
                ChildTransport.over(plugin, child, started.framing(), context.clock(), DRAIN, null),
                BridgeProtocol.dialect())
            .clock(context.clock())
            .observer(notices)
            .onNotification(BridgeProtocol.EVENT, Order.ORDERED, events)
            .onRequest(BridgeProtocol.TRANSPILE, Order.CONCURRENT, new TranspileRequests(compiler))
            .listener(
                new PeerListener() {
                  @Override
                  public void ended(EndReason reason) {
                    scripts.close();
                    end.concluded(reason);
                  }
                })
            .start();
  }

  /** Starts the runtime; throws {@link AdapterFailure.Kind#NO_RUNTIME} if that cannot be. */
  static AdapterProcess start(
      String plugin,
      String key,
      JsRuntime runtime,
      Optional<Transpiler> compiler,
      InstanceContext context)
      throws AdapterFailure {
    PeerNotices notices = new PeerNotices(key, context.events());
    RuntimeStart started = RuntimeStart.of(runtime, context.spawner(), notices);
    try {
      return new AdapterProcess(plugin, notices, started, compiler, context);
    } catch (RuntimeException | Error failure) {
      started.close();
      throw failure;
    }
  }

  private static String sentence(ExitStatus status) {
    return "the adapter's process " + status.sentence();
  }

  /** Imports the adapter: once, before anything else. */
  void load(Path adapter, boolean transpiled, Duration limit)
      throws AdapterFailure, InterruptedException {
    try {
      Json names =
          await(
              peer.call(
                  BridgeProtocol.LOAD,
                  BridgeProtocol.load(adapter, transpiled),
                  CallOptions.within(limit)),
              "Loading the adapter",
              limit);
      functions =
          JsonParts.elements(names).stream()
              .map(name -> Objects.requireNonNull(name.stringValue()))
              .collect(Collectors.toUnmodifiableSet());
    } catch (AdapterFailure failure) {
      throw failure.kind() == AdapterFailure.Kind.GONE
          ? new AdapterFailure(AdapterFailure.Kind.NOT_LOADED, failure.getMessage(), failure)
          : failure;
    } finally {
      scripts.close();
    }
  }

  @Override
  public Mode mode() {
    if (functions.contains("run")) {
      return Mode.LEGACY;
    }
    return functions.containsAll(List.of("buildCommand", "parseResult")) ? Mode.SIMPLE : Mode.NONE;
  }

  @Override
  public boolean has(String function) {
    return functions.contains(function);
  }

  @Override
  public Json call(String function, List<Json> arguments, Duration limit)
      throws AdapterFailure, InterruptedException {
    Call call =
        peer.call(
            BridgeProtocol.CALL,
            BridgeProtocol.call(function, arguments),
            CallOptions.within(limit));
    return await(call, function + "()", limit);
  }

  @Override
  public void run(Json input, Consumer<Json> onEvent) throws AdapterFailure, InterruptedException {
    try (RunEvents.Open run = events.open(onEvent)) {
      await(
          peer.call(BridgeProtocol.RUN, BridgeProtocol.run(run.number(), input)),
          "run()",
          Duration.ZERO);
    }
  }

  private Json await(Call call, String what, Duration limit)
      throws AdapterFailure, InterruptedException {
    try {
      return call.await();
    } catch (InterruptedException e) {
      call.cancel();
      throw e;
    } catch (RpcException e) {
      throw failures.of(e);
    } catch (CallException e) {
      if (e.failure() instanceof CallFailure.Timeout) {
        endIfDeaf(
            what + " blocked its process for longer than the " + limit.toMillis() + " ms allowed");
      }
      throw failures.of(e, what, limit);
    }
  }

  /** One that only waits may go on; one that computes for ever hears nothing any more. */
  private void endIfDeaf(String sentence) {
    var _ =
        peer.call(BridgeProtocol.PING, null, CallOptions.within(PONG))
            .toFuture()
            .exceptionally(
                silence -> {
                  if (silence instanceof CallException e
                      && e.failure() instanceof CallFailure.Timeout) {
                    end.kill(sentence);
                  }
                  return Json.NULL;
                });
  }

  @Override
  public CompletionStage<Failure> ended() {
    return end.gone();
  }

  @Override
  public OptionalLong pid() {
    return OptionalLong.of(child.pid());
  }

  @Override
  public void close() {
    end.stopping();
    try {
      ShutdownLadder.killAtOnce(ChildEnd.AFTER_KILL)
          .withCloseInput(AFTER_EOF)
          .withTerminate(AFTER_TERM)
          .end(child, context.clock());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      peer.close();
      child.close();
      scripts.close();
    }
  }
}
