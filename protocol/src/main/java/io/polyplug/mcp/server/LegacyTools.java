package io.polyplug.mcp.server;

import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tools as clients of the legacy revisions may be told of them. There a result's data is an object
 * always, and clients that check this would refuse the whole list for one schema that says other.
 */
final class LegacyTools {
  private static final String OUTPUT = "outputSchema";

  private LegacyTools() {}

  static Page of(Page page) {
    List<Json> items = page.items().stream().map(LegacyTools::of).toList();
    return new Page(items, page.next());
  }

  private static Json of(Json tool) {
    Json schema = JsonParts.find(tool, OUTPUT)[0];
    if (schema == null || isOfObjects(schema)) {
      return tool;
    }
    Map<String, Json> members = JsonParts.members(tool);
    members.remove(OUTPUT);
    return Results.object(members);
  }

  private static boolean isOfObjects(Json schema) {
    @Nullable Json type =
        schema.kind() == Json.Kind.OBJECT ? JsonParts.find(schema, "type")[0] : null;
    return type != null && "object".equals(type.stringValue());
  }
}
