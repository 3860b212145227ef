package io.polyplug.bab.bridge;

import io.polyplug.bab.protocol.BridgeProtocol;
import io.polyplug.host.HostEvent;
import io.polyplug.host.PeerNotices;
import io.polyplug.process.Child;
import io.polyplug.process.Environment;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.Spawner;
import io.polyplug.process.StderrPolicy;
import io.polyplug.wire.Framing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * A runtime that was started on the bridge's script and was given its token. What it prints, on
 * either stream, is told as log lines.
 */
record RuntimeStart(Child child, BridgeFolder scripts, Framing framing) {
  private static final int MAX_STDERR_LINE = 16 * 1024;
  private static final int TOKEN_BYTES = 16;

  static RuntimeStart of(JsRuntime runtime, Spawner spawner, PeerNotices notices)
      throws AdapterFailure {
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    String token = HexFormat.of().formatHex(random);
    Framing framing =
        BridgeProtocol.framing(token, line -> notices.log(HostEvent.Level.INFO, line));
    try {
      BridgeFolder scripts = BridgeFolder.make();
      try {
        Child child = spawner.start(spec(runtime, scripts, notices));
        RuntimeStart started = new RuntimeStart(child, scripts, framing);
        started.tell(token);
        return started;
      } catch (LaunchFailure | RuntimeException | Error failure) {
        scripts.close();
        throw failure;
      }
    } catch (LaunchFailure | IOException failure) {
      throw new AdapterFailure(
          AdapterFailure.Kind.NO_RUNTIME,
          "The JavaScript runtime could not be started: " + failure.getMessage(),
          failure);
    }
  }

  private static ProcessSpec spec(JsRuntime runtime, BridgeFolder scripts, PeerNotices notices) {
    List<String> arguments = new ArrayList<>(runtime.arguments());
    arguments.add(scripts.script().toString());
    return ProcessSpec.of(runtime.program())
        .arguments(arguments)
        .environment(Environment.empty().inheritAll())
        .stderr(
            StderrPolicy.lines(MAX_STDERR_LINE, line -> notices.log(HostEvent.Level.INFO, line)))
        .build();
  }

  /** Over its input and not by argument or variable, where other processes could see it. */
  private void tell(String token) {
    byte[] line = (token + '\n').getBytes(StandardCharsets.US_ASCII);
    try {
      child.stdin().write(line, 0, line.length);
    } catch (IOException gone) {
      // Its end is seen by whoever reads from it, with the reason.
    }
  }

  void close() {
    child.close();
    scripts.close();
  }
}
