package io.polyplug.own;

import io.polyplug.wire.Json;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.type.LogicalType;

/**
 * Values of Java as JSON and back, as the SDK has them too: enums by name, no text for a number and
 * no number for a text. Members that nobody knows are passed over.
 */
final class JsonValues {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .disable(EnumFeature.READ_ENUMS_USING_TO_STRING, EnumFeature.WRITE_ENUMS_USING_TO_STRING)
          .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .withCoercionConfig(
              LogicalType.Textual,
              config ->
                  config
                      .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
          // Then a number that JSON does not have is no JSON, instead of a text.
          .disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS)
          .addModule(
              new SimpleModule("polyplug")
                  .addSerializer(Json.class, new JsonWriter())
                  .addDeserializer(Json.class, new JsonReader()))
          .build();

  private JsonValues() {}

  /** Throws {@link RuntimeException} for what cannot be written. */
  static Json write(@Nullable Object value) {
    return Json.parse(MAPPER.writeValueAsBytes(value));
  }

  /** What reads values of a type; safe from any thread. */
  static ObjectReader reader(Type type) {
    return MAPPER.readerFor(MAPPER.constructType(type));
  }

  /** Throws {@link JacksonException} for what does not fit. */
  static @Nullable Object read(ObjectReader reader, Json value) {
    try (JsonParser parser = value.parser()) {
      return reader.readValue(parser);
    }
  }

  private static final class JsonWriter extends ValueSerializer<Json> {
    @Override
    public void serialize(Json value, JsonGenerator out, SerializationContext context) {
      value.compact().writeTo(out);
    }
  }

  /** Keeps numbers as they are written. */
  private static final class JsonReader extends ValueDeserializer<Json> {
    @Override
    public Json deserialize(JsonParser parser, DeserializationContext context) {
      return Json.write(out -> out.copyCurrentStructureExact(parser));
    }

    @Override
    public Json getNullValue(DeserializationContext context) {
      return Json.NULL;
    }
  }
}
