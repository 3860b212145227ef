package io.polyplug.monorepo.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A {@code dish.toml} as it is written.
 *
 * @param path the dish's directory as the bento file writes it
 * @param directory the same, absolute
 * @param tasks by name, in the order of the file
 */
public record Dish(
    String name,
    String path,
    Path directory,
    Optional<String> language,
    List<String> inputs,
    List<String> outputs,
    List<String> dependsOn,
    boolean forceIndependent,
    ToolPins toolchain,
    Optional<String> serveRun,
    Map<String, TaskBlock> tasks) {}
