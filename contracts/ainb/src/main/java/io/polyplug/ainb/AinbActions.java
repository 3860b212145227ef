package io.polyplug.ainb;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The actions of a host by name (5.4). Immutable; safe from any thread. */
public final class AinbActions {
  /**
   * An action and what it takes to have it run.
   *
   * @param capability absent if everybody may
   */
  record Registration(@Nullable String capability, Action action) {}

  private final Map<String, Registration> registrations;

  private AinbActions(Map<String, Registration> registrations) {
    this.registrations = registrations;
  }

  /** What every host has: echo, sleep, the writing of plugin data, and the running of programs. */
  public static AinbActions builtIn() {
    return new AinbActions(Map.of())
        .with("host.echo", null, (payload, context) -> payload)
        .with("host.sleep", null, new SleepAction())
        .with("plugin_data.write", Capability.WRITE_PLUGIN_DATA, new WriteDataAction())
        .with("process.exec", Capability.SPAWN_SUBPROCESS, new ExecAction());
  }

  /**
   * With one more, or with another in its place.
   *
   * @param capability what a plugin must have been granted to have it run; null for nothing
   */
  public AinbActions with(String name, @Nullable String capability, Action action) {
    Map<String, Registration> more = new HashMap<>(registrations);
    more.put(name, new Registration(capability, action));
    return new AinbActions(Map.copyOf(more));
  }

  Optional<Registration> find(String name) {
    return Optional.ofNullable(registrations.get(name));
  }
}
