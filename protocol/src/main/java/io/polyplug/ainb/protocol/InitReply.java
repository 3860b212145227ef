package io.polyplug.ainb.protocol;

import io.polyplug.wire.Json;
import io.polyplug.wire.RpcException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a plugin says of itself, in either of the two shapes or in both at once (5.1): everything
 * that was said, in the order in which it stands.
 *
 * @param names empty if it gave none
 * @param versions empty if it gave none
 * @param abis empty if it gave none
 */
public record InitReply(List<String> names, List<String> versions, List<Long> abis) {
  public InitReply {
    names = List.copyOf(names);
    versions = List.copyOf(versions);
    abis = List.copyOf(abis);
  }

  /** Reads a result; throws {@link RpcException} if a member is of the wrong type. */
  public static InitReply read(Json result) {
    List<String> names = new ArrayList<>();
    List<String> versions = new ArrayList<>();
    List<Long> abis = new ArrayList<>();
    Fields top = Fields.of("result", result);
    take(top, names, versions, abis);
    if (top.has("manifest")) {
      take(top.object("manifest").object("plugin"), names, versions, abis);
    }
    return new InitReply(names, versions, abis);
  }

  private static void take(
      Fields from, List<String> names, List<String> versions, List<Long> abis) {
    from.optionalText("name").ifPresent(names::add);
    from.optionalText("version").ifPresent(versions::add);
    if (from.has("abi_version")) {
      abis.add(from.unsigned("abi_version", 0));
    }
  }

  /** The first of the values that is not the expected one. */
  public static <T> Optional<T> unlike(T expected, List<T> said) {
    return said.stream().filter(it -> !it.equals(expected)).findFirst();
  }
}
