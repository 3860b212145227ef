package io.polyplug.host;

import java.util.Optional;

/** A plugin that may bring a picture of itself, for {@link Plugin#as}. Safe from any thread. */
public interface PicturedPlugin {
  /**
   * Its icon as SVG text, by its running instance or else by its description; starts nothing. As
   * the plugin wrote it: whoever shows it takes out first what could do something.
   */
  Optional<String> iconSvg();
}
