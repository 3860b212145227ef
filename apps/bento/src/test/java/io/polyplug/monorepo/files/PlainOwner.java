package io.polyplug.monorepo.files;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Takes from the current thread, until it is closed, what lets root read and enter everything:
 * whatever the permissions say then holds for it, too. Nothing happens to other threads.
 */
final class PlainOwner implements AutoCloseable {
  private static final int VERSION_3 = 0x20080522;
  private static final int OVERRIDE_AND_SEARCH = 1 << 1 | 1 << 2;

  private final Arena arena = Arena.ofConfined();
  private final MemorySegment header = arena.allocate(8, 4);
  private final MemorySegment sets = arena.allocate(24, 4);
  private final int effective;

  PlainOwner() {
    header.set(JAVA_INT, 0, VERSION_3);
    call("capget");
    effective = sets.get(JAVA_INT, 0);
    sets.set(JAVA_INT, 0, effective & ~OVERRIDE_AND_SEARCH);
    call("capset");
  }

  private void call(String name) {
    Linker linker = Linker.nativeLinker();
    MethodHandle function =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow(name),
            FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS));
    int result;
    try {
      result = (int) function.invokeExact(header, sets);
    } catch (Throwable impossible) {
      throw new AssertionError(impossible);
    }
    if (result != 0) {
      throw new AssertionError(name + " was refused");
    }
  }

  @Override
  public void close() {
    sets.set(JAVA_INT, 0, effective);
    call("capset");
    arena.close();
  }
}
