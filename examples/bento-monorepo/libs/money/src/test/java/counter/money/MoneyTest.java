package counter.money;

/** A program without a test library: it ends with an error if something is wrong. */
final class MoneyTest {
  private MoneyTest() {}

  public static void main(String[] args) {
    check(new Money(250), "2.50");
    check(new Money(5), "0.05");
  }

  private static void check(Money money, String expected) {
    if (!money.toString().equals(expected)) {
      throw new AssertionError("expected " + expected + " but got " + money);
    }
  }
}
