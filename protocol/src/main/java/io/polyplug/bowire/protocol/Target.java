package io.polyplug.bowire.protocol;

import io.polyplug.wire.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/**
 * What a call, a stream or a channel is opened with (5.3).
 *
 * @param serverUrl the bare URL; may be empty
 * @param service its short name, as discovered
 * @param method its short name, as discovered
 * @param metadata headers for the other side
 */
public record Target(
    String serverUrl,
    String service,
    String method,
    boolean showInternalServices,
    Map<String, String> metadata) {
  /** What is sent where nobody entered a message. */
  private static final List<String> NO_MESSAGE = List.of("{}");

  public Target {
    metadata = Map.copyOf(metadata);
  }

  /** The params of {@code invoke}; each message is the text of one JSON document. */
  public Json invoke(List<String> messages) {
    return params(Optional.empty(), "", Optional.of(messages));
  }

  /** The params of {@code invokeStream}. */
  public Json invokeStream(String streamId, List<String> messages) {
    return params(Optional.of("streamId"), streamId, Optional.of(messages));
  }

  /** The params of {@code openChannel}. */
  public Json openChannel(String channelId) {
    return params(Optional.of("channelId"), channelId, Optional.empty());
  }

  private Json params(Optional<String> idName, String id, Optional<List<String>> messages) {
    return Json.object(
        out -> {
          idName.ifPresent(name -> out.writeStringProperty(name, id));
          out.writeStringProperty("serverUrl", serverUrl);
          out.writeStringProperty("service", service);
          out.writeStringProperty("method", method);
          messages.ifPresent(texts -> write(texts, out));
          out.writeBooleanProperty("showInternalServices", showInternalServices);
          out.writeObjectPropertyStart("metadata");
          metadata.forEach(out::writeStringProperty);
          out.writeEndObject();
        });
  }

  private static void write(List<String> messages, JsonGenerator out) {
    out.writeArrayPropertyStart("jsonMessages");
    (messages.isEmpty() ? NO_MESSAGE : messages).forEach(out::writeString);
    out.writeEndArray();
  }
}
