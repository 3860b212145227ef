package io.polyplug.wire;

import io.polyplug.base.UntrustedText;
import io.polyplug.wire.EndReason.Kind;
import io.polyplug.wire.OrderedQueue.Item;
import org.jspecify.annotations.Nullable;

/** Takes frames from the transport and sends each where it belongs, without running user code. */
final class InboundRouter implements TransportListener {
  private static final int SHOWN = 100;

  /** A reply behind ordered messages. */
  record QueuedReply(Response reply, int weight) implements Item {}

  /** A reply that is none, behind ordered messages. */
  record QueuedBadReply(PendingCall call, CallFailure failure) implements Item {
    @Override
    public int weight() {
      return 0;
    }
  }

  /** The end of a half or of all, behind ordered messages. */
  record QueuedEnd(EndReason reason, boolean all) implements Item {
    @Override
    public int weight() {
      return 0;
    }
  }

  private final Peer peer;
  private final Dialect dialect;
  private final EnvelopeParser parser;
  private final InboundDesk desk;
  private final Calls calls;
  private final PeerWatch watch;
  private final PeerListener listener;
  private final OrderedQueue queue;

  InboundRouter(Peer peer, PeerBuilder from, InboundDesk desk, Calls calls, PeerWatch watch) {
    this.peer = peer;
    this.dialect = from.dialect;
    this.parser = new EnvelopeParser(from.dialect);
    this.desk = desk;
    this.calls = calls;
    this.watch = watch;
    this.listener = from.listener;
    this.queue = new OrderedQueue(from.inboundBounds, this::run);
  }

  OrderedQueue queue() {
    return queue;
  }

  @Override
  public void onFrame(byte[] body) {
    watch.frameIn(body);
    // Not a switch over patterns: to link the first one takes a tenth of what a plugin's start
    // does.
    Inbound inbound = parser.parse(body);
    if (inbound instanceof Response reply) {
      reply(reply, body.length);
    } else if (inbound instanceof Notification notification) {
      notification(notification, body.length);
    } else if (inbound instanceof Request request) {
      request(request, body.length);
    } else if (inbound instanceof BadBody bad) {
      badBody(bad, body);
    }
  }

  private void reply(Response reply, int size) {
    PendingCall call = callFor(reply);
    if (call != null && call.fromOrderedHandler) {
      complete(call, reply);
    } else if (!queue.addIfBusy(new QueuedReply(reply, size))) {
      complete(call, reply);
    }
  }

  private @Nullable PendingCall callFor(Response reply) {
    return isOfTheOnlyCall(reply) ? calls.only() : calls.find(reply.id());
  }

  private boolean isOfTheOnlyCall(Response reply) {
    return dialect.nullIdError() == Dialect.NullIdError.OF_THE_ONLY_CALL
        && reply.error() != null
        && reply.id().equals(Id.NULL);
  }

  private void complete(@Nullable PendingCall call, Response reply) {
    Object outcome =
        reply.error() == null
            ? Json.orNull(reply.result())
            : new CallFailure.RemoteError(reply.error(), Json.orNull(reply.errorText()));
    if (call == null || !calls.finish(call, outcome)) {
      unknownReply(reply);
    }
  }

  private void unknownReply(Response reply) {
    watch.unknownReply(reply);
    if (isOfTheOnlyCall(reply)) {
      return;
    }
    switch (dialect.unknownReply()) {
      case REPORT -> {}
      case FATAL ->
          violation(
              "A reply came with id "
                  + UntrustedText.excerpt(reply.id().toJson().toString(), SHOWN)
                  + ", which no call is waiting for.");
    }
  }

  private void notification(Notification notification, int size) {
    if (desk.cancels(notification) && !desk.names(notification)) {
      return;
    }
    Handlers.ForNotification found = desk.handlerFor(notification);
    if (found == null) {
      watch.unhandled(notification);
    } else {
      enqueue(desk.accept(notification, found, size));
    }
  }

  private void request(Request request, int size) {
    Handlers.ForRequest found = desk.handlerFor(request);
    if (found != null) {
      enqueue(desk.accept(request, found, size));
      return;
    }
    watch.unhandled(request);
    String method = UntrustedText.excerpt(request.method(), SHOWN);
    switch (dialect.unhandledRequest()) {
      case REPORT -> {}
      case ANSWER_METHOD_NOT_FOUND ->
          peer.reply(
              request.id(),
              new ErrorObject(ErrorObject.METHOD_NOT_FOUND, "method not found: " + method));
      case FATAL -> violation("The other end sent a request, " + method + ", and may not.");
    }
  }

  private void badBody(BadBody bad, byte[] body) {
    watch.badBody(bad, body);
    if (bad.reason() == BadBody.Reason.REQUEST_TOO_DEEP) {
      refuse(bad);
      return;
    }
    PendingCall call = bad.id() == null ? null : calls.find(bad.id());
    if (call != null) {
      CallFailure failure = new CallFailure.ProtocolViolation(bad.sentence());
      if (!queue.addIfBusy(new QueuedBadReply(call, failure))) {
        calls.finish(call, failure);
      }
    }
    switch (dialect.badBody()) {
      case REPORT -> {}
      case FATAL -> violation("A frame holds no message: " + bad.sentence());
      case ANSWER_ERROR ->
          peer.reply(
              Id.NULL,
              bad.reason() == BadBody.Reason.NOT_JSON
                  ? new ErrorObject(ErrorObject.PARSE_ERROR, "parse error")
                  : new ErrorObject(ErrorObject.INVALID_REQUEST, "invalid request"));
    }
  }

  /** Who asks without being refused in words waits for ever, unless it may not ask at all. */
  private void refuse(BadBody tooDeep) {
    if (dialect.badBody() == Dialect.OnBadBody.FATAL) {
      violation("A frame holds no message: " + tooDeep.sentence());
    } else if (tooDeep.id() != null
        && dialect.unhandledRequest() == Dialect.UnhandledRequest.ANSWER_METHOD_NOT_FOUND) {
      peer.reply(
          tooDeep.id(),
          new ErrorObject(
              ErrorObject.INVALID_PARAMS, "the request is nested deeper than " + Json.MAX_DEPTH));
    }
  }

  private void violation(String sentence) {
    peer.end(new EndReason(Kind.PROTOCOL, sentence));
  }

  private void enqueue(@Nullable Item item) {
    if (item != null && !queue.add(item)) {
      peer.end(
          new EndReason(
              Kind.OVERFLOW, "Messages come faster than they are handled: the queue is full."));
    }
  }

  @Override
  public boolean isQuiet() {
    // Whoever answers the only request reads on; among several nobody can.
    return !calls.isAwaited() && !queue.isBusy() && desk.unanswered() <= 1;
  }

  @Override
  public void onInboundEnded(EndReason reason) {
    queue.addAlways(new QueuedEnd(reason, false));
  }

  @Override
  public void onClosed(EndReason reason) {
    peer.refuseAll(reason);
    queue.release();
    queue.addAlways(new QueuedEnd(reason, true));
  }

  /** On the queue's thread. */
  private void run(Item item) {
    if (item instanceof InboundDesk.QueuedNotification queued) {
      desk.run(queued);
    } else if (item instanceof InboundDesk.QueuedRequest queued) {
      desk.run(queued);
    } else if (item instanceof QueuedReply queued) {
      complete(callFor(queued.reply()), queued.reply());
    } else if (item instanceof QueuedBadReply queued) {
      calls.finish(queued.call(), queued.failure());
    } else if (item instanceof QueuedEnd queued) {
      end(queued);
    }
  }

  private void end(QueuedEnd end) {
    if (end.all()) {
      calls.failAll(end.reason());
      desk.cancelAll();
    }
    try {
      if (end.all()) {
        listener.ended(end.reason());
      } else {
        listener.inboundEnded(end.reason());
      }
    } catch (RuntimeException failure) {
      watch.handlerFailed("the end of the peer", failure);
    }
  }
}
