package io.polyplug.sdk;

/**
 * A tool's own answer that it could not do what was asked: the caller gets the code and the
 * message, whatever the contract. Anything else that a handler throws is told as code {@code
 * internal}.
 */
public class ToolError extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** The code for input that does not fit the tool. */
  public static final String INVALID_INPUT = "invalid_input";

  /** The code for what a handler did not expect. */
  public static final String INTERNAL = "internal";

  /** The code for a tool that there is not. */
  public static final String NOT_FOUND = "not_found";

  /** The code for what the contract does not have. */
  public static final String UNSUPPORTED = "unsupported";

  private final String code;
  private final String sentence;

  /** With a code for programs and a message for people. */
  public ToolError(String code, String message) {
    super(message);
    this.code = code;
    this.sentence = message;
  }

  /** For programs. */
  public final String code() {
    return code;
  }

  /** For people; never null. */
  @Override
  public final String getMessage() {
    return sentence;
  }
}
