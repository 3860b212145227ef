package io.polyplug.own;

import io.polyplug.host.PluginInfo;
import io.polyplug.own.protocol.RemoteInterface;
import java.util.function.Function;

/** An interface that plugins may call, and who makes what implements it. */
record CallbackSource<C>(
    RemoteInterface methods, Class<C> type, Function<PluginInfo, ? extends C> maker) {
  C make(PluginInfo plugin) {
    return type.cast(maker.apply(plugin));
  }
}
