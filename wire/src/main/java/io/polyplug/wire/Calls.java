package io.polyplug.wire;

import io.polyplug.base.Clock;
import io.polyplug.base.OwnThreads;
import io.polyplug.wire.Dialect.DeadlineStart;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The calls of one peer to the other end: their ids, turns, deadlines and ends. */
final class Calls {
  private static final Duration LONGEST = Duration.ofDays(36_500);

  /** Within this a reply is told that has come and that nobody has read. */
  static final Duration UNREAD = Duration.ofMillis(2);

  /** What calls need from their peer. */
  interface Home {
    void send(PendingCall call);

    void sendCancel(long id, String reason);

    void end(EndReason reason);

    /**
     * Somebody waits for what others read, having been {@link #awaited} or never; whether nobody
     * did read.
     */
    boolean expectFrame();

    /** Somebody is told of a reply without having waited for it. */
    void expectReply();

    /** Somebody is about to wait for this call on this thread, and may read until it is done. */
    void awaited(PendingCall call);

    /** Fails the call, unless a reply that came before this does something else. */
    void failAfterReplies(PendingCall call, CallFailure failure);
  }

  private final Dialect dialect;
  private final Clock clock;
  private final OwnThreads threads;
  private final int maxPending;
  private final Home home;
  private final PendingTable table = new PendingTable();
  private final CallTimer timer;
  private final @Nullable Turns turns;
  private final BriefSpin spin = new BriefSpin();
  private final AtomicInteger count = new AtomicInteger();

  /** How many wait for a reply without reading: threads and futures. */
  private final AtomicInteger waiting = new AtomicInteger();

  private volatile @Nullable EndReason ended;

  /** Under the outbox's lock, so that ids rise in the order of the queue. */
  private long lastId;

  Calls(Dialect dialect, Clock clock, OwnThreads threads, int maxPending, Home home) {
    this.threads = threads;
    this.dialect = dialect;
    this.clock = clock;
    this.maxPending = maxPending;
    this.home = home;
    this.timer = new CallTimer(clock, this::forEach, this::expire);
    this.turns =
        dialect.maxCallsInFlight() == Integer.MAX_VALUE
            ? null
            : new Turns(dialect.maxCallsInFlight());
  }

  /** Somebody is about to wait: perhaps that is not necessary. */
  void beforeWaiting(PendingCall call) {
    home.awaited(call);
  }

  /** Somebody waits without reading, until {@link #woken}. */
  void waits() {
    waiting.incrementAndGet();
  }

  /** Who waits is about to park: perhaps that is not necessary. */
  void beforeParking(PendingCall call) {
    var _ = home.expectFrame();
    spin.await(call);
  }

  /** Who waits is told the outcome later. */
  void expectReply() {
    home.expectReply();
  }

  /** So many wait no more. */
  void woken(int many) {
    waiting.addAndGet(-many);
  }

  boolean isAwaited() {
    return waiting.get() > 0;
  }

  /** For those who are told an outcome. */
  OwnThreads threads() {
    return threads;
  }

  int pending() {
    return count.get();
  }

  void begin(PendingCall call) {
    if (count.incrementAndGet() > maxPending) {
      count.decrementAndGet();
      refuse(
          call, new CallFailure.Overloaded(maxPending + " calls are waiting for a reply already."));
      return;
    }
    startClock(call, DeadlineStart.CALL);
    if (turns == null || turns.enter(call)) {
      itsTurn(call);
    } else if (ended != null) {
      finish(call, new CallFailure.Disconnected(ended));
    } else {
      noteDeadline(call);
    }
  }

  /** For a call that was never counted. */
  static void refuse(PendingCall call, CallFailure why) {
    if (call.claim()) {
      call.complete(why);
    }
  }

  private void itsTurn(PendingCall call) {
    EndReason over = ended;
    if (over != null) {
      finish(call, new CallFailure.Disconnected(over));
      return;
    }
    startClock(call, DeadlineStart.TURN);
    home.send(call);
    if (call.isClaimed()) {
      // It ended before it had an id: nobody else takes it out of the table.
      table.remove(call);
      return;
    }
    noteDeadline(call);
    over = ended;
    if (over != null) {
      finish(call, new CallFailure.Disconnected(over));
    }
  }

  /** Gives a call its id and its place in the table; under the outbox's lock. */
  long register(PendingCall call) {
    long id = ++lastId;
    call.id(id);
    table.put(id, call);
    return id;
  }

  void startClock(PendingCall call, DeadlineStart event) {
    Duration timeout = call.options.timeout();
    if (timeout == null) {
      return;
    }
    DeadlineStart start =
        Objects.requireNonNullElse(call.options.deadlineStart(), dialect.deadlineStart());
    if (start == event) {
      Duration bounded = timeout.compareTo(LONGEST) > 0 ? LONGEST : timeout;
      call.deadline(clock.nanoTime() + bounded.toNanos());
      if (event == DeadlineStart.WRITTEN) {
        noteDeadline(call);
      }
    }
  }

  private void noteDeadline(PendingCall call) {
    long deadline = call.deadline();
    if (deadline != PendingCall.NO_DEADLINE) {
      timer.note(deadline);
    }
  }

  @Nullable PendingCall find(Id id) {
    if (id instanceof Id.Num number) {
      return table.get(number.value());
    }
    if (dialect.numericStringIds() && id instanceof Id.Text text) {
      try {
        return table.get(Long.parseLong(text.value()));
      } catch (NumberFormatException notOurs) {
        return null;
      }
    }
    return null;
  }

  /** The call that waits for a reply if no other does. */
  @Nullable PendingCall only() {
    List<PendingCall> sent = new ArrayList<>();
    table.forEach(sent::add);
    return sent.size() == 1 ? sent.getFirst() : null;
  }

  /** Ends a call, once; false if it was over. */
  boolean finish(PendingCall call, Object outcome) {
    if (!call.claim()) {
      return false;
    }
    letGo(call);
    call.complete(outcome);
    if (turns != null) {
      passTurnOn(turns, call);
    }
    return true;
  }

  private void letGo(PendingCall call) {
    if (call.id() != 0) {
      table.remove(call);
    }
    count.decrementAndGet();
  }

  /** A loop, not a recursion: thousands may wait when the connection ends. */
  private void passTurnOn(Turns order, PendingCall call) {
    PendingCall next = order.leave(call);
    while (next != null) {
      EndReason over = ended;
      if (over == null) {
        itsTurn(next);
        return;
      }
      if (next.claim()) {
        count.decrementAndGet();
        next.complete(new CallFailure.Disconnected(over));
      }
      next = order.leave(next);
    }
  }

  /** No other answer will come to this call. */
  void answered(PendingCall call, Supplier<String> noReply) {
    home.failAfterReplies(call, new CallFailure.ProtocolViolation(noReply.get()));
  }

  void cancel(PendingCall call) {
    long id = call.id();
    if (finish(call, new CallFailure.Cancelled())) {
      call.abandon();
      if (id != 0) {
        home.sendCancel(id, "The caller gave up.");
      }
    }
  }

  /** No call fails for its time because its reply has come and nobody was there to read it. */
  private void expire(PendingCall call) {
    if (home.expectFrame() && call.waitLonger(clock.nanoTime() + UNREAD.toNanos())) {
      noteDeadline(call);
    } else {
      fail(call);
    }
  }

  private void fail(PendingCall call) {
    Duration timeout = Objects.requireNonNullElse(call.options.timeout(), Duration.ZERO);
    CallFailure.Timeout failure = new CallFailure.Timeout(timeout);
    Dialect.OnTimeout action =
        Objects.requireNonNullElse(call.options.onTimeout(), dialect.onTimeout());
    long id = call.id();
    if (action == Dialect.OnTimeout.END_PEER) {
      if (call.claim()) {
        // Its turn is not passed on: who waits for one fails with the peer.
        letGo(call);
        call.complete(failure);
        home.end(new EndReason(EndReason.Kind.TIMEOUT, failure.sentence()));
      }
    } else if (finish(call, failure)) {
      call.abandon();
      if (action == Dialect.OnTimeout.SEND_CANCEL && id != 0) {
        home.sendCancel(id, failure.sentence());
      }
    }
  }

  private void forEach(Consumer<PendingCall> action) {
    table.forEach(action);
    if (turns != null) {
      turns.forEach(action);
    }
  }

  /** From now on calls fail at once, and so do those that a waiting handler made. */
  void refuse(EndReason reason) {
    ended = reason;
    forEach(
        call -> {
          if (call.fromOrderedHandler) {
            finish(call, new CallFailure.Disconnected(reason));
          }
        });
  }

  /** Fails everything that still waits. */
  void failAll(EndReason reason) {
    timer.stop();
    forEach(call -> finish(call, new CallFailure.Disconnected(reason)));
  }
}
