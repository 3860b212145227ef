package io.polyplug.ainb.protocol;

import io.polyplug.wire.Json;

/**
 * A frame as a plugin drew it (5.2).
 *
 * @param buffer the cells
 * @param text the same as it came
 * @param redraw whether it wants to draw the next one soon
 * @param capturesText whether it wants the keys that the host keeps otherwise
 */
public record RenderReply(WireBuffer buffer, Json text, boolean redraw, boolean capturesText) {
  /** Reads a result; throws {@link io.polyplug.wire.RpcException} if it is not one. */
  public static RenderReply read(Json result) {
    Fields fields = Fields.of("result", result);
    Json buffer =
        fields
            .json("buffer")
            .orElseThrow(() -> AinbErrors.invalidParams("buffer: expected an object"));
    return new RenderReply(
        WireBuffer.read(buffer), buffer, fields.flag("redraw"), fields.flag("captures_text"));
  }

  /** The params that ask for one. */
  public static Json request(int width, int height, long generation) {
    return Json.object(
        out -> {
          out.writeObjectPropertyStart("viewport");
          out.writeNumberProperty("width", width);
          out.writeNumberProperty("height", height);
          out.writeEndObject();
          out.writeNumberProperty("generation", generation);
        });
  }
}
