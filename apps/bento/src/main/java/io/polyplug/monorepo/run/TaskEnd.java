package io.polyplug.monorepo.run;

import java.nio.charset.StandardCharsets;

/**
 * How an attempt of a task ended.
 *
 * @param exitCode -1 if a signal ended it, or it could not be started
 */
public record TaskEnd(int exitCode, byte[] stdout, byte[] stderr) {
  String stdoutText() {
    return new String(stdout, StandardCharsets.UTF_8);
  }

  String stderrText() {
    return new String(stderr, StandardCharsets.UTF_8);
  }
}
