package io.polyplug.monorepo;

import io.polyplug.base.Clock;
import io.polyplug.bento.AdapterLog;
import io.polyplug.bento.BentoContract;
import io.polyplug.bento.protocol.LogLevel;
import io.polyplug.bento.protocol.LogMessage;
import io.polyplug.host.HostEvent.Direction;
import io.polyplug.host.HostEvent.FrameSeen;
import io.polyplug.wire.FrameBytes;

/** What plugins say, in the log of the orchestrator. */
record PluginLog(MonorepoLog log, Clock clock) implements AdapterLog {
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
  public void frameIn(String adapter, byte[] body) {
    log.recorder().ifPresent(it -> it.frame(frame(adapter, Direction.FROM_PLUGIN, body)));
  }

  @Override
  public void frameOut(String adapter, FrameBytes body) {
    log.recorder()
        .ifPresent(it -> it.frame(frame(adapter, Direction.TO_PLUGIN, body.toByteArray())));
  }

  private FrameSeen frame(String adapter, Direction direction, byte[] body) {
    return new FrameSeen(BentoContract.ID + ":" + adapter, direction, body, clock.nanoTime());
  }

  @Override
  public void output(String adapter, LogMessage.Stream stream, String text) {
    log.output(stream == LogMessage.Stream.STDOUT, text);
  }
}
