package io.polyplug.mcp;

import io.polyplug.mcp.protocol.MetaKeys;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a tool gave. All of it is the server's: whoever shows it escapes it.
 *
 * @param content a list of texts, images, sounds and resources
 * @param structured the same as data, if the tool gives data
 * @param isError whether the tool says that it failed
 * @param meta what came with it
 * @param whole all of it, with members that are not known here
 */
public record McpToolResult(
    Json content, Optional<Json> structured, boolean isError, Optional<Json> meta, Json whole) {
  private static final Json EMPTY = Json.parse("[]");
  private static final Json TRUE = Json.parse("true");

  static McpToolResult read(Answer answer) {
    Json content = answer.member(Answer.CONTENT);
    Json isError = answer.member(Answer.IS_ERROR);
    return new McpToolResult(
        content == null || content.kind() != Json.Kind.ARRAY ? EMPTY : content,
        Optional.ofNullable(answer.member(Answer.STRUCTURED)),
        isError != null && isError.equals(TRUE),
        Optional.ofNullable(answer.member(Answer.META)).filter(it -> it.kind() == Json.Kind.OBJECT),
        answer.whole());
  }

  /** The parts of the content. */
  public List<Json> items() {
    return JsonParts.elements(content);
  }

  /** All texts of the content, one a line. */
  public String text() {
    return items().stream()
        .map(McpToolResult::textOf)
        .flatMap(Optional::stream)
        .map(it -> Optional.ofNullable(it.stringValue()).orElse(""))
        .collect(Collectors.joining("\n"));
  }

  /** The one value it comes to: the data, else the one text, else the content. */
  Json output() {
    if (structured.isPresent()) {
      return structured.get();
    }
    @Nullable Json[] only = JsonParts.findInOnly(content, "type", "text");
    return only == null ? content : textOf(only).orElse(content);
  }

  Map<String, Json> metadata() {
    Map<String, Json> metadata = new LinkedHashMap<>();
    metadata.put("content", content);
    // An object is the output, and nothing else is: only what is none has to be told apart.
    structured
        .filter(it -> it.kind() != Json.Kind.OBJECT)
        .ifPresent(it -> metadata.put("structuredContent", it));
    meta.ifPresent(it -> metadata.put(MetaKeys.META, it));
    return metadata;
  }

  private static Optional<Json> textOf(Json item) {
    if (item.kind() != Json.Kind.OBJECT) {
      return Optional.empty();
    }
    return textOf(JsonParts.find(item, "type", "text"));
  }

  private static Optional<Json> textOf(@Nullable Json[] found) {
    boolean text = found[0] != null && "text".equals(found[0].stringValue());
    return Optional.ofNullable(text ? found[1] : null).filter(it -> it.kind() == Json.Kind.STRING);
  }
}
