package io.polyplug.sdk;

import io.polyplug.wire.Json;
import org.jspecify.annotations.Nullable;

/**
 * An adapter's own error, answered as it is. Anything else that a handler throws is answered as
 * 2099 with the message as detail.
 */
public class AdapterError extends Exception {
  private static final long serialVersionUID = 1;

  /** Installing failed; data {@code exit_status} and {@code command}. */
  public static final int INSTALL_FAILED = 2001;

  /** What pins the toolchain cannot be read; data {@code file} and {@code reason}. */
  public static final int TOOLCHAIN_UNPARSEABLE = 2002;

  /** A file could not be read or written; data {@code path} and {@code errno}. */
  public static final int IO_ERROR = 2003;

  private final int code;
  private final String sentence;
  private final transient @Nullable Json data;

  /**
   * With a code of the contract.
   *
   * @param data what the code says it carries; null for nothing
   */
  public AdapterError(int code, String message, @Nullable Json data) {
    super(message);
    this.code = code;
    this.sentence = message;
    this.data = data;
  }

  /** For the host. */
  public final int code() {
    return code;
  }

  /** For people; never null. */
  @Override
  public final String getMessage() {
    return sentence;
  }

  /** What is told beside the message; null for nothing. */
  public final @Nullable Json data() {
    return data;
  }
}
