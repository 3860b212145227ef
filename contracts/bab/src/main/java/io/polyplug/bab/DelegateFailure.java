package io.polyplug.bab;

import io.polyplug.wire.Json;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A run gave no answer. Type, message and details are what a caller of {@code delegate} is told;
 * the message may be an adapter's own: whoever shows it escapes it.
 */
public final class DelegateFailure extends Exception {
  private static final long serialVersionUID = 1;
  private static final String NO_MESSAGE = "Delegate execution failed";

  private final DelegateError type;
  private final transient @Nullable Json details;
  private final boolean adapters;

  DelegateFailure(DelegateError type, String message, @Nullable Json details) {
    this(type, message, details, false);
  }

  private DelegateFailure(
      DelegateError type, String message, @Nullable Json details, boolean adapters) {
    super(JsText.wellFormed(message));
    this.type = type;
    this.details = details;
    this.adapters = adapters;
  }

  DelegateFailure(DelegateError type, String message) {
    this(type, message, null);
  }

  static DelegateFailure execution(String message) {
    return new DelegateFailure(DelegateError.EXECUTION, message);
  }

  static DelegateFailure cancelled() {
    return new DelegateFailure(DelegateError.CANCELLED, "The run was cancelled");
  }

  /** Something that an adapter threw: its message tells the type (section 15). */
  static DelegateFailure thrown(String message) {
    boolean timeout = message.toLowerCase(Locale.ROOT).contains("timeout");
    return new DelegateFailure(
        timeout ? DelegateError.TIMEOUT : DelegateError.EXECUTION, message, null, true);
  }

  /** An adapter threw what is no error, and so has no message. */
  static DelegateFailure thrownValue() {
    return new DelegateFailure(DelegateError.EXECUTION, NO_MESSAGE, null, true);
  }

  /** Whether the plugin's adapter threw it, in its own words. */
  public boolean isAdapters() {
    return adapters;
  }

  public DelegateError type() {
    return type;
  }

  /** What belongs to the message, if anything. */
  public Optional<Json> details() {
    return Optional.ofNullable(details);
  }

  /** The message; never null. */
  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }

  /** A ToolError. */
  public Json toJson() {
    return Json.object(
        out -> {
          out.writeStringProperty("type", type.word());
          out.writeStringProperty("message", getMessage());
          if (details != null) {
            out.writeName("details");
            details.writeTo(out);
          }
          out.writeBooleanProperty("retryable", false);
        });
  }
}
