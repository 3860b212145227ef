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

/** How handles of C functions are made and called for {@link LibC}, its only user. */
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

  static MethodHandle present(@Nullable MethodHandle function) {
    if (function == null) {
      throw new IllegalStateException("the C library lacks this function");
    }
    return function;
  }

  static int call(MemorySegment state, MethodHandle function, long a) {
    try {
      return orErrno(state, (int) function.invokeExact(state, a));
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  static int call(MemorySegment state, MethodHandle function, long a, long b) {
    try {
      return orErrno(state, (int) function.invokeExact(state, a, b));
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  static int call(MemorySegment state, MethodHandle function, long a, long b, long c) {
    try {
      return orErrno(state, (int) function.invokeExact(state, a, b, c));
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  static int call(MemorySegment state, MethodHandle function, long a, long b, long c, long d) {
    try {
      return orErrno(state, (int) function.invokeExact(state, a, b, c, d));
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  static int call(
      MemorySegment state, MethodHandle function, long a, long b, long c, long d, long e) {
    try {
      return orErrno(state, (int) function.invokeExact(state, a, b, c, d, e));
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  static int call(
      MemorySegment state, MethodHandle function, long a, long b, long c, long d, long e, long f) {
    try {
      return orErrno(state, (int) function.invokeExact(state, a, b, c, d, e, f));
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  static int orErrno(MemorySegment state, int result) {
    return result == -1 ? -state.get(JAVA_INT, 0) : result;
  }

  static RuntimeException unexpected(Throwable failure) {
    return switch (failure) {
      case RuntimeException unchecked -> unchecked;
      case Error error -> throw error;
      default -> new IllegalStateException("a call of the C library threw", failure);
    };
  }
}
