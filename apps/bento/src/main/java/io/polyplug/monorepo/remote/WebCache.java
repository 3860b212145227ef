package io.polyplug.monorepo.remote;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A cache behind one {@link WebLine}: what goes wrong on the way is a result here, and only here.
 */
abstract class WebCache implements RemoteCache {
  final String address;
  final WebLine line;

  /** For an address as people see it. */
  WebCache(String address, RemoteTimes times, Warnings warnings) {
    this.address = address;
    this.line = new WebLine(address, times, warnings);
  }

  /** As {@link #has}. */
  abstract boolean holds(String key) throws WebProblem;

  /** As {@link #fetch}. */
  abstract RemoteResult load(String key, Path to) throws WebProblem;

  /** As {@link #put}; what is thrown of files is about the bundle. */
  abstract RemoteResult store(String key, Path tar) throws WebProblem, IOException;

  /** What the answer to a request that gives something means. */
  final RemoteResult stored(WebAnswer answer) {
    return answer.isSuccess() ? new RemoteResult.Done() : answer.failure(address);
  }

  /** What the answer to a request for a bundle means. */
  final RemoteResult loaded(WebAnswer answer) {
    return switch (answer.status()) {
      case 200 -> new RemoteResult.Done();
      case 404 -> new RemoteResult.Absent();
      default -> answer.failure(address);
    };
  }

  @Override
  public final String address() {
    return address;
  }

  @Override
  public final boolean has(String key) {
    try {
      return holds(key);
    } catch (WebProblem e) {
      return false;
    }
  }

  @Override
  public final RemoteResult fetch(String key, Path to) {
    try {
      return load(key, to);
    } catch (WebProblem e) {
      return e.result(address);
    }
  }

  @Override
  public final RemoteResult put(String key, Path tar) {
    try {
      return store(key, tar);
    } catch (IOException e) {
      return new RemoteResult.Failed("The bundle to send cannot be read");
    } catch (WebProblem e) {
      return e.result(address);
    }
  }

  @Override
  public final void close() {
    line.close();
  }
}
