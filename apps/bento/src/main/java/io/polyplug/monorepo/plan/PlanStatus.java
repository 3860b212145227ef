package io.polyplug.monorepo.plan;

/** What a plan says of a task; programs know it by {@link #wireName}. */
public enum PlanStatus {
  CACHE_HIT("cache_hit", "cache hit", ""),
  UNCACHEABLE("cache_miss", "cache miss", "uncacheable"),
  FORCED("cache_miss", "cache miss", "force_rerun"),
  NEVER_CACHED("cache_miss", "cache miss", "never_cached"),
  DIFF_CLEAN("skipped_diff_clean", "diff-clean", ""),
  NO_ADAPTER("no_adapter", "no adapter", "");

  private final String wireName;
  private final String label;
  private final String missReason;

  PlanStatus(String wireName, String label, String missReason) {
    this.wireName = wireName;
    this.label = label;
    this.missReason = missReason;
  }

  public String wireName() {
    return wireName;
  }

  String label() {
    return label;
  }

  /** Why it would be run; empty if it would not. */
  public String missReason() {
    return missReason;
  }

  boolean isMiss() {
    return !missReason.isEmpty();
  }
}
