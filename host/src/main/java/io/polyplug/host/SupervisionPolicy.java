package io.polyplug.host;

import java.time.Duration;
import java.util.List;

/**
 * How a contract wants its plugins kept alive, as data. The supervisor knows no contract, only
 * this.
 *
 * @param instances one instance for each call, or one for all
 * @param start when the first instance starts
 * @param afterDown what follows when an instance ended unasked or did not start
 * @param onReload what a reload does beside forgetting failures
 * @param backoff the waits before a timed restart, and when to give up
 * @param idleAfter how long without activity until an instance is ended; zero is never
 * @param maxCalls how many calls may be under way at once; more fail with {@code overloaded}
 * @param onRemoval what becomes of calls under way when the plugin is gone from files and folders
 */
public record SupervisionPolicy(
    Instances instances,
    Start start,
    AfterDown afterDown,
    OnReload onReload,
    Backoff backoff,
    Duration idleAfter,
    int maxCalls,
    OnRemoval onRemoval) {
  /** One whose calls end with it. */
  public SupervisionPolicy(
      Instances instances,
      Start start,
      AfterDown afterDown,
      OnReload onReload,
      Backoff backoff,
      Duration idleAfter,
      int maxCalls) {
    this(instances, start, afterDown, onReload, backoff, idleAfter, maxCalls, OnRemoval.END);
  }

  /** The same, but calls under way outlive the plugin's removal. */
  public SupervisionPolicy finishingCalls() {
    return new SupervisionPolicy(
        instances,
        start,
        afterDown,
        onReload,
        backoff,
        idleAfter,
        maxCalls,
        OnRemoval.FINISH_CALLS);
  }

  /** How many instances a plugin has. */
  public enum Instances {
    /** A fresh one for each call, ended with it. */
    PER_CALL,
    /** One that all calls share. */
    SHARED
  }

  /** When an instance is first started. */
  public enum Start {
    /** With the first call. */
    LAZY,
    /** With the host, in the background. */
    EAGER
  }

  /** What follows {@link PluginState#DOWN}. */
  public enum AfterDown {
    /** An end that no call has seen is reported by the next call; the one after that restarts. */
    REPORT_THEN_RESTART,
    /** The next call restarts. */
    RESTART_ON_CALL,
    /** A timer restarts; calls wait for it; too many failures quarantine. */
    RESTART_BY_TIMER,
    /** Nothing restarts it in this run. */
    STAY_DOWN;

    /** Whether a call hears why instead of having it started; {@code news} if none has yet. */
    boolean isTold(boolean news) {
      return switch (this) {
        case REPORT_THEN_RESTART -> news;
        case STAY_DOWN -> true;
        case RESTART_ON_CALL, RESTART_BY_TIMER -> false;
      };
    }
  }

  /** What a reload does besides forgetting failures and ending a quarantine. */
  public enum OnReload {
    /** What runs is ended, and started again. */
    RESTART,
    /** What runs goes on, what waits to be started again waits on, and what is idle stays so. */
    FORGET_FAILURES
  }

  /** What becomes of calls under way when the plugin is gone. */
  public enum OnRemoval {
    /** They end with it. */
    END,
    /** They go on, and it ends after the last of them; new ones are refused at once. */
    FINISH_CALLS
  }

  /**
   * The waits before timed restarts.
   *
   * @param waits the wait after the first, second, … failure now in the window; the last one
   *     repeats
   * @param window how long a failure counts; a good start does not clear it
   * @param quarantineAt how many failures in the window quarantine the plugin
   */
  public record Backoff(List<Duration> waits, Duration window, int quarantineAt) {
    /** 1 s, 4 s, 16 s; three failures within a minute quarantine. */
    public static final Backoff DEFAULT =
        new Backoff(
            List.of(Duration.ofSeconds(1), Duration.ofSeconds(4), Duration.ofSeconds(16)),
            Duration.ofSeconds(60),
            3);

    public Backoff {
      waits = List.copyOf(waits);
      if (waits.isEmpty() || quarantineAt < 1) {
        throw new IllegalArgumentException("backoff needs a wait and a positive threshold");
      }
    }

    Duration waitAfter(int failures) {
      return waits.get(Math.min(failures, waits.size()) - 1);
    }
  }

  /** One process for each call: nothing to keep alive. */
  public static SupervisionPolicy perCall(int maxCalls) {
    return new SupervisionPolicy(
        Instances.PER_CALL,
        Start.LAZY,
        AfterDown.RESTART_ON_CALL,
        OnReload.RESTART,
        Backoff.DEFAULT,
        Duration.ZERO,
        maxCalls);
  }

  /** One shared instance, started and restarted as said, with the default backoff. */
  public static SupervisionPolicy shared(Start start, AfterDown afterDown) {
    return new SupervisionPolicy(
        Instances.SHARED,
        start,
        afterDown,
        OnReload.RESTART,
        Backoff.DEFAULT,
        Duration.ZERO,
        10_000);
  }
}
