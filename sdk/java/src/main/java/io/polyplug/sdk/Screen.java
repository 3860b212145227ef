package io.polyplug.sdk;

/**
 * A screen that a host shows. All methods of all screens of a plugin are called one at a time, in
 * the order in which things happened, so they need no locks among themselves.
 */
public interface Screen {
  /** Paints all of it; the host waits two seconds at most. */
  Picture render(Size size) throws Exception;

  /** A key of the user's. */
  default void key(Key key) throws Exception {}

  /** Something that the mouse did. */
  default void mouse(Mouse mouse) throws Exception {}
}
