package io.polyplug.cli.running;

/**
 * Where an installed plugin came from.
 *
 * @param source as the user gave it
 * @param digest of the package; empty if unknown
 */
public record SourceNote(String source, String digest) {}
