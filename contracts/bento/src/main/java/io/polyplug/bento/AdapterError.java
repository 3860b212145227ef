package io.polyplug.bento;

import io.polyplug.wire.ErrorObject;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A call to a plugin that did not work. The message is the whole text for the user: the adapter,
 * the method, and the code, message and data of an error that was answered (2.8); safe to show.
 */
public final class AdapterError extends Exception {
  private static final long serialVersionUID = 1;

  /** What went wrong. */
  public enum Kind {
    /** The plugin answered with an error, and lives. */
    ANSWERED,
    /** The plugin answered something that the contract does not have, and lives. */
    WRONG_SHAPE,
    /** The plugin speaks another version of the contract. */
    OTHER_VERSION,
    /** It was not even sent: the message is too large. */
    NOT_SENT,
    /** The plugin did not answer in time and was killed. */
    TIMED_OUT,
    /** The plugin broke the rules of the wire and was killed. */
    VIOLATION,
    /** The plugin is gone, by itself or because it is being stopped. */
    LOST
  }

  private final Kind kind;
  private final transient @Nullable ErrorObject answer;

  private final String sentence;

  private AdapterError(Kind kind, String start, String sentence, @Nullable ErrorObject answer) {
    super(start + sentence);
    this.kind = kind;
    this.sentence = sentence;
    this.answer = answer;
  }

  static AdapterError of(Kind kind, String adapter, String method, String sentence) {
    return new AdapterError(kind, ErrorText.start(adapter, method), sentence, null);
  }

  static AdapterError answered(String adapter, String method, ErrorObject answer) {
    return new AdapterError(
        Kind.ANSWERED, ErrorText.start(adapter, method), ErrorText.of(answer), answer);
  }

  public Kind kind() {
    return kind;
  }

  /** The code that was answered. */
  public OptionalInt code() {
    return answer == null ? OptionalInt.empty() : OptionalInt.of(answer.code());
  }

  /** The message without the adapter and the method. */
  String sentence() {
    return sentence;
  }

  /** The error that was answered, as it came. */
  Optional<ErrorObject> answer() {
    return Optional.ofNullable(answer);
  }

  /** Whether this code was answered. */
  boolean is(int code) {
    return answer != null && answer.code() == code;
  }

  /** Whether nothing more can be asked. */
  boolean isFatal() {
    return switch (kind) {
      case ANSWERED, WRONG_SHAPE, OTHER_VERSION, NOT_SENT -> false;
      case TIMED_OUT, VIOLATION, LOST -> true;
    };
  }

  /** The text; never null. */
  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
