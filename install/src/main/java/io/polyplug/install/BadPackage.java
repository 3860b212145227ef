package io.polyplug.install;

import io.polyplug.base.UntrustedText;
import java.io.IOException;

/** What is wrong with a package, in words that follow "it": safe to show. */
final class BadPackage extends IOException {
  private static final long serialVersionUID = 1;

  BadPackage(String what) {
    super(what);
  }

  String what() {
    return String.valueOf(getMessage());
  }

  static String shown(String untrusted) {
    return UntrustedText.excerpt(untrusted, 120);
  }
}
