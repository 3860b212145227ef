package io.polyplug.door;

import io.polyplug.base.SmallFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A certificate with its chain and its key, read from two PEM files and seen to belong together.
 * Immutable; files that change later are not read again.
 */
public final class DoorTls {
  private static final int LONGEST_FILE = 1 << 20;
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \\1-----");

  private final KeyStore keys;

  private DoorTls(KeyStore keys) {
    this.keys = keys;
  }

  /** The files cannot be used; the message is a sentence that names the file. */
  public static final class Unusable extends Exception {
    private static final long serialVersionUID = 1;

    Unusable(String sentence) {
      super(sentence);
    }
  }

  /**
   * Reads both.
   *
   * @param certificate the door's own first, then those that vouch for it
   * @param key without a password, in PKCS #8
   */
  public static DoorTls read(Path certificate, Path key, Instant now) throws Unusable {
    List<X509Certificate> chain = chain(certificate);
    X509Certificate own = chain.getFirst();
    inTime(own, certificate, now);
    PrivateKey secret = key(key, own);
    belongs(secret, own, certificate, key);
    try {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(null, null);
      keys.setKeyEntry("door", secret, new char[0], chain.toArray(new Certificate[0]));
      return new DoorTls(keys);
    } catch (GeneralSecurityException | IOException e) {
      throw new Unusable(certificate + ": the certificate cannot be used: " + e.getMessage());
    }
  }

  /** The key and its chain, under an empty password. */
  KeyStore keys() {
    return keys;
  }

  private static byte[] bytes(Path file) throws Unusable {
    try {
      return SmallFile.read(file, LONGEST_FILE);
    } catch (SmallFile.Unfit e) {
      throw new Unusable(file + ": expected a PEM file, but it " + e.getMessage());
    } catch (NoSuchFileException e) {
      throw new Unusable(file + ": there is no such file");
    } catch (IOException e) {
      throw new Unusable(file + ": it cannot be read: " + e.getMessage());
    }
  }

  private static List<X509Certificate> chain(Path file) throws Unusable {
    byte[] bytes = bytes(file);
    try {
      List<X509Certificate> chain =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(bytes))
              .stream()
              .map(X509Certificate.class::cast)
              .toList();
      if (!chain.isEmpty()) {
        return chain;
      }
    } catch (CertificateException e) {
      // Said below: what the parser met says little to whoever named the file.
    }
    throw new Unusable(file + ": expected certificates in PEM (-----BEGIN CERTIFICATE-----)");
  }

  private static void inTime(X509Certificate own, Path file, Instant now) throws Unusable {
    Instant until = own.getNotAfter().toInstant();
    Instant from = own.getNotBefore().toInstant();
    if (now.isAfter(until)) {
      throw new Unusable(file + ": the certificate expired at " + until + "; renew it");
    }
    if (now.isBefore(from)) {
      throw new Unusable(file + ": the certificate is not valid before " + from);
    }
  }

  private static PrivateKey key(Path file, X509Certificate own) throws Unusable {
    Matcher block = BLOCK.matcher(new String(bytes(file), StandardCharsets.ISO_8859_1));
    String seen = "none";
    while (block.find()) {
      seen = block.group(1);
      if (seen.equals("PRIVATE KEY")) {
        try {
          return KeyFactory.getInstance(own.getPublicKey().getAlgorithm())
              .generatePrivate(
                  new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(block.group(2))));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
          throw new Unusable(
              "%s: expected the %s key of the certificate, found one that is damaged or of another"
                      .formatted(file, own.getPublicKey().getAlgorithm())
                  + " kind");
        }
      }
      if (seen.endsWith("PRIVATE KEY")) {
        // Of an older form, or with a password: other tools know how to make it plain.
        break;
      }
    }
    throw new Unusable(
        "%s: expected a key without password in PEM (-----BEGIN PRIVATE KEY-----), found %s%s"
            .formatted(
                file,
                seen,
                seen.endsWith("PRIVATE KEY")
                    ? "; convert it with: openssl pkcs8 -topk8 -nodes -in KEY -out NEW"
                    : ""));
  }

  private static void belongs(PrivateKey key, X509Certificate own, Path certificate, Path file)
      throws Unusable {
    String kind = own.getPublicKey().getAlgorithm();
    String algorithm =
        switch (kind) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          case "EdDSA" -> "EdDSA";
          default ->
              throw new Unusable(
                  certificate + ": expected a key of RSA, EC or Ed25519, found " + kind);
        };
    try {
      byte[] words = "door".getBytes(StandardCharsets.UTF_8);
      Signature signing = Signature.getInstance(algorithm);
      signing.initSign(key);
      signing.update(words);
      byte[] signed = signing.sign();
      Signature checking = Signature.getInstance(algorithm);
      checking.initVerify(own.getPublicKey());
      checking.update(words);
      if (checking.verify(signed)) {
        return;
      }
    } catch (GeneralSecurityException e) {
      // A key that cannot sign for this certificate is not its key.
    }
    throw new Unusable(file + ": this is not the key of the certificate in " + certificate);
  }
}
