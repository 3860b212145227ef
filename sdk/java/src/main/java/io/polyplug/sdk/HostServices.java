package io.polyplug.sdk;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a host does for a plugin that asked for it with {@link Plugin#asks}. Each method blocks
 * until the host has answered and throws a {@link ToolError} if it refuses; under a contract
 * without such services its code is {@link ToolError#UNSUPPORTED}. Safe from any thread.
 */
public interface HostServices {
  /**
   * The last value of a topic.
   *
   * @param bytes null if nothing was ever published there
   * @param version counts the values of the topic; unsigned
   */
  record Snapshot(byte @Nullable [] bytes, long version) {}

  /** One entry of a folder; the size of a folder is 0. */
  record Entry(String name, boolean isDirectory, long size) {}

  /** A header of HTTP. */
  record Header(String name, String value) {}

  /** An answer over HTTP, whatever its status. */
  record Fetched(int status, List<Header> headers, byte[] body) {
    public Fetched {
      headers = List.copyOf(headers);
    }
  }

  /** The last value of a topic. */
  Snapshot snapshot(String topic);

  /** Publishes a value; does not wait for anybody. */
  void publish(String topic, byte[] bytes);

  /** Has the values of a topic delivered from now on to what {@link Plugin#hears} it. */
  void subscribe(String topic);

  /**
   * Has the host, or another plugin, do something.
   *
   * @param timeout after which the host gives up; zero for never
   */
  byte[] invoke(String action, byte[] payload, Duration timeout);

  /** The content of a file that the plugin may read. */
  byte[] readFile(String path);

  /** The entries of a folder that the plugin may read, by name. */
  List<Entry> readDir(String path);

  /** Gets what is at an address. */
  default Fetched fetch(String url) {
    return fetch("GET", url, List.of(), null);
  }

  /**
   * Sends a request over HTTP.
   *
   * @param body null for none
   */
  Fetched fetch(String method, String url, List<Header> headers, byte @Nullable [] body);
}
