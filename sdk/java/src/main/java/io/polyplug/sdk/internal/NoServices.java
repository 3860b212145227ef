package io.polyplug.sdk.internal;

import io.polyplug.sdk.HostServices;
import io.polyplug.sdk.ToolError;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The services of a contract that has none. */
record NoServices(String contract) implements HostServices {
  private ToolError unsupported(String what) {
    return new ToolError(
        ToolError.UNSUPPORTED, "the contract " + contract + " has no way to " + what);
  }

  @Override
  public Snapshot snapshot(String topic) {
    throw unsupported("read a topic");
  }

  @Override
  public void publish(String topic, byte[] bytes) {
    throw unsupported("publish to a topic");
  }

  @Override
  public void subscribe(String topic) {
    throw unsupported("subscribe to a topic");
  }

  @Override
  public byte[] invoke(String action, byte[] payload, Duration timeout) {
    throw unsupported("invoke an action of the host");
  }

  @Override
  public byte[] readFile(String path) {
    throw unsupported("read a file through the host");
  }

  @Override
  public List<Entry> readDir(String path) {
    throw unsupported("read a folder through the host");
  }

  @Override
  public Fetched fetch(String method, String url, List<Header> headers, byte @Nullable [] body) {
    throw unsupported("fetch through the host");
  }
}
