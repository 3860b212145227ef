package io.polyplug.process.internal;

import java.lang.foreign.MemorySegment;

/**
 * What posix_spawn is called with.
 *
 * @param pid where it puts the id of the new process
 */
record SpawnArguments(
    MemorySegment pid,
    MemorySegment program,
    MemorySegment actions,
    MemorySegment attributes,
    MemorySegment arguments,
    MemorySegment variables) {}
