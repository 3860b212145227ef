package io.polyplug.wire;

import org.jspecify.annotations.Nullable;

/**
 * How one contract's JSON-RPC differs from another's, as data. Made by {@link #builder()}, whose
 * start is plain JSON-RPC 2.0 between forgiving ends.
 *
 * @param emptyParams what a call without params sends
 * @param jsonrpc how strict the member {@code jsonrpc} is read
 * @param unknownReply what a reply does that no call waits for
 * @param unhandledRequest what a request does that no handler is for
 * @param badBody what a frame does that holds no message
 * @param numericStringIds whether {@code "7"} answers call 7
 * @param nullErrorIsAbsent whether {@code "error":null} is no error; otherwise it is a bad body
 * @param errorDefaults for error objects with members missing; an error that is no object is then
 *     no error. Null: code and message are required, anything else is a bad body
 * @param nullIdError whose error a reply with the id {@code null} tells
 * @param missingResultIsNull whether a reply with neither is the result {@code null}
 * @param maxCallsInFlight how many calls may wait for a reply; further ones wait for their turn
 * @param deadlineStart when the time of a call begins to run
 * @param onTimeout what happens besides the call's failure
 * @param cancelMessage sent for cancelled calls and understood from the other end; null: none
 * @param asciiOnly whether what we send has every other character escaped
 */
public record Dialect(
    EmptyParams emptyParams,
    JsonrpcMember jsonrpc,
    UnknownReply unknownReply,
    UnhandledRequest unhandledRequest,
    OnBadBody badBody,
    boolean numericStringIds,
    boolean nullErrorIsAbsent,
    @Nullable ErrorObject errorDefaults,
    NullIdError nullIdError,
    boolean missingResultIsNull,
    int maxCallsInFlight,
    DeadlineStart deadlineStart,
    OnTimeout onTimeout,
    @Nullable CancelMessage cancelMessage,
    boolean asciiOnly) {
  /** What stands for no params. */
  public enum EmptyParams {
    OMIT,
    EMPTY_OBJECT
  }

  /** How the member {@code jsonrpc} is read. */
  public enum JsonrpcMember {
    MUST_BE_2_0,
    MUST_BE_PRESENT,
    IGNORED
  }

  /** A reply that no call waits for. */
  public enum UnknownReply {
    REPORT,
    FATAL
  }

  /** A request that no handler is for. */
  public enum UnhandledRequest {
    ANSWER_METHOD_NOT_FOUND,
    REPORT,
    FATAL
  }

  /** A frame that holds no message. */
  public enum OnBadBody {
    REPORT,
    FATAL,
    /** Text that is not JSON gets -32700, JSON that is no message -32600, both with id null. */
    ANSWER_ERROR
  }

  /** An error reply with the id {@code null}: its sender could not read the id it answers. */
  public enum NullIdError {
    UNKNOWN_REPLY,
    /** Fails the call that waits, if exactly one does; otherwise it is reported and dropped. */
    OF_THE_ONLY_CALL
  }

  /** When a call's time begins to run. */
  public enum DeadlineStart {
    CALL,
    /** When the call's turn has come: differs from {@link #CALL} if calls in flight are limited. */
    TURN,
    /** When the frame is written whole. */
    WRITTEN
  }

  /** What follows a call's time-out. */
  public enum OnTimeout {
    FORGET,
    SEND_CANCEL,
    END_PEER
  }

  /** A builder with the values of plain JSON-RPC 2.0. */
  public static DialectBuilder builder() {
    return new DialectBuilder();
  }

  /** Plain JSON-RPC 2.0. */
  public static Dialect standard() {
    return builder().build();
  }
}
