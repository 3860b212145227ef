package io.polyplug.mcp.server;

import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Json;

/** Whole messages, for a transport that carries each by itself. */
final class Messages {
  private static final String VERSION = "2.0";

  private Messages() {}

  static Json notification(String method, Json params) {
    return Json.object(
        out -> {
          out.writeStringProperty("jsonrpc", VERSION);
          out.writeStringProperty("method", method);
          out.writeName("params");
          params.writeTo(out);
        });
  }

  static Json request(String id, String method, Json params) {
    return Json.object(
        out -> {
          out.writeStringProperty("jsonrpc", VERSION);
          out.writeStringProperty("id", id);
          out.writeStringProperty("method", method);
          out.writeName("params");
          params.writeTo(out);
        });
  }

  static Json result(Json id, Json result) {
    return Json.object(
        out -> {
          out.writeStringProperty("jsonrpc", VERSION);
          out.writeName("id");
          id.writeTo(out);
          out.writeName("result");
          result.compact().writeTo(out);
        });
  }

  /** Of a request that is not known, and so has the id null, the protocol wants no id at all. */
  static Json error(Json id, ErrorObject error) {
    return Json.object(
        out -> {
          out.writeStringProperty("jsonrpc", VERSION);
          if (id.kind() != Json.Kind.NULL) {
            out.writeName("id");
            id.writeTo(out);
          }
          out.writeName("error");
          error.toJson().writeTo(out);
        });
  }
}
