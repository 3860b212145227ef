package io.polyplug.cli;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** {@code --url} and {@code -H}: what a plugin is to talk to, and what it is to tell there. */
final class TargetOptions {
  private TargetOptions() {}

  static void addTo(CommandSpec spec) {
    spec.addOption(
        OptionSpec.builder("--url")
            .paramLabel("URL")
            .type(String.class)
            .description("What the plugin is to talk to, where its contract has such a thing.")
            .build());
    spec.addOption(
        OptionSpec.builder("-H", "--header")
            .paramLabel("'NAME: VALUE'")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .arity("1")
            .description("Metadata for the other side; may be given more than once.")
            .build());
  }

  static Map<String, String> metadata(Given given) {
    Map<String, String> metadata = new TreeMap<>();
    for (String entry : given.<String>list("-H")) {
      int colon = entry.indexOf(':');
      if (colon <= 0 || entry.substring(0, colon).isBlank()) {
        throw new UsageProblem("-H: expected 'NAME: VALUE', found \"" + entry + "\"");
      }
      metadata.put(entry.substring(0, colon).strip(), entry.substring(colon + 1).strip());
    }
    return metadata;
  }
}
