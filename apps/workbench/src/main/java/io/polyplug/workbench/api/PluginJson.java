package io.polyplug.workbench.api;

import io.polyplug.host.Discovered;
import io.polyplug.host.Failure;
import io.polyplug.host.Greeting;
import io.polyplug.host.ManifestedPlugin;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginInfo;
import io.polyplug.host.PluginStatus;
import io.polyplug.host.StoringPlugin;
import io.polyplug.install.Installed;
import io.polyplug.install.PackageStore;
import io.polyplug.process.ProcessUsage;
import io.polyplug.workbench.Served;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** Plugins as the page gets them: a row for a list, and all that is known of one. */
record PluginJson(Served served, IconRoutes icons) {
  void writeRow(Plugin plugin, JsonGenerator out) {
    out.writeStartObject();
    writeMembers(plugin, out);
    out.writeEndObject();
  }

  private void writeMembers(Plugin plugin, JsonGenerator out) {
    PluginInfo info = plugin.info();
    PluginStatus status = plugin.status();
    out.writeStringProperty("key", info.key());
    out.writeStringProperty("called", served.host().nameOf(plugin));
    out.writeStringProperty("id", info.id());
    out.writeStringProperty("contract", info.contract());
    out.writeStringProperty("name", info.name());
    out.writeStringProperty("version", info.version());
    out.writeStringProperty("description", info.description());
    out.writeStringProperty("tag", plugin.tag());
    icons.of(plugin).ifPresent(it -> out.writeStringProperty("icon", it.mark()));
    out.writeStringProperty("state", EventRoutes.word(status.state()));
    out.writeStringProperty("health", status.health().word());
    out.writeStringProperty("reason", status.health().reason());
    out.writeBooleanProperty("enabled", status.enabled());
    out.writeBooleanProperty("trusted", plugin.trusted());
    out.writeBooleanProperty("shared", plugin.sharesOneInstance());
    out.writeBooleanProperty("eager", plugin.startsWithHost());
    out.writeBooleanProperty("goesOnWhenReloaded", plugin.goesOnWhenReloaded());
    out.writeNumberProperty("restarts", status.restarts());
    status.runningSince().ifPresent(it -> out.writeStringProperty("since", it.toString()));
    status
        .pid()
        .ifPresent(
            pid -> {
              out.writeNumberProperty("pid", pid);
              ProcessUsage.of(pid)
                  .ifPresent(
                      used -> {
                        out.writeNumberProperty("memoryBytes", used.residentBytes());
                        out.writeNumberProperty("cpuMs", used.cpu().toMillis());
                      });
            });
    Optional<Installed> installed = PackageStore.noted(info);
    out.writeBooleanProperty("installed", installed.isPresent());
    installed.ifPresent(it -> out.writeStringProperty("source", it.source()));
  }

  /** The members of a row, and what only its own page shows. */
  void writeAll(Plugin plugin, JsonGenerator out) {
    writeMembers(plugin, out);
    out.writeStringProperty("origin", plugin.info().origin().toString());
    texts("commandLine", plugin.commandLine(), out);
    texts("diagnose", plugin.diagnose(), out);
    plugin
        .asIfPossible(ManifestedPlugin.class)
        .ifPresent(it -> out.writeStringProperty("manifest", it.manifestFile().toString()));
    plugin
        .asIfPossible(StoringPlugin.class)
        .ifPresent(it -> out.writeStringProperty("storage", it.storageFolder().toString()));
    plugin.lastFailure().ifPresent(failure -> write(failure, out));
    PluginStatus status = plugin.status();
    status.greeting().ifPresent(it -> write(it, status.runningSince(), out));
    PackageStore.noted(plugin.info())
        .ifPresent(
            it -> {
              texts("asksFor", it.asksFor(), out);
              out.writeStringProperty("digest", it.digest());
              out.writeStringProperty("installedAt", it.installedAt().toString());
            });
  }

  private static void write(Failure failure, JsonGenerator out) {
    out.writeObjectPropertyStart("lastFailure");
    out.writeStringProperty("code", failure.code().code());
    out.writeStringProperty("message", failure.message());
    texts("stderr", failure.stderr(), out);
    out.writeEndObject();
  }

  private static void write(Greeting greeting, Optional<Instant> at, JsonGenerator out) {
    out.writeObjectPropertyStart("handshake");
    out.writeStringProperty("protocol", greeting.protocol());
    at.ifPresent(it -> out.writeStringProperty("at", it.toString()));
    out.writeName("answer");
    greeting.answer().compact().writeTo(out);
    out.writeBooleanProperty("cut", greeting.cut());
    out.writeEndObject();
  }

  /** What would be installed, or was. */
  static void write(Installed plugin, JsonGenerator out) {
    out.writeStringProperty("plugin", plugin.id());
    out.writeStringProperty("version", plugin.version());
    out.writeStringProperty("contract", plugin.contract());
    out.writeNumberProperty("files", plugin.files());
    texts("asksFor", plugin.asksFor(), out);
    out.writeStringProperty("digest", plugin.digest());
  }

  static void texts(String name, List<String> texts, JsonGenerator out) {
    out.writeArrayPropertyStart(name);
    texts.forEach(out::writeString);
    out.writeEndArray();
  }

  static void write(Discovered.Invalid bad, JsonGenerator out) {
    out.writeStartObject();
    out.writeStringProperty("contract", bad.contract());
    out.writeStringProperty("folder", bad.folder().toString());
    out.writeStringProperty("reason", bad.reason());
    out.writeEndObject();
  }
}
