package io.polyplug.build.testing;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A certificate that vouches for itself, with its key, in PEM files as people have them.
 *
 * @param trusting what a client needs that is to trust it and nothing else
 */
public record TestCertificate(Path certificate, Path key, SSLContext trusting) {
  private static final char[] PASSWORD = "changeit".toCharArray();

  /** One for localhost and 127.0.0.1 that is valid for a day. */
  public static TestCertificate make(Path folder, String name) throws Exception {
    return make(folder, name, "EC", "-1H");
  }

  /**
   * One that is valid for a day from then on.
   *
   * @param algorithm RSA, EC or Ed25519
   * @param from as keytool has it, such as {@code -5d}
   */
  public static TestCertificate make(Path folder, String name, String algorithm, String from)
      throws Exception {
    Path store = folder.resolve(name + ".p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "door",
                "-keyalg",
                algorithm,
                "-dname",
                "CN=" + name,
                "-ext",
                "san=dns:localhost,ip:127.0.0.1",
                "-startdate",
                from,
                "-validity",
                "1",
                "-storetype",
                "PKCS12",
                "-storepass",
                new String(PASSWORD),
                "-keystore",
                store.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (keytool.waitFor() != 0) {
      throw new IOException("keytool: " + said);
    }
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD);
    }
    return new TestCertificate(
        write(
            folder.resolve(name + "-cert.pem"),
            "CERTIFICATE",
            keys.getCertificate("door").getEncoded()),
        write(
            folder.resolve(name + "-key.pem"),
            "PRIVATE KEY",
            keys.getKey("door", PASSWORD).getEncoded()),
        trusting(keys));
  }

  private static SSLContext trusting(KeyStore keys) throws GeneralSecurityException, IOException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("door", keys.getCertificate("door"));
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), new SecureRandom());
    return context;
  }

  /** A PEM file with one block. */
  public static Path write(Path file, String kind, byte[] content) throws IOException {
    return Files.writeString(
        file,
        "-----BEGIN %s-----\n%s\n-----END %s-----\n"
            .formatted(
                kind, Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content), kind));
  }
}
