package io.polyplug.install;

/**
 * What a source gave.
 *
 * @param source as it is recorded
 * @param digest of the archive; empty for a folder
 * @param manifestDigest of a registry's manifest; empty for other sources
 */
record Fetched(String source, String digest, String manifestDigest) {}
