package io.polyplug.host;

/**
 * Writes down the frames of a host. Called on one thread, in the order of the frames; the host
 * closes it when it has closed itself and everything was heard.
 */
public interface FlightRecorder extends AutoCloseable {
  void frame(HostEvent.FrameSeen frame);

  /** So many frames are missing, because they came faster than they were taken. Called last. */
  void lost(long frames);

  @Override
  void close();
}
