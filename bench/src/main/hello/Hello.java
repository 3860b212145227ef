/** The least that a Java program can do. */
final class Hello {
  private Hello() {}

  public static void main(String[] args) {
    System.out.println("Hello");
  }
}
