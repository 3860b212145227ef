package io.polyplug.install.web;

/** Hears how far a transfer is; called often, from any thread, one call at a time. */
@FunctionalInterface
public interface ByteWatch {
  /** So many bytes are there, of so many in all; negative if that is not known. */
  void bytes(long done, long all);
}
