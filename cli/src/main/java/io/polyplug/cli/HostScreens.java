package io.polyplug.cli;

import io.polyplug.ainb.AinbToolNames;
import io.polyplug.cli.running.HostView;
import io.polyplug.cli.running.Listing;
import io.polyplug.host.LogBook;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolChannel;
import io.polyplug.terminal.Screen;
import io.polyplug.terminal.ScreenHost;
import io.polyplug.terminal.Standing;
import io.polyplug.wire.Json;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.function.BiFunction;

/**
 * The screens of a host, its own or the running one. Safe from any thread.
 *
 * @param logs the last lines of a plugin's log, by its name and how many
 */
record HostScreens(HostView view, BiFunction<String, Integer, List<LogBook.Line>> logs)
    implements ScreenHost {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneId.systemDefault());

  @Override
  public List<Screen> screens() {
    return AinbOffer.all(view, AinbToolNames.SCREEN).stream()
        .filter(offer -> !offer.isDisabled())
        .map(offer -> new Screen(offer.plugin().called(), offer.name(), offer.name()))
        .toList();
  }

  @Override
  public ToolChannel open(Screen screen, int width, int height) {
    Json size =
        Json.object(
            out -> {
              out.writeNumberProperty("width", width);
              out.writeNumberProperty("height", height);
            });
    return view.open(screen.plugin(), AinbToolNames.SCREEN + screen.id(), ToolCall.of(size));
  }

  @Override
  public Standing standing(String plugin) {
    Listing.Row row = view.plugin(plugin);
    return new Standing(row.status().replace('_', ' '), row.reason());
  }

  @Override
  public List<String> logTail(String plugin, int lines) {
    return logs.apply(plugin, lines).stream()
        .map(line -> TIME.format(line.time()) + (line.state() ? " [state] " : " ") + line.text())
        .toList();
  }
}
