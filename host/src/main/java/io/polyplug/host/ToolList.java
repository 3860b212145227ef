package io.polyplug.host;

import java.util.List;

/**
 * What a plugin offers, and what it said that nobody can use.
 *
 * @param passedOver a sentence for each thing that is not among the tools, or not whole there,
 *     because the plugin described it wrongly; made of our words, names in them are the plugin's
 *     and are escaped. At most {@value #MOST} of them.
 */
public record ToolList(List<ToolInfo> tools, List<String> passedOver) {
  /** How many sentences are kept. */
  public static final int MOST = 20;

  public ToolList {
    tools = List.copyOf(tools);
    passedOver = passedOver.stream().limit(MOST).toList();
  }
}
