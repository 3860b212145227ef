package io.polyplug.wire;

import org.jspecify.annotations.Nullable;

/** Collects the values of a {@link Dialect}; each method sets the component of its name. */
public final class DialectBuilder {
  private Dialect.EmptyParams emptyParams = Dialect.EmptyParams.OMIT;
  private Dialect.JsonrpcMember jsonrpc = Dialect.JsonrpcMember.MUST_BE_2_0;
  private Dialect.UnknownReply unknownReply = Dialect.UnknownReply.REPORT;
  private Dialect.UnhandledRequest unhandledRequest =
      Dialect.UnhandledRequest.ANSWER_METHOD_NOT_FOUND;
  private Dialect.OnBadBody badBody = Dialect.OnBadBody.REPORT;
  private boolean numericStringIds;
  private boolean nullErrorIsAbsent = true;
  private @Nullable ErrorObject errorDefaults;
  private Dialect.NullIdError nullIdError = Dialect.NullIdError.UNKNOWN_REPLY;
  private boolean missingResultIsNull;
  private int maxCallsInFlight = Integer.MAX_VALUE;
  private Dialect.DeadlineStart deadlineStart = Dialect.DeadlineStart.CALL;
  private Dialect.OnTimeout onTimeout = Dialect.OnTimeout.FORGET;
  private @Nullable CancelMessage cancelMessage;
  private boolean asciiOnly;

  DialectBuilder() {}

  /** Sets {@link Dialect#emptyParams()}. */
  public DialectBuilder emptyParams(Dialect.EmptyParams value) {
    emptyParams = value;
    return this;
  }

  /** Sets {@link Dialect#jsonrpc()}. */
  public DialectBuilder jsonrpc(Dialect.JsonrpcMember value) {
    jsonrpc = value;
    return this;
  }

  /** Sets {@link Dialect#unknownReply()}. */
  public DialectBuilder unknownReply(Dialect.UnknownReply value) {
    unknownReply = value;
    return this;
  }

  /** Sets {@link Dialect#unhandledRequest()}. */
  public DialectBuilder unhandledRequest(Dialect.UnhandledRequest value) {
    unhandledRequest = value;
    return this;
  }

  /** Sets {@link Dialect#badBody()}. */
  public DialectBuilder badBody(Dialect.OnBadBody value) {
    badBody = value;
    return this;
  }

  /** Sets {@link Dialect#numericStringIds()}. */
  public DialectBuilder numericStringIds(boolean value) {
    numericStringIds = value;
    return this;
  }

  /** Sets {@link Dialect#nullErrorIsAbsent()}. */
  public DialectBuilder nullErrorIsAbsent(boolean value) {
    nullErrorIsAbsent = value;
    return this;
  }

  /** Sets {@link Dialect#errorDefaults()}. */
  public DialectBuilder errorDefaults(ErrorObject value) {
    errorDefaults = value;
    return this;
  }

  /** Sets {@link Dialect#nullIdError()}. */
  public DialectBuilder nullIdError(Dialect.NullIdError value) {
    nullIdError = value;
    return this;
  }

  /** Sets {@link Dialect#missingResultIsNull()}. */
  public DialectBuilder missingResultIsNull(boolean value) {
    missingResultIsNull = value;
    return this;
  }

  /** Sets {@link Dialect#maxCallsInFlight()}. */
  public DialectBuilder maxCallsInFlight(int value) {
    maxCallsInFlight = value;
    return this;
  }

  /** Sets {@link Dialect#deadlineStart()}. */
  public DialectBuilder deadlineStart(Dialect.DeadlineStart value) {
    deadlineStart = value;
    return this;
  }

  /** Sets {@link Dialect#onTimeout()}. */
  public DialectBuilder onTimeout(Dialect.OnTimeout value) {
    onTimeout = value;
    return this;
  }

  /** Sets {@link Dialect#cancelMessage()}. */
  public DialectBuilder cancelMessage(CancelMessage value) {
    cancelMessage = value;
    return this;
  }

  /** Sets {@link Dialect#asciiOnly()}. */
  public DialectBuilder asciiOnly(boolean value) {
    asciiOnly = value;
    return this;
  }

  /** The dialect. */
  public Dialect build() {
    return new Dialect(
        emptyParams,
        jsonrpc,
        unknownReply,
        unhandledRequest,
        badBody,
        numericStringIds,
        nullErrorIsAbsent,
        errorDefaults,
        nullIdError,
        missingResultIsNull,
        maxCallsInFlight,
        deadlineStart,
        onTimeout,
        cancelMessage,
        asciiOnly);
  }
}
