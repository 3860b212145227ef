package io.polyplug.bab;

import java.util.Set;
import java.util.stream.Stream;

/** Which variables of the host a program may not see (section 12). */
public enum EnvFilter {
  /** The ones that are known by name. */
  NAMED,
  /** Those, and whatever is called as secrets are called. */
  SUFFIXES;

  private static final Set<String> SECRETS =
      Set.of(
          "ANTHROPIC_API_KEY",
          "OPENAI_API_KEY",
          "GOOGLE_API_KEY",
          "GEMINI_API_KEY",
          "OPENROUTER_API_KEY",
          "GITHUB_TOKEN",
          "GH_TOKEN");
  private static final Set<String> INJECTING =
      Set.of(
          "LD_PRELOAD",
          "LD_LIBRARY_PATH",
          "DYLD_INSERT_LIBRARIES",
          "DYLD_LIBRARY_PATH",
          "NODE_OPTIONS",
          "NODE_PATH",
          "BUN_OPTIONS");

  /** What a file may not set, so that the real ones hold. */
  private static final Set<String> FIXED =
      Set.of(
          "HOME",
          "PWD",
          "PATH",
          "SHELL",
          "USER",
          "LOGNAME",
          "NODE_EXTRA_CA_CERTS",
          "GIT_SSH_COMMAND",
          "GIT_ASKPASS",
          "GIT_DIR",
          "GIT_WORK_TREE",
          "http_proxy",
          "https_proxy",
          "HTTP_PROXY",
          "HTTPS_PROXY",
          "no_proxy",
          "NO_PROXY",
          "SSL_CERT_FILE",
          "SSL_CERT_DIR",
          "REQUESTS_CA_BUNDLE",
          "CURL_CA_BUNDLE");

  private static final String OWN = "BAB_";

  /** Whether a variable of the global file or of the host's process is kept from a program. */
  public boolean hides(String name) {
    return Stream.of(OWN, "CLAUDE_", "CLAUDECODE").anyMatch(name::startsWith)
        || SECRETS.contains(name)
        || INJECTING.contains(name)
        || (this == SUFFIXES && isCalledAsSecretsAre(name));
  }

  /** Whether its value is nothing to be shown. */
  static boolean isSecret(String name) {
    return SECRETS.contains(name) || isCalledAsSecretsAre(name);
  }

  /** The longer endings of the contract's list are covered by these. */
  private static boolean isCalledAsSecretsAre(String name) {
    return Stream.of(
            "_API_KEY",
            "_PASSWORD",
            "_TOKEN",
            "_SECRET",
            "_SECRET_KEY",
            "_ACCESS_KEY",
            "_ACCESS_KEY_ID")
        .anyMatch(name::endsWith);
  }

  /** Whether a file, be it the plugin's own, sets this in vain. */
  static boolean isNotForFiles(String name) {
    return name.startsWith(OWN) || INJECTING.contains(name) || FIXED.contains(name);
  }
}
