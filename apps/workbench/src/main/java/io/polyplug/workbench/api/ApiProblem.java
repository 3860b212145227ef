package io.polyplug.workbench.api;

/** A request cannot be answered as it is: a status, a code for programs and a sentence. */
final class ApiProblem extends Exception {
  private static final long serialVersionUID = 1;

  private final int status;
  private final String code;

  ApiProblem(int status, String code, String sentence) {
    super(sentence);
    this.status = status;
    this.code = code;
  }

  int status() {
    return status;
  }

  String code() {
    return code;
  }
}
