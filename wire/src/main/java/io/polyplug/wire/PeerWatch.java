package io.polyplug.wire;

import org.jspecify.annotations.Nullable;

/** The observer, if there is one. */
record PeerWatch(@Nullable PeerObserver observer) {
  void frameIn(byte[] body) {
    if (observer != null) {
      observer.frameIn(body);
    }
  }

  void frameOut(QueuedFrame frame) {
    if (observer != null) {
      observer.frameOut(frame.bytes());
    }
  }

  void badBody(BadBody what, byte[] body) {
    if (observer != null) {
      observer.badBody(what, body);
    }
  }

  void unknownReply(Response reply) {
    if (observer != null) {
      observer.unknownReply(reply);
    }
  }

  void unhandled(Message message) {
    if (observer != null) {
      observer.unhandled(message);
    }
  }

  void handlerFailed(String method, Throwable failure) {
    if (observer != null) {
      observer.handlerFailed(method, failure);
    }
  }

  void dropped(LaneSpec lane, int frames) {
    if (observer != null) {
      observer.dropped(lane, frames);
    }
  }

  void sendFailed(String sentence) {
    if (observer != null) {
      observer.sendFailed(sentence);
    }
  }
}
