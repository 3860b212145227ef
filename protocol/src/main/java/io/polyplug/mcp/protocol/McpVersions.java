package io.polyplug.mcp.protocol;

import java.util.List;

/**
 * The revisions of the protocol, by date. A revision is <em>modern</em> if every request carries
 * its own version and capabilities, and <em>legacy</em> if an {@code initialize} handshake opens a
 * session.
 */
public final class McpVersions {
  /** The newest that we speak, and the first modern one. */
  public static final String MODERN = "2026-07-28";

  /** The newest legacy one. */
  public static final String LEGACY = "2025-11-25";

  /** What a request over HTTP speaks that names no version. */
  public static final String WITHOUT_HEADER = "2025-03-26";

  /** The legacy ones that we speak, newest first. */
  public static final List<String> ALL_LEGACY =
      List.of(LEGACY, "2025-06-18", "2025-03-26", "2024-11-05");

  /** All that we speak, newest first. */
  public static final List<String> ALL =
      List.of(MODERN, LEGACY, "2025-06-18", "2025-03-26", "2024-11-05");

  private McpVersions() {}

  /** Whether requests of this revision carry their own metadata; later ones will too. */
  public static boolean isModern(String version) {
    return version.compareTo(MODERN) >= 0;
  }

  /** Whether we speak it. */
  public static boolean isKnown(String version) {
    return ALL.contains(version);
  }

  /** What a legacy handshake that asks for this version settles on, from the server's side. */
  public static String settle(String asked) {
    return ALL_LEGACY.contains(asked) ? asked : LEGACY;
  }
}
