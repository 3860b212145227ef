package io.polyplug.ainb;

import io.polyplug.ainb.protocol.AinbErrors;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginFailure;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.RpcException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The actions that other plugins of the host answer to: those of their namespaces (5.4). */
record NeighbourActions(Supplier<List<Plugin>> plugins) implements ActionRoutes {
  @Override
  public Optional<ActionRoute> find(String action, String caller) {
    return plugins.get().stream()
        .filter(plugin -> plugin.info().contract().equals(AinbContract.ID))
        .filter(plugin -> !plugin.info().id().equals(caller))
        .sorted(Comparator.comparing(plugin -> plugin.info().id()))
        .map(plugin -> plugin.as(AinbPlugin.class))
        .filter(plugin -> plugin.manifest().provides().cliNamespaces().contains(action))
        .findFirst()
        .map(plugin -> params -> forward(plugin, params));
  }

  /** What that plugin answers; its failures are the caller's errors. */
  static Json forward(AinbPlugin plugin, Json params) {
    try {
      return plugin.invokeAction(params);
    } catch (PluginError answered) {
      throw new RpcException(
          new ErrorObject(
              Integer.parseInt(answered.code()), answered.text(), data(answered).orElse(null)));
    } catch (PluginFailure failure) {
      throw AinbErrors.internal(failure.failure().message());
    }
  }

  private static Optional<Json> data(PluginError answered) {
    return answered.data().flatMap(error -> Optional.ofNullable(JsonParts.find(error, "data")[0]));
  }
}
