package io.polyplug.wire;

import java.util.function.BooleanSupplier;

/** Reads for a transport until it has enough, and counts how often it waited. */
final class TestVolunteer implements Transport.Volunteer {
  private final BooleanSupplier enough;
  private final BooleanSupplier stop;
  int waits;

  TestVolunteer(BooleanSupplier enough) {
    this(enough, () -> false);
  }

  TestVolunteer(BooleanSupplier enough, BooleanSupplier stop) {
    this.enough = enough;
    this.stop = stop;
  }

  @Override
  public boolean hasEnough() {
    return enough.getAsBoolean();
  }

  @Override
  public boolean mustStop() {
    return stop.getAsBoolean();
  }

  @Override
  public void beforeWaiting() {
    waits++;
  }
}
