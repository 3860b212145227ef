package io.polyplug.gateway;

import io.polyplug.bab.BabContract;
import io.polyplug.bab.DelegateAnswer;
import io.polyplug.bab.Delegates;
import io.polyplug.base.Clock;
import io.polyplug.host.PluginHost;
import io.polyplug.wire.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The tools {@code delegate}, {@code list_models} and {@code version} that clients of bab know,
 * while the host has plugins of bab. Safe from any thread.
 */
final class DelegateTools implements OwnTools {
  private static final String DELEGATE = "delegate";
  private static final String LIST_MODELS = "list_models";
  private static final String VERSION = "version";
  private static final Set<String> NAMES = Set.of(DELEGATE, LIST_MODELS, VERSION);

  private static final Json NO_INPUT = Json.parse("{\"type\":\"object\"}");

  private final PluginHost host;
  private final Map<String, String> environment;
  private final String version;
  private final Predicate<String> wanted;
  private @Nullable Delegates delegates;

  /** Throws a failure of the configuration if there are plugins of bab and it is wrong. */
  DelegateTools(
      PluginHost host, Map<String, String> environment, String version, Predicate<String> wanted) {
    this.host = host;
    this.environment = environment;
    this.version = version;
    this.wanted = wanted;
    if (isThere()) {
      delegates();
    }
  }

  private boolean isThere() {
    return host.plugins().stream().anyMatch(it -> it.info().contract().equals(BabContract.ID));
  }

  private synchronized Delegates delegates() {
    Delegates made = delegates;
    if (made == null) {
      made = new Delegates(host, environment, version, Clock.system());
      delegates = made;
    }
    return made;
  }

  @Override
  public List<Json> described() {
    if (!isThere()) {
      return List.of();
    }
    return List.of(
            describe(
                DELEGATE,
                "Hands a task to a command-line agent and returns its answer.",
                delegates().delegateSchema()),
            describe(LIST_MODELS, "The models that the agents offer.", NO_INPUT),
            describe(VERSION, "Who answers here, and in which version.", NO_INPUT))
        .stream()
        .filter(it -> wanted.test(nameOf(it)))
        .toList();
  }

  private static String nameOf(Json tool) {
    return Texts.text(GatewayTools.member(tool, "name"));
  }

  private static Json describe(String name, String description, Json schema) {
    return Json.object(
        out -> {
          out.writeStringProperty("name", name);
          out.writeStringProperty("description", description);
          out.writeName("inputSchema");
          schema.compact().writeTo(out);
        });
  }

  @Override
  public Optional<Json> call(String name, Json arguments) throws InterruptedException {
    // The name first: this is asked for every call of every tool.
    if (!NAMES.contains(name) || !wanted.test(name) || !isThere()) {
      return Optional.empty();
    }
    DelegateAnswer answer;
    switch (name) {
      case DELEGATE -> answer = delegates().delegate(arguments);
      case LIST_MODELS -> answer = delegates().listModels();
      case VERSION -> answer = delegates().version();
      default -> {
        return Optional.empty();
      }
    }
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    return Optional.of(Texts.result(answer.json().toString(), answer.isError()));
  }
}
