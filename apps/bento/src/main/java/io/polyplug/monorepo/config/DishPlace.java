package io.polyplug.monorepo.config;

import java.nio.file.Path;

/**
 * An entry of a bento's {@code dishes}.
 *
 * @param path as written
 * @param directory the same, absolute and without detours
 */
record DishPlace(String path, Path directory) {}
