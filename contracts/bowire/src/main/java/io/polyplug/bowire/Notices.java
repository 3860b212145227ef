package io.polyplug.bowire;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.HostEvent;
import io.polyplug.host.HostEvents;
import io.polyplug.wire.BadBody;
import io.polyplug.wire.FrameBytes;
import io.polyplug.wire.Message;
import io.polyplug.wire.PeerObserver;
import io.polyplug.wire.Response;
import java.nio.charset.StandardCharsets;

/** Tells the host's events of frames, and the plugin's log of what is not of the contract. */
record Notices(String who, HostEvents events) implements PeerObserver {
  private static final int SHOWN = 500;

  @Override
  public void frameIn(byte[] body) {
    if (events.wantsFrames()) {
      events.emit(new HostEvent.FrameSeen(who, HostEvent.Direction.FROM_PLUGIN, body.clone()));
    }
  }

  @Override
  public void frameOut(FrameBytes body) {
    if (events.wantsFrames()) {
      events.emit(new HostEvent.FrameSeen(who, HostEvent.Direction.TO_PLUGIN, body.toByteArray()));
    }
  }

  @Override
  public void badBody(BadBody what, byte[] body) {
    String text = new String(body, 0, Math.min(body.length, 4 * SHOWN), StandardCharsets.UTF_8);
    warn("Not a message (" + what.sentence() + "): " + UntrustedText.excerpt(text, SHOWN));
  }

  @Override
  public void unknownReply(Response reply) {
    log(HostEvent.Level.DEBUG, "A reply came that no call waits for.");
  }

  @Override
  public void unhandled(Message message) {
    log(HostEvent.Level.DEBUG, "A message came that the contract does not have.");
  }

  @Override
  public void handlerFailed(String method, Throwable failure) {
    warn("Handling " + UntrustedText.excerpt(method, SHOWN) + " failed: " + failure);
  }

  @Override
  public void sendFailed(String sentence) {
    warn(sentence);
  }

  void warn(String text) {
    log(HostEvent.Level.WARN, text);
  }

  private void log(HostEvent.Level level, String text) {
    events.emit(new HostEvent.LogLine(who, level, text));
  }
}
