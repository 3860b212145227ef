package io.polyplug.mcp;

import io.polyplug.base.Clock;
import io.polyplug.base.Deadline;
import io.polyplug.base.UntrustedText;
import io.polyplug.host.PeerNotices;
import io.polyplug.host.ToolList;
import io.polyplug.mcp.protocol.ToolHeaders;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The tools of one server, asked for when they are wanted and kept as long as the server allows:
 * until it says that they changed, and for no longer than it says. Safe from any thread.
 */
final class ToolCatalog implements Function<String, ToolHeaders> {
  private static final int SHOWN = 80;

  private final ServerChanges changes;
  private final Clock clock;
  private final PeerNotices notices;
  private final boolean tellsChanges;
  private final boolean checksHeaders;
  private final AtomicBoolean told = new AtomicBoolean();
  private volatile @Nullable Known known;

  private record Known(
      List<McpTool> tools,
      Map<String, ToolHeaders> headers,
      Set<String> unusable,
      List<String> passedOver,
      long generation,
      Deadline fresh) {}

  /**
   * @param tellsChanges whether the server says by itself when they change, without being asked to
   * @param checksHeaders whether a tool with wrong marks for headers cannot be used
   */
  ToolCatalog(
      ServerChanges changes,
      Clock clock,
      PeerNotices notices,
      boolean tellsChanges,
      boolean checksHeaders) {
    this.changes = changes;
    this.clock = clock;
    this.notices = notices;
    this.tellsChanges = tellsChanges;
    this.checksHeaders = checksHeaders;
  }

  /** The tools, by a request if what is known may be old. */
  List<McpTool> tools(boolean fresh, Supplier<Pages.Whole> ask) {
    Known current = known;
    if (!fresh && current != null && isCurrent(current)) {
      return current.tools();
    }
    long generation = changes.generation(ListKind.TOOLS);
    told.set(false);
    Pages.Whole whole = ask.get();
    Known read = read(whole, generation);
    known = read;
    return read.tools();
  }

  /** What is known, however old; asks only if nothing is. */
  void ensure(Supplier<Pages.Whole> ask) {
    if (known == null) {
      var _ = tools(true, ask);
    }
  }

  /** Whether the server named it and wants something that cannot be. */
  boolean isUnusable(String tool) {
    Known current = known;
    return current != null && current.unusable().contains(tool);
  }

  /** What of the last answer could not be used, in sentences. */
  List<String> passedOver() {
    Known current = known;
    return current == null ? List.of() : current.passedOver();
  }

  @Override
  public ToolHeaders apply(String tool) {
    Known current = known;
    return current == null
        ? ToolHeaders.NONE
        : current.headers().getOrDefault(tool, ToolHeaders.NONE);
  }

  /** Whether a change is worth telling: not if one was told and nobody has asked since. */
  boolean isNews() {
    return told.compareAndSet(false, true);
  }

  private boolean isCurrent(Known it) {
    return it.generation() == changes.generation(ListKind.TOOLS)
        && (tellsChanges || !it.fresh().passed());
  }

  private Known read(Pages.Whole whole, long generation) {
    Map<String, McpTool> byName = new LinkedHashMap<>();
    Map<String, ToolHeaders> headers = new LinkedHashMap<>();
    Set<String> unusable = new HashSet<>();
    List<String> passedOver = new ArrayList<>();
    for (Json item : whole.items()) {
      McpTool.read(item)
          .ifPresentOrElse(
              it -> byName.putIfAbsent(it.name(), it),
              () -> passedOver.add("a tool without a name or with a wrong member was passed over"));
    }
    List<McpTool> tools = new ArrayList<>();
    for (McpTool tool : byName.values()) {
      try {
        ToolHeaders marked = checksHeaders ? ToolHeaders.of(tool.inputSchema()) : ToolHeaders.NONE;
        if (!marked.marked().isEmpty()) {
          headers.put(tool.name(), marked);
        }
        tools.add(tool);
      } catch (ToolHeaders.Invalid wrong) {
        unusable.add(tool.name());
        String why =
            "Its tool "
                + UntrustedText.excerpt(tool.name(), SHOWN)
                + " is left out: "
                + UntrustedText.excerpt(String.valueOf(wrong.getMessage()), 4 * SHOWN)
                + ".";
        passedOver.add(why);
        notices.warn(why);
      }
    }
    Duration fresh = whole.fresh();
    return new Known(
        List.copyOf(tools),
        headers,
        unusable,
        passedOver.stream().limit(ToolList.MOST).toList(),
        generation,
        Deadline.in(fresh, clock));
  }
}
