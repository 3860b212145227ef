package io.polyplug.sdk.internal;

import io.polyplug.sdk.Call;
import io.polyplug.sdk.HostServices;
import io.polyplug.sdk.Level;
import java.io.PrintStream;
import java.util.Map;

/** A call under a contract that has no more than an input and an output. */
class PlainCall implements Call {
  private final String contract;
  private final Running.Work work;
  private final Map<String, String> metadata;
  private final String target;

  PlainCall(String contract, Running.Work work, Map<String, String> metadata, String target) {
    this.contract = contract;
    this.work = work;
    this.metadata = metadata;
    this.target = target;
  }

  @Override
  public void log(Level level, String message, Map<String, ?> fields) {
    StringBuilder line = new StringBuilder(level.word()).append(": ").append(message);
    if (!fields.isEmpty()) {
      line.append(' ').append(Values.toJson(fields));
    }
    errors().println(line);
  }

  /** Where people look for what is not for the host. */
  PrintStream errors() {
    return work.errors();
  }

  @Override
  public void progress(double done) {}

  @Override
  public void progress(double done, double total, String message) {}

  @Override
  public boolean isCancelled() {
    return work.isCancelled();
  }

  @Override
  public Map<String, String> metadata() {
    return metadata;
  }

  @Override
  public String target() {
    return target;
  }

  @Override
  public HostServices host() {
    return new NoServices(contract);
  }
}
