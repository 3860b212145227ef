package io.polyplug.ainb;

/** The names of the capabilities (2.2), in the order in which a plugin is told them. */
public final class Capability {
  public static final String READ_SESSIONS = "read_sessions";
  public static final String WRITE_PLUGIN_DATA = "write_plugin_data";
  public static final String EVENT_BUS = "event_bus";
  public static final String NETWORK = "network";
  public static final String SPAWN_SUBPROCESS = "spawn_subprocess";
  public static final String READ_CLAUDE_LOGS = "read_claude_logs";
  public static final String READ_CODEX_LOGS = "read_codex_logs";
  public static final String READ_PATHS = "read_paths";
  public static final String EVENT_STREAM_SUBSCRIBE = "event_stream_subscribe";
  public static final String SPAWN_MANAGED_SUBPROCESS = "spawn_managed_subprocess";
  public static final String UNIX_SOCKET_DIAL = "unix_socket_dial";
  public static final String SECRETS_READ = "secrets:read";
  public static final String WORKSPACE_WRITE = "workspace:write";

  private Capability() {}
}
