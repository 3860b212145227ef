package io.polyplug.mcp.server;

import io.polyplug.base.Clock;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of legacy clients, bounded in number and forgotten when idle. Where there are too
 * many the one that was not used for longest gives way: its client, if there is one, starts anew.
 * Safe from any thread.
 */
final class HttpSessions {
  static final int MOST = 1_000;
  static final Duration IDLE = Duration.ofHours(1);

  private final SecureRandom random = new SecureRandom();
  private final Map<String, HttpSession> open = new ConcurrentHashMap<>();
  private final ServerChanges changes;
  private final Clock clock;

  HttpSessions(ServerChanges changes, Clock clock) {
    this.changes = changes;
    this.clock = clock;
  }

  /** A new one; null if there are too many that are in use. */
  synchronized @Nullable HttpSession open(LegacyClient client) {
    forgetIdle();
    if (open.size() >= MOST) {
      return null;
    }
    byte[] bytes = new byte[16];
    random.nextBytes(bytes);
    HttpSession session =
        new HttpSession(HexFormat.of().formatHex(bytes), client, clock.nanoTime());
    open.put(session.id(), session);
    changes.add(session);
    return session;
  }

  @Nullable HttpSession find(String id) {
    HttpSession session = open.get(id);
    if (session != null) {
      touch(session);
    }
    return session;
  }

  void touch(HttpSession session) {
    session.used(clock.nanoTime());
  }

  void close(HttpSession session) {
    if (open.remove(session.id()) != null) {
      changes.remove(session);
      session.close();
    }
  }

  void closeAll() {
    open.values().forEach(this::close);
  }

  private void forgetIdle() {
    long now = clock.nanoTime();
    List<HttpSession> idle =
        open.values().stream()
            .filter(HttpSession::isIdle)
            .sorted(Comparator.comparingLong(it -> it.lastUsed() - now))
            .toList();
    for (HttpSession session : idle) {
      if (now - session.lastUsed() >= IDLE.toNanos() || open.size() >= MOST) {
        close(session);
      }
    }
  }
}
