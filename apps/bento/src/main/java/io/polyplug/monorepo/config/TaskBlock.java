package io.polyplug.monorepo.config;

import java.util.List;
import java.util.Optional;

/**
 * A {@code [tasks.<name>]} table as it is written; what is empty is inherited.
 *
 * @param env names of variables
 * @param retry further attempts
 * @param ci whether a task of an own name takes part in plans
 * @param cache whether results may be kept
 */
public record TaskBlock(
    Optional<String> run,
    Optional<List<String>> inputs,
    Optional<List<String>> outputs,
    Optional<List<String>> workspaceOutputs,
    List<String> env,
    int retry,
    boolean ci,
    boolean cache) {}
