package io.polyplug.monorepo.remote;

import io.polyplug.base.Sha256;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A cache as Bazel uses them over HTTP, which many servers are. The bundle lies under {@code /cas/}
 * and its own digest; under {@code /ac/} and the digest of the key lies a valid result that names
 * it, so that servers that look into results take it, and those that drop what nobody uses keep the
 * two together.
 */
final class HttpCache extends WebCache {
  private static final String BINARY = "application/octet-stream";

  private final URI base;
  private final Optional<String> authorization;

  /**
   * For a base without a slash at its end.
   *
   * @param authorization the value of the header
   */
  HttpCache(URI base, Optional<String> authorization, RemoteTimes times, Warnings warnings) {
    super("bazel+" + RemoteAddress.shown(base), times, warnings);
    this.base = base;
    this.authorization = authorization;
  }

  private HttpRequest.Builder request(String kind, String digest) {
    HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(base + kind + digest));
    authorization.ifPresent(value -> builder.header("Authorization", value));
    return builder;
  }

  private HttpRequest.Builder result(String key) {
    return request("/ac/", Sha256.of(key));
  }

  private HttpRequest.Builder content(String digest) {
    return request("/cas/", digest);
  }

  @Override
  boolean holds(String key) throws WebProblem {
    Optional<ActionResult> found = found(line.ask(result(key).GET().build()));
    return found.isPresent() && hasContent(found.get().sha256());
  }

  private static Optional<ActionResult> found(WebAnswer answer) {
    return answer.status() == 200 ? ActionResult.decode(answer.bytes()) : Optional.empty();
  }

  private boolean hasContent(String digest) throws WebProblem {
    return line.ask(content(digest).HEAD().build()).isSuccess();
  }

  @Override
  RemoteResult load(String key, Path to) throws WebProblem {
    WebAnswer named = line.ask(result(key).GET().build());
    Optional<ActionResult> found = found(named);
    if (found.isEmpty() || found.get().size() > BentoServerCache.LARGEST) {
      return isMiss(named) ? new RemoteResult.Absent() : named.failure(address);
    }
    ActionResult wanted = found.get();
    BodySink sink = new BodySink(to, wanted.size());
    WebAnswer answer = line.ask(content(wanted.sha256()).GET().build(), sink);
    if (answer.status() != 200) {
      return isMiss(answer) ? new RemoteResult.Absent() : answer.failure(address);
    }
    if (sink.size() != wanted.size() || !sink.sha256().equals(wanted.sha256())) {
      return new RemoteResult.Failed(
          "The remote cache " + address + " sent something else than was asked for");
    }
    return new RemoteResult.Done();
  }

  /** A result that is not ours is none. */
  private static boolean isMiss(WebAnswer answer) {
    return answer.isSuccess() || answer.status() == 404 || answer.status() == 410;
  }

  @Override
  RemoteResult store(String key, Path tar) throws WebProblem, IOException {
    ActionResult result = new ActionResult(Sha256.of(tar), Files.size(tar));
    if (!hasContent(result.sha256())) {
      WebAnswer sent =
          line.ask(
              content(result.sha256())
                  .header("Content-Type", BINARY)
                  .PUT(BodyPublishers.ofFile(tar))
                  .build());
      if (!sent.isSuccess()) {
        return sent.failure(address);
      }
    }
    // Last, so that nobody is led to what is not there yet.
    WebAnswer named =
        line.ask(
            result(key)
                .header("Content-Type", BINARY)
                .PUT(BodyPublishers.ofByteArray(result.encode()))
                .build());
    return stored(named);
  }
}
