package io.polyplug.gateway.subject;

import io.polyplug.mcp.protocol.Implementation;
import io.polyplug.mcp.server.McpServer;
import io.polyplug.mcp.server.ServerChanges;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A server that has everything: what the official conformance runner looks for, by the names that
 * it looks for. The server itself is the one of the gateway.
 */
public final class ConformanceSubject {
  private volatile @Nullable McpServer server;

  private ConformanceSubject() {}

  /** A new one. */
  public static McpServer create() {
    ConformanceSubject subject = new ConformanceSubject();
    List<SubjectTool> tools = new ArrayList<>(PlainTools.all());
    tools.addAll(AskingTools.all());
    tools.addAll(new RoundTools().all());
    tools.add(subject.telling("test_trigger_tool_change", ServerChanges::tools));
    tools.add(subject.telling("test_trigger_prompt_change", ServerChanges::prompts));
    McpServer made =
        McpServer.named(new Implementation("subject", "Subject of conformance tests", "1"))
            .instructions("Everything at once, for tests.")
            .tools(new SubjectTools(tools))
            .prompts(new SubjectPrompts())
            .resources(new SubjectResources())
            .completions(params -> Json.parse("{\"values\":[\"paris\",\"park\"],\"total\":2}"))
            .logging()
            .keepLists(Duration.ofMinutes(1))
            .build();
    subject.server = made;
    return made;
  }

  private SubjectTool telling(String name, Consumer<ServerChanges> change) {
    return SubjectTool.of(
        name,
        "Says that a list has changed",
        (arguments, call) -> {
          McpServer made = server;
          if (made != null) {
            change.accept(made.changes());
          }
          return Contents.result(Contents.text("Everybody who listens was told."));
        });
  }
}
