package io.polyplug.ainb.protocol;

import io.polyplug.wire.Json;
import io.polyplug.wire.RpcException;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/**
 * A complete frame of a screen (6.1). Immutable; the order of the cells is kept, so that the same
 * buffer always gives the same bytes.
 *
 * @param width columns, from 0 to 65535
 * @param height rows, from 0 to 65535
 * @param cells in painting order: of two at one place the later wins; may lie outside the buffer
 */
public record WireBuffer(int width, int height, List<Cell> cells) {
  public WireBuffer {
    if (((width | height) & ~0xFFFF) != 0) {
      throw new IllegalArgumentException("the size of a buffer is outside 0 to 65535");
    }
    cells = List.copyOf(cells);
  }

  /** The buffer in this object; {@link RpcException} with −32602 if it is not exactly one. */
  public static WireBuffer read(Json json) {
    return BufferReader.read(json);
  }

  /** The object that {@link #read} takes. */
  public Json toJson() {
    return Json.write(this::writeTo);
  }

  /** Writes the object where the generator expects a value. */
  public void writeTo(JsonGenerator out) {
    out.writeStartObject();
    out.writeNumberProperty("width", width);
    out.writeNumberProperty("height", height);
    out.writeArrayPropertyStart("cells");
    for (Cell cell : cells) {
      cell.writeTo(out);
    }
    out.writeEndArray();
    out.writeEndObject();
  }
}
