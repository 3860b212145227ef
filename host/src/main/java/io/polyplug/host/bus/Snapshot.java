package io.polyplug.host.bus;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What was published once. The payload is shared by all who hear it: nobody changes it.
 *
 * @param topic any text that is not empty, compared as it is
 * @param payload any bytes, none included
 * @param version grows with every publish of the bus, on whatever topic; never 0
 * @param publisher who published it, as the bus knows it
 */
public record Snapshot(String topic, byte[] payload, long version, String publisher) {
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Snapshot(var itsTopic, var itsPayload, var itsVersion, var itsPublisher)
        && itsVersion == version
        && itsTopic.equals(topic)
        && itsPublisher.equals(publisher)
        && Arrays.equals(itsPayload, payload);
  }

  @Override
  public int hashCode() {
    return Objects.hash(topic, version, publisher, Arrays.hashCode(payload));
  }

  @Override
  public String toString() {
    return topic + " " + version + " by " + publisher + ", " + payload.length + " bytes";
  }
}
