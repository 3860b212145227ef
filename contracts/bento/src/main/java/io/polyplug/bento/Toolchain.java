package io.polyplug.bento;

/**
 * A tool and the version of it that a project pins.
 *
 * @param tool what is pinned, for example {@code go}
 * @param version as the project writes it
 */
public record Toolchain(String tool, String version) {}
