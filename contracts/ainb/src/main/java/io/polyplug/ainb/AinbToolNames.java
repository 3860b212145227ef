package io.polyplug.ainb;

/** How the names of the tools of a plugin begin; what follows is a name of its manifest. */
public final class AinbToolNames {
  /** A command line, by its namespace. */
  public static final String CLI = "cli/";

  /** An entry of the palette, without the slash that it begins with. */
  public static final String COMMAND = "command/";

  /** One frame of a screen. */
  public static final String RENDER = "render/";

  /** A screen to look at, as a channel. */
  public static final String SCREEN = "screen/";

  private AinbToolNames() {}
}
