package io.polyplug.monorepo.plan;

import io.polyplug.bento.Toolchain;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.adapters.Adapter;
import io.polyplug.monorepo.config.RepositorySettings;
import io.polyplug.monorepo.key.ToolPin;
import java.util.Optional;

/**
 * What goes into every key of a dish beside its files.
 *
 * @param adapterPin what the adapter says that the project pins
 * @param pin what it comes to with what is written in configuration files
 * @param asked who knows what the tool itself says it is; empty if somebody has written a pin
 */
record DishFacts(Optional<Toolchain> adapterPin, Optional<ToolPin> pin, Optional<Adapter> asked) {
  private static final DishFacts NO_ADAPTER =
      new DishFacts(Optional.empty(), Optional.empty(), Optional.empty());

  static DishFacts of(PreparedDish dish, RepositorySettings settings, Preparation preparation)
      throws WorkspaceProblem {
    if (dish.adapter().isEmpty()) {
      return NO_ADAPTER;
    }
    Adapter adapter = dish.adapter().get();
    Optional<Toolchain> adapterPin = preparation.pin(dish, adapter);
    Optional<ToolPin> pin = PinResolution.of(dish.dish(), settings, adapter, adapterPin);
    boolean written = pin.isPresent() && pin.get().isWritten();
    return new DishFacts(adapterPin, pin, written ? Optional.empty() : dish.adapter());
  }

  /** What the tool itself says it is; takes its time when it is asked first. */
  Optional<String> resolved() {
    return asked.isPresent() ? asked.get().resolvedToolchain() : Optional.empty();
  }
}
