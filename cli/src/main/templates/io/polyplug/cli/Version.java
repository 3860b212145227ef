package io.polyplug.cli;

/** The version that this program was built as. */
final class Version {
  static final String TEXT = "${project.version}";

  private Version() {}
}
