package io.polyplug.conformance.mcp;

import io.polyplug.conformance.Suite;
import io.polyplug.mcp.McpContract;
import java.util.List;

/** What the Model Context Protocol asks of a server over its standard streams. */
public final class McpSuite implements Suite {
  private static final List<Entry> ENTRIES =
      List.of(
          Entry.of(1, "handshake", "answers initialize", GreetingAxes::handshake),
          Entry.of(
              2, "negotiation", "settles on a revision that it speaks", GreetingAxes::negotiation),
          Entry.of(3, "modern", "serves clients that do not shake hands", GreetingAxes::modern),
          Entry.of(
              4, "initialized", "takes the notification in silence", GreetingAxes::initialized),
          Entry.of(5, "ping", "says that it lives", GreetingAxes::ping),
          Entry.of(6, "tools-list", "lists tools that can be called", ToolAxes::list),
          Entry.of(7, "tools-call", "answers a call", ToolAxes::call),
          Entry.of(8, "unknown-tool", "refuses a tool that it has not", ToolAxes::unknown),
          Entry.of(9, "progress", "tells progress if it is asked to", ToolAxes::progress),
          Entry.of(10, "cancellation", "bears to be cancelled", ToolAxes::cancellation),
          Entry.of(11, "resources", "lists resources that can be read", ListAxes::resources),
          Entry.of(12, "prompts", "lists prompts that can be got", ListAxes::prompts),
          Entry.of(13, "unknown-method", "refuses what it has not", LineAxes::unknownMethod),
          Entry.of(14, "invalid-json", "bears what is no message", LineAxes::invalidJson),
          Entry.of(15, "string-ids", "gives ids back as they came", LineAxes::stringIds),
          Entry.of(16, "framing", "writes one message a line and nothing else", LineAxes::framing),
          Entry.of(17, "unicode", "takes and gives any character", LineAxes::unicode),
          Entry.of(18, "big-message", "takes a mebibyte", LineAxes::bigMessage),
          Entry.of(19, "unknown-members", "passes over what it does not know", LineAxes::members),
          Entry.of(20, "shutdown", "leaves at the end of its input", LineAxes::shutdown));

  @Override
  public String contract() {
    return McpContract.ID;
  }

  @Override
  public List<Entry> entries() {
    return ENTRIES;
  }
}
