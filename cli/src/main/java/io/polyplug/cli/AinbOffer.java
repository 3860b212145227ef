package io.polyplug.cli;

import io.polyplug.ainb.AinbContract;
import io.polyplug.cli.running.HostView;
import io.polyplug.cli.running.Listing;
import io.polyplug.host.Health;
import io.polyplug.host.NoSuchPlugin;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolQuery;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * One thing of a kind that a plugin of the contract ainb offers.
 *
 * @param name without what says the kind
 */
record AinbOffer(Listing.Row plugin, String name) {
  /** What all plugins offer of a kind of tool, by the names of the plugins; starts nothing. */
  static List<AinbOffer> all(HostView view, String kind) {
    List<AinbOffer> all = new ArrayList<>();
    view.list(false).plugins().stream()
        .filter(row -> row.contract().equals(AinbContract.ID))
        .sorted(Comparator.comparing(Listing.Row::id).thenComparing(Listing.Row::called))
        .forEach(row -> all.addAll(of(view, row, kind)));
    return all;
  }

  /** What one plugin offers of a kind, in its own order. */
  static List<AinbOffer> of(HostView view, Listing.Row plugin, String kind) {
    try {
      return view.tools(plugin.called(), ToolQuery.ANY).stream()
          .map(ToolInfo::name)
          .filter(tool -> tool.startsWith(kind))
          .map(tool -> new AinbOffer(plugin, tool.substring(kind.length())))
          .toList();
    } catch (NoSuchPlugin gone) {
      // It was removed in this moment.
      return List.of();
    }
  }

  boolean isDisabled() {
    return plugin.status().equals(Health.DISABLED);
  }
}
