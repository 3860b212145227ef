package io.polyplug.rune;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.NearestNames;
import io.polyplug.rune.protocol.HandshakeResponse;
import io.polyplug.rune.protocol.HandshakeResponse.Manifest;
import io.polyplug.rune.protocol.WhiteSpace;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Checks a decoded handshake in the order of section 7.1; the first violation decides. Pure.
 *
 * @param plugin the id that the plugin must present
 * @param protocol the version that was asked for
 * @param allowed the allow-list in force
 */
public record HandshakeCheck(String plugin, String protocol, Set<String> allowed) {
  private static final int MOST_SHOWN = 20;
  private static final Manifest NONE = new Manifest("", "", "", List.of(), List.of());

  /** What is wrong, if anything; the tool is checked only if one is asked for. */
  public Optional<Failure> violation(HandshakeResponse response, Optional<String> tool) {
    if (!response.type().equals("handshake")) {
      return handshake(
          "expected a line of type \"handshake\", found type " + quoted(response.type()));
    }
    Manifest manifest = response.manifest().orElse(NONE);
    if (!WhiteSpace.trim(manifest.protocolVersion()).equals(protocol)) {
      return failure(
          FailureCode.PROTOCOL_VERSION_MISMATCH,
          "expected protocol version "
              + quoted(protocol)
              + ", found "
              + (manifest.protocolVersion().isEmpty()
                  ? "none"
                  : quoted(manifest.protocolVersion())));
    }
    if (WhiteSpace.isBlank(manifest.pluginId())) {
      return handshake("its manifest has no plugin_id");
    }
    if (WhiteSpace.isBlank(manifest.pluginVersion())) {
      return handshake("its manifest has no plugin_version");
    }
    if (manifest.exposedTools().isEmpty()) {
      return handshake("its manifest lists no exposed_tools");
    }
    if (!manifest.pluginId().equals(plugin)) {
      return handshake(
          "expected the plugin_id " + quoted(plugin) + ", found " + quoted(manifest.pluginId()));
    }
    if (tool.isPresent() && !manifest.exposedTools().contains(tool.get())) {
      return failure(
          FailureCode.TOOL_NOT_EXPOSED,
          "it does not expose "
              + quoted(tool.get())
              + " but "
              + manifest.exposedTools().stream()
                  .limit(MOST_SHOWN)
                  .map(HandshakeCheck::quoted)
                  .collect(Collectors.joining(", "))
              + "."
              + UntrustedText.escape(
                  NearestNames.hint(tool.get(), plain(manifest.exposedTools()))));
    }
    return capabilities(manifest.capabilities());
  }

  private Optional<Failure> capabilities(List<String> declared) {
    if (declared.isEmpty() && !allowed.isEmpty()) {
      return failure(
          FailureCode.CAPABILITY_NOT_DECLARED,
          "it may have "
              + String.join(", ", allowed)
              + " but its manifest declares no capabilities");
    }
    Set<String> seen = new HashSet<>();
    for (String capability : declared) {
      if (!WhiteSpace.isCanonical(capability)) {
        return failure(
            FailureCode.CAPABILITY_NOT_DECLARED,
            "expected capabilities without white space around them, found " + quoted(capability));
      }
      if (!seen.add(capability)) {
        return failure(
            FailureCode.CAPABILITY_NOT_DECLARED,
            "its manifest declares " + quoted(capability) + " twice");
      }
      if (!allowed.contains(capability)) {
        return failure(
            FailureCode.CAPABILITY_NOT_ALLOWED,
            "it asks for "
                + quoted(capability)
                + ", and it may have "
                + (allowed.isEmpty() ? "nothing" : "only " + String.join(", ", allowed)));
      }
    }
    return Optional.empty();
  }

  /** What can be typed: padded and empty names are no help to anybody. */
  private static List<String> plain(List<String> tools) {
    return tools.stream().filter(WhiteSpace::isCanonical).toList();
  }

  private Optional<Failure> handshake(String message) {
    return failure(FailureCode.HANDSHAKE_FAILED, message);
  }

  private Optional<Failure> failure(FailureCode code, String message) {
    return Optional.of(new Failure(code, plugin, message));
  }

  static String quoted(String untrusted) {
    return "\"" + UntrustedText.excerpt(untrusted, 80) + "\"";
  }
}
