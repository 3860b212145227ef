package io.polyplug.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.build.testing.ClosedPort;
import io.polyplug.install.FakeServer.Reply;
import io.polyplug.install.web.Web;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packages from web servers that are well, ill, or mean. */
class UrlSourceTest {
  @TempDir Path folder;
  private FakeServer server;
  private PackageStore store;
  private byte[] zip;

  @BeforeEach
  void start() throws IOException {
    server = FakeServer.start();
    store = Packages.store(folder.resolve("plugins"));
    zip = Packages.zip(Packages.files("acme", "1"));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void refused(String path, String mentions) throws IOException {
    assertThatThrownBy(() -> store.install(server.source(path), Progress.NONE))
        .isInstanceOf(InstallProblem.class)
        .hasMessageContaining(mentions)
        .message()
        .doesNotContain("\n");
    assertThat(Packages.tree(store.root())).isEmpty();
  }

  @Test
  void aZipIsInstalledWhateverItsAddressLooksLike() throws Exception {
    server.on("/x.zip", Reply.ok(zip)).on("/download", Reply.ok(zip));
    Installed installed = store.install(server.source("/x.zip?sig=a%20b"), Progress.NONE);
    assertThat(installed.source()).isEqualTo(server.address("/x.zip?sig=a%20b"));
    assertThat(server.asked().getFirst().path()).isEqualTo("/x.zip?sig=a%20b");
    store.uninstall("acme");
    assertThat(store.install(server.source("/download"), Progress.NONE).id()).isEqualTo("acme");
  }

  @Test
  void redirectsAreFollowedFiveTimes() throws Exception {
    for (int i = 0; i < 6; i++) {
      server.on("/hop" + i, Reply.status(302, "Location", "hop" + (i + 1)));
    }
    server.on("/hop6", Reply.ok(zip));
    assertThatThrownBy(() -> store.install(server.source("/hop0"), Progress.NONE))
        .hasMessageContaining("more than 5 redirects");
    assertThat(store.install(server.source("/hop1"), Progress.NONE).id()).isEqualTo("acme");
  }

  @Test
  void whatIsNoAddressIsNotFollowed() throws Exception {
    server
        .on("/file", Reply.status(302, "Location", "file:///etc/passwd"))
        .on("/bad", Reply.status(302, "Location", "http://[x"))
        .on("/bare", Reply.status(302));
    refused("/file", "no address");
    refused("/bad", "no address");
    refused("/bare", "status 302");
  }

  @Test
  void onlyTwoHundredsAreAPackage() throws Exception {
    server.on("/gone", Reply.status(410)).on("/ill", Reply.status(500));
    refused("/absent", "status 404");
    refused("/gone", "status 410");
    refused("/ill", "status 500");
  }

  @Test
  void whatIsNoZipIsRefused() throws Exception {
    server.on("/page", Reply.ok("<html>please log in to download this</html>"));
    refused("/page", "not a zip");
  }

  @Test
  void aBodyWithoutEndIsCutAtTheBound() throws Exception {
    server
        .on("/endless", Reply.endless())
        .on("/declared", new Reply(200, java.util.Map.of(), zip, 1L << 40));
    store =
        Packages.store(
            folder.resolve("plugins"), StoreSettings.DEFAULT.withMaxDownload(1 << 20), Steps.NONE);
    refused("/endless", "larger than 1048576 bytes");
    refused("/declared", "larger than 1048576 bytes");
  }

  @Test
  void aBodyThatBreaksOffIsRefused() throws Exception {
    server.on("/cut", new Reply(200, java.util.Map.of(), zip, zip.length + 10L));
    refused("/cut", "broke off");
  }

  @Test
  void aServerThatSaysNothingIsLeftAfterTheDeadline() throws Exception {
    try (ServerSocket silent = new ServerSocket(0)) {
      StoreSettings hasty =
          new StoreSettings(
              1000, 1000, 10, Duration.ofMillis(200), Duration.ofSeconds(30), () -> {});
      PackageStore impatient = Packages.store(folder.resolve("plugins"), hasty, Steps.NONE);
      URI address = URI.create("http://localhost:" + silent.getLocalPort() + "/x.zip");
      assertThatThrownBy(() -> impatient.install(new Source.Url(address), Progress.NONE))
          .isInstanceOf(InstallProblem.class)
          .hasMessageContaining("time");
    }
  }

  @Test
  void aPortThatIsNoneIsRefusedInWords() throws Exception {
    assertThatThrownBy(() -> Source.parse("http://localhost:99999/x", folder))
        .isInstanceOf(InstallProblem.class)
        .hasMessageContaining("not a valid http or https address");
    assertThatThrownBy(() -> Source.parse("oci://localhost:99999/x:1", folder))
        .isInstanceOf(InstallProblem.class)
        .hasMessageContaining("the port must be");
    server.on("/port", Reply.status(302, "Location", "http://localhost:99999/x"));
    refused("/port", "no address");
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "-5", "99999999999999999999"})
  void aLengthThatIsNoneIsRefusedInWords(String length) throws Exception {
    try (ServerSocket socket = new ServerSocket(0)) {
      Thread answering =
          Thread.ofPlatform()
              .daemon()
              .start(
                  () -> {
                    try (Socket asked = socket.accept()) {
                      asked.getInputStream().read();
                      asked
                          .getOutputStream()
                          .write(
                              ("HTTP/1.1 200 OK\r\nContent-Length: " + length + "\r\n\r\nx")
                                  .getBytes(StandardCharsets.UTF_8));
                    } catch (IOException e) {
                      // The other side has had enough.
                    }
                  });
      URI address = URI.create("http://localhost:" + socket.getLocalPort() + "/x.zip");
      assertThatThrownBy(() -> store.install(new Source.Url(address), Progress.NONE))
          .isInstanceOf(InstallProblem.class)
          .message()
          .doesNotContain("Exception")
          .doesNotContain("input string")
          .doesNotContain("java.");
      answering.join(30_000);
    }
  }

  /** The end of the program while it waits for a server. */
  @Test
  void aProgramThatIsEndedClearsItsStagingFolder() throws Exception {
    server.on("/endless", Reply.endless());
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Downloader.class.getName(),
                store.root().toString(),
                server.address("/endless"))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      assertThat(process.getInputStream().read()).isEqualTo('f');
      assertThat(store.root().resolve(".staging")).exists();
      assertThat(
              new ProcessBuilder("kill", "-TERM", Long.toString(process.pid())).start().waitFor())
          .isZero();
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(Packages.tree(store.root())).isEmpty();
  }

  /** Installs from an address, and says when the first bytes have come. */
  static final class Downloader {
    private Downloader() {}

    public static void main(String[] args) {
      AtomicBoolean told = new AtomicBoolean();
      Packages.store(Path.of(args[0]))
          .install(
              new Source.Url(URI.create(args[1])),
              (what, done, all) -> {
                if (!told.getAndSet(true)) {
                  System.out.print("f");
                  System.out.flush();
                }
              });
    }
  }

  @Test
  void aServerThatIsNotThereIsSaidToBe() throws Exception {
    try (ClosedPort port = new ClosedPort()) {
      URI address = URI.create("http://localhost:" + port.number() + "/x.zip?secret=1");
      assertThatThrownBy(() -> store.install(new Source.Url(address), Progress.NONE))
          .hasMessageContaining("cannot be reached")
          .message()
          .doesNotContain("secret");
    }
  }

  @Test
  void aRedirectFromHttpsToHttpIsNotFollowed() throws Exception {
    SSLContext tls = SelfSigned.in(folder);
    try (FakeServer secure = FakeServer.startSecure(tls)) {
      server.on("/x.zip", Reply.ok(zip));
      secure
          .on("/down", Reply.status(302, "Location", server.address("/x.zip")))
          .on("/x.zip", Reply.ok(zip));
      PackageStore trusting =
          new PackageStore(
              folder.resolve("plugins"),
              List.of(new TestContract()),
              StoreSettings.DEFAULT,
              () -> Web.client().sslContext(tls).build(),
              Steps.NONE);
      assertThatThrownBy(() -> trusting.install(secure.source("/down"), Progress.NONE))
          .hasMessageContaining("from https to http");
      assertThat(server.asked()).isEmpty();
      // Nobody else trusts the certificate.
      assertThatThrownBy(() -> store.install(secure.source("/x.zip"), Progress.NONE))
          .hasMessageContaining("TLS");
      assertThat(trusting.install(secure.source("/x.zip"), Progress.NONE).id()).isEqualTo("acme");
    }
  }
}
