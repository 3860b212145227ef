package io.polyplug.host;

import io.polyplug.process.LaunchFailure;
import org.jspecify.annotations.Nullable;

/** A {@link Failure} thrown. */
public final class PluginFailure extends PluginException {
  private static final long serialVersionUID = 1;

  private final transient Failure failure;

  /** Throws the failure on; the cause is kept for logs only. */
  public PluginFailure(Failure failure, @Nullable Throwable cause) {
    super(failure.toString(), cause);
    this.failure = failure;
  }

  /** The plugin's process could not be started. */
  public static PluginFailure notLaunched(String plugin, LaunchFailure why) {
    return new PluginFailure(new Failure(FailureCode.LAUNCH_FAILED, plugin, why.getMessage()), why);
  }

  /** What happened. */
  public Failure failure() {
    return failure;
  }

  @Override
  public String plugin() {
    return failure.plugin();
  }

  @Override
  public String code() {
    return failure.code().code();
  }
}
