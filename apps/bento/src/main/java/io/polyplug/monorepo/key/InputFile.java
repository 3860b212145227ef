package io.polyplug.monorepo.key;

/**
 * A file that entered a key.
 *
 * @param path relative to the dish, as text
 * @param blake3 of its content, in hexadecimal
 */
public record InputFile(String path, String blake3, long sizeBytes) {}
