package io.polyplug.host.jvm;

/** Why there is no start-up cache; the message goes on from the name of the plugin. */
public final class TrainingFailure extends Exception {
  private static final long serialVersionUID = 1L;

  TrainingFailure(String message) {
    super(message);
  }
}
