package io.polyplug.host;

import java.util.concurrent.atomic.AtomicBoolean;

/** A lease on a session that others hold too; tells once that it was given back. */
final class CountedLease implements Supervisor.Lease {
  private final Session session;
  private final Runnable givenBack;
  private final AtomicBoolean given = new AtomicBoolean();

  CountedLease(Session session, Runnable givenBack) {
    this.session = session;
    this.givenBack = givenBack;
  }

  @Override
  public Session session() {
    return session;
  }

  @Override
  public void close() {
    if (given.compareAndSet(false, true)) {
      givenBack.run();
    }
  }
}
