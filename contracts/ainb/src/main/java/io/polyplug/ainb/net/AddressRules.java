package io.polyplug.ainb.net;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Set;

/**
 * Which addresses nobody is connected to unless a manifest names them: those that answer with the
 * secrets of the machine and those that are no single host, also in the forms in which IPv6 carries
 * an IPv4 address. Loopback and private addresses are for the gate alone to judge. Pure functions.
 */
final class AddressRules {
  /** Where clouds hand out credentials. */
  private static final Set<InetAddress> METADATA =
      Set.of(
          InetAddress.ofLiteral("169.254.169.254"),
          InetAddress.ofLiteral("100.100.100.200"),
          InetAddress.ofLiteral("192.0.0.192"),
          InetAddress.ofLiteral("168.63.129.16"),
          InetAddress.ofLiteral("fd00:ec2::254"),
          InetAddress.ofLiteral("fd20:ce::254"));

  private static final HexFormat BYTES = HexFormat.ofDelimiter(" ");

  private AddressRules() {}

  static boolean isRefused(InetAddress address) {
    byte[] bytes = address.getAddress();
    return METADATA.contains(address)
        || address.isLinkLocalAddress()
        || address.isMulticastAddress()
        || address.isAnyLocalAddress()
        || (bytes.length == 4 ? isNoHost(bytes) : carriesRefused(bytes));
  }

  /** {@code 0.0.0.0/8} is this host on some systems, and the last address is everybody. */
  private static boolean isNoHost(byte[] ipv4) {
    return ipv4[0] == 0 || Arrays.equals(ipv4, new byte[] {-1, -1, -1, -1});
  }

  private static boolean carriesRefused(byte[] ipv6) {
    if (startsWith(ipv6, "20 02")) {
      return refused(ipv6, 2, 3, 4, 5);
    }
    if (startsWith(ipv6, "20 01 00 00")) {
      return refusedInverted(ipv6);
    }
    if (startsWith(ipv6, "00 64 ff 9b 00 01")) {
      return refused(ipv6, 12, 13, 14, 15) || refused(ipv6, 6, 7, 9, 10);
    }
    boolean carries =
        startsWith(ipv6, "00 64 ff 9b 00 00 00 00 00 00 00 00")
            || startsWith(ipv6, "00 00 00 00 00 00 00 00 00 00 ff ff")
            || startsWith(ipv6, "00 00 00 00 00 00 00 00 ff ff 00 00")
            || isCompatible(ipv6)
            || isIsatap(ipv6);
    return carries && refused(ipv6, 12, 13, 14, 15);
  }

  /** {@code ::a.b.c.d}, of which {@code ::1} is none. */
  private static boolean isCompatible(byte[] ipv6) {
    return startsWith(ipv6, "00 00 00 00 00 00 00 00 00 00 00 00")
        && (ipv6[12] != 0 || ipv6[13] != 0);
  }

  private static boolean isIsatap(byte[] ipv6) {
    return (ipv6[8] & 0xFD) == 0 && ipv6[9] == 0 && ipv6[10] == 0x5E && ipv6[11] == (byte) 0xFE;
  }

  private static boolean startsWith(byte[] address, String hexBytes) {
    byte[] expected = BYTES.parseHex(hexBytes);
    return Arrays.equals(address, 0, expected.length, expected, 0, expected.length);
  }

  private static boolean refused(byte[] ipv6, int a, int b, int c, int d) {
    return isRefused(ipv4(new byte[] {ipv6[a], ipv6[b], ipv6[c], ipv6[d]}));
  }

  private static boolean refusedInverted(byte[] teredo) {
    byte[] client = Arrays.copyOfRange(teredo, 12, 16);
    for (int i = 0; i < client.length; i++) {
      client[i] = (byte) ~client[i];
    }
    return isRefused(ipv4(client));
  }

  private static InetAddress ipv4(byte[] bytes) {
    return InetAddress.ofLiteral(
        (bytes[0] & 0xFF)
            + "."
            + (bytes[1] & 0xFF)
            + "."
            + (bytes[2] & 0xFF)
            + "."
            + (bytes[3] & 0xFF));
  }
}
