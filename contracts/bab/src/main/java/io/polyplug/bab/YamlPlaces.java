package io.polyplug.bab;

import io.polyplug.host.config.KeyStep;
import io.polyplug.host.config.TextPlace;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Finds the keys of a YAML document in its text. Immutable. */
final class YamlPlaces {
  /** Where one step of a path leads. */
  private record Step(Node to, Optional<Mark> mark) {}

  private final Optional<Node> root;

  private YamlPlaces(Optional<Node> root) {
    this.root = root;
  }

  /** A place as others count it. */
  static TextPlace place(Optional<Mark> mark) {
    return mark.map(it -> new TextPlace(it.getLine() + 1, it.getColumn() + 1))
        .orElse(TextPlace.NONE);
  }

  /** Of a text that is no YAML every place is unknown. */
  static YamlPlaces of(String text) {
    try {
      return new YamlPlaces(YamlText.compose(text));
    } catch (InvalidManifest e) {
      return new YamlPlaces(Optional.empty());
    }
  }

  /**
   * Where the key with this path is, such as {@code roles[1].args.x}; if it is missing, the last on
   * the way to it.
   */
  TextPlace ofKey(String path) {
    TextPlace place = TextPlace.NONE;
    @Nullable Node node = root.orElse(null);
    for (KeyStep step : KeyStep.of(path)) {
      @Nullable Step next =
          node == null
              ? null
              : switch (step) {
                case KeyStep.Member(String name) -> member(node, name);
                case KeyStep.Element(int index) -> element(node, index);
              };
      if (next == null) {
        return place;
      }
      place = place(next.mark());
      node = next.to();
    }
    return place;
  }

  private static @Nullable Step element(Node node, int index) {
    return node instanceof SequenceNode list && index < list.getValue().size()
        ? new Step(list.getValue().get(index), list.getValue().get(index).getStartMark())
        : null;
  }

  private static @Nullable Step member(Node node, String name) {
    if (node instanceof MappingNode map) {
      for (NodeTuple entry : map.getValue()) {
        if (entry.getKeyNode() instanceof ScalarNode key && key.getValue().equals(name)) {
          return new Step(entry.getValueNode(), key.getStartMark());
        }
      }
    }
    return null;
  }
}
