package io.polyplug.ainb.protocol;

import io.polyplug.wire.Json;
import java.util.List;

/** What a plugin's command line printed, byte for byte, and how it ended (5.2). */
public record CliReply(byte[] stdout, byte[] stderr, int exitCode) {
  /** Reads a result; throws {@link io.polyplug.wire.RpcException} if it is not one. */
  public static CliReply read(Json result) {
    Fields fields = Fields.of("result", result);
    return new CliReply(
        fields.bytes("stdout"),
        fields.bytes("stderr"),
        fields.whole("exit_code", Integer.MIN_VALUE, Integer.MAX_VALUE));
  }

  /** The params that ask for one. */
  public static Json request(String namespace, List<String> argv) {
    return Json.object(
        out -> {
          out.writeStringProperty("namespace", namespace);
          out.writeArrayPropertyStart("argv");
          argv.forEach(out::writeString);
          out.writeEndArray();
        });
  }
}
