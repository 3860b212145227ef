package io.polyplug.door;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where a door is, and under which names. Immutable.
 *
 * @param address what it listens on
 * @param port 0 for any that is free
 * @param names under which it may be reached, in the spelling of {@link #canonical}; whoever comes
 *     under another one is turned away. The first is the one to tell people
 * @param tls empty to speak plain HTTP
 */
public record Reach(InetAddress address, int port, List<String> names, Optional<DoorTls> tls) {
  private static final List<String> LOOPBACK = List.of("127.0.0.1", "localhost", "[::1]");
  private static final Pattern NAME =
      Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*");
  private static final int LONGEST_NAME = 253;

  public Reach {
    names = List.copyOf(names);
  }

  /** Only from this machine. */
  public static Reach loopback(int port) {
    return new Reach(InetAddress.ofLiteral("127.0.0.1"), port, LOOPBACK, Optional.empty());
  }

  /**
   * At this address, under it and under these names as well; for an address that means all of a
   * machine's, under the names alone.
   */
  public static Reach at(
      InetAddress address, int port, List<String> moreNames, Optional<DoorTls> tls) {
    List<String> names = new ArrayList<>(moreNames);
    if (!address.isAnyLocalAddress()) {
      names.add(spelled(address));
    }
    if (address.isLoopbackAddress()) {
      names.addAll(LOOPBACK);
    }
    return new Reach(address, port, names.stream().distinct().toList(), tls);
  }

  /** Whether only programs of this machine can reach it. */
  public boolean isLocal() {
    return address.isLoopbackAddress();
  }

  String scheme() {
    return tls.isPresent() ? "https" : "http";
  }

  /** The address to type, on the port that it got. */
  public String url(int openPort) {
    return scheme() + "://" + names.getFirst() + ":" + openPort;
  }

  /**
   * The one spelling of a name or an address in a URL; empty for what is neither, such as a name
   * with a scheme or a port.
   */
  public static Optional<String> canonical(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.indexOf(':') < 0) {
      return Optional.of(lower)
          .filter(it -> it.length() <= LONGEST_NAME && NAME.matcher(it).matches());
    }
    if (!lower.startsWith("[") || !lower.endsWith("]")) {
      return Optional.empty();
    }
    try {
      return Optional.of(InetAddress.ofLiteral(lower.substring(1, lower.length() - 1)))
          .filter(Inet6Address.class::isInstance)
          .map(Reach::spelled);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** As browsers write it. */
  private static String spelled(InetAddress address) {
    if (!(address instanceof Inet6Address)) {
      return address.getHostAddress();
    }
    String plain = address.getHostAddress();
    int zone = plain.indexOf('%');
    return "[" + shortened(zone < 0 ? plain : plain.substring(0, zone)) + "]";
  }

  /** The longest run of zeros left out, the first of several, as RFC 5952 has it. */
  private static String shortened(String groups) {
    String longest = "";
    for (String run = "0:0"; run.length() < groups.length() + 1; run += ":0") {
      if ((":" + groups + ":").contains(":" + run + ":")) {
        longest = run;
      }
    }
    if (longest.isEmpty()) {
      return groups;
    }
    String wrapped = ":" + groups + ":";
    int at = wrapped.indexOf(":" + longest + ":");
    String before = wrapped.substring(0, at);
    String after = wrapped.substring(at + longest.length() + 2);
    return (before.isEmpty() ? "" : before.substring(1))
        + "::"
        + (after.isEmpty() ? "" : after.substring(0, after.length() - 1));
  }
}
