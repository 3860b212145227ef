package io.polyplug.ainb.net;

import static io.polyplug.ainb.Answers.error;
import static io.polyplug.ainb.Answers.granted;
import static io.polyplug.ainb.net.Fetching.any;
import static io.polyplug.ainb.net.Fetching.url;
import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.base.Clock;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttpsTest {
  private static final char[] PASSWORD = "password".toCharArray();

  @TempDir static Path temp;
  private static SSLContext context;

  @BeforeAll
  static void makeCertificate() throws Exception {
    Path store = temp.resolve("keys.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                "password",
                "-dname",
                "CN=right.example",
                "-ext",
                "san=dns:right.example")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(keytool.waitFor()).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD);
    }
    KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    own.init(keys, PASSWORD);
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("server", keys.getCertificate("server"));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    context = SSLContext.getInstance("TLS");
    context.init(own.getKeyManagers(), trust.getTrustManagers(), null);
  }

  private static TestServer server() throws Exception {
    ServerSocket socket =
        context
            .getServerSocketFactory()
            .createServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"));
    return new TestServer(
        socket,
        (request, out) ->
            out.write(
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
                    .getBytes(StandardCharsets.ISO_8859_1)));
  }

  private static NetworkService trusting() {
    return new NetworkService(
        granted("network", true),
        Clock.system(),
        name -> List.of(InetAddress.ofLiteral("127.0.0.1")),
        context.getSocketFactory());
  }

  @Test
  void aCertificateThatNobodyTrustsIsAnInternalError() throws Exception {
    try (TestServer server = server()) {
      var error = error(() -> any().fetch(url("https://127.0.0.1:" + server.port() + "/")));
      assertThat(error.code()).isEqualTo(-32603);
      assertThat(error.message()).startsWith("fetch 127.0.0.1: TLS failed");
      assertThat(server.requests).isEmpty();
    }
  }

  @Test
  void aTrustedCertificateOfTheRightHostIsEnough() throws Exception {
    try (TestServer server = server()) {
      assertThat(trusting().fetch(url("https://right.example:" + server.port() + "/")).toString())
          .contains("e30=");
    }
  }

  @Test
  void aTrustedCertificateOfAnotherHostIsAnInternalError() throws Exception {
    try (TestServer server = server()) {
      assertThat(
              error(() -> trusting().fetch(url("https://wrong.example:" + server.port() + "/")))
                  .code())
          .isEqualTo(-32603);
    }
  }

  @Test
  void aServerThatSpeaksNoTlsIsAnInternalError() throws Exception {
    for (String answer : List.of("HTTP/1.1 400 Bad Request\r\n\r\n", "")) {
      try (ServerSocket socket = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"))) {
        Thread.ofVirtual().start(() -> answerInPlain(socket, answer));
        assertThat(
                error(() -> any().fetch(url("https://127.0.0.1:" + socket.getLocalPort() + "/")))
                    .code())
            .isEqualTo(-32603);
      }
    }
  }

  private static void answerInPlain(ServerSocket socket, String answer) {
    try (Socket connection = socket.accept()) {
      assertThat(connection.getInputStream().read()).isNotNegative();
      connection.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
    } catch (IOException clientIsGone) {
      // What the client makes of it is what the test looks at.
    }
  }
}
