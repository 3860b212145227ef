package io.polyplug.process.internal;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** How handles of C functions are made for {@link LibC}; used while that class is loaded only. */
final class Linkage {
  private static final Linker LINKER = Linker.nativeLinker();
  private static final SymbolLookup SYMBOLS = LINKER.defaultLookup();
  private static final Linker.Option CAPTURE = Linker.Option.captureCallState("errno");

  private Linkage() {}

  /** A function that returns a pointer or a long instead of an int. */
  static MethodHandle pointer(String name, int parameters) {
    return LINKER.downcallHandle(
        symbol(name), integers(parameters).changeReturnLayout(JAVA_LONG), CAPTURE);
  }

  /** A function that leaves errno alone. */
  static MethodHandle allocator(String name, FunctionDescriptor type) {
    return LINKER.downcallHandle(symbol(name), type);
  }

  static MemorySegment symbol(String name) {
    return SYMBOLS.findOrThrow(name);
  }

  static MethodHandle io(String name) {
    return LINKER.downcallHandle(
        symbol(name), FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG), CAPTURE);
  }

  /**
   * Numbers and pointers alike travel as 64-bit integers: both supported machines pass them in the
   * same registers and a callee that wants 32 bits looks at no more.
   */
  static FunctionDescriptor integers(int count) {
    MemoryLayout[] parameters = new MemoryLayout[count];
    Arrays.fill(parameters, JAVA_LONG);
    return FunctionDescriptor.of(JAVA_INT, parameters);
  }

  static MethodHandle link(String name, int parameters) {
    return LINKER.downcallHandle(symbol(name), integers(parameters), CAPTURE);
  }

  static MethodHandle variadic(String name, int parameters, int fixed) {
    return LINKER.downcallHandle(
        symbol(name), integers(parameters), CAPTURE, Linker.Option.firstVariadicArg(fixed));
  }

  static @Nullable MethodHandle optional(String name, int parameters) {
    return SYMBOLS.find(name).isPresent() ? link(name, parameters) : null;
  }
}
