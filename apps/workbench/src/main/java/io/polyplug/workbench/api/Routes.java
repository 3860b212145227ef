package io.polyplug.workbench.api;

import io.polyplug.door.Exchange;
import io.polyplug.door.Refused;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which handler a request is for, by method and path. Immutable. */
final class Routes {
  /** Answers a request; what it throws is answered for it. */
  interface Handler {
    void handle(ApiCall call) throws IOException, Refused, ApiProblem;
  }

  /**
   * One route.
   *
   * @param pattern segments; one in braces takes any text under its name
   */
  private record Route(String method, List<String> pattern, Handler handler) {
    Optional<Map<String, String>> match(List<String> path) {
      if (path.size() != pattern.size()) {
        return Optional.empty();
      }
      Map<String, String> variables = new HashMap<>();
      for (int i = 0; i < path.size(); i++) {
        String wanted = pattern.get(i);
        if (wanted.startsWith("{")) {
          variables.put(wanted.substring(1, wanted.length() - 1), path.get(i));
        } else if (!wanted.equals(path.get(i))) {
          return Optional.empty();
        }
      }
      return Optional.of(variables);
    }
  }

  /** Collects routes. Of one thread. */
  static final class Builder {
    private final List<Route> routes = new ArrayList<>();

    Builder add(String method, String pattern, Handler handler) {
      routes.add(new Route(method, segments(pattern), handler));
      return this;
    }

    Routes build() {
      return new Routes(List.copyOf(routes));
    }
  }

  private final List<Route> routes;

  private Routes(List<Route> routes) {
    this.routes = routes;
  }

  private static List<String> segments(String path) {
    return List.of(path.substring(1).split("/", -1));
  }

  /** Every route as a method and a pattern, as {@code GET /api/host}. */
  List<String> all() {
    return routes.stream().map(it -> it.method() + " /" + String.join("/", it.pattern())).toList();
  }

  void serve(Exchange exchange) throws IOException, Refused {
    List<String> path = segments(exchange.path());
    List<String> methods = new ArrayList<>();
    for (Route route : routes) {
      Optional<Map<String, String>> variables = route.match(path);
      if (variables.isPresent()) {
        if (route.method().equals(exchange.method())) {
          serve(route, new ApiCall(exchange, variables.get()));
          return;
        }
        methods.add(route.method());
      }
    }
    ApiCall call = new ApiCall(exchange, Map.of());
    if (methods.isEmpty()) {
      call.problem(404, "not_found", "there is no such route; see /api/openapi.json");
    } else {
      call.problem(405, "method", "expected " + String.join(" or ", methods));
    }
  }

  private static void serve(Route route, ApiCall call) throws IOException, Refused {
    try {
      route.handler().handle(call);
    } catch (ApiProblem e) {
      call.problem(e.status(), e.code(), String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      call.failed(e);
    }
  }
}
