package io.polyplug.monorepo.key;

import io.polyplug.monorepo.ProblemKind;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.files.DishFiles;
import io.polyplug.monorepo.files.DishWalk;
import io.polyplug.monorepo.files.FileStats;
import io.polyplug.monorepo.hash.Blake3;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The hashes of one dish as it was at one moment: look again after something has run. Safe from any
 * thread; one works at a time.
 */
public final class DishKeys {
  private static final int WALKS = 3;

  private final KeyMemory memory;
  private final Path directory;
  private final Moment moment;
  private final ParentStats.Seen above;
  private final Mix.@Nullable Digest state;
  private DishMemory remembered;
  private @Nullable DishFiles walked;

  private DishKeys(
      KeyMemory memory,
      Path directory,
      Moment moment,
      ParentStats.Seen above,
      DishMemory remembered,
      Mix.@Nullable Digest state) {
    this.memory = memory;
    this.directory = directory;
    this.moment = moment;
    this.above = above;
    this.remembered = remembered;
    this.state = state;
  }

  static DishKeys look(KeyMemory memory, Path directory) throws WorkspaceProblem {
    Moment moment = memory.now();
    ParentStats.Seen above = memory.parentStats().of(directory.getParent());
    DishMemory remembered = memory.remembered(directory);
    Mix.Digest state = null;
    if (remembered.count() > 0) {
      try (FileStats stats = memory.stats(directory)) {
        state = DishState.of(remembered, above.digest(), stats);
      }
    }
    return new DishKeys(memory, directory, moment, above, remembered, state);
  }

  /** The key of a task, 64 hexadecimal digits. */
  public String key(KeyRequest request) throws WorkspaceProblem {
    return Blake3.hex(hashes(List.of(request)).getFirst());
  }

  /** The content signature of the dish. */
  public byte[] signature(SignatureRequest request) throws WorkspaceProblem {
    return hashes(List.of(request)).getFirst();
  }

  /** A key with the files that it is made of, which are all read. */
  public synchronized TaskKey keyWithFiles(KeyRequest request) throws WorkspaceProblem {
    List<InputFile> files = new ArrayList<>();
    byte[] key = compute(List.of(request), files).getFirst();
    return new TaskKey(Blake3.hex(key), files);
  }

  /** Several hashes, one for each request; files are read at most once for all of them. */
  public synchronized List<byte[]> hashes(List<? extends HashRequest> requests)
      throws WorkspaceProblem {
    List<byte @Nullable []> known = new ArrayList<>();
    List<HashRequest> unknown = new ArrayList<>();
    for (HashRequest request : requests) {
      byte[] hash = state == null ? null : remembered.find(Recall.of(state, request));
      known.add(hash);
      if (hash == null) {
        unknown.add(request);
      }
    }
    List<byte[]> computed = unknown.isEmpty() ? List.of() : compute(unknown, null);
    List<byte[]> hashes = new ArrayList<>();
    int next = 0;
    for (byte[] hash : known) {
      hashes.add(hash == null ? computed.get(next++) : hash);
    }
    return hashes;
  }

  private List<byte[]> compute(
      List<? extends HashRequest> requests, @Nullable List<InputFile> listed)
      throws WorkspaceProblem {
    for (int walk = 0; walk < WALKS; walk++) {
      DishFiles files = walked == null ? walk() : walked;
      walked = files;
      try {
        return compute(files, requests, listed);
      } catch (ChangedMeanwhile e) {
        walked = null;
        if (listed != null) {
          listed.clear();
        }
      }
    }
    throw new WorkspaceProblem(
        ProblemKind.INTERNAL, "The files in '" + directory + "' change while they are read.");
  }

  private List<byte[]> compute(
      DishFiles files, List<? extends HashRequest> requests, @Nullable List<InputFile> listed)
      throws WorkspaceProblem, ChangedMeanwhile {
    Recall recall =
        new Recall(files, listed == null ? remembered : DishMemory.NONE, moment, settled(files));
    for (HashRequest request : requests) {
      recall.add(request);
    }
    List<byte[]> computed =
        new InputHasher(files, recall.unknown(), recall.selections(), listed).hash();
    List<byte[]> hashes = recall.complete(computed);
    memory.remember(directory, files, recall.entries());
    remembered = memory.remembered(directory);
    return hashes;
  }

  /** The state of the dish, or null if something in it could change unnoticed. */
  private Mix.@Nullable Digest settled(DishFiles files) {
    return above.settled() && DishState.isSettled(files, moment) && isWhereItSeems()
        ? DishState.of(files, above.digest())
        : null;
  }

  private DishFiles walk() throws WorkspaceProblem {
    try (FileStats stats = memory.stats(directory)) {
      DishFiles files = DishWalk.walk(directory, memory.parentRules(), stats);
      memory.walked(files.files().size());
      return files;
    }
  }

  private boolean isWhereItSeems() {
    try {
      return directory.toRealPath().equals(directory);
    } catch (IOException e) {
      return false;
    }
  }
}
