package io.polyplug.cli.running;

import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolChannel;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolKind;
import io.polyplug.host.ToolQuery;
import io.polyplug.host.ToolResult;
import io.polyplug.host.ToolStream;
import java.util.List;
import java.util.Optional;

/**
 * A host as commands see it: one of their own, or the running one. Both give the same answers and
 * throw the same exceptions. Closing ends what is under way; a host of one's own ends with it.
 */
public sealed interface HostView extends AutoCloseable permits LocalView, RunningView {
  /**
   * What there is.
   *
   * @param checked whether a host that does not stay is to start plugins to see how they are
   */
  Listing list(boolean checked);

  /** The plugin of that name; throws {@link io.polyplug.host.NoSuchPlugin}. */
  Listing.Row plugin(String name);

  List<ToolInfo> tools(String plugin, ToolQuery query);

  /** How a tool is used, where that can be told cheaply. */
  Optional<ToolKind> kindOf(String plugin, String tool, ToolQuery query);

  ToolResult call(String plugin, String tool, ToolCall call);

  ToolStream stream(String plugin, String tool, ToolCall call);

  ToolChannel open(String plugin, String tool, ToolCall call);

  @Override
  void close();
}
