package io.polyplug.wire;

import io.polyplug.base.PatientLoop;
import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs items one after another in the order they came, on a virtual thread that lives while there
 * are any, or on a platform thread if they do not come to an end. Takes whole batches, so that a
 * fast stream costs one lock for many items. Safe from any thread.
 */
final class OrderedQueue {
  /** Something to be run, with what it weighs. */
  sealed interface Item
      permits InboundDesk.QueuedRequest,
          InboundDesk.QueuedNotification,
          InboundRouter.QueuedReply,
          InboundRouter.QueuedBadReply,
          InboundRouter.QueuedEnd {
    int weight();
  }

  private static final int KEPT = 64;

  private final InboundBounds bounds;
  private final Consumer<Item> handler;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition drained = lock.newCondition();
  private final PatientLoop loop = new PatientLoop("polyplug-ordered", this::runOne);
  private ArrayDeque<Item> waiting = new ArrayDeque<>(4);

  /** Taken, to be run; only for the loop. */
  private ArrayDeque<Item> batch = new ArrayDeque<>(4);

  private long bytes;
  private boolean large;
  private boolean released;
  private volatile boolean busy;
  private volatile @Nullable Thread runner;

  OrderedQueue(InboundBounds bounds, Consumer<Item> handler) {
    this.bounds = bounds;
    this.handler = handler;
  }

  /** Whether this is the thread on which items run. */
  boolean isRunner(Thread thread) {
    return thread.equals(runner);
  }

  /** Whether a reply that came now would have to wait, and whether adding might. */
  boolean isBusy() {
    return busy;
  }

  /** False if there is nothing that the item would have to wait for. */
  boolean addIfBusy(Item item) {
    if (!busy) {
      return false;
    }
    lock.lock();
    try {
      if (busy) {
        append(item);
        return true;
      }
      return false;
    } finally {
      lock.unlock();
    }
  }

  /** Adds the item, whatever waits already. */
  void addAlways(Item item) {
    lock.lock();
    try {
      append(item);
      startIfIdle();
    } finally {
      lock.unlock();
    }
  }

  /** Adds the item; false if there is no room and the bounds do not say to wait for it. */
  boolean add(Item item) {
    lock.lock();
    try {
      while (isFull() && !released) {
        if (bounds.onFull() == InboundBounds.OnFull.END_PEER) {
          return false;
        }
        drained.awaitUninterruptibly();
      }
      append(item);
      startIfIdle();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Lets go of whoever waits for room: the peer is over. */
  void release() {
    lock.lock();
    try {
      released = true;
      drained.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private boolean isFull() {
    return waiting.size() >= bounds.queuedFrames() || bytes >= bounds.queuedBytes();
  }

  private void append(Item item) {
    waiting.add(item);
    bytes += item.weight();
  }

  private void startIfIdle() {
    if (!busy) {
      busy = true;
      loop.start();
    }
  }

  private boolean runOne() {
    Item item = batch.poll();
    if (item == null) {
      if (!nextBatch()) {
        return false;
      }
      item = batch.remove();
    }
    Thread current = Thread.currentThread();
    if (!isRunner(current)) {
      runner = current;
    }
    handler.accept(item);
    return true;
  }

  /** On the loop's thread of now; false if there is nothing, and then the loop is over. */
  private boolean nextBatch() {
    lock.lock();
    try {
      if (waiting.isEmpty()) {
        if (large) {
          waiting = new ArrayDeque<>(4);
          batch = new ArrayDeque<>(4);
          large = false;
        }
        runner = null;
        busy = false;
        return false;
      }
      ArrayDeque<Item> empty = batch;
      batch = waiting;
      waiting = empty;
      large |= batch.size() > KEPT;
      bytes = 0;
      drained.signalAll();
      return true;
    } finally {
      lock.unlock();
    }
  }
}
