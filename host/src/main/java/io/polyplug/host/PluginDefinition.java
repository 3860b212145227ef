package io.polyplug.host;

import java.util.List;
import java.util.Optional;

/**
 * One plugin as its contract understood it: who it is, how it is kept alive, how to start it.
 *
 * <p>Making one reads files at most; only {@link #start} runs anything. Safe from any thread.
 */
public interface PluginDefinition {
  PluginInfo info();

  SupervisionPolicy supervision();

  /** What a start would run, for people who ask; empty if it runs no program. */
  default List<String> commandLine() {
    return List.of();
  }

  /** The tools, where manifest or configuration tell them without a start. */
  default Optional<List<ToolInfo>> declaredTools() {
    return Optional.empty();
  }

  /** Starts one instance and returns when it can be called; throws {@link PluginException}. */
  Session start(InstanceContext context);

  /** One sentence per thing that would keep the plugin from working; empty if none is known. */
  default List<String> diagnose() {
    return List.of();
  }

  /** False if nobody has allowed this plugin to be run yet; {@link #start} then says how to. */
  default boolean trusted() {
    return true;
  }

  /**
   * How it is, for a plugin that tells it without a start that would disturb others; empty if a
   * start has to tell.
   */
  default Optional<Health> glance(InstanceContext context) {
    return Optional.empty();
  }

  /** A short remark for lists of plugins, such as what it is known as elsewhere; may be empty. */
  default String tag() {
    return "";
  }

  /**
   * Whether another reading of the same plugin says the same, so that an instance of this one may
   * go on. Records compare by what they hold.
   */
  default boolean sameAs(PluginDefinition other) {
    return equals(other);
  }

  /**
   * Told that an instance of this one goes on though the plugin was read again: whatever only lists
   * show may be taken over from the newer reading.
   */
  default void readAgain(PluginDefinition newer) {}

  /**
   * The contract's words for a state and the reason for it. A running one has a reason if its
   * session {@linkplain Session#complaint() complains}.
   */
  default Health health(PluginState state, Optional<Failure> last) {
    return Health.of(state, last);
  }

  /** The contract's own typed client over this plugin, if it has one of that type. */
  default <T> Optional<T> client(Class<T> type, Plugin plugin) {
    return Optional.empty();
  }
}
