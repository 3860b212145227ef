package io.polyplug.conformance.proof;

import io.polyplug.conformance.proof.hostile.Sin;

/**
 * One cell of the matrix.
 *
 * @param outcome what the caller is to see: a code of the closed list, or {@link #ERROR} and a code
 *     of the contract's own, or {@link #ANSWERED}, {@link #ENDED}, {@link #STREAMED}
 * @param recovery how it is to come back
 */
public record Fault(String contract, Sin sin, String outcome, Recovery recovery) {
  /** Before the code of an error that is the plugin's own answer, in the words of its contract. */
  public static final String ERROR = "error:";

  /** The call was answered well all the same. */
  public static final String ANSWERED = "answered";

  /** The stream gave what it had to give, and ended well. */
  public static final String STREAMED = "streamed";

  /** The process was ended, with all that it had started. */
  public static final String ENDED = "ended";

  /** Outcome and recovery, for people. */
  public String expected() {
    return outcome + ", " + recovery.words();
  }

  /** Whether only a deadline can tell: then the host is configured with short ones. */
  boolean waits() {
    return outcome.equals("timeout");
  }
}
