package io.polyplug.gateway;

import io.polyplug.wire.Json;
import java.util.List;
import java.util.Optional;

/** Tools of the gateway itself, beside those of plugins. Called on virtual threads. */
interface OwnTools {
  /** Those that there are now, as they are listed. */
  List<Json> described();

  /** The result of one of them; empty if it is none of them. An interrupt cancels. */
  Optional<Json> call(String name, Json arguments) throws Exception;
}
