package io.polyplug.workbench.api;

import io.polyplug.base.UntrustedText;
import io.polyplug.door.Refused;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginSetting;
import io.polyplug.host.SettablePlugin;
import io.polyplug.host.config.KeptSettings;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.workbench.Served;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * {@code GET /api/plugins/KEY/settings}: what a plugin lets be set, and its values; {@code PUT}
 * with {@code {"values": {…}}}: keeps these values in the place of all before, and starts the
 * plugin anew, since they are handed over with a start.
 */
record SettingRoutes(Served served) {
  private static final int MOST = 200;
  private static final int LONGEST_VALUE = 64 << 10;
  private static final Duration LONGEST_START = Duration.ofSeconds(60);

  void addTo(Routes.Builder routes) {
    routes.add("GET", "/api/plugins/{key}/settings", call -> show(plugin(call), call));
    routes.add("PUT", "/api/plugins/{key}/settings", this::change);
  }

  private Plugin plugin(ApiCall call) {
    return served.host().plugin(call.variable("key"));
  }

  private static Optional<SettablePlugin> settable(Plugin plugin) {
    return plugin.asIfPossible(SettablePlugin.class);
  }

  private Map<String, Json> kept(Plugin plugin) throws ApiProblem {
    try {
      return served.settings().isPresent() ? served.settings().get().of(plugin.info()) : Map.of();
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private static ApiProblem unreadable(IOException e) {
    return new ApiProblem(500, "settings_unreadable", String.valueOf(e.getMessage()));
  }

  private void show(Plugin plugin, ApiCall call) throws IOException, ApiProblem {
    Optional<SettablePlugin> settable = settable(plugin);
    Optional<List<PluginSetting>> declared = settable.flatMap(SettablePlugin::settings);
    Map<String, Json> configured = settable.map(SettablePlugin::configured).orElse(Map.of());
    Map<String, Json> kept = kept(plugin);
    call.object(
        out -> {
          out.writeBooleanProperty("settable", settable.isPresent());
          out.writeBooleanProperty("known", declared.isPresent());
          out.writeBooleanProperty("kept", served.settings().isPresent());
          out.writeArrayPropertyStart("settings");
          declared.orElse(List.of()).stream()
              .limit(MOST)
              .forEach(it -> write(it, configured.get(it.key()), kept.get(it.key()), out));
          out.writeEndArray();
        });
  }

  private static void write(
      PluginSetting setting, @Nullable Json configured, @Nullable Json kept, JsonGenerator out) {
    out.writeStartObject();
    out.writeStringProperty("key", setting.key());
    out.writeStringProperty("label", setting.label());
    setting.description().ifPresent(it -> out.writeStringProperty("description", it));
    out.writeStringProperty("type", EventRoutes.word(setting.type()));
    out.writeBooleanProperty("required", setting.required());
    setting
        .defaultValue()
        .ifPresent(
            it -> {
              out.writeName("default");
              it.compact().writeTo(out);
            });
    if (!setting.choices().isEmpty()) {
      out.writeArrayPropertyStart("choices");
      for (PluginSetting.Choice choice : setting.choices()) {
        out.writeStartObject();
        out.writeStringProperty("value", choice.value());
        out.writeStringProperty("label", choice.label());
        out.writeEndObject();
      }
      out.writeEndArray();
    }
    Json value = configured == null ? kept : configured;
    if (value != null) {
      out.writeName("value");
      value.compact().writeTo(out);
    }
    out.writeStringProperty(
        "from", configured != null ? "configuration" : kept != null ? "kept" : "default");
    out.writeEndObject();
  }

  private void change(ApiCall call) throws IOException, Refused, ApiProblem {
    Plugin plugin = plugin(call);
    var _ = kept(plugin);
    KeptSettings place =
        served
            .settings()
            .orElseThrow(() -> impossible(plugin, "not_kept", "this host keeps no settings"));
    SettablePlugin settable =
        settable(plugin)
            .orElseThrow(
                () ->
                    impossible(
                        plugin,
                        "no_settings",
                        "plugins of the contract "
                            + plugin.info().contract()
                            + " have no settings"));
    List<PluginSetting> declared =
        settable
            .settings()
            .orElseThrow(
                () ->
                    impossible(
                        plugin, "not_running", "what can be set is known while it runs; start it"));
    Map<String, Json> values = values(call);
    check(plugin, settable, declared, values);
    try {
      place.set(plugin.info(), values);
    } catch (IOException e) {
      throw new ApiProblem(500, "state_folder", "settings cannot be written: " + e.getMessage());
    }
    plugin.reload();
    plugin.awaitSettled(LONGEST_START);
    show(plugin, call);
  }

  private static Map<String, Json> values(ApiCall call) throws IOException, Refused, ApiProblem {
    Json body = call.json();
    Json values = body.kind() == Json.Kind.OBJECT ? JsonParts.members(body).get("values") : null;
    if (values == null || values.kind() != Json.Kind.OBJECT) {
      throw CallRequest.invalid("expected {\"values\": {…}}");
    }
    Map<String, Json> given = JsonParts.members(values);
    if (given.size() > MOST
        || given.values().stream().anyMatch(it -> it.length() > LONGEST_VALUE)) {
      throw CallRequest.invalid(
          "\"values\": expected at most %d of at most %d bytes".formatted(MOST, LONGEST_VALUE));
    }
    return given;
  }

  private static void check(
      Plugin plugin,
      SettablePlugin settable,
      List<PluginSetting> declared,
      Map<String, Json> values)
      throws ApiProblem {
    for (Map.Entry<String, Json> entry : values.entrySet()) {
      PluginSetting setting =
          declared.stream()
              .filter(it -> it.key().equals(entry.getKey()))
              .findFirst()
              .orElseThrow(
                  () ->
                      CallRequest.invalid(
                          "%s has no setting \"%s\""
                              .formatted(
                                  plugin.info().id(), UntrustedText.excerpt(entry.getKey(), 80))));
      if (settable.configured().containsKey(entry.getKey())) {
        throw impossible(
            plugin,
            "set_by_file",
            UntrustedText.excerpt(entry.getKey(), 80)
                + " is set in "
                + plugin.info().origin()
                + ": change it there");
      }
      Optional<String> problem = setting.problem(entry.getValue());
      if (problem.isPresent()) {
        throw CallRequest.invalid(problem.get());
      }
    }
    for (PluginSetting setting : declared) {
      if (setting.required()
          && setting.defaultValue().isEmpty()
          && !values.containsKey(setting.key())
          && !settable.configured().containsKey(setting.key())) {
        throw CallRequest.invalid(
            UntrustedText.excerpt(setting.key(), 80) + ": it needs a value, found none");
      }
    }
  }

  private static ApiProblem impossible(Plugin plugin, String code, String why) {
    return new ApiProblem(409, code, plugin.info().id() + ": " + why);
  }
}
