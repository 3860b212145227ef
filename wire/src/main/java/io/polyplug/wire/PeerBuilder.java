package io.polyplug.wire;

import io.polyplug.base.Clock;
import io.polyplug.base.OwnThreads;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Puts a {@link Peer} together. Used by one thread. */
public final class PeerBuilder {
  private static final int DEFAULT_MAX_PENDING = 65_536;
  private static final LaneSpec DEFAULT_LANE = LaneSpec.of("default", 0);

  final Transport transport;
  final Dialect dialect;
  final Handlers handlers = new Handlers();
  Clock clock = Clock.system();

  /** Of what is held back for company; the machine's, since this is about processors. */
  Clock rushClock = Clock.system();

  List<LaneSpec> lanes = List.of(DEFAULT_LANE);
  LaneSpec defaultLane = DEFAULT_LANE;
  LaneSpec replyLane = DEFAULT_LANE;
  InboundBounds inboundBounds = InboundBounds.DEFAULT;
  int maxPending = DEFAULT_MAX_PENDING;
  final OwnThreads threads = new OwnThreads();
  int processors = Runtime.getRuntime().availableProcessors();
  Executor handlerThreads = HandlerThreads.virtual(threads);
  boolean residentHandlers;
  @Nullable PeerObserver observer;
  PeerListener listener = new PeerListener() {};

  PeerBuilder(Transport transport, Dialect dialect) {
    this.transport = transport;
    this.dialect = dialect;
  }

  /** The clock of deadlines; the machine's if not set. */
  public PeerBuilder clock(Clock value) {
    clock = value;
    return this;
  }

  /** All lanes, the one for calls and notifications that name none, and the one for replies. */
  public PeerBuilder lanes(List<LaneSpec> all, LaneSpec usual, LaneSpec replies) {
    if (!all.contains(usual) || !all.contains(replies)) {
      throw new IllegalArgumentException("The usual lane and that of replies must be among all.");
    }
    lanes = List.copyOf(all);
    defaultLane = usual;
    replyLane = replies;
    return this;
  }

  /** How much may wait for handlers. */
  public PeerBuilder inboundBounds(InboundBounds value) {
    inboundBounds = value;
    return this;
  }

  /** How many calls may wait for a reply or their turn; more fail as overloaded. */
  public PeerBuilder maxPending(int value) {
    maxPending = value;
    return this;
  }

  /**
   * Keeps a few platform threads for concurrent handlers that do little but call another peer and
   * wait: only such a thread can read the reply by itself (see {@link StreamTransport}), and the
   * next request when it has answered the only one. They take what comes while they have nothing
   * else to do; the rest has virtual threads as usual, and so have the first few. They end when
   * nothing has come for a while.
   */
  public PeerBuilder residentHandlers() {
    handlerThreads = HandlerThreads.withResidents(threads);
    residentHandlers = true;
    return this;
  }

  /** Sees what passes. */
  public PeerBuilder observer(PeerObserver value) {
    observer = value;
    return this;
  }

  /** Hears how it ends. */
  public PeerBuilder listener(PeerListener value) {
    listener = value;
    return this;
  }

  /** Answers the requests for one method. */
  public PeerBuilder onRequest(String method, Order order, RequestHandler handler) {
    handlers.requests.put(method, new Handlers.ForRequest(order, handler));
    return this;
  }

  /** Takes the notifications of one method. */
  public PeerBuilder onNotification(String method, Order order, NotificationHandler handler) {
    handlers.notifications.put(method, new Handlers.ForNotification(order, handler));
    return this;
  }

  /** Answers the requests that no other handler is for. */
  public PeerBuilder onOtherRequests(Order order, RequestHandler handler) {
    handlers.otherRequests = new Handlers.ForRequest(order, handler);
    return this;
  }

  /** Takes the notifications that no other handler is for. */
  public PeerBuilder onOtherNotifications(Order order, NotificationHandler handler) {
    handlers.otherNotifications = new Handlers.ForNotification(order, handler);
    return this;
  }

  /** Starts the transport and with it the peer. */
  public Peer start() {
    return new Peer(this);
  }
}
