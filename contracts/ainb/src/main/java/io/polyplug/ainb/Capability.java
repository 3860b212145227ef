package io.polyplug.ainb;

import java.util.List;
import java.util.Set;

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

  /** All of them, in that order. */
  public static final List<String> ALL =
      List.of(
          READ_SESSIONS,
          WRITE_PLUGIN_DATA,
          EVENT_BUS,
          NETWORK,
          SPAWN_SUBPROCESS,
          READ_CLAUDE_LOGS,
          READ_CODEX_LOGS,
          READ_PATHS,
          EVENT_STREAM_SUBSCRIBE,
          SPAWN_MANAGED_SUBPROCESS,
          UNIX_SOCKET_DIAL,
          SECRETS_READ,
          WORKSPACE_WRITE);

  /** Those of which a list says no more than {@code true} (2.2). */
  static final Set<String> FLAGS =
      Set.of(
          READ_SESSIONS,
          WRITE_PLUGIN_DATA,
          SPAWN_SUBPROCESS,
          READ_CLAUDE_LOGS,
          READ_CODEX_LOGS,
          WORKSPACE_WRITE);

  /** Those of which {@code true} says nothing: what is granted has to be listed (2.2, 9.2). */
  static final Set<String> LISTS = Set.of(READ_PATHS, SPAWN_MANAGED_SUBPROCESS, UNIX_SOCKET_DIAL);

  private Capability() {}
}
