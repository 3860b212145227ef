package io.polyplug.conformance.proof;

import io.polyplug.conformance.proof.hostile.Sin;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Whether what a plugin writes without end is kept: looked at while the plugin still lives. */
final class Heap {
  /** What the host may hold of all plugins under test at once. */
  private static final long MOST = 256L << 20;

  private static final Set<Sin> FLOODS =
      EnumSet.of(
          Sin.ENDLESS_LINE,
          Sin.ENDLESS_HEADER,
          Sin.OVERSIZE_FRAME,
          Sin.NEVER_READS,
          Sin.FLOODS_STDOUT,
          Sin.FLOODS_STDERR,
          Sin.FLOODS_LOGS,
          Sin.PROGRESS_FLOOD,
          Sin.REVERSE_CALL_STORM,
          Sin.STREAM_FLOODS);

  private final long before;

  Heap() {
    this.before = used();
  }

  private static long used() {
    Runtime jvm = Runtime.getRuntime();
    return jvm.totalMemory() - jvm.freeMemory();
  }

  /** What is wrong, if anything; looks only after sins that could make it grow. */
  @SuppressWarnings("CallSystemGc")
  Optional<String> problem(Sin sin) {
    if (!FLOODS.contains(sin)) {
      return Optional.empty();
    }
    System.gc();
    long more = used() - before;
    return more <= MOST
        ? Optional.empty()
        : Optional.of("the host holds %d MiB more than before".formatted(more >> 20));
  }
}
