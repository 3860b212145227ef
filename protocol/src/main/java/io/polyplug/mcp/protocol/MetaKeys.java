package io.polyplug.mcp.protocol;

/** The names of what {@code _meta} carries. */
public final class MetaKeys {
  public static final String META = "_meta";
  public static final String PROGRESS_TOKEN = "progressToken";
  public static final String VERSION = "io.modelcontextprotocol/protocolVersion";
  public static final String CLIENT_INFO = "io.modelcontextprotocol/clientInfo";
  public static final String CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
  public static final String LOG_LEVEL = "io.modelcontextprotocol/logLevel";
  public static final String SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";
  public static final String SERVER_INFO = "io.modelcontextprotocol/serverInfo";

  private MetaKeys() {}
}
