package io.polyplug.conformance.proof;

import io.polyplug.host.ToolResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the program says to a call.
 *
 * @param pid who answered; 0 if that is not to be seen
 * @param number which call it answered; -1 if that is not to be seen
 */
record Answer(long pid, int number) {
  private static final Pattern SAID = Pattern.compile("pid (\\d{1,10}) number (\\d{1,9})");

  static Answer of(ToolResult result) {
    Matcher said = SAID.matcher(result.output().toString());
    return result.ok() && said.find()
        ? new Answer(Long.parseLong(said.group(1)), Integer.parseInt(said.group(2)))
        : new Answer(0, -1);
  }
}
