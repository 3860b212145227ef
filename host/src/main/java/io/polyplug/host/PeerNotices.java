package io.polyplug.host;

import io.polyplug.base.UntrustedText;
import io.polyplug.wire.BadBody;
import io.polyplug.wire.FrameBytes;
import io.polyplug.wire.Message;
import io.polyplug.wire.PeerObserver;
import io.polyplug.wire.Response;
import java.nio.charset.StandardCharsets;

/** Tells the events of a host what passes through the conversation with one plugin. */
public class PeerNotices implements PeerObserver {
  private static final int SHOWN = 500;

  private final String who;
  private final HostEvents events;

  /**
   * For one plugin.
   *
   * @param who its {@linkplain PluginInfo#key() key}
   */
  public PeerNotices(String who, HostEvents events) {
    this.who = who;
    this.events = events;
  }

  @Override
  public void frameIn(byte[] body) {
    events.frame(who, HostEvent.Direction.FROM_PLUGIN, body);
  }

  @Override
  public void frameOut(FrameBytes body) {
    events.frame(who, HostEvent.Direction.TO_PLUGIN, body);
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

  /** Tells something that should not be so. */
  public final void warn(String text) {
    log(HostEvent.Level.WARN, text);
  }

  /** Tells something of this level. */
  public final void log(HostEvent.Level level, String text) {
    events.emit(new HostEvent.LogLine(who, level, text));
  }
}
