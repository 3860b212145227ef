package io.polyplug.host;

import io.polyplug.base.UntrustedText;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the plugin that a name means among those of a host. */
record PluginNames(List<Plugin> plugins, List<Discovered.Invalid> invalid) {
  Plugin find(String name) {
    List<Plugin> meant = meant(name);
    if (meant.size() == 1) {
      return meant.getFirst();
    }
    throw meant.isEmpty() ? unknown(name) : ambiguous(name, meant);
  }

  /** An id counts before the name of an installation, unless only the latter is clear. */
  private List<Plugin> meant(String name) {
    List<Plugin> byId = plugins.stream().filter(it -> isNamed(it.info(), name)).toList();
    if (byId.size() == 1) {
      return byId;
    }
    List<Plugin> installed =
        plugins.stream()
            .filter(it -> !name.isEmpty() && it.info().installation().equals(name))
            .toList();
    return installed.size() == 1 || byId.isEmpty() ? installed : byId;
  }

  private static boolean isNamed(PluginInfo info, String name) {
    return info.id().equals(name) || info.qualifiedId().equals(name) || info.key().equals(name);
  }

  /** The shortest name that means this plugin and no other. */
  String of(Plugin plugin) {
    PluginInfo info = plugin.info();
    return Stream.of(info.id(), info.qualifiedId(), info.installation())
        .filter(name -> !name.isEmpty() && isOnly(plugin, name))
        .findFirst()
        .orElse(info.key());
  }

  @SuppressWarnings("ReferenceEquality") // This plugin, not one like it.
  private boolean isOnly(Plugin plugin, String name) {
    List<Plugin> meant = meant(name);
    return meant.size() == 1 && meant.getFirst() == plugin;
  }

  private NoSuchPlugin ambiguous(String name, List<Plugin> meant) {
    String choices = meant.stream().map(this::of).sorted().collect(Collectors.joining(", "));
    return new NoSuchPlugin(
        "More than one plugin is called %s: say one of %s"
            .formatted(UntrustedText.excerpt(name, 80), UntrustedText.escape(choices)));
  }

  private NoSuchPlugin unknown(String name) {
    String unusable =
        invalid.stream()
            .filter(it -> String.valueOf(it.folder().getFileName()).equals(name))
            .findFirst()
            .map(it -> " " + it.folder() + " cannot be used: " + it.reason() + ".")
            .orElse("");
    List<String> ids = plugins.stream().map(it -> it.info().id()).toList();
    return new NoSuchPlugin(
        UntrustedText.escape(
            "There is no plugin called "
                + UntrustedText.excerpt(name, 80)
                + "."
                + unusable
                + (ids.isEmpty()
                    ? " There is none at all: bind one in a polyplug.toml, or install one."
                    : NearestNames.hint(name, ids))));
  }
}
