package io.polyplug.sdk;

import io.polyplug.sdk.internal.OwnParts;
import io.polyplug.sdk.internal.TypedMethods;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A contract of an application's own: methods with arguments, both ways. Used by one thread until
 * the plugin is served.
 */
public final class OwnContract {
  /** Answers a method. Called on virtual threads, many at once; an interrupt is a cancel. */
  @FunctionalInterface
  public interface Method {
    /** The result: whatever a {@link ToolHandler} may return. */
    @Nullable Object answer(Arguments arguments, Application application) throws Exception;
  }

  /** The arguments of one call, by their place. */
  public interface Arguments {
    /** How many there are. */
    int count();

    /**
     * One argument as a record, an enum, a text, a number, a boolean or a {@link
     * io.polyplug.wire.Json}; a {@link ToolError} names the one that is missing or of another type.
     */
    <T> T get(int index, Class<T> type);
  }

  /** The application at the other end. Safe from any thread. */
  public interface Application {
    /**
     * Calls a method of the application and waits for its answer; throws a {@link ToolError} if the
     * application fails.
     */
    <T> T call(Class<T> result, String method, Object... arguments) throws InterruptedException;

    /** Tells the application something without waiting. */
    void tell(String method, Object... arguments);

    /**
     * The application as the interface that it lets plugins call: each method calls the one of its
     * name, and throws a {@link ToolError} if the application fails. An interface that cannot be
     * called so is an {@link IllegalArgumentException} that says why.
     */
    <T> T as(Class<T> type);
  }

  private final String name;
  private final int version;
  private final Map<String, Method> methods = new LinkedHashMap<>();

  private OwnContract(String name, int version) {
    this.name = name;
    this.version = version;
  }

  /** The contract of this name and version. */
  public static OwnContract named(String name, int version) {
    return new OwnContract(name, version);
  }

  /**
   * The contract of this name and version, whose methods are those of an interface. What implements
   * it is made once, with the first call, and called on virtual threads, many at once; an interrupt
   * is a cancel. An interface that cannot be called from outside is an {@link
   * IllegalArgumentException} that says why.
   */
  public static <T> OwnContract of(
      String name, int version, Class<T> type, Function<Application, ? extends T> implementation) {
    OwnContract contract = new OwnContract(name, version);
    contract.methods.putAll(TypedMethods.of(type, implementation));
    return contract;
  }

  /** Answers one of its methods. */
  public OwnContract answers(String method, Method handler) {
    methods.put(method, handler);
    return this;
  }

  OwnParts parts() {
    return new OwnParts(name, version, new LinkedHashMap<>(methods));
  }
}
