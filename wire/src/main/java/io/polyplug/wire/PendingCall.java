package io.polyplug.wire;

import io.polyplug.wire.Dialect.DeadlineStart;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A call from its making to its end: handle, queued frame and entry in the table in one object. Its
 * state is the stack of those who wait and then, for ever, the outcome.
 */
final class PendingCall extends AtomicReference<@Nullable Object> implements Call, QueuedFrame {
  private static final long serialVersionUID = 1;
  private static final VarHandle CLAIMED = field("claimed", boolean.class);
  private static final VarHandle ID = field("id", long.class);

  private static VarHandle field(String name, Class<?> type) {
    try {
      return MethodHandles.lookup().findVarHandle(PendingCall.class, name, type);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  /** Someone who waits: a parked thread or a future. */
  private record Waiter(Object who, @Nullable Object next) {}

  final transient Calls owner;
  final transient CallOptions options;

  /** Whether an ordered handler made it: its reply may overtake what that handler holds up. */
  final boolean fromOrderedHandler;

  private transient FrameBytes frame;
  private transient @Nullable Lane lane;
  private transient volatile long id;
  private transient volatile boolean claimed;
  private transient volatile long deadline;
  private transient boolean waitsLonger;
  private transient volatile @Nullable Runnable stop;

  private static final FrameBytes SENT = new FrameBytes(new byte[0], 0, 0);

  /** What a new call has: to set a field that others see costs as much as to make the object. */
  static final long NO_DEADLINE = 0;

  PendingCall(Calls owner, FrameBytes frame, CallOptions options, boolean fromOrderedHandler) {
    this.owner = owner;
    this.frame = frame;
    this.options = options;
    this.fromOrderedHandler = fromOrderedHandler;
  }

  @Override
  public long id() {
    return id;
  }

  long deadline() {
    return deadline;
  }

  void deadline(long nanos) {
    deadline = nanos == NO_DEADLINE ? nanos + 1 : nanos;
  }

  /** Puts the deadline off, once; for the timer alone. */
  boolean waitLonger(long until) {
    boolean granted = !waitsLonger;
    if (granted) {
      waitsLonger = true;
      deadline(until);
    }
    return granted;
  }

  @Override
  public FrameBytes bytes() {
    return frame;
  }

  @Override
  public int size() {
    return frame.length();
  }

  @Override
  public void enqueued(Lane in) {
    lane = in;
    long number = owner.register(this);
    EnvelopeEncoder.prependId(frame, number);
  }

  @Override
  public @Nullable Lane lane() {
    return lane;
  }

  /** Before the call is put where others find it, which orders the two. */
  void id(long number) {
    ID.setRelease(this, number);
  }

  @Override
  public boolean isWithdrawn() {
    return claimed;
  }

  @Override
  public boolean expectsAnswer() {
    return true;
  }

  @Override
  public void onAbandoned(Runnable action) {
    stop = action;
    if (claimed) {
      abandon();
    }
  }

  /** Nobody waits any more. */
  void abandon() {
    Runnable action = stop;
    if (action != null) {
      action.run();
    }
  }

  @Override
  public void written() {
    // A call may wait for long: it must not hold on to what it has sent.
    frame = SENT;
    owner.startClock(this, DeadlineStart.WRITTEN);
  }

  @Override
  public void answered(Supplier<String> noReply) {
    frame = SENT;
    stop = null;
    if (!claimed) {
      owner.answered(this, noReply);
    }
  }

  @Override
  public void failed(String sentence) {
    owner.finish(this, new CallFailure.SendFailed(sentence));
  }

  @Override
  public void dropped(CallFailure why) {
    owner.finish(this, why);
  }

  /** Who gets true ends the call, tidies up and then completes it; nobody else may. */
  boolean claim() {
    return !claimed && CLAIMED.compareAndSet(this, false, true);
  }

  boolean isClaimed() {
    return claimed;
  }

  /** Sets the outcome, a {@link Json} or a {@link CallFailure}, for the one that claimed it. */
  void complete(Object outcome) {
    Object state = getAndSet(outcome);
    if (state != null) {
      wakeAll(state, outcome);
    }
  }

  private void wakeAll(Object first, Object outcome) {
    int woken = 0;
    Object at = first;
    while (at instanceof Waiter waiter) {
      woken++;
      if (waiter.who() instanceof Thread thread) {
        LockSupport.unpark(thread);
      } else if (waiter.who() instanceof ResultFuture future) {
        owner.threads().virtual("polyplug-future", () -> future.end(outcome)).start();
      }
      at = waiter.next();
    }
    owner.woken(woken);
  }

  @Override
  public boolean isDone() {
    Object state = get();
    return state != null && !(state instanceof Waiter);
  }

  @Override
  public Json await() throws InterruptedException {
    boolean queued = false;
    if (!isDone()) {
      owner.beforeWaiting(this);
    }
    while (true) {
      Object state = get();
      if (state instanceof Json result) {
        return result;
      }
      if (state instanceof CallFailure failure) {
        throw CallException.of(failure);
      }
      if (!queued) {
        queued = enter(new Waiter(Thread.currentThread(), state));
        if (queued) {
          owner.beforeParking(this);
        }
      } else {
        LockSupport.park(this);
        if (Thread.interrupted()) {
          throw new InterruptedException("Interrupted while waiting for a reply.");
        }
      }
    }
  }

  /** Counts first, so that whoever completes the call never takes away what is not there yet. */
  private boolean enter(Waiter waiter) {
    owner.waits();
    boolean entered = compareAndSet(waiter.next(), waiter);
    if (!entered) {
      owner.woken(1);
    }
    return entered;
  }

  @Override
  public void cancel() {
    owner.cancel(this);
  }

  @Override
  public CompletableFuture<Json> toFuture() {
    ResultFuture future = new ResultFuture(this);
    while (true) {
      Object state = get();
      if (state != null && !(state instanceof Waiter)) {
        future.end(state);
        return future;
      }
      if (enter(new Waiter(future, state))) {
        owner.expectReply();
        return future;
      }
    }
  }

  /** Hands a cancel of the future on to the call. */
  private static final class ResultFuture extends CompletableFuture<Json> {
    private final PendingCall call;

    ResultFuture(PendingCall call) {
      this.call = call;
    }

    void end(Object outcome) {
      if (outcome instanceof Json result) {
        complete(result);
      } else if (outcome instanceof CallFailure failure) {
        completeExceptionally(CallException.of(failure));
      }
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
      call.cancel();
      return super.cancel(mayInterrupt);
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
      return new CompletableFuture<>();
    }
  }
}
