package io.polyplug.ainb.net;

import io.polyplug.ainb.protocol.AinbErrors;
import io.polyplug.ainb.protocol.Fields;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What is sent to one host: as the plugin asked, or as a redirect made of it. */
record FetchRequest(
    FetchUrl url, String method, List<FetchHeader> headers, byte @Nullable [] body) {
  private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}");
  private static final Pattern VALUE = Pattern.compile("[\\x20-\\x7E\\t]*");
  private static final int MAX_HEADERS = 256;

  /** They say how the message is carried, which is ours to say. */
  private static final Set<String> OURS =
      Set.of(
          "connection",
          "content-length",
          "expect",
          "host",
          "keep-alive",
          "proxy-authenticate",
          "proxy-authorization",
          "proxy-connection",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade");

  FetchRequest {
    headers = List.copyOf(headers);
  }

  /** As the params of {@code host/network/fetch} say. */
  static FetchRequest of(Json params) {
    Fields fields = Fields.of(params);
    FetchUrl url =
        FetchUrl.parse(fields.text("url"))
            .orElseThrow(
                () -> AinbErrors.invalidParams("url: expected an absolute http or https URL"));
    String method = fields.optionalText("method").filter(it -> !it.isEmpty()).orElse("GET");
    if (!TOKEN.matcher(method).matches() || method.equalsIgnoreCase("CONNECT")) {
      throw AinbErrors.invalidParams("method: expected the name of a method other than CONNECT");
    }
    return new FetchRequest(
        url, method, headers(fields), fields.optionalBytes("body").orElse(null));
  }

  private static List<FetchHeader> headers(Fields fields) {
    List<Json> pairs = fields.elements("headers");
    if (pairs.size() > MAX_HEADERS) {
      throw AinbErrors.invalidParams("headers: expected at most " + MAX_HEADERS);
    }
    List<FetchHeader> headers = new ArrayList<>();
    for (Json pair : pairs) {
      headers.add(header(pair));
    }
    return headers;
  }

  private static FetchHeader header(Json pair) {
    List<Json> parts = pair.kind() == Json.Kind.ARRAY ? JsonParts.elements(pair) : List.of();
    String name = parts.size() == 2 ? parts.getFirst().stringValue() : null;
    String value = parts.size() == 2 ? parts.getLast().stringValue() : null;
    if (name == null || value == null) {
      throw AinbErrors.invalidParams("headers: expected pairs of a name and a value");
    }
    if (!TOKEN.matcher(name).matches() || !VALUE.matcher(value).matches()) {
      throw AinbErrors.invalidParams("headers: expected names and values of plain ASCII");
    }
    if (OURS.contains(name.toLowerCase(Locale.ROOT))) {
      throw AinbErrors.invalidParams("headers: " + name + " is set by the host alone");
    }
    return new FetchHeader(name, value);
  }
}
