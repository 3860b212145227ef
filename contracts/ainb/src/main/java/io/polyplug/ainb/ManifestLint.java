package io.polyplug.ainb;

import io.polyplug.base.UntrustedText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a valid manifest says that does not do what it seems to. Used by one thread. */
final class ManifestLint {
  private static final List<String> RESERVED_TOPICS = List.of("fleet.", "stream:", "socket:");
  private static final int MOST = 50;

  private final Manifest manifest;
  private final List<Remark> remarks = new ArrayList<>();

  /**
   * One thing.
   *
   * @param key the path of the key in the manifest
   * @param text safe to show
   */
  record Remark(String key, String text) {}

  private ManifestLint(Manifest manifest) {
    this.manifest = manifest;
  }

  /** One sentence for each, safe to show. */
  static List<String> of(Manifest manifest) {
    return remarks(manifest).stream()
        .map(it -> Manifest.FILE_NAME + ": " + it.key() + ": " + it.text())
        .toList();
  }

  static List<Remark> remarks(Manifest manifest) {
    ManifestLint lint = new ManifestLint(manifest);
    lint.grants();
    lint.names();
    lint.topics();
    lint.lifecycle();
    return List.copyOf(lint.remarks);
  }

  private void warn(String key, String remark) {
    if (remarks.size() < MOST) {
      remarks.add(new Remark(key, remark));
    }
  }

  private static String quoted(String text) {
    return "\"" + UntrustedText.excerpt(text, 80) + "\"";
  }

  private void grants() {
    for (String capability : manifest.capabilities().granted()) {
      switch (manifest.capabilities().of(capability)) {
        case Grant.Flag _ when Capability.LISTS.contains(capability) ->
            warn("capabilities." + capability, "true grants nothing here: expected a list");
        case Grant.Flag _ -> {}
        case Grant.Listed(List<String> entries) -> {
          if (capability.equals(Capability.NETWORK)) {
            entries.forEach(this::host);
          }
        }
      }
    }
  }

  /** Hosts are compared as a whole, so that a pattern or an address is never equal to one (9.3). */
  private void host(String entry) {
    String key = "capabilities.network";
    if (entry.isBlank()) {
      warn(key, "an entry is blank and matches no host");
    } else if (entry.indexOf('*') >= 0) {
      warn(key, quoted(entry) + " matches no host, since there are no wildcards: name each host");
    } else if (entry.indexOf('/') >= 0) {
      warn(key, quoted(entry) + " matches no host: expected a host's name, not an address");
    } else if (entry.indexOf('@') >= 0 || entry.chars().anyMatch(Character::isWhitespace)) {
      warn(key, quoted(entry) + " matches no host: expected a host's name");
    }
  }

  private void names() {
    Manifest.Provides provides = manifest.provides();
    each("provides.screens", provides.screens());
    each("provides.commands", provides.commands());
    each("provides.cli_namespaces", provides.cliNamespaces());
    each("provides.snapshots", provides.snapshots());
    each("subscribes.snapshots", manifest.subscribes().snapshots());
  }

  private void each(String key, List<String> values) {
    Set<String> seen = new HashSet<>();
    Set<String> told = new HashSet<>();
    for (String value : values) {
      if (value.isBlank() && told.add("")) {
        warn(key, "an entry is empty: expected a name");
      } else if (!value.isBlank() && !seen.add(value) && told.add(value)) {
        warn(key, quoted(value) + " is there more than once");
      }
    }
  }

  private void topics() {
    for (String topic : manifest.provides().snapshots()) {
      for (String reserved : RESERVED_TOPICS) {
        if (topic.startsWith(reserved)) {
          warn(
              "provides.snapshots",
              quoted(topic) + " cannot be published: " + quoted(reserved) + " is the host's own");
        }
      }
    }
    boolean publishes = !manifest.provides().snapshots().isEmpty();
    if (publishes && !manifest.capabilities().isGranted(Capability.EVENT_BUS)) {
      warn("provides.snapshots", "nothing can be published, since event_bus is not granted to it");
    }
    if (manifest.capabilities().of(Capability.EVENT_BUS) instanceof Grant.Listed(var patterns)
        && !patterns.isEmpty()) {
      outside("provides.snapshots", manifest.provides().snapshots(), patterns);
      outside("subscribes.snapshots", manifest.subscribes().snapshots(), patterns);
    }
  }

  /** A list of event_bus lets only these topics through (section 7). */
  private void outside(String key, List<String> topics, List<String> patterns) {
    Set<String> exact = new HashSet<>(patterns);
    List<String> prefixes =
        patterns.stream()
            .filter(pattern -> pattern.endsWith("*"))
            .map(pattern -> pattern.substring(0, pattern.length() - 1))
            .distinct()
            .toList();
    // Each is compared with each: what no person wrote is not worth the time.
    for (String topic : prefixes.size() > 1_000 ? List.<String>of() : topics) {
      if (!exact.contains(topic) && prefixes.stream().noneMatch(topic::startsWith)) {
        warn(key, quoted(topic) + " is not among the topics of capabilities.event_bus");
      }
    }
  }

  private void lifecycle() {
    Manifest.Provides provides = manifest.provides();
    boolean asked =
        !provides.screens().isEmpty()
            || !provides.commands().isEmpty()
            || !provides.cliNamespaces().isEmpty();
    if (manifest.lifecycle().spawn() == Manifest.Spawn.LAZY
        && !asked
        && !provides.snapshots().isEmpty()) {
      warn(
          "lifecycle.spawn",
          "it only publishes, so that nothing would ever start it: expected \"eager\"");
    }
  }
}
