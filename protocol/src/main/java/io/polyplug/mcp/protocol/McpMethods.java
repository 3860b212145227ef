package io.polyplug.mcp.protocol;

/** The names of requests and notifications. */
public final class McpMethods {
  public static final String INITIALIZE = "initialize";
  public static final String INITIALIZED = "notifications/initialized";
  public static final String DISCOVER = "server/discover";
  public static final String PING = "ping";

  public static final String TOOLS_LIST = "tools/list";
  public static final String TOOLS_CALL = "tools/call";
  public static final String TOOLS_CHANGED = "notifications/tools/list_changed";

  public static final String RESOURCES_LIST = "resources/list";
  public static final String RESOURCES_TEMPLATES = "resources/templates/list";
  public static final String RESOURCES_READ = "resources/read";
  public static final String RESOURCES_SUBSCRIBE = "resources/subscribe";
  public static final String RESOURCES_UNSUBSCRIBE = "resources/unsubscribe";
  public static final String RESOURCES_CHANGED = "notifications/resources/list_changed";
  public static final String RESOURCE_UPDATED = "notifications/resources/updated";

  public static final String PROMPTS_LIST = "prompts/list";
  public static final String PROMPTS_GET = "prompts/get";
  public static final String PROMPTS_CHANGED = "notifications/prompts/list_changed";

  public static final String COMPLETE = "completion/complete";
  public static final String SET_LEVEL = "logging/setLevel";
  public static final String LOG = "notifications/message";
  public static final String PROGRESS = "notifications/progress";
  public static final String CANCELLED = "notifications/cancelled";

  public static final String LISTEN = "subscriptions/listen";
  public static final String LISTENING = "notifications/subscriptions/acknowledged";

  public static final String ROOTS_LIST = "roots/list";
  public static final String ROOTS_CHANGED = "notifications/roots/list_changed";
  public static final String SAMPLE = "sampling/createMessage";
  public static final String ELICIT = "elicitation/create";

  private McpMethods() {}
}
