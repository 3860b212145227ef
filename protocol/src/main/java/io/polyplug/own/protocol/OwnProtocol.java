package io.polyplug.own.protocol;

import java.util.Set;

/** The words and numbers of every contract that an application defines for itself. */
public final class OwnProtocol {
  /** The first request: {@link Hello}, answered by {@link Welcome}. */
  public static final String INITIALIZE = "initialize";

  /** The last request; the end of input follows. */
  public static final String SHUTDOWN = "shutdown";

  /** Names that no method of an interface may have. */
  public static final Set<String> RESERVED = Set.of(INITIALIZE, SHUTDOWN);

  /** A method could not do what was asked; {@code data.code} says why, for programs. */
  public static final int FAILED = -32000;

  /** Of the first request: another contract or version. Of any other: a capability is missing. */
  public static final int REFUSED = -32001;

  private OwnProtocol() {}
}
