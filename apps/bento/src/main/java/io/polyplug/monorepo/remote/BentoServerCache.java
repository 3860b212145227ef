package io.polyplug.monorepo.remote;

import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The document's own protocol (section 6.11). */
final class BentoServerCache extends WebCache {
  /** No bundle is larger. */
  static final long LARGEST = 64L << 30;

  private static final String PROGRAM = "bento/0.2.0";

  private final URI base;
  private final String token;
  private final String client;

  /**
   * For a base without a slash at its end.
   *
   * @param client {@code ci} or {@code human}
   */
  BentoServerCache(URI base, String token, String client, RemoteTimes times, Warnings warnings) {
    super(RemoteAddress.shown(base), times, warnings);
    this.base = base;
    this.token = token;
    this.client = client;
  }

  private HttpRequest.Builder request(String key, String rest) {
    return HttpRequest.newBuilder(URI.create(base + "/cache/" + key + rest))
        .header("Authorization", "Bearer " + token)
        .header("x-bento-cas-version", "1")
        .header("x-bento-client", client)
        .header("User-Agent", PROGRAM + " (" + client + ")");
  }

  @Override
  boolean holds(String key) throws WebProblem {
    return line.ask(request(key, "").HEAD().build()).isSuccess();
  }

  @Override
  RemoteResult load(String key, Path to) throws WebProblem {
    if (!has(key)) {
      return new RemoteResult.Absent();
    }
    return loaded(line.ask(request(key, "").GET().build(), new BodySink(to, LARGEST)));
  }

  @Override
  RemoteResult store(String key, Path tar) throws WebProblem, IOException {
    long size = Files.size(tar);
    if (size >= RemoteTimes.LARGE) {
      return storeLarge(key, tar, size);
    }
    return stored(
        line.ask(
            request(key, "")
                .header("Content-Type", "application/x-tar")
                .PUT(BodyPublishers.ofFile(tar))
                .build()));
  }

  private RemoteResult storeLarge(String key, Path tar, long size)
      throws WebProblem, FileNotFoundException {
    byte[] body = Json.object(it -> it.writeNumberProperty("size_bytes", size)).toByteArray();
    WebAnswer offer =
        line.ask(
            request(key, "/upload-url")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(body))
                .build());
    if (!offer.isSuccess()) {
      return offer.failure(address);
    }
    HttpRequest upload = upload(offer, tar);
    if (upload == null) {
      return new RemoteResult.Failed(
          "The remote cache " + address + " offered no usable place for a large bundle");
    }
    WebAnswer sent = line.ask(upload);
    if (!sent.isSuccess()) {
      return sent.failure(address);
    }
    return stored(line.ask(request(key, "/complete").POST(BodyPublishers.noBody()).build()));
  }

  /** What the server asks for, with its headers and none of ours; null if that is not possible. */
  private @Nullable HttpRequest upload(WebAnswer offer, Path tar) throws FileNotFoundException {
    try {
      @Nullable Json[] members = JsonParts.find(Json.parse(offer.bytes()), "url", "headers");
      String url = members[0] == null ? null : members[0].stringValue();
      URI place = url == null ? null : URI.create(url);
      if (place == null || !Redirects.isWeb(place) || isLessSafe(place)) {
        return null;
      }
      HttpRequest.Builder builder = HttpRequest.newBuilder(place).PUT(BodyPublishers.ofFile(tar));
      if (members[1] != null && members[1].kind() != Json.Kind.NULL) {
        addHeaders(builder, JsonParts.members(members[1]));
      }
      return builder.build();
    } catch (InvalidJson | IllegalArgumentException e) {
      return null;
    }
  }

  private boolean isLessSafe(URI place) {
    return base.getScheme().equals("https") && !place.getScheme().equals("https");
  }

  private static void addHeaders(HttpRequest.Builder builder, Map<String, Json> headers) {
    for (Map.Entry<String, Json> header : headers.entrySet()) {
      String value = header.getValue().stringValue();
      // These two follow from the address and the file, and the client takes them from nobody.
      boolean own =
          switch (header.getKey().toLowerCase(Locale.ROOT)) {
            case "content-length", "host" -> true;
            default -> false;
          };
      if (value == null) {
        throw new IllegalArgumentException("a header is not a string");
      }
      if (!own) {
        builder.header(header.getKey(), value);
      }
    }
  }
}
