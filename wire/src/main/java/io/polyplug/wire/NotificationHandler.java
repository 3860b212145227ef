package io.polyplug.wire;

/** Takes notifications, on a virtual thread: it may block, and may call back to the other end. */
@FunctionalInterface
public interface NotificationHandler {
  /** Takes one. What it throws is told to the observer and to nobody else. */
  void handle(Notification notification) throws Exception;
}
