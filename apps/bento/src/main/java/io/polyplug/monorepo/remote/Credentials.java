package io.polyplug.monorepo.remote;

import io.polyplug.base.UntrustedText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/** Where secrets come from (section 6.11). None of them is ever part of a message. */
final class Credentials {
  private static final long LARGEST_FILE = 64 * 1024;

  private Credentials() {}

  /** From the variable, else from the file in the home; an empty one is none. */
  static Optional<String> token(Map<String, String> environment, String variable, Path home)
      throws RemoteCaches.Unusable {
    String given = environment.getOrDefault(variable, "").strip();
    if (!given.isEmpty()) {
      return Optional.of(checked(given, variable));
    }
    String kept = fromFile(home.resolve(".bento").resolve("credentials"));
    return kept.isEmpty() ? Optional.empty() : Optional.of(checked(kept, "~/.bento/credentials"));
  }

  private static String fromFile(Path file) {
    try {
      if (!Files.isRegularFile(file) || Files.size(file) > LARGEST_FILE) {
        return "";
      }
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return "";
    }
  }

  /** Checked here, since others would show what they refuse. */
  static String checked(String secret, String from) throws RemoteCaches.Unusable {
    for (int i = 0; i < secret.length(); i++) {
      if (secret.charAt(i) <= ' ' || secret.charAt(i) > '~') {
        throw new RemoteCaches.Unusable(
            "what is in "
                + UntrustedText.escape(from)
                + " cannot be used: it holds blanks or odd characters");
      }
    }
    return secret;
  }

  /** The header for the user and password of an address. */
  static String basic(String rawUserInfo) throws RemoteCaches.Unusable {
    byte[] raw = rawUserInfo.getBytes(StandardCharsets.UTF_8);
    byte[] decoded = new byte[raw.length];
    int length = 0;
    int i = 0;
    while (i < raw.length) {
      if (raw[i] == '%' && i + 2 < raw.length) {
        decoded[length] = hexByte(new String(raw, i + 1, 2, StandardCharsets.US_ASCII));
        i += 3;
      } else {
        decoded[length] = raw[i];
        i++;
      }
      length++;
    }
    byte[] exact = Arrays.copyOf(decoded, length);
    return "Basic " + Base64.getEncoder().encodeToString(exact);
  }

  private static byte hexByte(String digits) throws RemoteCaches.Unusable {
    try {
      return (byte) HexFormat.fromHexDigits(digits);
    } catch (IllegalArgumentException e) {
      throw new RemoteCaches.Unusable("the user in cache.remote is not written as addresses are");
    }
  }
}
