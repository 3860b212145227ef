package io.polyplug.ainb.net;

import io.polyplug.ainb.Capability;
import io.polyplug.ainb.Grant;
import io.polyplug.ainb.protocol.AinbErrors;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the {@code network} grant of a manifest admits (9.3): exact hosts, no patterns, no part of a
 * name. Immutable; safe from any thread.
 */
final class HostGate {
  private static final Pattern WITH_PORT = Pattern.compile("(\\[[^]]*]|[^:]*):([0-9]{1,5})");

  /**
   * @param port 0 for any
   */
  private record Entry(HostName host, int port) {
    boolean admits(FetchUrl url) {
      return host.text().equals(url.host().text()) && (port == 0 || port == url.port());
    }
  }

  private final boolean any;
  private final List<Entry> entries;

  HostGate(Grant grant) {
    any = grant instanceof Grant.Flag(boolean given) && given;
    entries =
        grant instanceof Grant.Listed(List<String> listed)
            ? listed.stream().map(HostGate::entry).flatMap(Optional::stream).toList()
            : List.of();
  }

  private static Optional<Entry> entry(String text) {
    Matcher matcher = WITH_PORT.matcher(text);
    if (!matcher.matches()) {
      return HostName.parse(text).map(host -> new Entry(host, 0));
    }
    int port = Integer.parseInt(matcher.group(2));
    return port == 0
        ? Optional.empty()
        : HostName.parse(matcher.group(1)).map(host -> new Entry(host, port));
  }

  /** Throws the denial if the URL's host is not admitted. */
  void check(FetchUrl url) {
    if (!any && !isListed(url)) {
      throw AinbErrors.denied(Capability.NETWORK);
    }
  }

  /** Throws the denial if one of the addresses of an admitted host must not be connected to. */
  void check(FetchUrl url, List<InetAddress> addresses) {
    boolean namedAsItIs = url.host().address() != null && isListed(url);
    if (!namedAsItIs && addresses.stream().anyMatch(AddressRules::isRefused)) {
      throw AinbErrors.denied(Capability.NETWORK);
    }
  }

  private boolean isListed(FetchUrl url) {
    return entries.stream().anyMatch(entry -> entry.admits(url));
  }
}
