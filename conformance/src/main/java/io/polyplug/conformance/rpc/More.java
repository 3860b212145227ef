package io.polyplug.conformance.rpc;

import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;

/** Adds members that no version of any contract has, which have to be passed over. */
public final class More {
  private static final Json NESTED = Json.parse("{\"a\":[1,null,{\"b\":true}]}");

  private More() {}

  /** The same object with more members. */
  public static Json members(Json object) {
    return Json.object(
        out -> {
          JsonParts.members(object)
              .forEach(
                  (name, value) -> {
                    out.writeName(name);
                    value.writeTo(out);
                  });
          out.writeStringProperty("conformanceText", "to be passed over");
          out.writeName("conformanceObject");
          NESTED.writeTo(out);
        });
  }
}
