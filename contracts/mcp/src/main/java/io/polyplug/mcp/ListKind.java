package io.polyplug.mcp;

import io.polyplug.mcp.protocol.McpMethods;

/** What a server has lists of, and may say to have changed. */
public enum ListKind {
  TOOLS("tools", "toolsListChanged", McpMethods.TOOLS_CHANGED),
  PROMPTS("prompts", "promptsListChanged", McpMethods.PROMPTS_CHANGED),
  RESOURCES("resources", "resourcesListChanged", McpMethods.RESOURCES_CHANGED);

  private final String capability;
  private final String filter;
  private final String notification;

  ListKind(String capability, String filter, String notification) {
    this.capability = capability;
    this.filter = filter;
    this.notification = notification;
  }

  String capability() {
    return capability;
  }

  /** What a modern server is asked for. */
  String filter() {
    return filter;
  }

  String notification() {
    return notification;
  }
}
