package io.polyplug.bab;

import io.polyplug.base.Clock;
import io.polyplug.host.HostEvent;
import io.polyplug.host.HostEvents;
import io.polyplug.host.PluginInfo;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;

/**
 * Tells the host's listeners how runs ended: which, as what and how long, but never what was asked
 * or answered. Where something was thrown, only who wants to debug is told.
 */
record RunLog(PluginInfo info, HostEvents events, Clock clock, boolean stacks) {
  static RunLog of(
      PluginInfo info, HostEvents events, Clock clock, Map<String, String> environment) {
    boolean stacks = LogLevels.least(environment) == HostEvent.Level.DEBUG;
    return new RunLog(info, events, clock, stacks);
  }

  void ended(String run, DelegateRequest request, long fromNanos) {
    log(HostEvent.Level.INFO, words(run, request, fromNanos, "ended"));
  }

  void failed(String run, DelegateRequest request, long fromNanos, DelegateFailure failure) {
    HostEvent.Level level =
        switch (failure.type()) {
          case CANCELLED, VALIDATION, NOT_FOUND -> HostEvent.Level.WARN;
          case CONFIGURATION, EXECUTION, TIMEOUT, UNKNOWN -> HostEvent.Level.ERROR;
        };
    String what = "failed (" + failure.type().word() + ": " + failure.getMessage() + ")";
    log(level, words(run, request, fromNanos, what));
    if (stacks) {
      log(HostEvent.Level.DEBUG, stack(failure));
    }
  }

  private String words(String run, DelegateRequest request, long fromNanos, String what) {
    long millis = (clock.nanoTime() - fromNanos) / 1_000_000;
    return "run " + run + " as " + request.role() + " " + what + " after " + millis + " ms";
  }

  private void log(HostEvent.Level level, String text) {
    events.emit(new HostEvent.LogLine(info.key(), level, text));
  }

  static String stack(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    return text.toString();
  }
}
