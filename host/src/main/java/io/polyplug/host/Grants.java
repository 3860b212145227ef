package io.polyplug.host;

import io.polyplug.host.config.ConfigFile;
import io.polyplug.host.config.GrantsTable;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the user allows plugins to have. Asking never grants: what is in force is what a manifest
 * asks for <em>and</em> this policy allows.
 *
 * <p>A plugin that the policy does not name gets what it asks for, as far as its contract lets a
 * manifest grant itself anything. Immutable.
 */
public final class Grants {
  /**
   * The rule for one plugin.
   *
   * @param allow if present, only these are allowed
   * @param deny never allowed, whatever else is said
   */
  public record Rule(Optional<Set<String>> allow, Set<String> deny) {
    public Rule {
      allow = allow.map(Set::copyOf);
      deny = Set.copyOf(deny);
    }

    /** What both rules admit: rules of several files can only narrow one another. */
    public Rule and(Rule other) {
      Optional<Set<String>> both =
          allow.isEmpty()
              ? other.allow()
              : allow.map(
                  set -> {
                    Set<String> narrowed = new LinkedHashSet<>(set);
                    other.allow().ifPresent(narrowed::retainAll);
                    return narrowed;
                  });
      Set<String> denied = new LinkedHashSet<>(deny);
      denied.addAll(other.deny());
      return new Rule(both, denied);
    }

    boolean admits(String capability) {
      return !deny.contains(capability) && allow.map(set -> set.contains(capability)).orElse(true);
    }
  }

  /** Allows what the contract says a manifest may grant itself. */
  public static final Grants BY_CONTRACT = new Grants(Map.of());

  private final Map<String, Rule> rules;

  private Grants(Map<String, Rule> rules) {
    this.rules = Map.copyOf(rules);
  }

  /** The {@code [grants]} of a {@code polyplug.toml}, and nothing else of it. */
  public static Grants load(Path file) {
    return new Grants(GrantsTable.read(ConfigFile.read(file).root()));
  }

  /** A policy with a rule for each named plugin id. */
  public static Grants of(Map<String, Rule> rules) {
    return new Grants(rules);
  }

  /** What is in force of that which was asked for, in the order asked. */
  public Set<String> inForce(String plugin, Collection<String> asked) {
    Rule rule = rules.get(plugin);
    Set<String> granted = new LinkedHashSet<>(asked);
    if (rule != null) {
      granted.removeIf(capability -> !rule.admits(capability));
    }
    return granted;
  }
}
