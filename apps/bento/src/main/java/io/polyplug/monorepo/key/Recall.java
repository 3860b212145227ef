package io.polyplug.monorepo.key;

import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.files.DishFiles;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Requests about a dish that was walked: which of them are about files that are as they once were,
 * which are not, and what may be remembered of their answers. For one thread.
 */
final class Recall {
  private final DishFiles files;
  private final DishMemory remembered;
  private final Moment moment;
  private final Mix.@Nullable Digest state;
  private final List<HashRequest> requests = new ArrayList<>();
  private final List<Mix.@Nullable Digest> sources = new ArrayList<>();
  private final List<byte @Nullable []> known = new ArrayList<>();
  private final List<HashRequest> unknown = new ArrayList<>();
  private final List<Selection> selections = new ArrayList<>();
  private final List<DishMemory.Entry> entries = new ArrayList<>();

  /**
   * Nothing to recall yet.
   *
   * @param state of the whole dish; null if it may not be remembered
   */
  Recall(DishFiles files, DishMemory remembered, Moment moment, Mix.@Nullable Digest state) {
    this.files = files;
    this.remembered = remembered;
    this.moment = moment;
    this.state = state;
  }

  /** What answers a request as long as the whole dish is in a state. */
  static Mix.Digest of(Mix.Digest state, HashRequest request) {
    Mix mix = new Mix();
    mix.add(1);
    mix.add(state);
    request.describe(mix);
    return mix.digest();
  }

  void add(HashRequest request) throws WorkspaceProblem {
    Selection selection = Selection.of(files, request);
    Mix mix = new Mix();
    mix.add(2);
    selection.describe(mix);
    request.describe(mix);
    Mix.Digest source = mix.digest();
    byte[] hash = remembered.find(source);
    requests.add(request);
    sources.add(selection.settledBefore(moment) ? source : null);
    known.add(hash);
    if (hash == null) {
      unknown.add(request);
      selections.add(selection);
    }
  }

  /** Those that have to be computed. */
  List<HashRequest> unknown() {
    return unknown;
  }

  /** Their files. */
  List<Selection> selections() {
    return selections;
  }

  /** All hashes, when those of the unknown are there. */
  List<byte[]> complete(List<byte[]> computed) {
    List<byte[]> hashes = new ArrayList<>();
    int next = 0;
    for (int i = 0; i < requests.size(); i++) {
      byte[] old = known.get(i);
      byte[] hash = old == null ? computed.get(next++) : old;
      hashes.add(hash);
      Mix.Digest source = sources.get(i);
      if (source != null) {
        entries.add(new DishMemory.Entry(source, hash));
      }
      if (state != null) {
        entries.add(new DishMemory.Entry(of(state, requests.get(i)), hash));
      }
    }
    return hashes;
  }

  /** What is to be remembered. */
  List<DishMemory.Entry> entries() {
    return entries;
  }
}
