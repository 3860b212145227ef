package io.polyplug.ainb.net;

import java.util.List;
import java.util.Set;

/** What a redirect makes of a request (15.5). Pure functions. */
final class Redirect {
  private static final Set<Integer> STATUSES = Set.of(301, 302, 303, 307, 308);
  private static final Set<String> SECRETS = Set.of("authorization", "cookie");

  private Redirect() {}

  static boolean isOne(int status) {
    return STATUSES.contains(status);
  }

  /** The request for the new place: what was for the old host alone does not go there. */
  static FetchRequest follow(FetchRequest request, int status, FetchUrl to) {
    boolean plain = becomesGet(request.method(), status);
    boolean elsewhere = !sameHost(request.url(), to);
    List<FetchHeader> headers =
        request.headers().stream()
            .filter(it -> !elsewhere || !SECRETS.contains(it.key()))
            .filter(it -> !plain || !it.key().startsWith("content-"))
            .toList();
    return plain
        ? new FetchRequest(to, "GET", headers, null)
        : new FetchRequest(to, request.method(), headers, request.body());
  }

  private static boolean becomesGet(String method, int status) {
    return switch (status) {
      case 303 -> !method.equals("HEAD");
      case 301, 302 -> method.equals("POST");
      default -> false;
    };
  }

  /** Another port is another server; only the usual change to https is none. */
  private static boolean sameHost(FetchUrl from, FetchUrl to) {
    boolean upgrade = from.port() == 80 && to.port() == 443 && to.secure();
    boolean downgrade = from.secure() && !to.secure();
    return from.host().text().equals(to.host().text())
        && (from.port() == to.port() || upgrade)
        && !downgrade;
  }
}
