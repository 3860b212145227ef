package io.polyplug.host;

import io.polyplug.base.Deadline;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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

  /** How things stand: one moment's truth, told by events and never by asking the instance. */
  Standing standing();

  default PluginState state() {
    return standing().state();
  }

  /** The last reason for going down, until a good start. */
  default Optional<Failure> lastFailure() {
    return standing().lastFailure();
  }

  /** How many calls hold an instance now. */
  int calls();

  /** Starts the first instance in the background, if the policy is eager. */
  void hostStarted();

  /**
   * Forgets failures and ends a running instance for now; a fresh one starts in the background if
   * the policy is eager or there was one.
   */
  void reload();

  /** Ends what runs, for good, in the background, and refuses calls until it is enabled. */
  void disable();

  /** Ends what runs, in the background; nothing is ended where each call has its own instance. */
  void rest();

  /** Takes calls again; starts an instance in the background if the policy is eager. */
  void enable();

  /** Waits until it is neither starting nor stopping; false if that took too long. */
  boolean awaitSettled(Deadline deadline);

  /** Refuses calls from now on, and ends for good in the background after the last one. */
  void retire();

  /** Ends what runs, for good; returns when it is gone, in bounded time. */
  void close();

  /**
   * How a plugin stands.
   *
   * @param session the instance that takes calls, if there is exactly one
   * @param since when it was ready
   * @param restarts how many instances were started after the first one; none are counted where
   *     each call has its own
   */
  record Standing(
      PluginState state,
      Optional<Failure> lastFailure,
      Optional<Session> session,
      Optional<Instant> since,
      int restarts,
      boolean enabled) {
    static final Standing AT_FIRST =
        new Standing(
            PluginState.IDLE, Optional.empty(), Optional.empty(), Optional.empty(), 0, true);

    /** Session and time count only while it runs. */
    static Standing of(
        PluginState state,
        @Nullable Failure lastFailure,
        @Nullable Session session,
        @Nullable Instant since,
        int restarts,
        boolean enabled) {
      boolean running = state == PluginState.RUNNING;
      return new Standing(
          state,
          Optional.ofNullable(lastFailure),
          running ? Optional.ofNullable(session) : Optional.empty(),
          running ? Optional.ofNullable(since) : Optional.empty(),
          restarts,
          enabled);
    }
  }
}
