package io.polyplug.sdk.internal;

import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Json;

/** Messages of JSON-RPC, where no peer makes them. */
final class Envelopes {
  private Envelopes() {}

  static Json result(Json id, Json result) {
    return about(id, "result", result);
  }

  static Json error(Json id, ErrorObject error) {
    return about(id, "error", error.toJson());
  }

  private static Json about(Json id, String name, Json value) {
    return Json.object(
        out -> {
          out.writeStringProperty("jsonrpc", "2.0");
          out.writeName("id");
          id.writeTo(out);
          out.writeName(name);
          value.compact().writeTo(out);
        });
  }

  static Json notification(String method, Json params) {
    return Json.object(
        out -> {
          out.writeStringProperty("jsonrpc", "2.0");
          out.writeStringProperty("method", method);
          out.writeName("params");
          params.compact().writeTo(out);
        });
  }
}
