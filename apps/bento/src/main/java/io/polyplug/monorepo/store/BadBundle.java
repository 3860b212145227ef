package io.polyplug.monorepo.store;

/** A bundle that is not what it should be; the message is a sentence for people. */
final class BadBundle extends Exception {
  BadBundle(String message) {
    super(message);
  }
}
