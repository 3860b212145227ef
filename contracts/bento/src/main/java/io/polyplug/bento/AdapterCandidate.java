package io.polyplug.bento;

import java.nio.file.Path;

/**
 * A program that is to be started.
 *
 * @param id the end of its file name
 * @param shown the entry of the path joined with the file name
 * @param program the same, absolute
 */
record AdapterCandidate(String id, Path shown, Path program) {}
