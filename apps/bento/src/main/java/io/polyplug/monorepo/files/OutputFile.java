package io.polyplug.monorepo.files;

import java.nio.file.Path;

/**
 * A regular file that a task has made.
 *
 * @param path relative, with slashes; as text
 * @param file absolute
 * @param mode its permission bits
 */
public record OutputFile(String path, Path file, long size, int mode) {}
