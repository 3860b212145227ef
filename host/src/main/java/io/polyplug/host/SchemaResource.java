package io.polyplug.host;

import io.polyplug.wire.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A JSON Schema that a contract carries with its classes. */
public final class SchemaResource {
  private SchemaResource() {}

  /**
   * The schema in a resource, which is closed. The contract opens it, because a module's resources
   * are its own: {@code MyContract.class.getResourceAsStream("binding.schema.json")}.
   */
  public static Json read(@Nullable InputStream resource) {
    try (InputStream schema = Objects.requireNonNull(resource, "the resource is missing")) {
      return Json.parse(schema.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
