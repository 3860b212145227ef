package io.polyplug.build.testing;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;

class ClosedPortTest {
  @Test
  void nobodyAnswersThereAndNobodyElseCanTakeIt() throws Exception {
    InetAddress here = InetAddress.getLoopbackAddress();
    try (ClosedPort port = new ClosedPort()) {
      assertThatThrownBy(() -> new Socket(here, port.number()))
          .isInstanceOf(ConnectException.class);
      assertThatThrownBy(() -> new ServerSocket(port.number(), 1, here))
          .isInstanceOf(BindException.class);
    }
  }
}
