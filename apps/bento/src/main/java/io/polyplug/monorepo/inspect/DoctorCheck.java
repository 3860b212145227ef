package io.polyplug.monorepo.inspect;

import java.util.Locale;

/**
 * One thing that was looked at.
 *
 * @param detail one sentence, not escaped
 */
public record DoctorCheck(String name, Status status, String detail) {
  /** How it is. */
  public enum Status {
    OK,
    WARN,
    FAIL,
    SKIPPED;

    String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static DoctorCheck ok(String name, String detail) {
    return new DoctorCheck(name, Status.OK, detail);
  }

  static DoctorCheck warn(String name, String detail) {
    return new DoctorCheck(name, Status.WARN, detail);
  }

  static DoctorCheck fail(String name, String detail) {
    return new DoctorCheck(name, Status.FAIL, detail);
  }

  static DoctorCheck skipped(String name, String detail) {
    return new DoctorCheck(name, Status.SKIPPED, detail);
  }
}
