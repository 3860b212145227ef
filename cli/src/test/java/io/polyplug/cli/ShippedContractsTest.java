package io.polyplug.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.host.Contract;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class ShippedContractsTest {
  @Test
  void theyAreWhatASearchWouldFind() {
    assertThat(ShippedContracts.all())
        .extracting(Contract::getClass)
        .containsExactlyInAnyOrderElementsOf(
            ServiceLoader.load(Contract.class).stream()
                .<Class<? extends Contract>>map(ServiceLoader.Provider::type)
                .toList());
  }
}
