package io.polyplug.wire;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who handles which method. Filled by the builder, then only read. */
final class Handlers {
  record ForRequest(Order order, RequestHandler handler) {}

  record ForNotification(Order order, NotificationHandler handler) {}

  final Map<String, ForRequest> requests = new HashMap<>();
  final Map<String, ForNotification> notifications = new HashMap<>();
  @Nullable ForRequest otherRequests;
  @Nullable ForNotification otherNotifications;

  Handlers copy() {
    Handlers copy = new Handlers();
    copy.requests.putAll(requests);
    copy.notifications.putAll(notifications);
    copy.otherRequests = otherRequests;
    copy.otherNotifications = otherNotifications;
    return copy;
  }

  @Nullable ForRequest request(String method) {
    ForRequest found = requests.get(method);
    return found == null ? otherRequests : found;
  }

  @Nullable ForNotification notification(String method) {
    ForNotification found = notifications.get(method);
    return found == null ? otherNotifications : found;
  }
}
