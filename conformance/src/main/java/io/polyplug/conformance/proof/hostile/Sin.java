package io.polyplug.conformance.proof.hostile;

import java.util.Locale;

/** What a bad plugin does, once in its life. */
public enum Sin {
  NEVER_STARTS(Moment.LAUNCH, "its program is not there"),
  NOT_EXECUTABLE(Moment.LAUNCH, "its program may not be executed"),
  EXITS_AT_ONCE(Moment.START, "it exits before it says anything"),
  SILENT(Moment.START, "it runs and never says anything"),
  GARBAGE_FIRST(Moment.START, "it prints a greeting before its first message"),
  WRONG_VERSION(Moment.HANDSHAKE, "it speaks another version"),
  WRONG_IDENTITY(Moment.HANDSHAKE, "it says that it is another plugin"),
  REFUSES_HANDSHAKE(Moment.HANDSHAKE, "it answers the handshake with nonsense"),
  HALF_FRAME_THEN_SILENCE(Moment.CALL, "it writes half an answer and no more"),
  HALF_FRAME_THEN_EXIT(Moment.CALL, "it writes half an answer and exits"),
  WRONG_ID(Moment.CALL, "it answers under another id"),
  NOT_JSON(Moment.CALL, "its answer is no JSON"),
  TWO_OBJECTS_ON_A_LINE(Moment.CALL, "it writes two messages on one line"),
  ENDLESS_LINE(Moment.CALL, "it writes a line that does not end"),
  ENDLESS_HEADER(Moment.CALL, "it writes a header that does not end"),
  OVERSIZE_FRAME(Moment.CALL, "its answer is larger than its contract allows"),
  NEGATIVE_LENGTH(Moment.CALL, "it announces a message of -5 bytes"),
  HUGE_LENGTH(Moment.CALL, "it announces a message of 10^20 bytes"),
  DEEP_NESTING(Moment.CALL, "its answer is nested 100,000 deep"),
  INVALID_UTF8(Moment.CALL, "its answer is not UTF-8"),
  DUPLICATE_KEYS(Moment.CALL, "its answer has two results"),
  NEVER_READS(Moment.CALL, "it stops reading while it is sent 8 MB"),
  FLOODS_STDOUT(Moment.CALL, "it prints 8 MB of text before it answers"),
  FLOODS_STDERR(Moment.CALL, "it prints 64 MB of errors before it answers"),
  FLOODS_LOGS(Moment.CALL, "it sends 50,000 notifications before it answers"),
  PROGRESS_FLOOD(Moment.CALL, "it tells its progress 50,000 times"),
  CRASH_IN_CALL(Moment.CALL, "it exits with 7 instead of answering"),
  KILLED_IN_CALL(Moment.CALL, "it is killed before it answers"),
  FORKS_AND_EXITS(Moment.CALL, "it exits, and a child of it keeps its output open"),
  FORKS_QUIETLY(Moment.CALL, "it answers, and leaves a child behind"),
  SLOW_ANSWER(Moment.CALL, "it never answers"),
  LATE_ANSWER(Moment.CALL, "it answers when the next call has come"),
  DUPLICATE_ANSWER(Moment.CALL, "it answers twice"),
  ANSWER_TO_NOBODY(Moment.CALL, "it answers what nobody has asked, too"),
  UNASKED_REQUEST(Moment.CALL, "it asks its host for what no contract has"),
  REVERSE_CALL_STORM(Moment.CALL, "it calls its host 5,000 times before it answers"),
  PUBLISHES_ELSEWHERE(Moment.CALL, "it publishes on a topic that is not granted"),
  ANSWERS_UNREAD(Moment.CALL, "it answers and exits while it is sent 8 MB"),
  CLOSES_STDOUT(Moment.CALL, "it closes its output and lives on"),
  OK_THEN_EXIT_7(Moment.CALL, "it answers and exits with 7"),
  STREAM_NEVER_ENDS(Moment.STREAM, "its stream falls silent and does not end"),
  STREAM_FLOODS(Moment.STREAM, "its stream is faster than its reader"),
  STREAM_AFTER_END(Moment.STREAM, "its stream goes on after its end"),
  STREAM_CRASH(Moment.STREAM, "it exits with 7 in the middle of a stream"),
  IGNORES_SHUTDOWN(Moment.END, "it does not leave when it is asked to"),
  IGNORES_TERM(Moment.END, "it does not leave when it is told to by TERM either"),
  ADAPTER_THROWS(Moment.ADAPTER, "its adapter throws an error"),
  ADAPTER_NONSENSE(Moment.ADAPTER, "its adapter makes a command of nonsense"),
  ADAPTER_SAYS_NOTHING(Moment.ADAPTER, "its adapter makes nothing of the program's output"),
  ADAPTER_NEVER_RETURNS(Moment.ADAPTER, "its adapter waits for ever"),
  ADAPTER_BLOCKS(Moment.ADAPTER, "its adapter never lets go of its thread"),
  ADAPTER_DIES(Moment.ADAPTER, "its adapter ends its own process");

  private final Moment moment;
  private final String sentence;

  Sin(Moment moment, String sentence) {
    this.moment = moment;
    this.sentence = sentence;
  }

  public Moment moment() {
    return moment;
  }

  /** What it does, for people. */
  public String sentence() {
    return sentence;
  }

  /** As tables and options spell it. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
