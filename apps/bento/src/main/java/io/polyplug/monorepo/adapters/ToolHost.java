package io.polyplug.monorepo.adapters;

import io.polyplug.base.Clock;
import io.polyplug.process.Environment;
import io.polyplug.process.Spawner;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * Where the tools of languages run.
 *
 * @param spawner asked when the first tool is started, if ever
 * @param environment all that tools see; its {@code PATH} is where they are looked up
 * @param folder where tools run that are for no dish, absolute
 */
public record ToolHost(
    Supplier<Spawner> spawner, Clock clock, Environment environment, Path folder) {}
