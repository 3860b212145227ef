package io.polyplug.bab;

import java.time.Duration;
import java.util.Optional;

/**
 * What a plugin is to do.
 *
 * @param prompt for the program; not empty
 * @param role one of the plugin's or one of the built-in ones
 * @param workingDirectory where the program runs; the host's own folder if not given. A relative
 *     one is relative to that
 * @param timeout the most that the caller waits; the run has its own limit all the same
 */
public record DelegateRequest(
    String prompt, String role, Optional<String> workingDirectory, Optional<Duration> timeout) {
  /** The role of a request that names none. */
  public static final String DEFAULT_ROLE = "default";

  public DelegateRequest {
    prompt = JsText.wellFormed(prompt);
    role = JsText.wellFormed(role);
    workingDirectory = workingDirectory.map(JsText::wellFormed);
  }

  /** This prompt in the default role, in the host's own folder. */
  public static DelegateRequest of(String prompt) {
    return new DelegateRequest(prompt, DEFAULT_ROLE, Optional.empty(), Optional.empty());
  }

  public DelegateRequest withRole(String newRole) {
    return new DelegateRequest(prompt, newRole, workingDirectory, timeout);
  }

  public DelegateRequest withWorkingDirectory(String folder) {
    return new DelegateRequest(prompt, role, Optional.of(folder), timeout);
  }

  public DelegateRequest withTimeout(Duration limit) {
    return new DelegateRequest(prompt, role, workingDirectory, Optional.of(limit));
  }
}
