package io.polyplug.host;

/**
 * A started call that is awaited once or closed, whichever is first: only then is what was held for
 * it given back, and nothing is given back twice.
 */
abstract class AwaitedOnce<T> implements Started<T> {
  private boolean over;

  /** Waits, and gives back. */
  abstract T awaitNow();

  /** Cancels, and gives back. */
  abstract void cancelNow();

  @Override
  public final T await() {
    if (over) {
      throw new IllegalStateException("This call was awaited or closed before.");
    }
    over = true;
    return awaitNow();
  }

  @Override
  public final void close() {
    if (!over) {
      over = true;
      cancelNow();
    }
  }
}
