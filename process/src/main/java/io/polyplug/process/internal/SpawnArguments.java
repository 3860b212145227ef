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
    MemorySegment variables) {
  /** Zero, or the errno of the failed start; on the current thread, with a state of its own. */
  int spawn(MemorySegment state) {
    return LibC.spawn(state, pid, program, actions, attributes, arguments, variables);
  }
}
