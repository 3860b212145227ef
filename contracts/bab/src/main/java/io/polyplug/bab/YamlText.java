package io.polyplug.bab;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.config.TextPlace;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.resolver.CoreScalarResolver;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;
import org.snakeyaml.engine.v2.scanner.StreamReader;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * Reads one YAML 1.2 document. Bounded: nesting, and how often an anchor is used, are checked on
 * the events before anything is built of them, and an alias never becomes a copy.
 */
final class YamlText {
  static final int MAX_DEPTH = 64;

  /** Section 4: an anchor may be used by so many aliases. */
  static final int MAX_ALIASES = 9;

  /** YAML 1.2 has no merge keys; here they would also copy all that they merge. */
  private static final class WithoutMerge extends CoreSchema {
    @Override
    public ScalarResolver getScalarResolver() {
      return new CoreScalarResolver(false);
    }
  }

  private final String text;

  private YamlText(String text) {
    this.text = text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  static YamlValue read(String text) throws InvalidManifest {
    return new YamlText(text).read();
  }

  /** The document as it stands, with its places; empty if there is none. */
  static Optional<Node> compose(String text) throws InvalidManifest {
    return new YamlText(text).compose();
  }

  private YamlValue read() throws InvalidManifest {
    Optional<Node> root = compose();
    if (root.isEmpty()) {
      throw InvalidManifest.of("", "expected a map, found an empty document");
    }
    return new YamlNodes().value(root.get());
  }

  private Optional<Node> compose() throws InvalidManifest {
    LoadSettings settings =
        LoadSettings.builder()
            .setSchema(new WithoutMerge())
            .setCodePointLimit(Math.max(1, text.length()))
            .setMaxAliasesForCollections(text.length())
            .build();
    try {
      checkEvents(settings);
      return new Composer(settings, parser(settings)).getSingleNode();
    } catch (MarkedYamlEngineException e) {
      throw InvalidManifest.at(
          YamlPlaces.place(e.getProblemMark()), UntrustedText.excerpt(problem(e), 300));
    } catch (YamlEngineException e) {
      throw InvalidManifest.of("", UntrustedText.excerpt(String.valueOf(e.getMessage()), 300));
    }
  }

  private static String problem(MarkedYamlEngineException e) {
    String problem = e.getProblem();
    if (problem == null) {
      return "it is not YAML";
    }
    // Some of them are the second half of a sentence.
    return problem.startsWith("but ") ? e.getContext() + ", " + problem : problem;
  }

  private ParserImpl parser(LoadSettings settings) {
    return new ParserImpl(settings, new StreamReader(settings, text));
  }

  private void checkEvents(LoadSettings settings) throws InvalidManifest {
    Map<String, Integer> uses = new HashMap<>();
    int depth = 0;
    ParserImpl events = parser(settings);
    while (events.hasNext()) {
      Event event = events.next();
      switch (event.getEventId()) {
        case MappingStart, SequenceStart -> depth++;
        case MappingEnd, SequenceEnd -> depth--;
        default -> {}
      }
      TextPlace at = YamlPlaces.place(event.getStartMark());
      if (depth > MAX_DEPTH) {
        throw InvalidManifest.at(at, "nested deeper than " + MAX_DEPTH + " levels");
      }
      if (event instanceof ScalarEvent scalar
          && scalar.getTag().filter(Tag.MERGE.getValue()::equals).isPresent()) {
        throw InvalidManifest.at(at, "YAML 1.2 has no merge keys");
      }
      if (event instanceof NodeEvent node && node.getAnchor().isPresent()) {
        String anchor = node.getAnchor().get().getValue();
        if (!(event instanceof AliasEvent)) {
          uses.put(anchor, 0);
        } else if (uses.merge(anchor, 1, Integer::sum) > MAX_ALIASES) {
          throw InvalidManifest.at(
              at,
              "the anchor \""
                  + UntrustedText.excerpt(anchor, 80)
                  + "\" is used more than "
                  + MAX_ALIASES
                  + " times");
        }
      }
    }
  }
}
