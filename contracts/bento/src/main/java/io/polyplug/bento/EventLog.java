package io.polyplug.bento;

import io.polyplug.bento.protocol.LogLevel;
import io.polyplug.bento.protocol.LogMessage;
import io.polyplug.host.HostEvent;
import io.polyplug.host.HostEvents;
import io.polyplug.wire.FrameBytes;

/** The log of one plugin as events of its host. */
record EventLog(String who, HostEvents events) implements AdapterLog {
  @Override
  public void line(LogLevel level, String adapter, String text) {
    events.emit(
        new HostEvent.LogLine(
            who,
            switch (level) {
              case TRACE -> HostEvent.Level.TRACE;
              case DEBUG -> HostEvent.Level.DEBUG;
              case INFO -> HostEvent.Level.INFO;
              case WARN -> HostEvent.Level.WARN;
              case ERROR -> HostEvent.Level.ERROR;
            },
            text));
  }

  @Override
  public void frameIn(String adapter, byte[] body) {
    events.frame(who, HostEvent.Direction.FROM_PLUGIN, body);
  }

  @Override
  public void frameOut(String adapter, FrameBytes body) {
    events.frame(who, HostEvent.Direction.TO_PLUGIN, body);
  }

  /** A host has no streams of its own to pass it on to. */
  @Override
  public void output(String adapter, LogMessage.Stream stream, String text) {
    for (String line : text.lines().toList()) {
      line(LogLevel.INFO, adapter, line);
    }
  }
}
