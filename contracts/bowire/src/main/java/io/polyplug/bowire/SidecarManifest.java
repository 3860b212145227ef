package io.polyplug.bowire;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.config.FileProblem;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a {@code sidecar.json} says (section 2). The texts are the vendor's.
 *
 * @param packageId names the package and the folder it is installed in
 * @param protocolId what the sidecar is called by, and what its handshake must repeat
 * @param protocolName for people, until the handshake gives another
 * @param unknown the paths of members that the contract does not know
 */
record SidecarManifest(
    String packageId,
    String protocolId,
    String protocolName,
    Optional<String> iconSvg,
    Wire wire,
    Optional<String> version,
    List<String> unknown) {
  static final String FILE_NAME = "sidecar.json";
  static final String DEFAULT_PREFIX = "BOWIRE_";
  static final Duration DEFAULT_SHUTDOWN = Duration.ofSeconds(3);

  private static final int MAX_BYTES = 1 << 20;
  private static final int MAX_PORT = 65_535;
  private static final Pattern PACKAGE_ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._+-]{0,127}");
  private static final Set<String> KNOWN =
      Set.of(
          "packageId",
          "protocol",
          "transport",
          "executable",
          "args",
          "envPrefix",
          "shutdownTimeoutMs",
          "url",
          "version",
          "$schema",
          // What our SDKs write, so that they write over nothing else.
          "generated_by");
  private static final Set<String> KNOWN_OF_PROTOCOL = Set.of("id", "name", "iconSvg");

  /** How the sidecar is reached. */
  sealed interface Wire {
    /** A process of ours. */
    record Stdio(
        String executable, List<String> arguments, String environmentPrefix, Duration shutdown)
        implements Wire {
      public Stdio {
        arguments = List.copyOf(arguments);
      }
    }

    /** A service that is not ours. */
    record Http(URI url) implements Wire {}
  }

  SidecarManifest {
    unknown = List.copyOf(unknown);
  }

  static SidecarManifest read(Path folder) throws InvalidManifest {
    Path file = folder.resolve(FILE_NAME);
    byte[] content;
    try (InputStream in = Files.newInputStream(file)) {
      content = in.readNBytes(MAX_BYTES + 1);
    } catch (IOException e) {
      throw new InvalidManifest(FILE_NAME + " cannot be read: " + FileProblem.of(e, file));
    }
    if (content.length > MAX_BYTES) {
      throw new InvalidManifest(FILE_NAME + " is larger than " + MAX_BYTES + " bytes");
    }
    try {
      return parse(new String(content, StandardCharsets.UTF_8));
    } catch (InvalidManifest e) {
      throw new InvalidManifest(FILE_NAME + ": " + e.problem());
    }
  }

  static SidecarManifest parse(String text) throws InvalidManifest {
    LenientObject root = LenientObject.parse(text.startsWith("\uFEFF") ? text.substring(1) : text);
    rejectFirstGeneration(root);
    String packageId = root.words("packageId");
    if (!isPackageId(packageId)) {
      throw new InvalidManifest(
          "\"packageId\" must be 1 to 128 letters, digits, '.', '_', '+' and '-' that begin with a"
              + " letter or digit and do not end with '.', found \""
              + UntrustedText.excerpt(packageId, 80)
              + "\"",
          "packageId");
    }
    LenientObject protocol =
        root.object("protocol").orElseThrow(() -> new InvalidManifest("\"protocol\" is missing"));
    List<String> unknown = new ArrayList<>(root.unknown(KNOWN));
    protocol.unknown(KNOWN_OF_PROTOCOL).forEach(name -> unknown.add("protocol." + name));
    return new SidecarManifest(
        packageId,
        protocol.words("id"),
        protocol.words("name"),
        protocol.text("iconSvg").filter(icon -> !icon.isBlank()),
        wire(root),
        root.text("version").filter(version -> !version.isBlank()),
        unknown.stream().map(path -> UntrustedText.excerpt(path, 80)).toList());
  }

  /** What is strange but does no harm. */
  List<String> warnings() {
    return unknown.stream()
        .map(path -> FILE_NAME + " has an unknown member \"" + path + "\"")
        .toList();
  }

  static boolean isPackageId(String text) {
    return PACKAGE_ID.matcher(text).matches() && !text.endsWith(".");
  }

  /** What the first Node SDK generated looks like a manifest and is none (2.5). */
  private static void rejectFirstGeneration(LenientObject root) throws InvalidManifest {
    if (!root.has("packageId") && !root.has("protocol") && root.has("id")) {
      throw new InvalidManifest(
          "\"packageId\" and \"protocol\" are missing: it was made by an outdated SDK");
    }
  }

  private static Wire wire(LenientObject root) throws InvalidManifest {
    String transport = root.text("transport").orElse("stdio").toLowerCase(Locale.ROOT);
    return switch (transport) {
      case "stdio" ->
          new Wire.Stdio(
              withoutNul(root.words("executable"), "executable"),
              arguments(root),
              root.isNull("envPrefix") ? "" : root.text("envPrefix").orElse(DEFAULT_PREFIX),
              root.whole("shutdownTimeoutMs").map(Duration::ofMillis).orElse(DEFAULT_SHUTDOWN));
      case "http" -> new Wire.Http(url(root.words("url")));
      default ->
          throw new InvalidManifest(
              "\"transport\" must be stdio or http, found \""
                  + UntrustedText.excerpt(transport, 40)
                  + "\"",
              "transport");
    };
  }

  private static List<String> arguments(LenientObject root) throws InvalidManifest {
    List<String> arguments = root.texts("args");
    for (String argument : arguments) {
      withoutNul(argument, "args");
    }
    return arguments;
  }

  private static String withoutNul(String text, String name) throws InvalidManifest {
    if (text.indexOf('\0') >= 0) {
      throw new InvalidManifest("\"" + name + "\" contains a NUL character", name);
    }
    return text;
  }

  static URI url(String text) throws InvalidManifest {
    try {
      URI url = new URI(text.strip());
      String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
      if ((scheme.equals("http") || scheme.equals("https"))
          && url.getHost() != null
          && url.getPort() <= MAX_PORT) {
        return url;
      }
    } catch (URISyntaxException e) {
      // Said below.
    }
    throw new InvalidManifest(
        "\"url\" must be an absolute http or https address, found \""
            + UntrustedText.excerpt(text, 200)
            + "\"",
        "url");
  }
}
