package io.polyplug.host;

/** What a contract makes of a folder that has its manifest. */
public sealed interface PackageReading {
  /** A package that can be installed. */
  record Good(PackageDescription description) implements PackageReading {}

  /** One that belongs to the contract but cannot be used; the reason is safe to show. */
  record Bad(String contract, String reason) implements PackageReading {}
}
