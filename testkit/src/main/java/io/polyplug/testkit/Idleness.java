package io.polyplug.testkit;

import java.lang.management.ManagementFactory;
import jdk.management.VirtualThreadSchedulerMXBean;

/** Whether the virtual threads of this JVM have nothing to do, as its scheduler tells. */
final class Idleness {
  private static final VirtualThreadSchedulerMXBean SCHEDULER =
      ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);

  private Idleness() {}

  /** Whether all of them wait for something but the one that asks, if it is one. */
  static boolean isIdle() {
    int own = Thread.currentThread().isVirtual() ? 1 : 0;
    return SCHEDULER.getQueuedVirtualThreadCount() == 0
        && SCHEDULER.getMountedVirtualThreadCount() <= own;
  }
}
