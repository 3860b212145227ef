package io.polyplug.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.build.testing.TestCertificate;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.HttpsURLConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where {@code up} serves its workbench, and where it refuses to. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class UpListenTest extends SidecarStage {
  private void assertRefused(String sentence, String... options) {
    String[] args = new String[options.length + 1];
    args[0] = "up";
    System.arraycopy(options, 0, args, 1, options.length);
    CommandRun run = run(args);
    assertThat(run.err()).contains(sentence);
    assertThat(run.exit()).isEqualTo(2);
  }

  @Test
  void anAddressThatOthersReachNeedsACertificateOrTheWordInsecure() {
    assertRefused(
        "--listen: others can reach 192.0.2.7, and could read the token on its way: give --tls"
            + " CERT.pem KEY.pem, or --insecure-listen",
        "--listen",
        "192.0.2.7");
    assertRefused("give --tls", "--listen", "0.0.0.0", "--host-name", "work.example");
  }

  @Test
  void everyAddressNeedsANameToBeReachedUnder() {
    assertRefused(
        "--listen: 0.0.0.0 means every address of this machine: say with --host-name NAME",
        "--listen",
        "0.0.0.0",
        "--insecure-listen");
  }

  @Test
  void namesAndAddressesAreNotMixedUp() {
    assertRefused("--listen: expected an IP address", "--listen", "work.example");
    assertRefused("without scheme and port", "--host-name", "https://work.example");
    assertRefused("without scheme and port", "--host-name", "work.example:80");
  }

  @Test
  void filesThatAreNoCertificateAreRefusedByName() {
    assertRefused("nothing.pem: there is no such file", "--tls", "nothing.pem", "key.pem");
    assertRefused(
        "/dev/zero: expected a PEM file, but it is neither", "--tls", "/dev/zero", "key.pem");
    assertRefused("but none were specified. Try: polyplug up --help", "--tls");
  }

  @Test
  void anAddressThatIsNotOursIsSaidToBeThat() {
    assertRefused(
        "port 0 of 192.0.2.7: Cannot assign requested address; choose another with --port or",
        "--listen",
        "192.0.2.7",
        "--insecure-listen");
  }

  @Test
  void withACertificateTheWorkbenchIsReachedUnderItsName() throws Exception {
    TestCertificate own = TestCertificate.make(folder, "own");
    Program up =
        start(
            "up",
            "--listen",
            "0.0.0.0",
            "--host-name",
            "localhost",
            "--tls",
            own.certificate().toString(),
            own.key().toString());
    String line = up.awaitLine(it -> it.startsWith("workbench: https://localhost:"));
    String[] parts = line.substring("workbench: ".length()).split("/#token=", -1);
    HttpsURLConnection client =
        (HttpsURLConnection) URI.create(parts[0] + "/api/host").toURL().openConnection();
    client.setSSLSocketFactory(own.trusting().getSocketFactory());
    client.setReadTimeout(60_000);
    client.setRequestProperty("Authorization", "Bearer " + parts[1]);
    try (InputStream in = client.getInputStream()) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
          .contains("\"pid\":" + up.pid());
    }
  }

  @Test
  void whoWantsItWithoutEncryptionIsToldWhatThatMeans() throws Exception {
    Program up =
        start("up", "--listen", "0.0.0.0", "--host-name", "localhost", "--insecure-listen");
    up.awaitError(it -> it.startsWith("polyplug: the workbench is not encrypted"));
    up.awaitLine(it -> it.startsWith("workbench: http://localhost:"));
  }
}
