package io.polyplug.sdk;

/** A question of a monorepo tool while an {@link Adapter} answers it. */
public interface AdapterCall extends Call {
  /** Where the output of a tool belongs. */
  enum Stream {
    STDOUT,
    STDERR
  }

  /** Passes on what a tool printed, as it is: nothing is added, not even a line end. */
  void output(Stream stream, String text);
}
