package io.polyplug.monorepo.remote;

import io.polyplug.base.Clock;
import io.polyplug.base.UntrustedText;
import io.polyplug.monorepo.config.RepositorySettings.RemoteSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.Map;

/** Bundles as objects of a bucket (section 6.11), addressed by path. */
final class S3Cache implements RemoteCache {
  private final URI base;
  private final S3Signer signer;
  private final String address;
  private final WebLine line;

  private S3Cache(URI base, S3Signer signer, String address, WebLine line) {
    this.base = base;
    this.signer = signer;
    this.address = address;
    this.line = line;
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
    String shown = UntrustedText.excerpt(address, 200);
    return new S3Cache(base, signer, shown, new WebLine(shown, times, warnings));
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

  @Override
  public String address() {
    return address;
  }

  private URI object(String key) {
    return URI.create(base + key + ".tar");
  }

  @Override
  public boolean has(String key) {
    try {
      HttpRequest.Builder head = HttpRequest.newBuilder(object(key)).HEAD();
      return line.ask(signer.sign(head, S3Signer.EMPTY)).isSuccess();
    } catch (WebProblem e) {
      return false;
    }
  }

  @Override
  public RemoteResult fetch(String key, Path to) {
    try {
      HttpRequest.Builder get = HttpRequest.newBuilder(object(key)).GET();
      BodySink sink = new BodySink(to, BentoServerCache.LARGEST);
      WebAnswer answer = line.ask(signer.sign(get, S3Signer.EMPTY), sink);
      return switch (answer.status()) {
        case 200 -> new RemoteResult.Done();
        case 404 -> new RemoteResult.Absent();
        default -> answer.failure(address);
      };
    } catch (WebProblem e) {
      return e.result(address);
    }
  }

  @Override
  public RemoteResult put(String key, Path tar) {
    try {
      HttpRequest.Builder put =
          HttpRequest.newBuilder(object(key))
              .header("Content-Type", "application/x-tar")
              .PUT(BodyPublishers.ofFile(tar));
      WebAnswer answer = line.ask(signer.sign(put, Sha256.of(tar)));
      return answer.isSuccess() ? new RemoteResult.Done() : answer.failure(address);
    } catch (IOException e) {
      return new RemoteResult.Failed("The bundle to send cannot be read");
    } catch (WebProblem e) {
      return e.result(address);
    }
  }

  @Override
  public void close() {
    line.close();
  }
}
