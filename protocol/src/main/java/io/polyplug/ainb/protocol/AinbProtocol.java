package io.polyplug.ainb.protocol;

import io.polyplug.wire.ContentLength;
import io.polyplug.wire.Dialect;
import io.polyplug.wire.Framing;

/** What the contract fixes for both ends: framing, dialect, method names and error codes. */
public final class AinbProtocol {
  /** The ABI that manifest and init must name (2.2). */
  public static final int ABI = 2;

  /** Most bytes of a body, in both directions (3.2). */
  public static final int MAX_BODY = 16 << 20;

  // Host to plugin (5.1, 5.2, 5.6).
  public static final String INIT = "plugin/init";
  public static final String SHUTDOWN = "plugin/shutdown";
  public static final String RENDER = "plugin/render";
  public static final String HANDLE_EVENT = "plugin/handle_event";
  public static final String HANDLE_KEY = "plugin/handle_key";
  public static final String HANDLE_MOUSE = "plugin/handle_mouse";
  public static final String HANDLE_ACTION = "plugin/handle_action";
  public static final String CLI_DISPATCH = "plugin/cli_dispatch";

  // Plugin to host (5.3, 5.4, 5.5).
  public static final String SNAPSHOT_GET = "host/snapshot/get";
  public static final String SNAPSHOT_PUBLISH = "host/snapshot/publish";
  public static final String SNAPSHOT_SUBSCRIBE = "host/snapshot/subscribe";
  public static final String ACTION_INVOKE = "host/action/invoke";
  public static final String LOG = "host/log";
  public static final String READ_DIR = "host/fs/read_dir";
  public static final String READ_FILE = "host/fs/read_file";
  public static final String FETCH = "host/network/fetch";

  // Errors (4.2).
  public static final int METHOD_NOT_FOUND = -32601;
  public static final int INVALID_PARAMS = -32602;
  public static final int INTERNAL_ERROR = -32603;
  public static final int CAPABILITY_DENIED = -32001;
  public static final int ACTION_TIMEOUT = -32002;
  public static final int MANIFEST_VALIDATION = -32003;

  private AinbProtocol() {}

  /** Content-Length with CRLF and no other header (section 3). */
  public static Framing framing() {
    return ContentLength.STRICT;
  }

  /** JSON-RPC as section 4 has it: params are always an object, ids are integers. */
  public static Dialect dialect() {
    return Dialect.builder().emptyParams(Dialect.EmptyParams.EMPTY_OBJECT).build();
  }
}
