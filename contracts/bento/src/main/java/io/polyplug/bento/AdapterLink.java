package io.polyplug.bento;

import io.polyplug.base.Clock;
import io.polyplug.base.UntrustedText;
import io.polyplug.bento.AdapterError.Kind;
import io.polyplug.bento.protocol.BentoProtocol;
import io.polyplug.bento.protocol.LogLevel;
import io.polyplug.bento.protocol.LogMessage;
import io.polyplug.bento.protocol.WrongShape;
import io.polyplug.host.ChildEnd;
import io.polyplug.host.ChildTransport;
import io.polyplug.host.Failure;
import io.polyplug.process.Child;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.ShutdownLadder;
import io.polyplug.process.Signals;
import io.polyplug.process.Spawner;
import io.polyplug.wire.Call;
import io.polyplug.wire.CallException;
import io.polyplug.wire.CallFailure;
import io.polyplug.wire.CallOptions;
import io.polyplug.wire.EndReason;
import io.polyplug.wire.Json;
import io.polyplug.wire.Notification;
import io.polyplug.wire.Order;
import io.polyplug.wire.Peer;
import io.polyplug.wire.PeerListener;
import io.polyplug.wire.PeerObserver;
import io.polyplug.wire.RpcException;
import io.polyplug.wire.Violation;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The process of one plugin and the conversation with it (2.1 to 2.9). Safe from any thread.
 * Whoever opened it ends it, by {@link #drop} or {@link #shutDown}; it ends its process by itself
 * when that breaks the rules.
 */
final class AdapterLink {
  /** How long output is still read after the exit, if a descendant keeps the pipe open. */
  private static final Duration DRAIN = Duration.ofMillis(500);

  /** How long the process may take to exit after it closed its output. */
  private static final Duration EXIT_AFTER_OUTPUT = Duration.ofMillis(500);

  private static final ChildEnd.Words WORDS =
      new ChildEnd.Words(
          "it was stopped",
          "it broke the rules of the wire and was killed",
          "its stdout closed, and it was killed",
          status -> "its stdout closed: it " + status.sentence());

  private final String id;
  private final Child child;
  private final AdapterLimits limits;
  private final Clock clock;
  private final AdapterLog log;
  private final ChildEnd end;
  private final Peer peer;
  private volatile @Nullable Call unanswered;
  private volatile boolean introduced;
  private volatile boolean stopping;

  private AdapterLink(
      String id,
      Child child,
      AdapterLimits limits,
      Clock clock,
      AdapterLog log,
      PeerObserver observer) {
    this.id = id;
    this.child = child;
    this.limits = limits;
    this.clock = clock;
    this.log = log;
    Duration ladder = limits.shutdown().plus(limits.terminate());
    this.end = new ChildEnd(id, child, EXIT_AFTER_OUTPUT, ladder, WORDS);
    this.peer =
        Peer.over(
                ChildTransport.over(id, child, BentoProtocol.framing(), clock, DRAIN, null),
                BentoProtocol.dialect())
            .onNotification(BentoProtocol.LOG, Order.ORDERED, this::logged)
            .clock(clock)
            .observer(observer)
            .listener(
                new PeerListener() {
                  @Override
                  public void ended(EndReason reason) {
                    concluded(reason);
                  }
                })
            .start();
  }

  /** Starts the process. */
  static AdapterLink open(
      String id,
      ProcessSpec spec,
      Spawner spawner,
      AdapterLimits limits,
      Clock clock,
      AdapterLog log,
      PeerObserver observer)
      throws LaunchFailure {
    return spawner.start(spec, child -> new AdapterLink(id, child, limits, clock, log, observer));
  }

  private void logged(Notification notification) {
    try {
      LogMessage message = LogMessage.read(notification.paramsOrEmpty());
      if (message.stream().isPresent()) {
        log.output(id, message.stream().get(), message.message());
      } else {
        log(message.level(), withoutNewline(message.message()));
      }
    } catch (WrongShape wrong) {
      log(LogLevel.WARN, "a log message was dropped: " + wrong.getMessage());
    }
  }

  private static String withoutNewline(String text) {
    return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
  }

  /** Tells one line about this plugin; the text need not be safe. */
  void log(LogLevel level, String text) {
    log.line(level, UntrustedText.excerpt(id, 80), UntrustedText.escape(text));
  }

  /** What cannot be talked to is ended at once; an exit is waited for, because it tells why. */
  private void concluded(EndReason reason) {
    boolean truncated = reason.violation() == Violation.TRUNCATED;
    switch (reason.kind()) {
      case END_OF_STREAM, IO_ERROR, CLOSED -> {}
      case FRAMING, PROTOCOL, TIMEOUT, WRITE_STUCK, OVERFLOW, INTERNAL -> {
        if (!truncated) {
          child.signalTree(Signals.KILL);
        }
      }
    }
    end.concluded(
        truncated ? new EndReason(EndReason.Kind.END_OF_STREAM, reason.sentence()) : reason);
  }

  /** Asks once; the time begins now and covers the writing of the request (2.1). */
  Json call(String method, @Nullable Json params, Duration limit)
      throws AdapterError, InterruptedException {
    if (stopping) {
      throw error(Kind.LOST, method, "it is being stopped");
    }
    Call call = peer.call(method, params, CallOptions.within(limit));
    try {
      return call.await();
    } catch (InterruptedException e) {
      unanswered = call;
      throw e;
    } catch (RpcException answered) {
      throw AdapterError.answered(id, method, answered.error());
    } catch (CallException e) {
      throw failed(method, limit, e.failure());
    }
  }

  /** Waits for the end of a call whose caller gave up: until then nothing else may be asked. */
  void awaitQuiet() throws InterruptedException {
    Call call = unanswered;
    if (call != null && !stopping) {
      try {
        var _ = call.await();
      } catch (CallException e) {
        // Nobody wants to know any more.
      }
      unanswered = null;
    }
  }

  /** Asks nothing more: whoever wanted answers has given up. */
  void abandon() {
    stopping = true;
  }

  private AdapterError failed(String method, Duration limit, CallFailure failure) {
    return switch (failure) {
      case CallFailure.Timeout _ -> {
        String sentence = "it timed out after " + limit.toMillis() + " ms and was killed";
        end.kill(sentence);
        var _ = end.reason();
        yield error(Kind.TIMED_OUT, method, sentence);
      }
      case CallFailure.Disconnected(EndReason reason) -> {
        boolean broken =
            reason.kind() == EndReason.Kind.FRAMING || reason.kind() == EndReason.Kind.PROTOCOL;
        yield error(
            broken && reason.violation() != Violation.TRUNCATED ? Kind.VIOLATION : Kind.LOST,
            method,
            end.reason().message());
      }
      case CallFailure.ProtocolViolation(String sentence) ->
          error(Kind.VIOLATION, method, sentence);
      case CallFailure.SendFailed(String sentence) -> error(Kind.NOT_SENT, method, sentence);
      case CallFailure.Overloaded(String sentence) -> error(Kind.LOST, method, sentence);
      case CallFailure.Cancelled cancelled -> error(Kind.LOST, method, cancelled.sentence());
      case CallFailure.RemoteError remote -> AdapterError.answered(id, method, remote.error());
    };
  }

  private AdapterError error(Kind kind, String method, String sentence) {
    return AdapterError.of(kind, id, method, sentence);
  }

  /** It has answered the first request: only then it is asked to end. */
  void introduced() {
    introduced = true;
  }

  String id() {
    return id;
  }

  long pid() {
    return child.pid();
  }

  /** The last lines of its standard error, if that is drained here; escaped. */
  List<String> lastWords() {
    return end.lastWords();
  }

  CompletionStage<Failure> gone() {
    return end.gone();
  }

  /** Ends one that cannot be used, with its descendants, at once. */
  void drop() {
    finish(ShutdownLadder.killAtOnce(ChildEnd.AFTER_KILL));
  }

  /**
   * Asks it to end, and ends it if it does not (2.4). One that was never introduced, or has a
   * request in flight, is not asked but told by the end of its input and by TERM, since a second
   * request is forbidden (12).
   */
  void shutDown() {
    stopping = true;
    ShutdownLadder ladder =
        ShutdownLadder.killAtOnce(ChildEnd.AFTER_KILL)
            .withCloseInput(Duration.ZERO)
            .withTerminate(limits.terminate());
    boolean ask = introduced && peer.pendingCalls() == 0;
    finish(ask ? ladder.withAsk(limits.shutdown()) : ladder);
  }

  private void finish(ShutdownLadder ladder) {
    stopping = true;
    end.descend(ladder, this::askToEnd, peer::close, clock);
  }

  /** Its exit counts, not its answer. */
  private CompletionStage<?> askToEnd() {
    peer.call(BentoProtocol.SHUTDOWN, null);
    return new CompletableFuture<Void>();
  }
}
