package io.polyplug.workbench.api;

import io.polyplug.base.Sha256;
import io.polyplug.host.PicturedPlugin;
import io.polyplug.host.Plugin;
import io.polyplug.workbench.Served;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * {@code GET /api/plugins/KEY/icon}: the picture of a plugin, if it brings one, as SVG that can do
 * nothing; starts nothing. What was made safe is remembered, for lists ask often. Safe from any
 * thread.
 */
final class IconRoutes {
  private static final int MOST_REMEMBERED = 100;
  private static final int DIGITS = 16;

  /** For whoever opens the picture itself, beside what was taken out of it. */
  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Type", "image/svg+xml",
          "Content-Security-Policy", "default-src 'none'; sandbox",
          "X-Content-Type-Options", "nosniff",
          "Cross-Origin-Resource-Policy", "same-origin",
          "Cache-Control", "no-store");

  /**
   * A picture.
   *
   * @param mark changes with the picture
   */
  record Icon(String svg, String mark) {}

  private final Served served;
  private final Map<String, Optional<Icon>> remembered =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Optional<Icon>> eldest) {
          return size() > MOST_REMEMBERED;
        }
      };

  IconRoutes(Served served) {
    this.served = served;
  }

  void addTo(Routes.Builder routes) {
    routes.add("GET", "/api/plugins/{key}/icon", this::show);
  }

  private void show(ApiCall call) throws IOException, ApiProblem {
    Plugin plugin = served.host().plugin(call.variable("key"));
    Icon icon =
        of(plugin)
            .orElseThrow(
                () ->
                    new ApiProblem(
                        404, "no_icon", plugin.info().id() + " has no icon that can be shown"));
    call.exchange().answer(200, HEADERS, icon.svg().getBytes(StandardCharsets.UTF_8));
  }

  /** The picture of a plugin; empty if it has none, or none that can be shown. */
  Optional<Icon> of(Plugin plugin) {
    return plugin
        .asIfPossible(PicturedPlugin.class)
        .flatMap(PicturedPlugin::iconSvg)
        .filter(it -> it.length() <= SafeSvg.LONGEST)
        .flatMap(this::safe);
  }

  private synchronized Optional<Icon> safe(String svg) {
    return remembered.computeIfAbsent(svg, text -> SafeSvg.of(text).map(IconRoutes::marked));
  }

  private static Icon marked(String svg) {
    byte[] digest = Sha256.digest().digest(svg.getBytes(StandardCharsets.UTF_8));
    return new Icon(svg, HexFormat.of().formatHex(digest).substring(0, DIGITS));
  }
}
