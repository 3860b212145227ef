package io.polyplug.process;

import java.time.Duration;
import java.util.Optional;

/**
 * What came of a run.
 *
 * @param stdout what was kept of it, raw text
 * @param stderr what was kept of it, raw text
 * @param status how it exited; absent if it did not even go after KILL
 * @param timedOut whether its time ran out
 * @param cancelled whether it was cancelled
 * @param duration from its start to its end
 * @param stdoutTruncated whether there was more than was kept
 * @param stderrTruncated whether there was more than was kept
 */
public record CommandResult(
    String stdout,
    String stderr,
    Optional<ExitStatus> status,
    boolean timedOut,
    boolean cancelled,
    Duration duration,
    boolean stdoutTruncated,
    boolean stderrTruncated) {}
