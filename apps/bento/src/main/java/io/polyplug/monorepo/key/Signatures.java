package io.polyplug.monorepo.key;

import java.util.Map;
import java.util.TreeMap;

/** Signatures of dishes from those of others. */
public final class Signatures {
  private static final String PREFIX = "bento-dish-effective-v1";

  private Signatures() {}

  /**
   * The signature of a dish that is not forced to be independent; that of one that is, is its
   * content.
   *
   * @param dependencies effective signatures by name
   */
  public static byte[] effective(byte[] content, Map<String, byte[]> dependencies) {
    ByteStream stream = new ByteStream();
    stream.text(PREFIX);
    stream.bytes(content, content.length);
    for (byte[] dependency : new TreeMap<>(dependencies).values()) {
      stream.bytes(dependency, dependency.length);
    }
    return stream.digest();
  }
}
