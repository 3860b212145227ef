package io.polyplug.ainb.protocol;

import io.polyplug.wire.Json;
import java.util.List;
import java.util.Optional;

/**
 * What a plugin is told first (5.1).
 *
 * @param manifestPath where its manifest is, absolute
 * @param grantedCapabilities what it may use, in the order of the contract's table
 * @param config its settings; empty if there are none
 * @param hostKind what kind of host this is
 * @param hostPid the host's process
 */
public record InitRequest(
    String manifestPath,
    List<String> grantedCapabilities,
    Optional<Json> config,
    String hostKind,
    long hostPid) {
  /** The params. */
  public Json toJson() {
    return Json.object(
        out -> {
          out.writeStringProperty("manifest_path", manifestPath);
          out.writeArrayPropertyStart("granted_capabilities");
          grantedCapabilities.forEach(out::writeString);
          out.writeEndArray();
          out.writeNumberProperty("abi_version", AinbProtocol.ABI);
          out.writeName("config");
          config.orElse(Json.NULL).writeTo(out);
          out.writeObjectPropertyStart("host");
          out.writeStringProperty("kind", hostKind);
          out.writeNumberProperty("pid", hostPid);
          out.writeEndObject();
        });
  }
}
