package io.polyplug.ainb.net;

import java.net.IDN;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A host in the one form in which hosts are compared and connected to (9.3): lower case, punycode,
 * no trailing dot, no brackets. Whatever could mean one address to us and another to somebody else
 * is no host: {@code 0x7f.1}, {@code 2130706433}, zones, escapes.
 *
 * @param text the name, or the address in the JDK's form
 * @param address absent if it is a name
 */
record HostName(String text, @Nullable InetAddress address) {
  private static final int LONGEST = 253;
  private static final Pattern NAME =
      Pattern.compile("[a-z0-9_-]{1,63}(\\.[a-z0-9_-]{1,63}){0,126}");
  private static final Pattern NUMBER = Pattern.compile("([0-9]+|0x[0-9a-f]*)");
  private static final String OCTET = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
  private static final Pattern OCTETS = Pattern.compile(OCTET + "(\\." + OCTET + "){3}");

  /** A name, an IPv4 address, or an IPv6 address with or without brackets. */
  static Optional<HostName> parse(String text) {
    if (text.startsWith("[")) {
      return text.endsWith("]") ? ipv6(text.substring(1, text.length() - 1)) : Optional.empty();
    }
    return text.indexOf(':') >= 0 ? ipv6(text) : ascii(text).flatMap(HostName::named);
  }

  private static Optional<HostName> ipv6(String text) {
    if (text.indexOf(':') < 0 || text.indexOf('%') >= 0) {
      return Optional.empty();
    }
    try {
      return Optional.of(of(Inet6Address.ofLiteral(text)));
    } catch (IllegalArgumentException noAddress) {
      return Optional.empty();
    }
  }

  private static HostName of(InetAddress address) {
    return new HostName(address.getHostAddress(), address);
  }

  private static Optional<String> ascii(String text) {
    try {
      return text.length() > LONGEST + 1
          ? Optional.empty()
          : Optional.of(IDN.toASCII(text).toLowerCase(Locale.ROOT));
    } catch (IllegalArgumentException noName) {
      return Optional.empty();
    }
  }

  private static Optional<HostName> named(String ascii) {
    String name = ascii.endsWith(".") ? ascii.substring(0, ascii.length() - 1) : ascii;
    if (name.length() > LONGEST || !NAME.matcher(name).matches()) {
      return Optional.empty();
    }
    String last = name.substring(name.lastIndexOf('.') + 1);
    if (!NUMBER.matcher(last).matches()) {
      return Optional.of(new HostName(name, null));
    }
    return OCTETS.matcher(name).matches()
        ? Optional.of(of(Inet4Address.ofLiteral(name)))
        : Optional.empty();
  }

  /** As it stands in a URL or a {@code Host} header. */
  String inUrl() {
    return address instanceof Inet6Address ? '[' + text + ']' : text;
  }
}
