package io.polyplug.host;

import io.polyplug.base.UntrustedText;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Finds the plugin that a name means among those of a host. */
record PluginNames(List<Plugin> plugins, List<Discovered.Invalid> invalid) {
  Plugin find(String name) {
    List<Plugin> byId =
        plugins.stream()
            .filter(it -> it.info().id().equals(name) || it.info().qualifiedId().equals(name))
            .toList();
    if (byId.size() == 1) {
      return byId.getFirst();
    }
    List<Plugin> installed =
        plugins.stream()
            .filter(it -> !name.isEmpty() && it.info().installation().equals(name))
            .toList();
    if (installed.size() == 1) {
      return installed.getFirst();
    }
    List<Plugin> meant = byId.isEmpty() ? installed : byId;
    throw meant.isEmpty() ? unknown(name) : ambiguous(name, meant);
  }

  private static NoSuchPlugin ambiguous(String name, List<Plugin> meant) {
    Map<String, Long> qualified =
        meant.stream()
            .map(it -> it.info().qualifiedId())
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    String choices =
        meant.stream()
            .map(Plugin::info)
            .map(
                it ->
                    qualified.getOrDefault(it.qualifiedId(), 0L) == 1
                        ? it.qualifiedId()
                        : it.installation())
            .sorted()
            .collect(Collectors.joining(", "));
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
                + NearestNames.hint(name, ids)));
  }
}
