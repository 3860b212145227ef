package io.polyplug.sdk.internal;

import io.polyplug.sdk.ToolError;
import io.polyplug.wire.Json;
import java.nio.charset.StandardCharsets;

/**
 * What a tool takes. Nothing is looked at before a schema or an input is needed, so that a program
 * with many tools starts as fast as one with none.
 */
public sealed interface Input<I> {
  /** An object of which nothing is known. */
  Json OPEN = Json.ofTrusted("{\"type\":\"object\"}".getBytes(StandardCharsets.US_ASCII));

  /** An object that needs no members. */
  Json NO_MEMBERS =
      Json.ofTrusted("{\"type\":\"object\",\"properties\":{}}".getBytes(StandardCharsets.US_ASCII));

  /** The JSON Schema. */
  Json schema();

  /** The input as the handler wants it; {@link ToolError} with the name of what does not fit. */
  I bind(Json given);

  /** Of a record, or of any JSON object. */
  static <I> Input<I> of(Class<I> type) {
    if (type == Json.class) {
      return new OfJson<>(type, OPEN);
    }
    if (!type.isRecord()) {
      throw new IllegalArgumentException(
          "an input is a record or a Json, and " + type.getName() + " is neither");
    }
    return new OfRecord<>(type);
  }

  /** Of a JSON object that fits a schema. */
  static Input<Json> of(Json schema) {
    return new OfJson<>(Json.class, schema);
  }

  /** An input that must be an object. */
  static ToolError noObject(Json given) {
    return new ToolError(
        ToolError.INVALID_INPUT, "the input must be an object and is " + Kinds.word(given));
  }

  /** Bound to a record. */
  record OfRecord<I>(Class<I> type) implements Input<I> {
    @Override
    public Json schema() {
      return RecordShape.of(type).schema();
    }

    @Override
    public I bind(Json given) {
      if (given.kind() != Json.Kind.OBJECT) {
        throw noObject(given);
      }
      return type.cast(RecordShape.of(type).bind(given, ""));
    }
  }

  /** Handed on as it is. */
  record OfJson<I>(Class<I> type, Json schema) implements Input<I> {
    @Override
    public I bind(Json given) {
      if (given.kind() != Json.Kind.OBJECT) {
        throw noObject(given);
      }
      if (!schema.equals(OPEN)) {
        SchemaCheck.check(schema, given);
      }
      return type.cast(given);
    }
  }
}
