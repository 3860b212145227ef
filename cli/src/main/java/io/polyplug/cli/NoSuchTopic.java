package io.polyplug.cli;

/** Nothing was published on a topic; the message says which are near. */
final class NoSuchTopic extends RuntimeException {
  private static final long serialVersionUID = 1;

  NoSuchTopic(String message) {
    super(message);
  }
}
