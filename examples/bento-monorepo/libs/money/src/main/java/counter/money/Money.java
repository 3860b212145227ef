package counter.money;

/** An amount in cents. */
public record Money(long cents) {
  @Override
  public String toString() {
    return String.format("%d.%02d", cents / 100, cents % 100);
  }
}
