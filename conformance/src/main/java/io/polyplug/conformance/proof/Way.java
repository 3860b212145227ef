package io.polyplug.conformance.proof;

import io.polyplug.host.Plugin;
import io.polyplug.host.PluginException;
import java.time.Duration;
import java.util.Optional;

/** The way back of a plugin whose fault is over. Of one thread. */
final class Way {
  /**
   * So often it is called before it is reloaded: a contract may tell the next call why it ended.
   */
  private static final int CALLS = 2;

  private static final Duration PATIENT = Duration.ofSeconds(20);

  private final Stand stand;
  private final Plugin plugin;
  private final Duration brief;
  private int calls = 1;
  private Optional<Long> pid = Optional.empty();
  private String last = "";

  /**
   * After a fault.
   *
   * @param brief how long an answer is waited for that is not to come
   */
  Way(Stand stand, Plugin plugin, Duration brief) {
    this.stand = stand;
    this.plugin = plugin;
    this.brief = brief;
  }

  /** Who answers now, if anybody does. */
  Optional<Long> pid() {
    return pid;
  }

  /**
   * Calls until it is answered, and says how that came.
   *
   * @param before who answered before the fault
   * @param wanted how it is to come: what must not come by itself is waited for briefly
   */
  String back(Optional<Long> before, Recovery wanted) {
    if (!plugin.status().enabled()) {
      plugin.enable();
    }
    boolean byItself = wanted == Recovery.SAME_PROCESS || wanted == Recovery.NEW_PROCESS;
    for (int i = 0; i < CALLS; i++) {
      if (answers(byItself ? PATIENT : brief)) {
        return (pid.equals(before) ? Recovery.SAME_PROCESS : Recovery.NEW_PROCESS).words();
      }
    }
    plugin.reload();
    if (answers(wanted == Recovery.OFF_AND_ON ? brief : PATIENT)) {
      return Recovery.RELOAD.words();
    }
    plugin.disable();
    plugin.awaitSettled(PATIENT);
    plugin.enable();
    return answers(PATIENT) ? Recovery.OFF_AND_ON.words() : "none: " + last;
  }

  private boolean answers(Duration limit) {
    try {
      int number = ++calls;
      Answer answer =
          Answer.of(plugin.tool(stand.tool()).call(stand.call(number, 0, Optional.of(limit))));
      if (answer.number() != number) {
        last = "it got the answer to another call";
        return false;
      }
      pid = Optional.of(answer.pid());
      return true;
    } catch (PluginException e) {
      last = String.valueOf(e.getMessage());
      return false;
    }
  }
}
