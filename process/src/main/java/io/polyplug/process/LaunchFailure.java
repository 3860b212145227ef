package io.polyplug.process;

/**
 * A process could not be started. The message is one sentence for people: what is wrong and, where
 * there is one, the fix.
 */
public final class LaunchFailure extends Exception {
  /** Why a start fails; the list is closed. */
  public enum Reason {
    NOT_FOUND,
    IS_DIRECTORY,
    NOT_EXECUTABLE,
    MISSING_INTERPRETER,
    CRLF_SHEBANG,
    WRONG_ARCHITECTURE,
    MISSING_LOADER,
    NOT_A_PROGRAM,
    BAD_FOLDER,
    TOO_MANY_FILES,
    ARGUMENTS_TOO_LONG,
    OUT_OF_RESOURCES,
    UNENCODABLE,
    HOST_CLOSED,
    REFUSED
  }

  private final Reason reason;

  public LaunchFailure(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  /** Why, for programs. */
  public Reason reason() {
    return reason;
  }

  /** The sentence for people; never null. */
  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
