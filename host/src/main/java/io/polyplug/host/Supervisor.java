package io.polyplug.host;

import io.polyplug.base.Deadline;
import java.util.Optional;

/**
 * Makes sure that there is a running instance for a call, or a clear failure. Safe from any thread.
 *
 * <p>Two kinds: {@link SharedSupervisor} keeps one instance alive by its policy, {@link
 * PerCallSupervisor} makes one for each call.
 */
interface Supervisor {
  /** How a caller wants to meet an instance that went down. */
  enum Meeting {
    /** As the policy says. */
    BY_POLICY,
    /** A start is tried at once, and what was not yet reported is forgotten. */
    FRESH
  }

  /** A running instance held for one call; closing gives it back. Close exactly once. */
  interface Lease extends AutoCloseable {
    Session session();

    @Override
    void close();
  }

  /** Hears of every state the plugin enters, in order. */
  interface Listener {
    void stateChanged(PluginState from, PluginState to, Optional<Failure> reason);
  }

  /** Starts one instance; blocks; throws {@link PluginException}. */
  interface Starter {
    Session start(Runnable activity);
  }

  /** An instance to call; blocks for a start as long as the deadline allows. */
  Lease acquire(Meeting meeting, Deadline deadline);

  PluginState state();

  /** The last reason for going down, until a good start. */
  Optional<Failure> lastFailure();

  /** Starts the first instance in the background, if the policy is eager. */
  void hostStarted();

  /** Clears the history of failures; a quarantined plugin may be started again. */
  void reload();

  /** Ends what runs, for good; returns when it is gone, in bounded time. */
  void close();
}
