package io.polyplug.gateway.subject;

import io.polyplug.mcp.server.Page;
import io.polyplug.mcp.server.ServedResources;
import io.polyplug.mcp.server.ServerCall;
import io.polyplug.wire.Json;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JsonGenerator;

/** A text, an image, one that may be watched, and a template. */
final class SubjectResources implements ServedResources {
  private static final Pattern TEMPLATE = Pattern.compile("test://template/([^/]+)/data");

  @Override
  public Page list(Optional<String> cursor) {
    return Page.all(
        List.of(
            described("test://static-text", "text", "text/plain"),
            described("test://static-binary", "image", "image/png"),
            described("test://watched-resource", "watched", "text/plain")));
  }

  @Override
  public Page templates(Optional<String> cursor) {
    return Page.all(
        List.of(
            Json.object(
                out -> {
                  out.writeStringProperty("uriTemplate", "test://template/{id}/data");
                  writeNamed(out, "template", "application/json");
                })));
  }

  private static Json described(String uri, String name, String mimeType) {
    return Json.object(
        out -> {
          out.writeStringProperty("uri", uri);
          writeNamed(out, name, mimeType);
        });
  }

  private static void writeNamed(JsonGenerator out, String name, String mimeType) {
    out.writeStringProperty("name", name);
    out.writeStringProperty("description", "For tests: " + name);
    out.writeStringProperty("mimeType", mimeType);
  }

  @Override
  public Json read(String uri, ServerCall call) throws NoSuchResource {
    Matcher templated = TEMPLATE.matcher(uri);
    if (templated.matches()) {
      String id = templated.group(1);
      String text = "{\"id\":\"%s\",\"data\":\"Data for ID: %s\"}".formatted(id, id);
      return contents(uri, "application/json", "text", text);
    }
    return switch (uri) {
      case "test://static-text" ->
          contents(uri, "text/plain", "text", "This is the content of the static text resource.");
      case "test://static-binary" -> contents(uri, "image/png", "blob", Contents.PNG);
      case "test://watched-resource" -> contents(uri, "text/plain", "text", "Nothing new.");
      default -> throw new NoSuchResource(uri);
    };
  }

  private static Json contents(String uri, String mimeType, String member, String value) {
    return Json.object(
        out -> {
          out.writeArrayPropertyStart("contents");
          out.writeStartObject();
          out.writeStringProperty("uri", uri);
          out.writeStringProperty("mimeType", mimeType);
          out.writeStringProperty(member, value);
          out.writeEndObject();
          out.writeEndArray();
        });
  }
}
