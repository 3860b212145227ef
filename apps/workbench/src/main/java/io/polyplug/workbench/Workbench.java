package io.polyplug.workbench;

import io.polyplug.base.Clock;
import io.polyplug.door.Door;
import io.polyplug.door.DoorLimits;
import io.polyplug.door.DoorSettings;
import io.polyplug.door.Reach;
import io.polyplug.workbench.api.Api;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The workbench of a host, for those who have its address and token. Closing it ends all
 * conversations with browsers, and nothing else. Safe from any thread.
 */
public final class Workbench implements AutoCloseable {
  private static final int TOKEN_BYTES = 24;

  private final Reach reach;
  private final String token;
  private final Api api;
  private final Door door;

  private Workbench(Reach reach, String token, Api api, Door door) {
    this.reach = reach;
    this.token = token;
    this.api = api;
    this.door = door;
  }

  /**
   * Opens it on loopback.
   *
   * @param port 0 for any that is free
   */
  public static Workbench open(Served served, int port) throws IOException {
    return open(served, Reach.loopback(port));
  }

  /** Opens it where others may reach it too. */
  public static Workbench open(Served served, Reach reach) throws IOException {
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    String token = HexFormat.of().formatHex(random);
    Api api = Api.of(served, Clock.system());
    try {
      Door door =
          new Door(
              new DoorSettings("workbench", reach, Optional.of(token), DoorLimits.USUAL),
              new WorkbenchService(api, PageFiles.load()));
      return new Workbench(reach, token, api, door);
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
    return reach.url(door.port()) + "/#token=" + token;
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
