package io.polyplug.sdk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A bundle of rune as a binding with more time than a bundle has: a JVM on a busy machine. */
final class RuneBinding {
  private RuneBinding() {}

  static String of(Path manifest) throws IOException {
    JsonNode told = JsonMapper.shared().readTree(Files.readString(manifest));
    return """
        [[plugin]]
        contract = "rune"
        id = %s
        command = %s
        args = %s
        tools = ["%s"]
        capabilities = %s
        timeout = "60s"
        launch_timeout = "30s"
        handshake_timeout = "30s"
        teardown_timeout = "30s"
        """
        .formatted(
            told.get("plugin_id"),
            told.get("process").get("command"),
            told.get("process").get("args"),
            told.get("tools").get(0).get("name").stringValue(),
            told.get("capabilities"));
  }
}
