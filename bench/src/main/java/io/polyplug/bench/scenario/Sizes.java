package io.polyplug.bench.scenario;

/** How large a call is, each way. */
enum Sizes {
  SMALL(100, "100 B"),
  PAGE(4 << 10, "4 KiB"),
  LARGE(64 << 10, "64 KiB");

  private final int bytes;
  private final String label;

  Sizes(int bytes, String label) {
    this.bytes = bytes;
    this.label = label;
  }

  int bytes() {
    return bytes;
  }

  String label() {
    return label;
  }
}
