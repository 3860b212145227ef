package io.polyplug.wire;

import org.jspecify.annotations.Nullable;

/**
 * What a reply carries instead of a result.
 *
 * @param data anything more, or null if there was none
 */
public record ErrorObject(int code, String message, @Nullable Json data) {
  /** The text was not JSON. */
  public static final int PARSE_ERROR = -32700;

  /** The JSON was no request. */
  public static final int INVALID_REQUEST = -32600;

  /** Nobody handles that method. */
  public static final int METHOD_NOT_FOUND = -32601;

  /** The params do not fit the method. */
  public static final int INVALID_PARAMS = -32602;

  /** The handler failed. */
  public static final int INTERNAL_ERROR = -32603;

  /** Without data. */
  public ErrorObject(int code, String message) {
    this(code, message, null);
  }

  /** The object as it is written; no {@code data} where there is none. */
  public Json toJson() {
    return Json.object(
        out -> {
          out.writeNumberProperty("code", code);
          out.writeStringProperty("message", message);
          if (data != null) {
            out.writeName("data");
            data.writeTo(out);
          }
        });
  }
}
