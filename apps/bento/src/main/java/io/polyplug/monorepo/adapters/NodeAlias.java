package io.polyplug.monorepo.adapters;

import org.jspecify.annotations.Nullable;

/** The names that Node's version managers take instead of numbers. */
final class NodeAlias {
  private NodeAlias() {}

  /** The version; null if the name means whatever is newest. */
  static @Nullable String version(String written) {
    if (!written.startsWith("lts/")) {
      return switch (written) {
        case "node", "latest", "stable" -> null;
        default -> written;
      };
    }
    return switch (written.substring("lts/".length())) {
      case "argon" -> "4";
      case "boron" -> "6";
      case "carbon" -> "8";
      case "dubnium" -> "10";
      case "erbium" -> "12";
      case "fermium" -> "14";
      case "gallium" -> "16";
      case "hydrogen" -> "18";
      case "iron" -> "20";
      case "jod" -> "22";
      default -> null;
    };
  }
}
