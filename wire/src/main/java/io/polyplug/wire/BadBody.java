package io.polyplug.wire;

import org.jspecify.annotations.Nullable;

/**
 * A frame that holds no message.
 *
 * @param sentence what is wrong, safe to show
 * @param id where it could be read: of the reply that is wrong, whose call fails at once, or of the
 *     request that is nested too deep
 */
public record BadBody(Reason reason, String sentence, @Nullable Id id) implements Inbound {
  /** What can be wrong with a body. */
  public enum Reason {
    NOT_JSON,
    /** A request, as far as it was read: what makes it one came before what is too deep. */
    REQUEST_TOO_DEEP,
    NOT_AN_OBJECT,
    JSONRPC_MEMBER,
    METHOD_NOT_A_STRING,
    ID_NOT_AN_ID,
    NEITHER_METHOD_NOR_ID,
    ERROR_SHAPE,
    NEITHER_RESULT_NOR_ERROR
  }
}
