package io.polyplug.ainb;

import io.polyplug.ainb.files.DataFiles;
import io.polyplug.ainb.protocol.AinbErrors;
import io.polyplug.ainb.protocol.AinbProtocol;
import io.polyplug.ainb.protocol.Fields;
import io.polyplug.base.Clock;
import io.polyplug.wire.Json;
import java.nio.file.Path;

/** {@code plugin_data.write}: writes a file into the plugin's own folder under the host's home. */
final class WriteDataAction implements Action {
  private final DataFiles files = new DataFiles(Clock.system());

  @Override
  public byte[] run(byte[] payload, ActionContext context) throws InterruptedException {
    Fields fields = ActionPayload.fields(payload, AinbProtocol.MAX_BODY);
    String path = fields.text("path");
    byte[] bytes = fields.bytes("bytes");
    Path folder =
        context
            .homes()
            .dataOf(context.plugin())
            .orElseThrow(
                () -> AinbErrors.internal("write " + path + ": the host has no home to write to"));
    files.write(folder, path, bytes);
    return Json.object(out -> out.writeNumberProperty("written", bytes.length)).toByteArray();
  }
}
