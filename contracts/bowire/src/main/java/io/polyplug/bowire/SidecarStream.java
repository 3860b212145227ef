package io.polyplug.bowire;

import io.polyplug.base.UntrustedText;
import io.polyplug.bowire.protocol.Delivery;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginException;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one {@code invokeStream} (5.7), in order, one reader at a time.
 *
 * <p>It ends when the sidecar said so <em>and</em> has acknowledged the request: over HTTP the end
 * may come first. What exceeds its bounds fails it alone. Closing stops delivery at once; the
 * contract has no message for that, so the sidecar may go on for a while.
 */
public final class SidecarStream extends Inbox {
  private final String id;
  private boolean acknowledged;
  private boolean endSeen;
  private Optional<Delivery.Problem> problem = Optional.empty();

  SidecarStream(
      String plugin, String id, SidecarOptions options, Runnable unsubscribe, Runnable onClose) {
    super(plugin, options, unsubscribe, onClose);
    this.id = id;
  }

  @Override
  public void end(Optional<Delivery.Problem> failed) {
    synchronized (this) {
      endSeen = true;
      problem = failed;
    }
    finishIfDue();
  }

  @Override
  public void lost(PluginException reason) {
    buffer().fail(reason);
  }

  void acknowledged(Json ack) {
    String theirs =
        ack.kind() == Json.Kind.OBJECT ? text(JsonParts.find(ack, "streamId")[0]) : null;
    if (theirs != null && !theirs.equals(id)) {
      unsubscribe();
      buffer()
          .fail(
              new Failure(
                      FailureCode.UNSUPPORTED,
                      plugin(),
                      "outdated sidecar SDK: it chose the stream id \""
                          + UntrustedText.excerpt(theirs, 80)
                          + "\" itself instead of using ours")
                  .thrown());
      return;
    }
    synchronized (this) {
      acknowledged = true;
    }
    finishIfDue();
  }

  private static @Nullable String text(@Nullable Json value) {
    return value == null ? null : value.stringValue();
  }

  void refused(PluginException reason) {
    unsubscribe();
    buffer().fail(reason);
  }

  private void finishIfDue() {
    Optional<Delivery.Problem> failed;
    synchronized (this) {
      if (!acknowledged || !endSeen) {
        return;
      }
      failed = problem;
    }
    finish(failed);
  }
}
