package io.polyplug.bench.talk;

import io.polyplug.process.LaunchFailure;
import io.polyplug.wire.Call;
import io.polyplug.wire.Json;
import java.nio.file.Path;

/** Ours. Safe from any thread. */
public final class PolyplugTalker implements Talker {
  private final PolyplugChild echo;
  private final String method;
  private final Json params;

  /** With a child of its own. */
  public PolyplugTalker(Path program, Protocol protocol, int size) throws LaunchFailure {
    echo = PolyplugChild.start(program, protocol);
    method = protocol.method();
    params = Json.parse(protocol.params(size));
  }

  @Override
  public Reply send() {
    Call call = echo.peer().call(method, params);
    return call::await;
  }

  @Override
  public void close() {
    echo.close();
  }
}
