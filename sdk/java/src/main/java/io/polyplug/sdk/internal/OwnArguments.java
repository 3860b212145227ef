package io.polyplug.sdk.internal;

import io.polyplug.sdk.OwnContract;
import io.polyplug.wire.Json;
import java.util.List;

/** The arguments of one call of an application. */
record OwnArguments(List<Json> all) implements OwnContract.Arguments {
  @Override
  public int count() {
    return all.size();
  }

  @Override
  public <T> T get(int index, Class<T> type) {
    String name = "argument " + (index + 1);
    if (index >= all.size()) {
      throw Kinds.missing(name);
    }
    return type.cast(Bindings.bind(type, all.get(index), name));
  }
}
