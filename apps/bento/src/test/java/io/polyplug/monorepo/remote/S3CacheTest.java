package io.polyplug.monorepo.remote;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import io.polyplug.monorepo.config.RepositorySettings.RemoteSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Section 6.11: buckets, with a server that computes each signature from what it received. */
final class S3CacheTest {
  private static final String SECRET = "wJalrXUtnFEMI/K7MDENG";

  @TempDir Path folder;

  private RemoteCache open(RemoteStage stage, FakeServer server, Map<String, String> environment)
      throws Exception {
    RemoteSettings settings =
        new RemoteSettings(
            Optional.of("s3://my-bucket/a%20team/x"),
            "eu-west-1",
            Optional.of(server.url()),
            "UNUSED",
            false);
    return RemoteCaches.open(
            settings, environment, folder, stage.warnings::add, true, RemoteStage.PATIENT)
        .orElseThrow();
  }

  private static Map<String, String> credentials() {
    Map<String, String> environment = new HashMap<>();
    environment.put("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE");
    environment.put("AWS_SECRET_ACCESS_KEY", SECRET);
    return environment;
  }

  @Test
  void aBundleGoesThereAndComesBackWithGoodSignatures() throws Exception {
    RemoteStage stage = new RemoteStage(folder);
    Map<String, String> environment = credentials();
    environment.put("AWS_SESSION_TOKEN", "session-token");
    try (FakeServer server = new FakeServer();
        RemoteCache remote = open(stage, server, environment)) {
      for (int i = 0; i < 10; i++) {
        server.then(S3CacheTest::refuseBadSignatures);
      }
      Path bundle = stage.keep(RemoteStage.KEY);
      assertThat(remote.has(RemoteStage.KEY)).isFalse();
      assertThat(stage.tier(stage.here, remote).put(RemoteStage.KEY))
          .isEqualTo(new RemoteResult.Done());
      assertThat(remote.has(RemoteStage.KEY)).isTrue();
      assertThat(stage.tier(stage.there, remote).fetch(RemoteStage.KEY))
          .isEqualTo(new RemoteResult.Done());
      assertThat(stage.there.bundle(RemoteStage.KEY)).hasSameBinaryContentAs(bundle);
      assertThat(server.stored)
          .containsOnlyKeys("/my-bucket/a%20team/x/" + RemoteStage.KEY + ".tar");
      assertThat(remote.address()).isEqualTo("s3://my-bucket/a team/x");
    }
    assertThat(stage.warnings).isEmpty();
  }

  @Test
  void aWrongSecretIsARefusalThatIsToldOnce() throws Exception {
    RemoteStage stage = new RemoteStage(folder);
    Map<String, String> environment = credentials();
    environment.put("AWS_SECRET_ACCESS_KEY", "hunter2");
    try (FakeServer server = new FakeServer();
        RemoteCache remote = open(stage, server, environment)) {
      server.then(S3CacheTest::refuseBadSignatures);
      stage.keep(RemoteStage.KEY);
      assertThat(stage.tier(stage.here, remote).put(RemoteStage.KEY))
          .isEqualTo(new RemoteResult.Unavailable());
    }
    assertThat(stage.warnings).singleElement().asString().doesNotContain("hunter2");
  }

  @Test
  void withoutCredentialsThereIsNoCache() throws Exception {
    RemoteStage stage = new RemoteStage(folder);
    assertThat(
            RemoteCaches.open(
                RemoteStage.settings("s3://my_bucket"),
                Map.of(),
                folder,
                stage.warnings::add,
                false))
        .isEmpty();
    assertThat(stage.warnings).singleElement().asString().contains("AWS_ACCESS_KEY_ID");
  }

  private static boolean refuseBadSignatures(HttpExchange exchange, byte[] body)
      throws IOException {
    Headers headers = exchange.getRequestHeaders();
    String given = headers.getFirst("Authorization");
    try {
      String signature = given.substring(given.indexOf("Signature=") + "Signature=".length());
      String digest = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
      if (signature.equals(expected(exchange, given))
          && digest.equals(headers.getFirst("x-amz-content-sha256"))) {
        return false;
      }
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
    FakeServer.answer(exchange, 403, "<Error><Code>SignatureDoesNotMatch</Code></Error>");
    return true;
  }

  /** From the description of signature version 4, with the headers that the request names. */
  private static String expected(HttpExchange exchange, String given)
      throws GeneralSecurityException {
    Headers headers = exchange.getRequestHeaders();
    int from = given.indexOf("SignedHeaders=") + "SignedHeaders=".length();
    List<String> names = List.of(given.substring(from, given.indexOf(',', from)).split(";", -1));
    assertThat(names).isSorted().contains("host", "x-amz-content-sha256", "x-amz-date");
    StringBuilder lines = new StringBuilder();
    for (String name : names) {
      lines.append(name.toLowerCase(Locale.ROOT)).append(':');
      lines.append(headers.getFirst(name).strip()).append('\n');
    }
    String canonical =
        String.join(
            "\n",
            exchange.getRequestMethod(),
            exchange.getRequestURI().getRawPath(),
            "",
            lines.toString(),
            String.join(";", names),
            headers.getFirst("x-amz-content-sha256"));
    String date = headers.getFirst("x-amz-date");
    String day = date.substring(0, 8);
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(canonical.getBytes(UTF_8));
    String text =
        String.join(
            "\n",
            "AWS4-HMAC-SHA256",
            date,
            day + "/eu-west-1/s3/aws4_request",
            HexFormat.of().formatHex(hash));
    byte[] key = ("AWS4" + SECRET).getBytes(UTF_8);
    for (String part : List.of(day, "eu-west-1", "s3", "aws4_request", text)) {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      key = mac.doFinal(part.getBytes(UTF_8));
    }
    return HexFormat.of().formatHex(key);
  }
}
