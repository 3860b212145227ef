package io.polyplug.wire;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Runs handlers for what the other end asks and says, and answers. */
final class InboundDesk {
  /**
   * So many handlers may have been started without having begun. Whoever reads waits for the rest:
   * a flood of requests would stand in the way of everybody else's threads.
   */
  private static final int MOST_UNBEGUN = 32;

  /** The current thread while it reads on for a desk; it is for no other desk then. */
  private static final ThreadLocal<@Nullable Volunteer> VOLUNTEER = new ThreadLocal<>();

  private final Peer peer;
  private final Handlers handlers;
  private final PeerWatch watch;
  private final InboundBounds bounds;
  private final Executor threads;
  private final @Nullable CancelMessage cancelMessage;
  private final Set<Exchange> open = ConcurrentHashMap.newKeySet(1);
  private final Semaphore unbegun = new Semaphore(MOST_UNBEGUN);
  private final boolean residents;
  private int concurrent;
  private long concurrentBytes;

  InboundDesk(Peer peer, PeerBuilder from, PeerWatch watch) {
    this.peer = peer;
    this.watch = watch;
    this.handlers = from.handlers.copy();
    this.bounds = from.inboundBounds;
    this.threads = from.handlerThreads;
    this.residents = from.residentHandlers;
    this.cancelMessage = from.dialect.cancelMessage();
  }

  /** A request with its handler, waiting for its turn. */
  record QueuedRequest(Request request, RequestHandler handler, Exchange exchange, int weight)
      implements OrderedQueue.Item {}

  /** A notification with its handler, waiting for its turn. */
  record QueuedNotification(Notification notification, NotificationHandler handler, int weight)
      implements OrderedQueue.Item {}

  /** Starts the work on a request; what is ordered comes back as an item to queue. */
  OrderedQueue.@Nullable Item accept(Request request, Handlers.ForRequest found, int size) {
    Exchange exchange = new Exchange(peer, request.id());
    open.add(exchange);
    if (found.order() == Order.ORDERED) {
      return new QueuedRequest(request, found.handler(), exchange, size);
    }
    if (!enterConcurrent(size)) {
      open.remove(exchange);
      peer.reply(
          request.id(), new ErrorObject(ErrorObject.INTERNAL_ERROR, "too many requests at once"));
      return null;
    }
    start(
        () -> {
          try {
            answer(request, found.handler(), exchange);
          } finally {
            leaveConcurrent(size);
          }
        });
    return null;
  }

  OrderedQueue.@Nullable Item accept(
      Notification notification, Handlers.ForNotification found, int size) {
    if (found.order() == Order.ORDERED) {
      return new QueuedNotification(notification, found.handler(), size);
    }
    if (!enterConcurrent(size)) {
      watch.unhandled(notification);
      return null;
    }
    start(
        () -> {
          try {
            take(notification, found.handler());
          } finally {
            leaveConcurrent(size);
          }
        });
    return null;
  }

  Handlers.@Nullable ForRequest handlerFor(Request request) {
    return handlers.request(request.method());
  }

  Handlers.@Nullable ForNotification handlerFor(Notification notification) {
    return handlers.notification(notification.method());
  }

  /** Whether a handler is for this method and no other. */
  boolean names(Notification notification) {
    return handlers.notifications.containsKey(notification.method());
  }

  /** A thread of handlers while it reads, and what it has read for itself; nobody else sees it. */
  private static final class Volunteer implements Transport.Volunteer {
    boolean reading;
    @Nullable Runnable next;

    @Override
    public boolean hasEnough() {
      return next != null;
    }

    @Override
    public boolean mustStop() {
      return next != null;
    }
  }

  private void start(Runnable handling) {
    Volunteer volunteer = residents ? VOLUNTEER.get() : null;
    if (volunteer != null && volunteer.reading && volunteer.next == null) {
      volunteer.next = handling;
      return;
    }
    unbegun.acquireUninterruptibly();
    threads.execute(
        () -> {
          unbegun.release();
          handling.run();
          if (residents && !Thread.currentThread().isVirtual()) {
            readOn();
          }
        });
  }

  /**
   * A thread whose handler was the only one at work reads what comes next, and handles that, too:
   * to be woken for it takes longer than a quick request. While it does, the transport's own thread
   * takes over the reading.
   */
  private void readOn() {
    Volunteer volunteer = new Volunteer();
    VOLUNTEER.set(volunteer);
    try {
      while (open.isEmpty() && peer.pendingCalls() == 0) {
        volunteer.reading = true;
        peer.readHere(volunteer);
        volunteer.reading = false;
        Runnable next = volunteer.next;
        if (next == null) {
          return;
        }
        volunteer.next = null;
        next.run();
      }
    } finally {
      VOLUNTEER.remove();
    }
  }

  private synchronized boolean enterConcurrent(int size) {
    boolean full =
        concurrent >= bounds.concurrentHandlers()
            || (concurrent > 0 && concurrentBytes + size > bounds.concurrentBytes());
    if (!full) {
      concurrent++;
      concurrentBytes += size;
    }
    return !full;
  }

  private synchronized void leaveConcurrent(int size) {
    concurrent--;
    concurrentBytes -= size;
  }

  void run(QueuedRequest item) {
    answer(item.request(), item.handler(), item.exchange());
  }

  void run(QueuedNotification item) {
    take(item.notification(), item.handler());
  }

  private void answer(Request request, RequestHandler handler, Exchange exchange) {
    Json result = null;
    ErrorObject error = null;
    try {
      if (exchange.begin()) {
        result = handler.handle(request, exchange);
      }
    } catch (RpcException answered) {
      error = answered.error();
    } catch (Throwable failure) {
      // Who was cancelled was interrupted: that it stopped is no failure.
      if (!(failure instanceof InterruptedException && exchange.isCancelled())) {
        watch.handlerFailed(request.method(), failure);
      }
      error = new ErrorObject(ErrorObject.INTERNAL_ERROR, "internal error");
    }
    try {
      if (exchange.end()) {
        if (error != null) {
          peer.reply(request.id(), error);
        } else {
          peer.reply(request.id(), Json.orNull(result));
        }
        afterAnswer(request, exchange);
      }
    } finally {
      open.remove(exchange);
    }
  }

  private void afterAnswer(Request request, Exchange exchange) {
    try {
      exchange.answered();
    } catch (RuntimeException failure) {
      watch.handlerFailed(request.method(), failure);
    }
  }

  /** Whether whoever reads one more message may have to wait until a handler has begun. */
  boolean isCrowded() {
    return unbegun.availablePermits() == 0;
  }

  /** How many requests have come whose answer is not on its way yet. */
  int unanswered() {
    return open.size();
  }

  private void take(Notification notification, NotificationHandler handler) {
    try {
      handler.handle(notification);
    } catch (Throwable failure) {
      watch.handlerFailed(notification.method(), failure);
      Thread.interrupted();
    }
  }

  /** True if the notification is the dialect's cancel message; what it cancels then is. */
  boolean cancels(Notification notification) {
    if (cancelMessage == null || !cancelMessage.method().equals(notification.method())) {
      return false;
    }
    Id id = cancelMessage.idIn(notification.paramsOrEmpty());
    for (Exchange exchange : open) {
      if (exchange.id().equals(id)) {
        exchange.cancel();
      }
    }
    return true;
  }

  void cancelAll() {
    open.forEach(Exchange::cancel);
  }
}
