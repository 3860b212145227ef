package io.polyplug.conformance;

import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Json;

/** JSON-RPC messages as the script sends them: complete, and in the order of the specification. */
public final class JsonRpc {
  private JsonRpc() {}

  public static Json request(long id, String method, Json params) {
    return Json.object(
        out -> {
          out.writeStringProperty("jsonrpc", "2.0");
          out.writeNumberProperty("id", id);
          out.writeStringProperty("method", method);
          out.writeName("params");
          params.writeTo(out);
        });
  }

  public static Json notification(String method, Json params) {
    return Json.object(
        out -> {
          out.writeStringProperty("jsonrpc", "2.0");
          out.writeStringProperty("method", method);
          out.writeName("params");
          params.writeTo(out);
        });
  }

  /** A reply to a request of the plugin, whose id is given back as it came. */
  public static Json result(Json id, Json result) {
    return Json.object(
        out -> {
          out.writeStringProperty("jsonrpc", "2.0");
          out.writeName("id");
          id.writeTo(out);
          out.writeName("result");
          result.writeTo(out);
        });
  }

  /** As {@link #result}, with an error in its place. */
  public static Json error(Json id, ErrorObject error) {
    return Json.object(
        out -> {
          out.writeStringProperty("jsonrpc", "2.0");
          out.writeName("id");
          id.writeTo(out);
          out.writeName("error");
          error.toJson().writeTo(out);
        });
  }
}
