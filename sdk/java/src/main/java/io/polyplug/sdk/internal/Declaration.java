package io.polyplug.sdk.internal;

import io.polyplug.sdk.EventHandler;
import io.polyplug.sdk.Screen;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that a plugin declares. Nobody changes it once it is served.
 *
 * @param tools in the order of their declaration
 * @param asks the values wanted of each capability; none for all of it
 * @param adapter null if it is none
 * @param own null if it implements no application's contract
 */
public record Declaration(
    String name,
    String version,
    String title,
    String description,
    List<Tool> tools,
    Map<String, Screen> screens,
    Map<String, List<String>> asks,
    List<String> publishes,
    Map<String, EventHandler> hears,
    boolean eager,
    int idleReapSeconds,
    @Nullable AdapterParts adapter,
    @Nullable OwnParts own) {
  /** What can be called with one input: unary tools, then streams, each as declared. */
  List<Tool.Callable> callable() {
    List<Tool.Callable> found = new ArrayList<>();
    for (Tool tool : tools) {
      if (tool instanceof Tool.Unary<?> unary) {
        found.add(unary);
      }
    }
    for (Tool tool : tools) {
      if (tool instanceof Tool.Stream<?> stream) {
        found.add(stream);
      }
    }
    return found;
  }

  Tool.@Nullable Callable callable(String tool) {
    return find(tool) instanceof Tool.Callable found ? found : null;
  }

  @Nullable Tool find(String tool) {
    for (Tool one : tools) {
      if (one.name().equals(tool)) {
        return one;
      }
    }
    return null;
  }

  /** The sentence for a tool that there is not. */
  String noSuchTool(String tool) {
    StringBuilder sentence = new StringBuilder(name).append(" has no tool ").append(tool);
    String before = "; it has ";
    for (Tool.Callable one : callable()) {
      sentence.append(before).append(one.name());
      before = ", ";
    }
    return sentence.toString();
  }
}
