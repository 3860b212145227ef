package io.polyplug.ainb;

import java.util.List;

/**
 * What a manifest says of one capability, in the form it says it (2.2): {@code false} and {@code
 * []} are different forms of the same refusal.
 */
public sealed interface Grant {
  /** Nothing is granted. */
  Grant NONE = new Flag(false);

  /** {@code true} or {@code false}. */
  record Flag(boolean given) implements Grant {
    @Override
    public boolean isGranted() {
      return given;
    }
  }

  /** A list of what is granted. */
  record Listed(List<String> entries) implements Grant {
    public Listed {
      entries = List.copyOf(entries);
    }

    @Override
    public boolean isGranted() {
      return !entries.isEmpty();
    }
  }

  /** True for {@code true} and for a list that is not empty. */
  boolean isGranted();
}
