package io.polyplug.mcp;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.HostEvent;
import io.polyplug.host.HostEvents;
import io.polyplug.host.PeerNotices;
import io.polyplug.wire.BadBody;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

/**
 * As for every plugin, but lines on standard output that are no messages, such as a banner, are
 * ordinary: the first few are told, the rest is counted.
 */
final class McpNotices extends PeerNotices {
  private static final int TOLD = 10;
  private static final int SHOWN = 500;

  private final AtomicLong strays = new AtomicLong();

  McpNotices(String who, HostEvents events) {
    super(who, events);
  }

  @Override
  public void badBody(BadBody what, byte[] body) {
    if (strays.incrementAndGet() <= TOLD) {
      String text = new String(body, 0, Math.min(body.length, 4 * SHOWN), StandardCharsets.UTF_8);
      log(
          HostEvent.Level.INFO,
          "Not a message (" + what.sentence() + "): " + UntrustedText.excerpt(text, SHOWN));
    }
  }

  /** The conversation is over. */
  void tellStrays() {
    long more = strays.getAndSet(0) - TOLD;
    if (more > 0) {
      warn(more + " more lines came that are no messages.");
    }
  }
}
