package io.polyplug.ainb.net;

import static io.polyplug.ainb.Answers.granted;

import io.polyplug.base.Clock;
import io.polyplug.wire.Json;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javax.net.ssl.SSLSocketFactory;
import tools.jackson.core.JsonGenerator;

/** Services and params for tests of the fetch. */
final class Fetching {
  private Fetching() {}

  /** With a grant of {@code true} or a list, and names that resolve as they are told to. */
  static NetworkService service(Object grant, Map<String, String> names) {
    return service(grant, names, Clock.system());
  }

  static NetworkService service(Object grant, Map<String, String> names, Clock clock) {
    HostLookup lookup =
        name -> {
          String addresses = names.get(name);
          if (addresses == null) {
            throw new UnknownHostException(name);
          }
          return Arrays.stream(addresses.split(" ", -1)).map(InetAddress::ofLiteral).toList();
        };
    return new NetworkService(
        granted("network", grant), clock, lookup, (SSLSocketFactory) SSLSocketFactory.getDefault());
  }

  /** For any host, without names. */
  static NetworkService any() {
    return service(true, Map.of());
  }

  static Json url(String url) {
    return request(url, out -> {});
  }

  static Json request(String url, Consumer<JsonGenerator> more) {
    return Json.object(
        out -> {
          out.writeStringProperty("url", url);
          more.accept(out);
        });
  }

  static Json withHeaders(String url, String... namesAndValues) {
    return request(url, out -> writeHeaders(out, List.of(namesAndValues)));
  }

  static void writeHeaders(JsonGenerator out, List<String> namesAndValues) {
    out.writeArrayPropertyStart("headers");
    for (int i = 0; i < namesAndValues.size(); i += 2) {
      out.writeStartArray();
      out.writeString(namesAndValues.get(i));
      out.writeString(namesAndValues.get(i + 1));
      out.writeEndArray();
    }
    out.writeEndArray();
  }
}
