package io.polyplug.ainb.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRulesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "169.254.169.254",
        "169.254.0.1",
        "100.100.100.200",
        "0.0.0.0",
        "0.1.2.3",
        "224.0.0.1",
        "239.255.255.255",
        "255.255.255.255",
        "::",
        "fe80::1",
        "febf::1",
        "ff02::1",
        "fd00:ec2::254",
        "::ffff:169.254.169.254",
        "::169.254.169.254",
        "::ffff:0:169.254.169.254",
        "64:ff9b::169.254.169.254",
        "64:ff9b::0.0.0.0",
        "64:ff9b:1::169.254.169.254",
        "64:ff9b:1:a9fe:00a9:fe00::",
        "2002:a9fe:a9fe::1",
        "2001:0:1:2:3:4:5601:5601",
        "2001:db8::5efe:169.254.169.254",
        "2001:db8::200:5efe:169.254.169.254",
      })
  void whatHandsOutSecretsOrIsNoHostIsRefused(String address) {
    assertThat(AddressRules.isRefused(InetAddress.ofLiteral(address))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "10.0.0.1",
        "192.168.1.1",
        "172.16.0.1",
        "100.64.0.1",
        "93.184.216.34",
        "169.253.1.1",
        "::1",
        "fd00::1",
        "fec0::1",
        "2001:db8::1",
        "::ffff:127.0.0.1",
        "64:ff9b::8.8.8.8",
        "2002:0808:0808::1",
        "2606:4700::1111",
      })
  void theRestIsForTheGateAlone(String address) {
    assertThat(AddressRules.isRefused(InetAddress.ofLiteral(address))).isFalse();
  }
}
