package io.polyplug.conformance.rpc;

import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;

/** A notification of the plugin; params that it left out are an empty object. */
public record Note(String method, Json params) {
  /** Whether it is this notification and has this text in a member of its params. */
  public boolean is(String wanted, String member, String text) {
    return method.equals(wanted) && text.equals(text(member));
  }

  /** A text in its params; empty if it has none of that name. */
  public String text(String member) {
    if (params.kind() != Json.Kind.OBJECT) {
      return "";
    }
    Json value = JsonParts.find(params, member)[0];
    String text = value == null ? null : value.stringValue();
    return text == null ? "" : text;
  }
}
