package io.polyplug.bento;

import io.polyplug.bento.protocol.LogLevel;
import io.polyplug.bento.protocol.LogMessage;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Remembers what it is told, in order. */
final class RecordedLog implements AdapterLog {
  private final List<String> all = new CopyOnWriteArrayList<>();
  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

  @Override
  public void line(LogLevel level, String adapter, String text) {
    add(level + " " + adapter + ": " + text);
  }

  @Override
  public void output(String adapter, LogMessage.Stream stream, String text) {
    add(stream + " " + adapter + ": " + text);
  }

  private void add(String entry) {
    all.add(entry);
    heard.add(entry);
  }

  /** All that begins so, for example with {@code WARN}. */
  List<String> of(String start) {
    return all.stream().filter(it -> it.startsWith(start)).toList();
  }

  /** Waits for something that contains the text. */
  String await(String part) throws InterruptedException {
    while (true) {
      String entry = heard.poll(30, TimeUnit.SECONDS);
      if (entry == null) {
        throw new AssertionError("nobody said \"" + part + "\", only " + all);
      }
      if (entry.contains(part)) {
        return entry;
      }
    }
  }
}
