package io.polyplug.build.rules;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Types commands at a POSIX shell, as a reader of the documentation would. */
record Shell(Path folder, Map<String, String> environment) {
  private static final long MAX_SECONDS = 120;

  /** What a command gave; both streams together, as a terminal shows them. */
  record Result(int exit, String output) {}

  Result type(String command) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-c", command)
            .directory(folder.toFile())
            .redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(MAX_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException("no end within " + MAX_SECONDS + " s: " + command);
    }
    return new Result(process.exitValue(), output);
  }
}
