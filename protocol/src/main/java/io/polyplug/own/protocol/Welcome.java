package io.polyplug.own.protocol;

import io.polyplug.base.UntrustedText;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * How a plugin introduces itself.
 *
 * @param version of the contract; as it stands there, since any number may
 * @param name the plugin's
 * @param pluginVersion empty if it gave none
 * @param asks the capabilities that it wants
 * @param methods those that it answers
 */
public record Welcome(
    String contract,
    String version,
    String name,
    String pluginVersion,
    List<String> asks,
    List<String> methods) {
  private static final int SHOWN = 80;

  public Welcome {
    asks = List.copyOf(asks);
    methods = List.copyOf(methods);
  }

  /** Reads one; throws {@link IllegalArgumentException} with a sentence that is safe to show. */
  public static Welcome read(Json reply) {
    if (reply.kind() != Json.Kind.OBJECT) {
      throw new IllegalArgumentException(
          "its introduction must be an object and is "
              + UntrustedText.excerpt(reply.toString(), SHOWN));
    }
    @Nullable Json[] found =
        JsonParts.find(reply, "contract", "version", "name", "plugin_version", "asks", "methods");
    Json version = found[1];
    if (version == null || version.kind() != Json.Kind.NUMBER) {
      throw wrong("version", "a number", version);
    }
    return new Welcome(
        text("contract", found[0]),
        version.toString(),
        text("name", found[2]),
        found[3] == null ? "" : text("plugin_version", found[3]),
        found[4] == null ? List.of() : texts("asks", found[4]),
        texts("methods", found[5]));
  }

  private static String text(String member, @Nullable Json value) {
    String text = value == null ? null : value.stringValue();
    if (text == null) {
      throw wrong(member, "a string", value);
    }
    return text;
  }

  private static List<String> texts(String member, @Nullable Json value) {
    if (value == null || value.kind() != Json.Kind.ARRAY) {
      throw wrong(member, "an array of strings", value);
    }
    List<String> texts = new ArrayList<>();
    for (Json element : JsonParts.elements(value)) {
      if (element.kind() != Json.Kind.STRING) {
        throw wrong(member, "an array of strings", value);
      }
      texts.add(Objects.requireNonNull(element.stringValue()));
    }
    return texts;
  }

  private static IllegalArgumentException wrong(
      String member, String expected, @Nullable Json seen) {
    return new IllegalArgumentException(
        "in its introduction "
            + member
            + (seen == null
                ? " is missing"
                : " must be "
                    + expected
                    + " and is "
                    + UntrustedText.excerpt(seen.toString(), SHOWN)));
  }

  public Json toJson() {
    return Json.object(
        out -> {
          out.writeStringProperty("contract", contract);
          out.writeName("version");
          out.writeRawValue(version);
          out.writeStringProperty("name", name);
          out.writeStringProperty("plugin_version", pluginVersion);
          write("asks", asks, out);
          write("methods", methods, out);
        });
  }

  private static void write(String member, Collection<String> texts, JsonGenerator out) {
    out.writeArrayPropertyStart(member);
    texts.forEach(out::writeString);
    out.writeEndArray();
  }
}
