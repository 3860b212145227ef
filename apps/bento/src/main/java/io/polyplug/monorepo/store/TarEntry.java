package io.polyplug.monorepo.store;

/**
 * A regular file in an archive.
 *
 * @param name one character a byte
 * @param mode permission bits
 * @param offset where its bytes begin in the archive
 */
record TarEntry(String name, int mode, long offset, long size) {}
