package io.polyplug.cli;

import io.polyplug.host.config.Folders;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;

/**
 * What a command is run in; passed in so that tests need no process of their own.
 *
 * @param folder the current folder
 * @param home the installed program's own folder, with its examples
 * @param environment the environment variables
 * @param lent whether this JVM is a running host's, which does something for whoever asked: signals
 *     are not for the command, and what it starts would not be its user's
 */
record Surroundings(
    Path folder,
    Path home,
    Map<String, String> environment,
    InputStream stdin,
    Printer printer,
    boolean lent) {
  Folders folders() {
    return Folders.of(environment);
  }
}
