package io.polyplug.bento;

import io.polyplug.bento.protocol.Fields;
import io.polyplug.bento.protocol.WrongShape;

/** Which methods a plugin answers (2.5); the others have the answers of a plugin without them. */
public record AdapterCapabilities(
    boolean detect,
    boolean requiredToolchain,
    boolean resolvedToolchainFingerprint,
    boolean install) {
  /** What a manifest without the member says. */
  public static final AdapterCapabilities DEFAULT =
      new AdapterCapabilities(true, true, false, true);

  static AdapterCapabilities read(Fields fields) throws WrongShape {
    return new AdapterCapabilities(
        fields.flag("detect", DEFAULT.detect),
        fields.flag("required_toolchain", DEFAULT.requiredToolchain),
        fields.flag("resolved_toolchain_fingerprint", DEFAULT.resolvedToolchainFingerprint),
        fields.flag("install", DEFAULT.install));
  }
}
