package io.polyplug.ainb.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Finds the addresses of a name; may block. */
@FunctionalInterface
interface HostLookup {
  /** At least one. */
  List<InetAddress> find(String name) throws UnknownHostException;

  /** As this machine does it. */
  static HostLookup ofMachine() {
    return name -> List.of(InetAddress.getAllByName(name));
  }
}
