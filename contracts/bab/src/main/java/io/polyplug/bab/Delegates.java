package io.polyplug.bab;

import io.polyplug.base.Clock;
import io.polyplug.base.UntrustedText;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.Held;
import io.polyplug.host.HostEvent;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginHost;
import io.polyplug.wire.Json;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tools of sections 15 to 17 over the plugins of a host, without a protocol around them. The
 * host looks at its folders again at most every 5,000 ms; calls that come meanwhile share that
 * look. An interrupt of the calling thread cancels a run, and the call returns when its program is
 * gone. Nothing is thrown at callers. Safe from any thread; the host belongs to the caller.
 */
public final class Delegates {
  private final PluginHost host;
  private final String version;
  private final boolean stacks;
  private final WorkingFolders folders;
  private final LoadedPlugins plugins;
  private final SharedLoads<Boolean> looks;

  /**
   * Over this host's plugins.
   *
   * @param environment that of this process; throws {@link PluginFailure} of {@code
   *     invalid_configuration} if a setting in it, or the user's global file, is wrong
   * @param version of the program around it
   */
  public Delegates(PluginHost host, Map<String, String> environment, String version, Clock clock) {
    this(host, BabHost.of(environment), version, clock);
  }

  Delegates(PluginHost host, BabHost place, String version, Clock clock) {
    try {
      place.settings();
      place.globalFile();
    } catch (PluginFiles.Unusable e) {
      throw new Failure(FailureCode.INVALID_CONFIGURATION, BabContract.ID, e.getMessage()).thrown();
    }
    this.host = host;
    this.version = version;
    this.stacks = LogLevels.least(place.environment()) == HostEvent.Level.DEBUG;
    this.folders = new WorkingFolders(place);
    this.plugins = new LoadedPlugins(host);
    this.looks = new SharedLoads<>(BabContract.ID, clock, this::look);
  }

  /** The input of {@link #delegate}, as JSON Schema. */
  public Json delegateSchema() {
    return DelegateArguments.SCHEMA;
  }

  /** Runs a plugin's program: arguments, folder, plugin, adapter, role and run, in this order. */
  public DelegateAnswer delegate(Json arguments) {
    try {
      DelegateArguments read = DelegateArguments.read(arguments);
      folders.check(read.request().workingDirectory(), false);
      looks.get();
      try (Held<BabSession> held = find(read)) {
        return new DelegateAnswer(false, held.session().delegate(read.request()).toJson());
      } catch (PluginFailure e) {
        throw unavailable(read.plugin().orElse(e.plugin()), e);
      }
    } catch (DelegateFailure e) {
      return DelegateAnswer.of(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return DelegateAnswer.of(DelegateFailure.cancelled());
    } catch (RuntimeException e) {
      tell(HostEvent.Level.ERROR, "a run failed unexpectedly: " + e);
      if (stacks) {
        tell(HostEvent.Level.DEBUG, RunLog.stack(e));
      }
      return DelegateAnswer.of(
          new DelegateFailure(DelegateError.UNKNOWN, UntrustedText.excerpt(e.toString(), 2000)));
    }
  }

  private Held<BabSession> find(DelegateArguments arguments)
      throws DelegateFailure, InterruptedException {
    Map<String, Plugin> all = plugins.all();
    String id;
    if (arguments.plugin().isPresent()) {
      id = arguments.plugin().get();
    } else {
      Set<String> available = plugins.ask(session -> true).keySet();
      if (available.size() != 1) {
        throw new DelegateFailure(
            DelegateError.NOT_FOUND,
            "cli_name is required when multiple or zero plugins are available");
      }
      id = available.iterator().next();
    }
    @Nullable Plugin plugin = all.get(id);
    if (plugin == null) {
      throw new DelegateFailure(DelegateError.NOT_FOUND, "Unknown plugin: " + id);
    }
    return LoadedPlugins.hold(plugin);
  }

  /** One that is unavailable is as unknown as one that is not there (section 7). */
  private static DelegateFailure unavailable(String id, PluginFailure failure) {
    return failure.failure().code() == FailureCode.CANCELLED
        ? DelegateFailure.cancelled()
        : new DelegateFailure(DelegateError.NOT_FOUND, "Unknown plugin: " + id);
  }

  /** The models that the plugins offer, by plugin; {@code providers} is always empty here. */
  public DelegateAnswer listModels() {
    Map<String, List<String>> models;
    try {
      looks.get();
      models = plugins.ask(BabSession::listModels);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return DelegateAnswer.of(DelegateFailure.cancelled());
    }
    models.values().removeIf(List::isEmpty);
    Json content =
        Json.object(
            out -> {
              out.writeName("providers");
              out.writeStartArray();
              out.writeEndArray();
              out.writeName("plugins");
              out.writeStartObject();
              models.forEach(
                  (id, names) -> {
                    out.writeName(id);
                    out.writeStartArray();
                    names.forEach(out::writeString);
                    out.writeEndArray();
                  });
              out.writeEndObject();
            });
    Json metadata =
        Json.object(
            out -> {
              out.writeNumberProperty("count", models.values().stream().mapToInt(List::size).sum());
              out.writeNumberProperty("provider_count", 0);
              out.writeNumberProperty("plugin_count", models.size());
            });
    return json(content, metadata);
  }

  /** Who answers here: a check whether anybody does. */
  public DelegateAnswer version() {
    return json(
        Json.object(
            out -> {
              out.writeStringProperty("name", BabContract.ID);
              out.writeStringProperty("version", version);
              out.writeStringProperty("runtime", "java " + Runtime.version().feature());
              out.writeStringProperty(
                  "platform",
                  System.getProperty("os.name", "") + " " + System.getProperty("os.arch", ""));
            }),
        Json.EMPTY_OBJECT);
  }

  private static DelegateAnswer json(Json content, Json metadata) {
    return new DelegateAnswer(
        false, DelegateResult.toolOutput(content.toString(), "json", metadata));
  }

  /** A file that is wrong just now changes nothing: what was there before can still be used. */
  private boolean look() {
    try {
      host.refresh();
      return true;
    } catch (RuntimeException e) {
      tell(HostEvent.Level.WARN, "the plugins could not be looked at again: " + e.getMessage());
      return false;
    }
  }

  private void tell(HostEvent.Level level, String text) {
    host.events().emit(new HostEvent.LogLine(BabContract.ID, level, text));
  }
}
