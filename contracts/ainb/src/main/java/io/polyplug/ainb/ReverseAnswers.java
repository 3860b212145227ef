package io.polyplug.ainb;

import io.polyplug.wire.Json;
import java.util.Optional;

/**
 * Answers what plugins ask of files, network and actions before the host's own services do, and
 * before their gates: for tests of plugins. Called on virtual threads, several at once; may block.
 */
@FunctionalInterface
public interface ReverseAnswers {
  /** Leaves everything to the services. */
  ReverseAnswers NONE = (plugin, method, params) -> Optional.empty();

  /**
   * The result, or empty for that of the host's own service. A thrown {@link
   * io.polyplug.wire.RpcException} is answered as it is.
   *
   * @param plugin the name of who asks
   * @param method as it is on the wire, as {@code host/fs/read_file}
   */
  Optional<Json> answer(String plugin, String method, Json params) throws Exception;
}
