package io.polyplug.ainb;

import io.polyplug.wire.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

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
    try (InputStream schema = AinbSchemas.class.getResourceAsStream(name)) {
      return Json.parse(Objects.requireNonNull(schema).readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
