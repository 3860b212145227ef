package io.polyplug.conformance.rune;

import io.polyplug.wire.Json;
import java.util.List;

/** What tools are called with, since nobody knows what they expect. */
final class Inputs {
  /** Members that many tools have, all at once. */
  static final Json LIKELY =
      Json.parse(
          """
          {"text":"two words","name":"two","message":"two words","input":"two words",\
          "query":"two","path":".","value":1,"count":1}""");

  /** Of these one is likely to work. */
  static final List<Json> GOOD = List.of(Json.EMPTY_OBJECT, LIKELY);

  /** Of these one is likely not to. */
  static final List<Json> ODD =
      List.of(
          Json.EMPTY_OBJECT,
          Json.NULL,
          Json.parse("[]"),
          Json.parse("7"),
          Json.string("text"),
          Json.parse("{\"text\":7,\"name\":[],\"value\":\"one\"}"));

  private Inputs() {}

  /** An object whose text is this. */
  static Json text(String text) {
    return Json.object(out -> out.writeStringProperty("text", text));
  }
}
