package io.polyplug.wire;

import io.polyplug.base.OwnThreads;
import io.polyplug.base.UntrustedText;
import io.polyplug.wire.Outbox.Added;
import org.jspecify.annotations.Nullable;

/**
 * One end of a JSON-RPC conversation. Both ends may call; each has ids of its own, from 1 upwards,
 * in the order in which messages are queued, none used twice.
 *
 * <p>Threads: every method may be called from any thread, also from handlers, and none blocks but
 * {@link Call#await}. Handlers run on virtual threads, or on those that {@link
 * PeerBuilder#residentHandlers} keeps, never on the thread that reads; ordered ones move to a
 * platform thread while messages for them come without end.
 *
 * <p>Order: ordered handlers see messages in the order of arrival, one at a time; a reply completes
 * its call after the ordered messages that came before it have been handled. A call that is made on
 * the thread of an ordered handler is the exception, since that handler may wait for it: its reply
 * goes past the queue.
 *
 * <p>End: when the transport ends, what came before is handled first; then every call that waits
 * fails with the reason, and then the listener is told; so an ordered handler that never returns
 * holds up the end as it holds up everything. A peer closes its transport when it ends.
 */
public final class Peer implements AutoCloseable {
  private static final int METHOD_SHOWN = 100;

  /** What the longest id adds to a request after its size was checked. */
  private static final int ID_ROOM = 64;

  private final OwnThreads threads;
  private final boolean severalProcessors;
  private final Transport transport;
  private final PeerWatch watch;
  private final EnvelopeEncoder encoder;
  private final Outbox outbox;
  private final Calls calls;
  private final OrderedQueue ordered;
  private final InboundDesk desk;
  private final LaneSpec defaultLane;
  private final LaneSpec replyLane;
  private final @Nullable CancelMessage cancelMessage;
  private final @Nullable Rush rush;
  private volatile @Nullable EndReason ended;

  Peer(PeerBuilder from) {
    threads = from.threads;
    severalProcessors = from.processors > 1;
    transport = from.transport;
    watch = new PeerWatch(from.observer);
    encoder = new EnvelopeEncoder(from.dialect);
    outbox = new Outbox(from.lanes, watch);
    defaultLane = from.defaultLane;
    replyLane = from.replyLane;
    cancelMessage = from.dialect.cancelMessage();
    // Calls that wait for their turn go out one by one anyway.
    boolean turns = from.dialect.maxCallsInFlight() != Integer.MAX_VALUE;
    rush = transport.joinsFrames() && !turns ? new Rush(transport::wake, from.rushClock) : null;
    calls = new Calls(from.dialect, from.clock, from.threads, from.maxPending, new CallHome());
    desk = new InboundDesk(this, from, watch);
    InboundRouter router = new InboundRouter(this, from, desk, calls, watch);
    ordered = router.queue();
    transport.start(outbox, router);
  }

  /** A builder for a peer over this transport, which the peer will start and close. */
  public static PeerBuilder over(Transport transport, Dialect dialect) {
    return new PeerBuilder(transport, dialect);
  }

  /**
   * Calls the other end. A call that cannot be made is a call that has failed: this throws nothing.
   * One of very many that nobody waits for yet may be sent some milliseconds later.
   *
   * @param params null for none
   */
  public Call call(String method, @Nullable Json params, CallOptions options) {
    FrameBytes frame = encoder.requestWithoutId(method, params);
    PendingCall call =
        new PendingCall(calls, frame, options, ordered.isRunner(Thread.currentThread()));
    if (frame.length() > transport.maxOutbound() - ID_ROOM) {
      Calls.refuse(call, new CallFailure.SendFailed(tooLarge(method, frame.length(), ID_ROOM)));
    } else {
      calls.begin(call);
    }
    return call;
  }

  /** Calls without a time limit in the default lane. */
  public Call call(String method, @Nullable Json params) {
    return call(method, params, CallOptions.NONE);
  }

  /** Sends a notification in the default lane; see {@link #notify(String, Json, LaneSpec)}. */
  public void notify(String method, @Nullable Json params) {
    notify(method, params, defaultLane);
  }

  /**
   * Queues a notification. Throws {@link CallException} if it is too large, if its lane refuses it,
   * or if the peer is over; a lane that drops does so silently.
   *
   * @param params null for none
   */
  public void notify(String method, @Nullable Json params, LaneSpec lane) {
    notify(method, encoder.notification(method, params), lane);
  }

  /** As {@link #notify(String, Json, LaneSpec)}, for one that was made before. */
  public void notify(EncodedNotification made, LaneSpec lane) {
    notify(made.method(), made.bytes(), lane);
  }

  private void notify(String method, FrameBytes frame, LaneSpec lane) {
    if (frame.length() > transport.maxOutbound()) {
      throw new CallException(new CallFailure.SendFailed(tooLarge(method, frame.length(), 0)));
    }
    Added added = queue(new PlainFrame(frame, watch), lane);
    if (added != Added.QUEUED && added != Added.DROPPED) {
      throw new CallException(refusal(added, lane));
    }
  }

  private String tooLarge(String method, int size, int reserved) {
    return "A message of "
        + size
        + " bytes for "
        + UntrustedText.excerpt(method, METHOD_SHOWN)
        + " is larger than the "
        + (transport.maxOutbound() - reserved)
        + " that may be sent.";
  }

  OwnThreads threads() {
    return threads;
  }

  /** Reads on this thread, which no virtual one may, if nobody else does. */
  void readHere(Transport.Volunteer volunteer) {
    transport.readHere(volunteer);
  }

  void reply(Id id, Json result) {
    FrameBytes frame = encoder.result(id, result);
    if (frame.length() > transport.maxOutbound()) {
      reply(id, new ErrorObject(ErrorObject.INTERNAL_ERROR, "response exceeds frame limit"));
    } else {
      sendReply(frame);
    }
  }

  void reply(Id id, ErrorObject error) {
    FrameBytes frame = encoder.error(id, error);
    if (frame.length() > transport.maxOutbound()) {
      frame =
          encoder.error(
              id, new ErrorObject(ErrorObject.INTERNAL_ERROR, "response exceeds frame limit"));
    }
    if (frame.length() > transport.maxOutbound()) {
      watch.sendFailed("A reply was dropped: the id that it must repeat is too long.");
      return;
    }
    sendReply(frame);
  }

  private void sendReply(FrameBytes frame) {
    Added added = queue(new PlainFrame(frame, watch), replyLane);
    if (added == Added.REFUSED) {
      watch.sendFailed("A reply was dropped: the lane " + replyLane.name() + " is full.");
    }
  }

  private Added queue(QueuedFrame frame, LaneSpec lane) {
    Added added = outbox.add(frame, lane);
    if (added == Added.QUEUED) {
      transport.wake();
    } else {
      notQueued(added, lane);
    }
    return added;
  }

  private void notQueued(Added added, LaneSpec lane) {
    if (added == Added.OVERFLOWED) {
      end(
          new EndReason(
              EndReason.Kind.OVERFLOW,
              "The other end reads too slowly: the lane " + lane.name() + " is full."));
    }
  }

  private CallFailure refusal(Added added, LaneSpec lane) {
    EndReason over = ended;
    return switch (added) {
      case CLOSED, OVERFLOWED ->
          new CallFailure.Disconnected(over == null ? EndReason.CLOSED : over);
      case DROPPED, REFUSED, QUEUED ->
          new CallFailure.Overloaded("The lane " + lane.name() + " takes nothing more now.");
    };
  }

  /** With one processor many calls are quicker if another thread reads: measured, by a quarter. */
  private boolean readsFor(int underWay) {
    return underWay == 1 || severalProcessors;
  }

  /** What the calls need from here. */
  private final class CallHome implements Calls.Home {
    @Override
    public void send(PendingCall call) {
      LaneSpec lane = call.options.lane() == null ? defaultLane : call.options.lane();
      int size = call.size();
      Added added = outbox.add(call, lane);
      if (added == Added.QUEUED) {
        if (rush == null || !rush.holds(size, call.options.timeout(), calls.pending())) {
          transport.wake();
        }
      } else {
        notQueued(added, lane);
        calls.finish(call, refusal(added, lane));
      }
    }

    @Override
    public void sendCancel(long id, String reason) {
      if (cancelMessage != null && ended == null) {
        FrameBytes frame =
            encoder.notification(cancelMessage.method(), cancelMessage.params(id, reason));
        queue(new PlainFrame(frame, watch), replyLane);
      }
    }

    @Override
    public void end(EndReason reason) {
      Peer.this.end(reason);
    }

    @Override
    public boolean expectFrame() {
      return transport.expectFrame();
    }

    @Override
    public void expectReply() {
      if (rush != null) {
        rush.release();
      }
      var _ = transport.expectFrame();
    }

    @Override
    public void failAfterReplies(PendingCall call, CallFailure failure) {
      // What completes the call may wait behind ordered messages, and then this waits behind it.
      if (call.fromOrderedHandler
          || !ordered.addIfBusy(new InboundRouter.QueuedBadReply(call, failure))) {
        calls.finish(call, failure);
      }
    }

    @Override
    public void awaited(PendingCall call) {
      // Where several wait, each would be woken by another caller instead of by the own thread.
      if (!calls.isAwaited() && readsFor(calls.pending()) && !Thread.currentThread().isVirtual()) {
        transport.readHere(new ReadingCaller(call));
      }
      sendHeld(call);
    }
  }

  private void sendHeld(PendingCall unlessDone) {
    if (rush != null && !unlessDone.isDone()) {
      rush.beforeWaiting();
    }
  }

  /** Who waits for this call, and may have others under way. */
  private final class ReadingCaller implements Transport.Volunteer {
    private final PendingCall call;

    ReadingCaller(PendingCall call) {
      this.call = call;
    }

    @Override
    public boolean hasEnough() {
      return call.isDone();
    }

    /** Behind ordered messages a reply is not completed by who reads, and adding may block. */
    @Override
    public boolean mustStop() {
      return ordered.isBusy() || desk.isCrowded();
    }

    @Override
    public void beforeWaiting() {
      try {
        sendHeld(call);
      } catch (Throwable crashed) {
        // The writer ends the peer for it and says so; what comes until then is still heard.
      }
    }
  }

  /** Lets the frames of a lane go out. */
  public void openLane(LaneSpec lane) {
    outbox.gate(lane, LaneSpec.AtStart.OPEN);
    transport.wake();
  }

  /** Drops what waits in these lanes; calls among it fail. */
  public void discardQueued(LaneSpec... lanes) {
    for (LaneSpec lane : lanes) {
      outbox.discard(lane);
    }
  }

  /**
   * Drops what waits in these lanes and lets nothing into them from now on; calls among it, and
   * those that come later, fail. Once this has returned only a frame of theirs that is half written
   * goes out.
   */
  public void closeLanes(LaneSpec... lanes) {
    for (LaneSpec lane : lanes) {
      outbox.close(lane);
    }
  }

  /** How many calls wait for a reply or for their turn. */
  public int pendingCalls() {
    return calls.pending();
  }

  /** How many requests of the other end have come whose answer is not queued yet. */
  public int unansweredRequests() {
    return desk.unanswered();
  }

  /** Why the peer is over; null while it is not. */
  public @Nullable EndReason endReason() {
    return ended;
  }

  /** Sends what waits, then tells the other end that nothing will follow; replies still come. */
  public void closeOutbound() {
    transport.closeOutbound();
  }

  /**
   * Ends the peer for this reason. What handlers were given is still handled; what has come and
   * that nobody has read yet is not, so that a call whose reply is among it fails.
   */
  public void end(EndReason reason) {
    transport.close(reason);
  }

  /** Ends the peer. */
  @Override
  public void close() {
    end(EndReason.CLOSED);
  }

  /** The transport is over. */
  void refuseAll(EndReason reason) {
    ended = reason;
    calls.refuse(reason);
    outbox.close();
  }
}
