package io.polyplug.monorepo.plan;

import java.util.List;

/**
 * A task of a dish with everything that it inherits filled in.
 *
 * @param inputs globs relative to the dish, without the fingerprint files of its adapter
 * @param outputs globs relative to the dish; none ends with a slash
 * @param workspaceOutputs globs relative to the root; none ends with a slash
 * @param env names of variables, as written
 * @param retry further attempts
 * @param cacheable whether its key stands for its result
 * @param explicitRun whether the dish itself writes the command
 */
public record ResolvedTask(
    String name,
    String run,
    List<String> inputs,
    List<String> outputs,
    List<String> workspaceOutputs,
    List<String> env,
    int retry,
    boolean cacheable,
    boolean explicitRun) {}
