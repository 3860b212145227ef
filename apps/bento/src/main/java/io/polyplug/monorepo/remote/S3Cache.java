package io.polyplug.monorepo.remote;

import io.polyplug.base.Clock;
import io.polyplug.base.Sha256;
import io.polyplug.base.UntrustedText;
import io.polyplug.monorepo.config.RepositorySettings.RemoteSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.Map;

/** Bundles as objects of a bucket (section 6.11), addressed by path. */
final class S3Cache extends WebCache {
  private final URI base;
  private final S3Signer signer;

  private S3Cache(URI base, S3Signer signer, String address, RemoteTimes times, Warnings warnings) {
    super(address, times, warnings);
    this.base = base;
    this.signer = signer;
  }

  static S3Cache open(
      RemoteAddress.S3 at,
      RemoteSettings settings,
      Map<String, String> environment,
      RemoteTimes times,
      Warnings warnings,
      Clock clock)
      throws RemoteCaches.Unusable {
    String region = Credentials.checked(settings.region(), "cache.remote_region");
    String endpoint = settings.endpoint().orElse("https://s3." + region + ".amazonaws.com");
    String below = S3Signer.encoded(at.bucket()) + "/" + S3Signer.encoded(at.prefix());
    URI base = base(endpoint, below.endsWith("/") ? below : below + "/");
    S3Signer signer = S3Signer.of(environment, region, clock);
    String address = "s3://" + at.bucket() + (at.prefix().isEmpty() ? "" : "/" + at.prefix());
    return new S3Cache(base, signer, UntrustedText.excerpt(address, 200), times, warnings);
  }

  private static URI base(String endpoint, String below) throws RemoteCaches.Unusable {
    try {
      URI uri = URI.create((endpoint.endsWith("/") ? endpoint : endpoint + "/") + below);
      if (Redirects.isWeb(uri) && uri.getRawUserInfo() == null && uri.getRawQuery() == null) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // Told below, without the text.
    }
    throw new RemoteCaches.Unusable("cache.remote_endpoint is no address of a server");
  }

  private URI object(String key) {
    return URI.create(base + key + ".tar");
  }

  @Override
  boolean holds(String key) throws WebProblem {
    HttpRequest.Builder head = HttpRequest.newBuilder(object(key)).HEAD();
    return line.ask(signer.sign(head, S3Signer.EMPTY)).isSuccess();
  }

  @Override
  RemoteResult load(String key, Path to) throws WebProblem {
    HttpRequest.Builder get = HttpRequest.newBuilder(object(key)).GET();
    BodySink sink = new BodySink(to, BentoServerCache.LARGEST);
    return loaded(line.ask(signer.sign(get, S3Signer.EMPTY), sink));
  }

  @Override
  RemoteResult store(String key, Path tar) throws WebProblem, IOException {
    HttpRequest.Builder put =
        HttpRequest.newBuilder(object(key))
            .header("Content-Type", "application/x-tar")
            .PUT(BodyPublishers.ofFile(tar));
    return stored(line.ask(signer.sign(put, Sha256.of(tar))));
  }
}
