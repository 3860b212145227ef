package io.polyplug.workbench;

import io.polyplug.base.Clock;
import io.polyplug.door.Door;
import io.polyplug.door.DoorSettings;
import io.polyplug.workbench.api.Api;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The workbench of a host, on loopback, for those who have its address. Closing it ends all
 * conversations with browsers, and nothing else. Safe from any thread.
 */
public final class Workbench implements AutoCloseable {
  private static final int TOKEN_BYTES = 24;

  private final String token;
  private final Api api;
  private final Door door;

  private Workbench(String token, Api api, Door door) {
    this.token = token;
    this.api = api;
    this.door = door;
  }

  /**
   * Opens it.
   *
   * @param port 0 for any that is free
   */
  public static Workbench open(Served served, int port) throws IOException {
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    String token = HexFormat.of().formatHex(random);
    Api api = Api.of(served, Clock.system());
    try {
      Door door =
          new Door(
              DoorSettings.loopback("workbench", port, Optional.of(token)),
              new WorkbenchService(api, PageFiles.load()));
      return new Workbench(token, api, door);
    } catch (IOException | RuntimeException e) {
      api.close();
      throw e;
    }
  }

  /**
   * The address to open in a browser. The token stands behind the sign that browsers send to
   * nobody.
   */
  public String address() {
    return "http://127.0.0.1:" + door.port() + "/#token=" + token;
  }

  public int port() {
    return door.port();
  }

  /** What requests to the API need: {@code Authorization: Bearer TOKEN}. */
  public String token() {
    return token;
  }

  @Override
  public void close() {
    api.close();
    door.close();
  }
}
