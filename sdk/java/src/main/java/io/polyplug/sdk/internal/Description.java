package io.polyplug.sdk.internal;

import io.polyplug.wire.Json;

/** A plugin in one object, for programs that want to know before they start it. */
final class Description {
  private Description() {}

  static Json of(Declaration plugin) {
    return Json.object(
        out -> {
          out.writeStringProperty("name", plugin.name());
          out.writeStringProperty("version", plugin.version());
          out.writeStringProperty("title", plugin.title());
          out.writeStringProperty("description", plugin.description());
          out.writeArrayPropertyStart("tools");
          for (Tool tool : plugin.tools()) {
            out.writeStartObject();
            out.writeStringProperty("name", tool.name());
            out.writeStringProperty("kind", tool.kind());
            out.writeStringProperty("description", tool.description());
            out.writeName("inputSchema");
            tool.schema().writeTo(out);
            out.writeEndObject();
          }
          out.writeEndArray();
          out.writeName("screens");
          Values.write(plugin.screens().keySet(), out);
          out.writeBooleanProperty("adapter", plugin.adapter() != null);
        });
  }
}
