package io.polyplug.cli;

import io.polyplug.base.UntrustedText;
import io.polyplug.cli.running.HostView;
import io.polyplug.cli.running.Listing;
import io.polyplug.cli.running.LocalView;
import io.polyplug.cli.running.RunningProblem;
import io.polyplug.cli.running.RunningView;
import io.polyplug.host.Health;
import io.polyplug.host.Plugin;
import io.polyplug.host.config.DisabledPlugins;
import java.io.IOException;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code polyplug enable PLUGIN} and {@code polyplug disable PLUGIN}: whether a plugin may be used.
 * Kept in the user's state folder; a running host is told.
 */
record SwitchCommand(boolean on) implements Command {
  @Override
  public CommandSpec specification(String name) {
    CommandSpec spec =
        CommonOptions.command(
            name,
            on
                ? "Lets a plugin be used again."
                : "Keeps a plugin from being used until it is enabled; it stays listed.");
    spec.addPositional(CommonOptions.plugin("1"));
    return spec;
  }

  @Override
  public int run(Given given, Surroundings around) {
    String name = given.argument(0).orElse("");
    Listing.Row row;
    try (HostView view = Hosts.quietView(given, around)) {
      row =
          switch (view) {
            case RunningView running -> running.change(on ? "enable" : "disable", name);
            case LocalView local -> here(local, name, given, around);
          };
    }
    if (on && row.status().equals(Health.DISABLED)) {
      throw new RunningProblem(
          "disabled_by_file",
          UntrustedText.escape(row.id())
              + " is disabled in a polyplug.toml: take it out of its list disabled");
    }
    return PluginLine.print(row, around.printer());
  }

  private Listing.Row here(LocalView view, String name, Given given, Surroundings around) {
    Plugin plugin = view.host().plugin(name);
    DisabledPlugins list = new DisabledPlugins(around.folders().state());
    try {
      if (on) {
        list.enable(plugin.info());
      } else {
        list.disable(plugin.info(), plugin.info().key());
      }
    } catch (IOException e) {
      throw new RunningProblem(
          "state_folder",
          "What is disabled cannot be written to %s: %s"
              .formatted(around.folders().state(), e.getMessage()));
    }
    view.host().refresh();
    // A host that runs for another folder may have this plugin too.
    Hosts.tellOfChange(given, around);
    return view.plugin(name);
  }
}
