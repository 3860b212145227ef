package io.polyplug.ainb.net;

import io.polyplug.ainb.protocol.Bytes;
import io.polyplug.wire.Json;
import java.util.Locale;
import org.apache.hc.core5.http.Header;

/** What a host answered. */
sealed interface FetchAnswer {
  /** A redirect that says where to. */
  record Elsewhere(int status, String location) implements FetchAnswer {}

  /**
   * Anything else, whatever its status.
   *
   * @param headers as they are in the result
   */
  record Content(int status, Json headers, byte[] body) implements FetchAnswer {
    Json toResult() {
      return Json.object(
          out -> {
            out.writeNumberProperty("status", status);
            out.writeName("headers");
            headers.writeTo(out);
            out.writeStringProperty("body", Bytes.write(body));
          });
    }
  }

  /** Pairs in their order, repeats kept; names in lower case, as the contract shows them. */
  static Json headers(Header[] headers) {
    return Json.write(
        out -> {
          out.writeStartArray();
          for (Header header : headers) {
            String value = header.getValue();
            out.writeStartArray();
            out.writeString(header.getName().toLowerCase(Locale.ROOT));
            out.writeString(value == null ? "" : value);
            out.writeEndArray();
          }
          out.writeEndArray();
        });
  }
}
