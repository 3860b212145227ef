package io.polyplug.host;

import io.polyplug.base.Clock;
import io.polyplug.base.Deadline;
import io.polyplug.host.SupervisionPolicy.Instances;
import io.polyplug.host.SupervisionPolicy.OnReload;
import io.polyplug.host.SupervisionPolicy.Start;
import io.polyplug.host.Supervisor.Lease;
import io.polyplug.host.Supervisor.Meeting;
import io.polyplug.host.Supervisor.Standing;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** One plugin of a host. Belongs to its host, which closes it; safe from any thread. */
public final class Plugin {
  private final PluginDefinition definition;
  private final Supervisor supervisor;
  private final HostEvents events;
  private final Clock clock;
  private final AtomicLong calls;
  private final String key;
  private final Supplier<InstanceContext> lend;

  /** Guards who wants it off: it is on when nobody does. */
  private final Object switching = new Object();

  private boolean switchedOff;
  private boolean disabledByFile;
  private int setAside;

  Plugin(
      PluginDefinition definition,
      Supervisor supervisor,
      HostEvents events,
      Clock clock,
      AtomicLong calls,
      Supplier<InstanceContext> lend) {
    this.definition = definition;
    this.supervisor = supervisor;
    this.events = events;
    this.clock = clock;
    this.calls = calls;
    this.key = definition.info().key();
    this.lend = lend;
  }

  /** Who it is, as known without a start. */
  public PluginInfo info() {
    return definition.info();
  }

  /** The program that a start runs, with its arguments. */
  public List<String> commandLine() {
    return definition.commandLine();
  }

  /** Whether it may be run: false if the file that names it was found but never trusted. */
  public boolean trusted() {
    return definition.trusted();
  }

  public PluginState state() {
    return supervisor.state();
  }

  /** Why it last went down, until a good start. */
  public Optional<Failure> lastFailure() {
    return supervisor.lastFailure();
  }

  /** A tool by name. */
  public Tool tool(String name) {
    return new Tool(this, name);
  }

  /** What it offers; asks an instance only if nothing else tells. */
  public List<ToolInfo> tools() {
    return tools(ToolQuery.ANY);
  }

  /** What it offers for the query. */
  public List<ToolInfo> tools(ToolQuery query) {
    return toolList(query).tools();
  }

  /** What it offers for the query, and what of its answer could not be used. */
  public ToolList toolList(ToolQuery query) {
    Optional<List<ToolInfo>> declared = definition.declaredTools();
    if (declared.isPresent() && !query.fresh()) {
      return new ToolList(declared.get(), List.of());
    }
    Deadline deadline =
        query.timeout().map(limit -> Deadline.in(limit, clock)).orElse(Deadline.NEVER);
    try (Lease lease = supervisor.acquire(Meeting.FRESH, deadline)) {
      return lease
          .session()
          .toolList(query.timeout().isPresent() ? query.withTimeout(deadline.left()) : query);
    }
  }

  /** One sentence per thing that would keep it from working; starts nothing. */
  public List<String> diagnose() {
    return definition.diagnose();
  }

  /** How it is now: told by what happened to it, never by asking its instance. */
  public PluginStatus status() {
    Standing standing = supervisor.standing();
    return new PluginStatus(
        standing.state(),
        health(standing),
        standing.session().map(Session::pid).orElse(OptionalLong.empty()),
        standing.since(),
        standing.session().flatMap(Session::greeting),
        standing.restarts(),
        standing.enabled());
  }

  private Health health(Standing standing) {
    if (!standing.enabled()) {
      return new Health(Health.DISABLED, "");
    }
    if (definition.supervision().instances() == Instances.PER_CALL) {
      return new Health(
          Health.READY,
          standing
              .lastFailure()
              .map(last -> "the last start failed: " + last.message())
              .orElse(""));
    }
    Optional<Failure> complaint =
        standing
            .session()
            .flatMap(Session::complaint)
            .map(text -> new Failure(FailureCode.UNAVAILABLE, info().id(), text));
    Health health = definition.health(standing.state(), complaint.or(standing::lastFailure));
    // A contract that has no word of its own for this has one for what cannot be relied on.
    return complaint.isPresent() && health.reason().isEmpty()
        ? definition.health(PluginState.DOWN, complaint)
        : health;
  }

  /**
   * Starts an instance if none runs, waits until it can be called, and says how it is. One that
   * takes each call with an instance of its own is not started.
   */
  public Health check(Duration atMost) {
    Optional<Health> glance = definition.glance(lend.get());
    if (glance.isPresent()) {
      return glance.get();
    }
    if (definition.supervision().instances() == Instances.SHARED) {
      try (Lease _ = supervisor.acquire(Meeting.FRESH, Deadline.in(atMost, clock))) {
        return status().health();
      } catch (PluginException failure) {
        Health health = status().health();
        boolean unfinished = supervisor.state() == PluginState.STARTING;
        return unfinished
            ? new Health(
                health.word(), "it was not ready within " + atMost.toSeconds() + " s of its start")
            : health;
      }
    }
    return status().health();
  }

  /** A short remark for lists of plugins, such as what it is known as elsewhere; may be empty. */
  public String tag() {
    return definition.tag();
  }

  /**
   * How a tool is used, where that can be told without a process for it alone. A plugin that is
   * down is not asked: its contract may want the next call to hear why.
   */
  public Optional<ToolKind> kindOf(String tool, ToolQuery query) {
    boolean askable =
        definition.supervision().instances() == Instances.SHARED && state() != PluginState.DOWN;
    Optional<List<ToolInfo>> known =
        definition.declaredTools().isPresent() || !askable
            ? definition.declaredTools()
            : Optional.of(tools(query));
    return known.stream()
        .flatMap(List::stream)
        .filter(info -> info.name().equals(tool))
        .map(ToolInfo::kind)
        .findFirst();
  }

  /**
   * Forgets its failures and, unless its contract wants it to go on, ends a running instance, whose
   * calls fail. A fresh one starts in the background if there was one or its contract starts
   * plugins with the host; a quarantined plugin may be started again.
   */
  public void reload() {
    supervisor.reload();
  }

  /**
   * Whether its contract lets a running instance go on when it is {@linkplain #reload reloaded}: to
   * have a fresh one it is {@linkplain #stop stopped} first.
   */
  public boolean goesOnWhenReloaded() {
    return sharesOneInstance() && definition.supervision().onReload() == OnReload.FORGET_FAILURES;
  }

  /** Whether calls share one instance, which can be started, and ended, without a call. */
  public boolean sharesOneInstance() {
    return definition.supervision().instances() == Instances.SHARED;
  }

  /** Whether its contract wants an instance to run as long as the host does. */
  public boolean startsWithHost() {
    return definition.supervision().start() == Start.EAGER;
  }

  /**
   * Ends a running instance, whose calls fail, in the background, and forgets its failures. The
   * next call starts another one; where it {@linkplain #startsWithHost() starts with its host},
   * that happens at once.
   */
  public void stop() {
    supervisor.rest();
  }

  /**
   * Ends its instance for good, in the background, and refuses calls with {@code unavailable} until
   * it is enabled, which a refresh of the host does not do; it stays listed. Nothing is written
   * anywhere.
   */
  public void disable() {
    switched(() -> switchedOff = true);
  }

  /** Takes calls again, until a refresh of the host finds it disabled by a file. */
  public void enable() {
    switched(
        () -> {
          switchedOff = false;
          disabledByFile = false;
        });
  }

  /** Does what the files say now. */
  void obeyFiles(boolean disabled) {
    switched(() -> disabledByFile = disabled);
  }

  /**
   * Ends it for a while, whatever anybody switches meanwhile; that counts again afterwards. It
   * comes back when everybody who has set it aside says so.
   */
  void setAside(boolean now) {
    switched(() -> setAside += now ? 1 : -1);
  }

  private void switched(Runnable change) {
    synchronized (switching) {
      change.run();
      if (switchedOff || disabledByFile || setAside > 0) {
        supervisor.disable();
      } else {
        supervisor.enable();
      }
    }
  }

  /** Waits until it is neither starting nor stopping; false if that took longer. */
  public boolean awaitSettled(Duration atMost) {
    return supervisor.awaitSettled(Deadline.in(atMost, clock));
  }

  /**
   * The contract's own typed client; fails with {@code unsupported} if there is none of that type.
   */
  public <T> T as(Class<T> type) {
    return asIfPossible(type)
        .orElseThrow(
            () ->
                new Failure(
                        FailureCode.UNSUPPORTED,
                        info().id(),
                        "a plugin of the contract "
                            + info().contract()
                            + " is not a "
                            + type.getSimpleName())
                    .thrown());
  }

  /** As {@link #as}; empty if there is none of that type. */
  public <T> Optional<T> asIfPossible(Class<T> type) {
    return definition.client(type, this);
  }

  /**
   * Holds a running instance as the type its contract made it, for that contract's typed client.
   * Close it when done: what is held is not ended for being idle.
   *
   * @param freshly whether an end that no call has seen is passed over instead of reported
   */
  public <S extends Session> Held<S> hold(
      Class<S> type, boolean freshly, Optional<Duration> timeout) {
    Deadline deadline = timeout.map(limit -> Deadline.in(limit, clock)).orElse(Deadline.NEVER);
    Lease lease = supervisor.acquire(freshly ? Meeting.FRESH : Meeting.BY_POLICY, deadline);
    return new Held<>(type.cast(lease.session()), lease::close);
  }

  /** The instance that runs, as the type its contract made it; nothing is started for this. */
  public <S extends Session> Optional<S> running(Class<S> type) {
    return supervisor.standing().session().filter(type::isInstance).map(type::cast);
  }

  /** As events name it. */
  String key() {
    return key;
  }

  PluginDefinition definition() {
    return definition;
  }

  Supervisor supervisor() {
    return supervisor;
  }

  HostEvents events() {
    return events;
  }

  Clock clock() {
    return clock;
  }

  long nextCall() {
    return calls.incrementAndGet();
  }
}
