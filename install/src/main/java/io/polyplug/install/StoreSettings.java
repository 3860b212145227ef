package io.polyplug.install;

import java.time.Duration;

/**
 * The bounds of a store, and who hears of its changes.
 *
 * @param maxDownload bytes of an archive
 * @param maxUnpacked bytes of all files of a package
 * @param maxEntries files and folders of a package
 * @param fetchTime for all that is fetched for one package
 * @param lockTime how long to wait for another command that works on the same store
 * @param storeChanged called after each change, on the thread that made it
 */
public record StoreSettings(
    long maxDownload,
    long maxUnpacked,
    int maxEntries,
    Duration fetchTime,
    Duration lockTime,
    Runnable storeChanged) {
  /** 512 MiB packed, 1 GiB unpacked, 20,000 entries, five minutes; nobody hears. */
  public static final StoreSettings DEFAULT =
      new StoreSettings(
          512L << 20, 1L << 30, 20_000, Duration.ofMinutes(5), Duration.ofSeconds(30), () -> {});

  /** The same with another listener. */
  public StoreSettings onChange(Runnable listener) {
    return new StoreSettings(maxDownload, maxUnpacked, maxEntries, fetchTime, lockTime, listener);
  }

  /** The same with less time to fetch and to wait for others, if it is less. */
  public StoreSettings withTimeAtMost(Duration time) {
    return new StoreSettings(
        maxDownload,
        maxUnpacked,
        maxEntries,
        shorter(time, fetchTime),
        shorter(time, lockTime),
        storeChanged);
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /** The same with another bound for archives. */
  public StoreSettings withMaxDownload(long bytes) {
    return new StoreSettings(bytes, maxUnpacked, maxEntries, fetchTime, lockTime, storeChanged);
  }
}
