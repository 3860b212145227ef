package io.polyplug.wire;

import java.util.function.BooleanSupplier;

/** Reads for a transport until it has enough, and counts how often it waited. */
final class TestVolunteer implements Transport.Volunteer {
  private final BooleanSupplier enough;
  int waits;

  TestVolunteer(BooleanSupplier enough) {
    this.enough = enough;
  }

  @Override
  public boolean hasEnough() {
    return enough.getAsBoolean();
  }

  @Override
  public boolean mustStop() {
    return false;
  }

  @Override
  public void beforeWaiting() {
    waits++;
  }
}
