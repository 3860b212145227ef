package io.polyplug.bento;

import io.polyplug.wire.Json;
import java.nio.file.Path;

/**
 * What the diagnostic re-run of a task has printed, for the plugin to parse (2.5).
 *
 * @param stdout decoded as UTF-8 with replacement
 * @param stderr likewise
 * @param exitStatus of the re-run; -1 if a signal ended it
 */
public record DiagnosticsRequest(
    String taskName,
    String stdout,
    String stderr,
    int exitStatus,
    Path dishDir,
    Path workspaceRoot) {
  /** The params of the request. */
  public Json toJson() {
    return Json.object(
        out -> {
          out.writeStringProperty("task_name", taskName);
          out.writeStringProperty("stdout", stdout);
          out.writeStringProperty("stderr", stderr);
          out.writeNumberProperty("exit_status", exitStatus);
          out.writeStringProperty("dish_dir", dishDir.toString());
          out.writeStringProperty("workspace_root", workspaceRoot.toString());
        });
  }
}
