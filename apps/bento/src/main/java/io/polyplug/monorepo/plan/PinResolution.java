package io.polyplug.monorepo.plan;

import io.polyplug.bento.Toolchain;
import io.polyplug.monorepo.adapters.Adapter;
import io.polyplug.monorepo.config.Dish;
import io.polyplug.monorepo.config.RepositorySettings;
import io.polyplug.monorepo.key.ToolPin;
import java.util.Optional;

/** Which version of its tool a dish is built with, and who says so. Pure functions. */
public final class PinResolution {
  private PinResolution() {}

  /** Empty where pins are not looked at. */
  static Optional<ToolPin> of(
      Dish dish, RepositorySettings settings, Adapter adapter, Optional<Toolchain> adapterPin) {
    if (ignored(dish, settings)) {
      return Optional.empty();
    }
    Optional<ToolPin> written = written(dish, settings, adapter);
    if (written.isPresent()) {
      return written;
    }
    if (adapterPin.isPresent()) {
      Toolchain pin = adapterPin.get();
      return Optional.of(new ToolPin("adapter", pin.tool(), pin.version()));
    }
    return Optional.of(ToolPin.system(adapter.toolName()));
  }

  /** The pin that somebody has written into a configuration file, where pins are looked at. */
  public static Optional<ToolPin> written(Dish dish, RepositorySettings settings, Adapter adapter) {
    if (ignored(dish, settings)) {
      return Optional.empty();
    }
    String tool = adapter.toolName();
    String own = dish.toolchain().versions().get(tool);
    if (own != null) {
      return Optional.of(new ToolPin("dish.toml", tool, own));
    }
    String common = settings.toolchain().versions().get(tool);
    return common == null ? Optional.empty() : Optional.of(new ToolPin("bento.toml", tool, common));
  }

  private static boolean ignored(Dish dish, RepositorySettings settings) {
    return dish.toolchain().useSystem() || settings.toolchain().useSystem();
  }
}
