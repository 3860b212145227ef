package io.polyplug.bab;

import io.polyplug.base.UntrustedText;
import io.polyplug.wire.Json;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * Makes values of nodes. A node that several aliases lead to becomes one value that they share, so
 * that nested aliases cost nothing.
 */
final class YamlNodes {
  private static final int LONGEST_NUMBER = 400;

  private final IdentityHashMap<Node, YamlValue> made = new IdentityHashMap<>();
  private final Set<Node> underway = Collections.newSetFromMap(new IdentityHashMap<>());

  YamlValue value(Node node) throws InvalidManifest {
    @Nullable YamlValue known = made.get(node);
    if (known != null) {
      return known;
    }
    if (!underway.add(node)) {
      throw problem(node, "a value contains itself");
    }
    YamlValue value =
        switch (node) {
          case ScalarNode scalar -> scalar(scalar);
          case SequenceNode sequence -> items(sequence);
          case MappingNode mapping -> fields(mapping);
          default -> throw problem(node, "expected a value");
        };
    made.put(node, value);
    return value;
  }

  private YamlValue items(SequenceNode sequence) throws InvalidManifest {
    List<YamlValue> values = new ArrayList<>();
    for (Node element : sequence.getValue()) {
      values.add(value(element));
    }
    return new YamlValue.Items(Collections.unmodifiableList(values));
  }

  private YamlValue fields(MappingNode mapping) throws InvalidManifest {
    Map<String, YamlValue> values = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        throw problem(tuple.getKeyNode(), "a key must be a string");
      }
      if (values.containsKey(key.getValue())) {
        throw problem(
            key, "the key \"" + UntrustedText.excerpt(key.getValue(), 80) + "\" is there twice");
      }
      values.put(key.getValue(), value(tuple.getValueNode()));
    }
    return new YamlValue.Fields(Collections.unmodifiableMap(values));
  }

  private static YamlValue scalar(ScalarNode node) throws InvalidManifest {
    Tag tag = node.getTag();
    String text = node.getValue();
    if (tag.equals(Tag.NULL)) {
      return new YamlValue.Nothing();
    }
    if (tag.equals(Tag.BOOL)) {
      return new YamlValue.Flag(text.equalsIgnoreCase("true"));
    }
    return tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)
        ? number(node, text, tag.equals(Tag.INT))
        : new YamlValue.Text(text);
  }

  /** As JavaScript has them: exact where a long holds them, else the nearest double. */
  private static YamlValue number(ScalarNode node, String text, boolean whole)
      throws InvalidManifest {
    if (text.length() <= LONGEST_NUMBER) {
      try {
        BigInteger exact = whole ? integer(text) : null;
        if (exact != null && exact.bitLength() < Long.SIZE) {
          return new YamlValue.Numeric(Json.parse(exact.toString()));
        }
        double value = exact == null ? Double.parseDouble(text) : exact.doubleValue();
        if (Double.isFinite(value)) {
          long rounded = (long) value;
          return new YamlValue.Numeric(
              Json.parse(rounded == value ? Long.toString(rounded) : Double.toString(value)));
        }
      } catch (NumberFormatException e) {
        // Told below, as for those that are no finite numbers.
      }
    }
    throw problem(
        node, "expected a finite number, found \"" + UntrustedText.excerpt(text, 80) + '"');
  }

  private static BigInteger integer(String text) {
    if (text.startsWith("0o")) {
      return new BigInteger(text.substring(2), 8);
    }
    return text.startsWith("0x")
        ? new BigInteger(text.substring(2), 16)
        : new BigInteger(text.startsWith("+") ? text.substring(1) : text);
  }

  private static InvalidManifest problem(Node node, String text) {
    return InvalidManifest.at(YamlPlaces.place(node.getStartMark()), text);
  }
}
