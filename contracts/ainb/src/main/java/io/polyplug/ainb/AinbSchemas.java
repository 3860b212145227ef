package io.polyplug.ainb;

import io.polyplug.host.SchemaResource;
import io.polyplug.wire.Json;

/** The contract's files as JSON Schemas, for editors and for those who write them. */
public final class AinbSchemas {
  private AinbSchemas() {}

  /** Of a {@code [[plugin]]} table of {@code polyplug.toml}. */
  public static Json binding() {
    return resource("binding.schema.json");
  }

  /** Of a {@code manifest.toml}. */
  public static Json manifest() {
    return resource("manifest.schema.json");
  }

  private static Json resource(String name) {
    return SchemaResource.read(AinbSchemas.class.getResourceAsStream(name));
  }
}
