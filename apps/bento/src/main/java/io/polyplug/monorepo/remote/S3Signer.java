package io.polyplug.monorepo.remote;

import io.polyplug.base.Clock;
import io.polyplug.base.Sha256;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs requests to S3 with signature version 4. Safe from any thread. */
final class S3Signer {
  /** The digest of no body. */
  static final String EMPTY = Sha256.of("");

  private static final String ALGORITHM = "AWS4-HMAC-SHA256";
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final int DAY_LENGTH = 8;

  private final String accessKey;
  private final String secretKey;
  private final String sessionToken;
  private final String region;
  private final Clock clock;

  private S3Signer(
      String accessKey, String secretKey, String sessionToken, String region, Clock clock) {
    this.accessKey = accessKey;
    this.secretKey = secretKey;
    this.sessionToken = sessionToken;
    this.region = region;
    this.clock = clock;
  }

  static S3Signer of(Map<String, String> environment, String region, Clock clock)
      throws RemoteCaches.Unusable {
    String access = value(environment, "AWS_ACCESS_KEY_ID");
    String secret = value(environment, "AWS_SECRET_ACCESS_KEY");
    String session = value(environment, "AWS_SESSION_TOKEN");
    if (access.isEmpty() || secret.isEmpty()) {
      throw new RemoteCaches.Unusable(
          "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not both set");
    }
    return new S3Signer(access, secret, session, region, clock);
  }

  private static String value(Map<String, String> environment, String name)
      throws RemoteCaches.Unusable {
    return Credentials.checked(environment.getOrDefault(name, "").strip(), name);
  }

  /** The request with its signature, good for some minutes. */
  HttpRequest sign(HttpRequest.Builder builder, String bodyDigest) {
    HttpRequest plain = builder.build();
    String stamp = STAMP.format(clock.now());
    String scope = stamp.substring(0, DAY_LENGTH) + "/" + region + "/s3/aws4_request";
    boolean session = !sessionToken.isEmpty();
    String names =
        "host;x-amz-content-sha256;x-amz-date" + (session ? ";x-amz-security-token" : "");
    String canonical =
        plain.method()
            + "\n"
            + plain.uri().getRawPath()
            + "\n\nhost:"
            + host(plain.uri())
            + "\nx-amz-content-sha256:"
            + bodyDigest
            + "\nx-amz-date:"
            + stamp
            + (session ? "\nx-amz-security-token:" + sessionToken : "")
            + "\n\n"
            + names
            + "\n"
            + bodyDigest;
    String toSign = ALGORITHM + "\n" + stamp + "\n" + scope + "\n" + Sha256.of(canonical);
    builder
        .header("x-amz-content-sha256", bodyDigest)
        .header("x-amz-date", stamp)
        .header(
            "Authorization",
            ALGORITHM
                + " Credential="
                + accessKey
                + "/"
                + scope
                + ", SignedHeaders="
                + names
                + ", Signature="
                + HexFormat.of().formatHex(hmac(key(stamp), toSign)));
    if (session) {
      builder.header("x-amz-security-token", sessionToken);
    }
    return builder.build();
  }

  private byte[] key(String stamp) {
    byte[] first = ("AWS4" + secretKey).getBytes(StandardCharsets.UTF_8);
    byte[] day = hmac(first, stamp.substring(0, DAY_LENGTH));
    return hmac(hmac(hmac(day, region), "s3"), "aws4_request");
  }

  private static byte[] hmac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has HmacSHA256", e);
    }
  }

  private static String host(URI uri) {
    boolean usual =
        uri.getPort() < 0 || uri.getPort() == (uri.getScheme().equals("https") ? 443 : 80);
    return usual ? uri.getHost() : uri.getHost() + ":" + uri.getPort();
  }

  /** A path in the one way of writing it that signatures know; slashes stay. */
  static String encoded(String path) {
    StringBuilder out = new StringBuilder();
    for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xFF);
      boolean plain =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || "-._~/".indexOf(c) >= 0;
      if (plain) {
        out.append(c);
      } else {
        out.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
      }
    }
    return out.toString();
  }
}
