package io.polyplug.bowire;

import io.polyplug.host.Ending;
import io.polyplug.host.Failure;
import io.polyplug.host.Replies;
import io.polyplug.wire.Peer;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A connection to one running sidecar: how it is reached and how it ends, where stdio and HTTP
 * differ. Safe from any thread.
 */
interface SidecarLink {
  Peer peer();

  /** The process, if it is ours. */
  OptionalLong pid();

  /** Completes once, when the connection is over, with the reason in the contract's words. */
  CompletionStage<Failure> gone();

  /** Waits for replies, with this connection's reasons for those that do not come. */
  Replies replies(String plugin);

  /** A ping stayed unanswered although nothing was going on (13.1). */
  void hung(String sentence);

  /** Why it should not be relied on now; null if all is well. */
  default @Nullable String complaint() {
    return null;
  }

  /** A ping was answered. */
  default void alive() {}

  /** Ends it before it has shaken hands, when nothing but the handshake may be sent (7.5). */
  void drop();

  /** The last lines it wrote to standard error, escaped; none for a service. */
  List<String> lastWords();

  /** Ends it by the contract's ladder (7.7, 6.4); returns when it is gone. */
  void end(Ending ending);
}
