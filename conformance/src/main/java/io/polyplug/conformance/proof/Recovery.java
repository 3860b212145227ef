package io.polyplug.conformance.proof;

/** How a plugin whose fault is over comes to answer again. */
public enum Recovery {
  /** The process of the fault answers the next call. */
  SAME_PROCESS("same process"),
  /** The host has ended the process, and starts another by itself. */
  NEW_PROCESS("new process"),
  /** Its contract keeps it down until somebody reloads it. */
  RELOAD("after reload"),
  /** It runs and cannot be spoken to, and its contract lets a reload leave what runs alone. */
  OFF_AND_ON("off and on");

  private final String words;

  Recovery(String words) {
    this.words = words;
  }

  /** As tables spell it. */
  public String words() {
    return words;
  }
}
