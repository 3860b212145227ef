package io.polyplug.bento;

import io.polyplug.base.UntrustedText;
import io.polyplug.bento.protocol.LogLevel;
import io.polyplug.wire.FrameBytes;
import io.polyplug.wire.Message;
import io.polyplug.wire.Notification;
import io.polyplug.wire.PeerObserver;
import io.polyplug.wire.Request;
import io.polyplug.wire.Response;

/** Tells the log what passes by and has no other effect. */
record AdapterNotices(String id, AdapterLog log) implements PeerObserver {
  private static final int SHOWN = 200;

  @Override
  public void frameIn(byte[] body) {
    log.frameIn(id, body);
  }

  @Override
  public void frameOut(FrameBytes body) {
    log.frameOut(id, body);
  }

  /** What kills the plugin is told by the call that fails; only a dropped error has nobody else. */
  @Override
  public void unknownReply(Response reply) {
    if (reply.error() != null) {
      tell(
          LogLevel.WARN,
          "an error came that no call waits for: "
              + reply.error().code()
              + ": "
              + reply.error().message());
    }
  }

  @Override
  public void unhandled(Message message) {
    switch (message) {
      case Notification it ->
          tell(LogLevel.DEBUG, "the notification " + it.method() + " is ignored");
      case Request it -> tell(LogLevel.DEBUG, "the request " + it.method() + " is not allowed");
      case Response _ -> {}
    }
  }

  @Override
  public void handlerFailed(String method, Throwable failure) {
    tell(LogLevel.WARN, "a message of it could not be passed on: " + failure);
  }

  private void tell(LogLevel level, String text) {
    log.line(level, UntrustedText.excerpt(id, 80), UntrustedText.excerpt(text, SHOWN));
  }
}
