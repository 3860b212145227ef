package io.polyplug.monorepo.key;

import io.polyplug.bento.Toolchain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What enters a dish's content signature besides its files.
 *
 * @param name the dish's
 * @param pin empty without an adapter and where {@code use_system} is set
 * @param adapterPin what the adapter reports
 * @param tasks in the order of their names
 */
public record SignatureParts(
    String name,
    Optional<ToolPin> pin,
    Optional<String> adapter,
    Optional<Toolchain> adapterPin,
    List<Task> tasks) {
  private static final String PREFIX = "bento-dish-content-v1";

  /**
   * A task of the dish.
   *
   * @param env values by name, an empty one for a variable that is not set
   */
  public record Task(
      String name,
      String run,
      List<String> outputs,
      List<String> workspaceOutputs,
      Map<String, String> env) {}

  /** In the order of section 6.5. */
  public List<String> list() {
    List<String> parts = new ArrayList<>();
    parts.add(PREFIX);
    parts.add(name);
    if (pin.isPresent()) {
      parts.add(pin.get().source());
      parts.add(pin.get().tool());
      parts.add(pin.get().version());
    }
    if (adapter.isPresent()) {
      parts.add(adapter.get());
    }
    if (adapterPin.isPresent()) {
      parts.add(adapterPin.get().tool());
      parts.add(adapterPin.get().version());
    }
    for (Task task : tasks) {
      parts.add(task.name());
      parts.add(task.run());
      parts.addAll(task.outputs());
      parts.addAll(task.workspaceOutputs());
      for (Map.Entry<String, String> variable : new TreeMap<>(task.env()).entrySet()) {
        parts.add(variable.getKey());
        parts.add(variable.getValue());
      }
    }
    return parts;
  }
}
