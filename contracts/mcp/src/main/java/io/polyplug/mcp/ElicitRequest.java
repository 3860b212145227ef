package io.polyplug.mcp;

import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.RpcException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a server wants to know from the user. All of it is the server's: whoever shows it escapes it
 * and says which server asks.
 *
 * @param mode how it is asked
 * @param message for the user
 * @param schema of a form: an object schema, one level deep
 * @param url of a page that the user is to be sent to, never opened without asking
 * @param params all of it, as the server wrote it
 */
public record ElicitRequest(
    Mode mode, String message, Optional<Json> schema, Optional<String> url, Json params) {
  /** How the user is asked. */
  public enum Mode {
    FORM,
    URL
  }

  static ElicitRequest read(Json params) {
    if (params.kind() != Json.Kind.OBJECT) {
      throw invalid("params must be an object");
    }
    @Nullable Json[] found = JsonParts.find(params, "mode", "message", "requestedSchema", "url");
    String mode = text(found[0]);
    if (mode != null && !mode.equals("form") && !mode.equals("url")) {
      throw invalid("mode must be form or url");
    }
    String message = text(found[1]);
    Optional<Json> schema =
        Optional.ofNullable(found[2]).filter(it -> it.kind() == Json.Kind.OBJECT);
    Optional<String> url = Optional.ofNullable(text(found[3]));
    boolean asksUrl = "url".equals(mode);
    if (asksUrl && url.isEmpty()) {
      throw invalid("url is missing");
    }
    return new ElicitRequest(
        asksUrl ? Mode.URL : Mode.FORM, message == null ? "" : message, schema, url, params);
  }

  private static RpcException invalid(String what) {
    return new RpcException(ErrorObject.INVALID_PARAMS, "elicitation/create: " + what);
  }

  private static @Nullable String text(@Nullable Json value) {
    return value == null ? null : value.stringValue();
  }
}
