package io.polyplug.door;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.build.testing.TestCertificate;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A door with a certificate: what it speaks, to whom, and which files it takes. */
class DoorTlsTest {
  private static final DoorService HELLO =
      exchange -> exchange.answer(200, Map.of(), "hello".getBytes(UTF_8));

  @TempDir Path folder;

  private static DoorTls tls(Path certificate, Path key) throws DoorTls.Unusable {
    return DoorTls.read(certificate, key, Instant.now());
  }

  private static Door open(TestCertificate with) throws Exception {
    Reach reach =
        Reach.at(
            InetAddress.ofLiteral("127.0.0.1"),
            0,
            List.of(),
            Optional.of(tls(with.certificate(), with.key())));
    return new Door(
        new DoorSettings("test", reach, Optional.of("s3cret"), DoorLimits.USUAL), HELLO);
  }

  /** Asks as a client that trusts this certificate, and sees that it is for the address. */
  private static String get(TestCertificate trusted, Door door) throws IOException {
    HttpsURLConnection client =
        (HttpsURLConnection)
            URI.create("https://127.0.0.1:" + door.port() + "/").toURL().openConnection();
    client.setSSLSocketFactory(trusted.trusting().getSocketFactory());
    client.setReadTimeout(60_000);
    client.setRequestProperty("Authorization", "Bearer s3cret");
    try (InputStream in = client.getInputStream()) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  private static String answer(Socket socket, int port, String host, String origin)
      throws IOException {
    socket.setSoTimeout(60_000);
    socket
        .getOutputStream()
        .write(
            "GET / HTTP/1.1\r\nHost: %s:%d\r\nOrigin: %s\r\nAuthorization: Bearer s3cret\r\nConnection: close\r\n\r\n"
                .formatted(host, port, origin)
                .getBytes(UTF_8));
    return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
  }

  private static String status(TestCertificate trusted, Door door, String host, String origin)
      throws IOException {
    try (Socket socket =
        trusted.trusting().getSocketFactory().createSocket("127.0.0.1", door.port())) {
      return answer(socket, door.port(), host, origin).lines().findFirst().orElse("");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"EC", "RSA", "Ed25519"})
  void aClientThatTrustsTheCertificateIsServed(String algorithm) throws Exception {
    TestCertificate own = TestCertificate.make(folder, "own", algorithm, "-1H");
    try (Door door = open(own)) {
      assertThat(get(own, door)).isEqualTo("hello");
    }
  }

  @Test
  void aClientThatTrustsAnotherCertificateIsNotFooled() throws Exception {
    TestCertificate other = TestCertificate.make(folder, "other");
    try (Door door = open(TestCertificate.make(folder, "own"))) {
      assertThatThrownBy(() -> get(other, door)).isInstanceOf(SSLHandshakeException.class);
    }
  }

  @Test
  void aForeignHostAndAForeignOriginAreForbiddenOverTlsToo() throws Exception {
    TestCertificate own = TestCertificate.make(folder, "own");
    try (Door door = open(own)) {
      String ours = "https://localhost:" + door.port();
      assertThat(status(own, door, "localhost", ours)).contains("200");
      assertThat(status(own, door, "rebound.example", ours)).contains("403");
      assertThat(status(own, door, "localhost", "https://evil.example")).contains("403");
      assertThat(status(own, door, "localhost", "http://localhost:" + door.port())).contains("403");
    }
  }

  @Test
  void plainHttpIsNotAnswered() throws Exception {
    try (Door door = open(TestCertificate.make(folder, "own"));
        Socket socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), door.port())) {
      String said;
      try {
        said = answer(socket, door.port(), "localhost", "https://localhost:" + door.port());
      } catch (IOException e) {
        said = "";
      }
      assertThat(said).doesNotContain("hello").doesNotContain("HTTP/1.1 200");
    }
  }

  private void assertUnusable(Path certificate, Path key, String... words) {
    assertThatThrownBy(() -> tls(certificate, key))
        .isInstanceOf(DoorTls.Unusable.class)
        .message()
        .contains(words);
  }

  @Test
  void aCertificateThatExpiredIsRefusedWithItsEnd() throws Exception {
    TestCertificate old = TestCertificate.make(folder, "old", "EC", "-5d");
    assertUnusable(old.certificate(), old.key(), "old-cert.pem", "expired at ");
  }

  @Test
  void aCertificateOfTheFutureIsRefused() throws Exception {
    TestCertificate early = TestCertificate.make(folder, "early", "EC", "+5d");
    assertUnusable(early.certificate(), early.key(), "not valid before ");
  }

  @Test
  void theKeyOfAnotherCertificateIsRefused() throws Exception {
    TestCertificate one = TestCertificate.make(folder, "one");
    TestCertificate same = TestCertificate.make(folder, "same");
    TestCertificate rsa = TestCertificate.make(folder, "rsa", "RSA", "-1H");
    assertUnusable(one.certificate(), same.key(), "same-key.pem", "not the key of");
    assertUnusable(one.certificate(), rsa.key(), "rsa-key.pem", "of another kind");
  }

  @Test
  void filesThatAreMissingSwappedOrSomethingElseAreRefusedByName() throws Exception {
    TestCertificate own = TestCertificate.make(folder, "own");
    Path nothing = folder.resolve("nothing.pem");
    Path text = Files.writeString(folder.resolve("text.pem"), "hello\n");
    assertUnusable(nothing, own.key(), "nothing.pem", "no such file");
    assertUnusable(own.certificate(), nothing, "nothing.pem", "no such file");
    assertUnusable(text, own.key(), "text.pem", "expected certificates");
    assertUnusable(own.key(), own.certificate(), "own-key.pem", "expected certificates");
    assertUnusable(own.certificate(), own.certificate(), "found CERTIFICATE");
    assertUnusable(own.certificate(), text, "text.pem", "found none");
  }

  /** What a pipe or a device would do to its reader is with the reader's own tests. */
  @Test
  void whatIsNoFileOrTooLargeIsRefusedByName() throws Exception {
    TestCertificate own = TestCertificate.make(folder, "own");
    Path device = Path.of("/dev/zero");
    Path large = Files.write(folder.resolve("large.pem"), new byte[(1 << 20) + 1]);
    String noFile = ": expected a PEM file, but it is neither a file nor a link to one";
    String tooLarge = ": expected a PEM file, but it is larger than 1048576 bytes";
    assertUnusable(device, own.key(), device + noFile);
    assertUnusable(own.certificate(), device, device + noFile);
    assertUnusable(large, own.key(), large + tooLarge);
    assertUnusable(own.certificate(), large, large + tooLarge);
    assertUnusable(folder, own.key(), "but it is a folder");
  }

  @ParameterizedTest
  @ValueSource(strings = {"EC PRIVATE KEY", "RSA PRIVATE KEY", "ENCRYPTED PRIVATE KEY"})
  void aKeyInAnotherFormIsRefusedWithTheCommandThatConvertsIt(String kind) throws Exception {
    TestCertificate own = TestCertificate.make(folder, "own");
    Path key = TestCertificate.write(folder.resolve("key.pem"), kind, new byte[] {1});
    assertUnusable(own.certificate(), key, "found " + kind, "openssl pkcs8 -topk8");
  }
}
