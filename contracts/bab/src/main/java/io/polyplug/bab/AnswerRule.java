package io.polyplug.bab;

/** Where the answer is in what a program wrote to its standard output. */
public sealed interface AnswerRule {
  /** All of it, without white space at both ends. */
  record WholeText() implements AnswerRule {}

  /** It is one JSON value, with the answer at this place. */
  record InJson(JsonPointer place) implements AnswerRule {}

  /**
   * Its lines are JSON values: the answers of all lines that have one at this place, with a blank
   * line between them. Lines that are no JSON are passed over.
   */
  record InLines(JsonPointer place) implements AnswerRule {}
}
