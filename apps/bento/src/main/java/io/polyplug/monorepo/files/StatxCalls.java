package io.polyplug.monorepo.files;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * The three functions of the C library that {@link NativeStats} calls.
 *
 * <p>All have one shape, five 64-bit integers, because the start of a JVM pays for every shape:
 * both supported machines pass them in registers, and a function looks at no more than it wants.
 */
record StatxCalls(MethodHandle open, MethodHandle statx, MethodHandle close) {
  private static final @Nullable StatxCalls LINKED = link();

  /** Null where they cannot be had. */
  static @Nullable StatxCalls linked() {
    return LINKED;
  }

  int call(MethodHandle function, long a, long b, long c, long d, long e) {
    try {
      return (int) function.invokeExact(a, b, c, d, e);
    } catch (Throwable failure) {
      throw new IllegalStateException("a function of the C library could not be called", failure);
    }
  }

  private static @Nullable StatxCalls link() {
    String machine = System.getProperty("os.arch", "");
    if (!System.getProperty("os.name", "").equals("Linux")
        || !(machine.equals("amd64") || machine.equals("aarch64"))) {
      return null;
    }
    try {
      Linker linker = Linker.nativeLinker();
      SymbolLookup symbols = linker.defaultLookup();
      FunctionDescriptor shape =
          FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
      return new StatxCalls(
          linker.downcallHandle(symbols.findOrThrow("open"), shape),
          linker.downcallHandle(symbols.findOrThrow("statx"), shape),
          linker.downcallHandle(symbols.findOrThrow("close"), shape));
    } catch (IllegalCallerException | NoSuchElementException e) {
      return null;
    }
  }
}
