package io.polyplug.install;

import java.time.Instant;

/**
 * One file as it was installed.
 *
 * @param path relative to the folder of the package, with slashes
 * @param modified when the file system says that it was last written
 * @param sha256 of its content, in hex
 */
record FileRecord(String path, long size, Instant modified, String sha256) {}
