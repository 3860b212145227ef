package io.polyplug.own;

/**
 * Thrown by what implements an interface for plugins: the plugin gets the code and the message as
 * an error. Whatever else is thrown has the code {@code internal}.
 */
public final class CallbackError extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** The code for what nobody expected. */
  static final String INTERNAL = "internal";

  /** The code for arguments that do not fit. */
  static final String INVALID_INPUT = "invalid_input";

  /** The code for a capability that the plugin does not have. */
  static final String DENIED = "denied";

  private final String code;
  private final String sentence;

  /** With a code for programs and a message for people. */
  public CallbackError(String code, String message) {
    super(message);
    this.code = code;
    this.sentence = message;
  }

  /** For programs. */
  public String code() {
    return code;
  }

  /** For people; never null. */
  @Override
  public String getMessage() {
    return sentence;
  }
}
