package io.polyplug.own;

import io.polyplug.own.protocol.Notification;

/** What the plugins of the tests may call. */
public interface Crowd {
  String shout(String text);

  int letters(String text);

  @Notification
  void heard(String text);
}
