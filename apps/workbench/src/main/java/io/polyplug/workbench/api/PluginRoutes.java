package io.polyplug.workbench.api;

import io.polyplug.host.Health;
import io.polyplug.host.Plugin;
import io.polyplug.host.Session;
import io.polyplug.install.InstallProblem;
import io.polyplug.install.Installed;
import io.polyplug.install.PackageStore;
import io.polyplug.workbench.Served;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * {@code /api/plugins}: all plugins, what was found but cannot be used, all that is known of one,
 * and what can be done to it. What cannot be done is answered with 409 and the reason.
 */
record PluginRoutes(Served served, PluginJson json) {
  /** How long a plugin may take to start, or to say how it is. */
  private static final Duration LONGEST_START = Duration.ofSeconds(60);

  private static final Duration LONGEST_CHECK = Duration.ofSeconds(10);

  void addTo(Routes.Builder routes) {
    routes
        .add("GET", "/api/plugins", this::list)
        .add("GET", "/api/plugins/{key}", call -> show(plugin(call), call))
        .add("DELETE", "/api/plugins/{key}", this::uninstall)
        .add("POST", "/api/plugins/{key}/start", this::start)
        .add("POST", "/api/plugins/{key}/stop", this::stop)
        .add("POST", "/api/plugins/{key}/reload", this::reload)
        .add("POST", "/api/plugins/{key}/restart", this::restart)
        .add("POST", "/api/plugins/{key}/enable", this::enable)
        .add("POST", "/api/plugins/{key}/disable", this::disable)
        .add("POST", "/api/plugins/{key}/check", this::check);
  }

  private Plugin plugin(ApiCall call) {
    return served.host().plugin(call.variable("key"));
  }

  private void list(ApiCall call) throws IOException {
    call.object(
        out -> {
          out.writeArrayPropertyStart("plugins");
          served.host().plugins().forEach(plugin -> json.writeRow(plugin, out));
          out.writeEndArray();
          out.writeArrayPropertyStart("unusable");
          served.host().invalid().forEach(bad -> PluginJson.write(bad, out));
          out.writeEndArray();
        });
  }

  private void show(Plugin plugin, ApiCall call) throws IOException {
    call.object(out -> json.writeAll(plugin, out));
  }

  private static ApiProblem impossible(Plugin plugin, String code, String why) {
    return new ApiProblem(409, code, plugin.info().id() + ": " + why);
  }

  private void start(ApiCall call) throws IOException, ApiProblem {
    Plugin plugin = plugin(call);
    needsSharedInstance(plugin);
    plugin.hold(Session.class, true, Optional.of(LONGEST_START)).close();
    show(plugin, call);
  }

  private void stop(ApiCall call) throws IOException, ApiProblem {
    Plugin plugin = plugin(call);
    needsSharedInstance(plugin);
    if (plugin.startsWithHost()) {
      throw impossible(
          plugin, "kept_running", "its contract keeps it running while the host is; disable it");
    }
    plugin.stop();
    plugin.awaitSettled(LONGEST_START);
    show(plugin, call);
  }

  private static void needsSharedInstance(Plugin plugin) throws ApiProblem {
    if (!plugin.sharesOneInstance()) {
      throw impossible(
          plugin, "no_instance", "each call has an instance of its own, so there is none to start");
    }
  }

  /** Not every contract ends what runs, so it is said whether that goes on. */
  private void reload(ApiCall call) throws IOException {
    Plugin plugin = plugin(call);
    Optional<Instant> before = plugin.status().runningSince();
    plugin.reload();
    plugin.awaitSettled(LONGEST_START);
    Optional<Instant> after = plugin.status().runningSince();
    call.object(
        out -> {
          json.writeAll(plugin, out);
          out.writeStringProperty(
              "instance", after.isEmpty() ? "none" : after.equals(before) ? "kept" : "fresh");
        });
  }

  /** Ends what runs, whatever the contract says of a reload, and starts another. */
  private void restart(ApiCall call) throws IOException, ApiProblem {
    Plugin plugin = plugin(call);
    needsSharedInstance(plugin);
    plugin.stop();
    plugin.awaitSettled(LONGEST_START);
    plugin.hold(Session.class, true, Optional.of(LONGEST_START)).close();
    show(plugin, call);
  }

  private void enable(ApiCall call) throws IOException, ApiProblem {
    Plugin plugin = plugin(call);
    if (served.switches().isPresent()) {
      try {
        served.switches().get().enable(plugin.info());
      } catch (IOException e) {
        throw unwritten(e);
      }
    }
    plugin.enable();
    // A file may disable it too: looking at everything again tells.
    served.host().refresh();
    Plugin now = plugin(call);
    if (!now.status().enabled()) {
      throw impossible(
          now,
          "disabled_by_file",
          "it is disabled in a polyplug.toml: take it out of its list disabled");
    }
    now.awaitSettled(LONGEST_START);
    show(now, call);
  }

  private void disable(ApiCall call) throws IOException, ApiProblem {
    Plugin plugin = plugin(call);
    if (served.switches().isPresent()) {
      try {
        served.switches().get().disable(plugin.info(), plugin.info().key());
      } catch (IOException e) {
        throw unwritten(e);
      }
    }
    plugin.disable();
    plugin.awaitSettled(LONGEST_START);
    show(plugin, call);
  }

  private static ApiProblem unwritten(IOException e) {
    return new ApiProblem(
        500, "state_folder", "what is disabled cannot be written: " + e.getMessage());
  }

  private void check(ApiCall call) throws IOException {
    Plugin plugin = plugin(call);
    Health health = plugin.check(LONGEST_CHECK);
    call.object(
        out -> {
          out.writeStringProperty("health", health.word());
          out.writeStringProperty("reason", health.reason());
          PluginJson.texts("diagnose", plugin.diagnose(), out);
        });
  }

  /** What is noted of a plugin that was installed into this store. */
  static Installed installed(Plugin plugin, PackageStore store) throws ApiProblem {
    return PackageStore.noted(plugin.info())
        .filter(it -> it.folder().startsWith(store.root()))
        .orElseThrow(
            () ->
                impossible(
                    plugin,
                    "not_installed",
                    "it was not installed here but comes from " + plugin.info().origin()));
  }

  private void uninstall(ApiCall call) throws IOException, ApiProblem {
    Plugin plugin = plugin(call);
    PackageStore store = served.store().orElseThrow(PackageRoutes::nowhere);
    Installed installed = installed(plugin, store);
    try {
      store.uninstall(installed.id());
    } catch (InstallProblem e) {
      throw new ApiProblem(409, "install", String.valueOf(e.getMessage()));
    }
    served.host().refresh();
    call.done();
  }
}
