package io.polyplug.monorepo;

import io.polyplug.bento.AdapterLog;
import io.polyplug.bento.protocol.LogLevel;
import io.polyplug.bento.protocol.LogMessage;

/** What plugins say, in the log of the orchestrator. */
record PluginLog(MonorepoLog log) implements AdapterLog {
  @Override
  public void line(LogLevel level, String adapter, String text) {
    log.line(
        switch (level) {
          case TRACE -> MonorepoLog.Level.TRACE;
          case DEBUG -> MonorepoLog.Level.DEBUG;
          case INFO -> MonorepoLog.Level.INFO;
          case WARN -> MonorepoLog.Level.WARN;
          case ERROR -> MonorepoLog.Level.ERROR;
        },
        adapter,
        text);
  }

  @Override
  public void output(String adapter, LogMessage.Stream stream, String text) {
    log.output(stream == LogMessage.Stream.STDOUT, text);
  }
}
