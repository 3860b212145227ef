package io.polyplug.install;

import io.polyplug.base.Clock;
import io.polyplug.base.UntrustedText;
import io.polyplug.host.Contract;
import io.polyplug.host.PackageDescription;
import io.polyplug.host.PluginInfo;
import io.polyplug.install.web.FetchProblem;
import io.polyplug.install.web.Web;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The plugins that are installed in one folder, and the only one who changes that folder.
 *
 * <p>Each change is whole or not at all: whoever crashes, is killed or fails at any point leaves
 * the state before or the state after, and the next operation clears up. One operation goes on at a
 * time, across threads and processes; others wait, within bounds. Everything that does not work is
 * an {@link InstallProblem}. Safe from any thread. Nothing here runs what it installs.
 */
public final class PackageStore {
  private final StoreLayout store;
  private final StoreSettings settings;
  private final Workshop workshop;
  private final Recognition recognition;
  private final Fetching fetching;
  private final Steps steps;
  private final Clock clock;

  PackageStore(
      Path root,
      List<Contract> contracts,
      StoreSettings settings,
      Supplier<HttpClient> clients,
      Steps steps) {
    this.store = new StoreLayout(root.toAbsolutePath().normalize());
    this.settings = settings;
    this.recognition = new Recognition(List.copyOf(contracts));
    this.fetching = new Fetching(settings, clients);
    this.steps = steps;
    this.workshop = new Workshop(store, settings, steps);
    this.clock = Clock.system();
  }

  /** The store in a folder, which need not exist, for packages of these contracts. */
  public static PackageStore at(Path root, List<Contract> contracts, StoreSettings settings) {
    return new PackageStore(root, contracts, settings, () -> Web.client().build(), Steps.NONE);
  }

  /** Where the packages are. */
  public Path root() {
    return store.root();
  }

  /** Fetches and checks a package and installs it; refused if its id is there already. */
  public Installed install(Source source, Progress progress) {
    return install(source, _ -> true, progress);
  }

  /**
   * As {@link #install(Source, Progress)}, but asks in between.
   *
   * @param approval asked when the package is fetched and checked and nothing has changed yet; may
   *     take its time; false leaves everything as it is
   */
  public Installed install(Source source, Predicate<Proposal> approval, Progress progress) {
    Fresh fresh =
        workshop.locked(
            "install",
            leftovers ->
                workshop.in(workshop.stage(), it -> fetched(source, it, progress, leftovers)));
    LockEntry entry = fresh.entry();
    Installed installed = entry.installed(store.root());
    workshop.approved(
        "install",
        fresh.folder(),
        () -> approval.test(Proposal.of(installed, fresh.description())),
        UntrustedText.escape(entry.id()) + " is not installed: it was not approved",
        leftovers -> {
          refuseIfUnfinished(entry.id(), leftovers);
          refuseIfInstalled(entry.id());
          carryOut(fresh.folder(), Change.Kind.INSTALL, entry.id(), Optional.of(entry));
          return installed;
        });
    return changed(installed);
  }

  /** A package that is fetched and checked, and that nobody else sweeps. */
  private record Fresh(StagingFolder folder, LockEntry entry, PackageDescription description) {}

  private Fresh fetched(
      Source source, StagingFolder folder, Progress progress, List<Leftover> leftovers)
      throws IOException {
    Staged staged =
        staged(
            source,
            folder.path(),
            progress,
            description -> {
              refuseIfUnfinished(description.id(), leftovers);
              refuseIfInstalled(description.id());
            });
    folder.hold();
    return new Fresh(folder, staged.entry(), staged.description());
  }

  /** Tells whoever listens, when nothing is locked any more. */
  private <T> T changed(T done) {
    settings.storeChanged().run();
    return done;
  }

  /** Decides and carries out; the folder is not needed afterwards. */
  private void carryOut(
      StagingFolder folder, Change.Kind kind, String id, Optional<LockEntry> entry)
      throws IOException {
    workshop.carryOut(folder, new Change(store, folder.path(), kind, id), entry);
    folder.close();
  }

  private static void refuseIfUnfinished(String id, List<Leftover> leftovers) {
    for (Leftover leftover : leftovers) {
      if (leftover.id().filter(id::equals).isPresent()) {
        throw new InstallProblem(leftover.sentence());
      }
    }
  }

  private void refuseIfInstalled(String plain) {
    Path taken = store.folder(plain);
    if (FileTree.exists(taken)) {
      String id = UntrustedText.escape(plain);
      throw new InstallProblem(
          "%s is installed already in %s: use polyplug upgrade %s, or polyplug uninstall %s first"
              .formatted(id, Recognition.shown(taken), id, id));
    }
  }

  /**
   * Fetches a package anew and puts it in the place of what is there, which is kept for {@link
   * #rollback}.
   *
   * @param source from where; where it came from before if empty
   * @param approval asked before anything changes; false leaves everything as it is
   */
  public Replacement upgrade(
      String id, Optional<Source> source, Predicate<Replacement> approval, Progress progress) {
    LockEntry current = entry(id);
    Source from = source.orElseGet(() -> recorded(current));
    Prepared prepared = workshop.locked("upgrade " + id, left -> prepare(id, from, progress, left));
    workshop.approved(
        "upgrade " + id,
        prepared.folder(),
        () -> approval.test(prepared.replacement(store)),
        UntrustedText.escape(id) + " stays as it is: the upgrade was not approved",
        leftovers -> {
          refuseIfUnfinished(id, leftovers);
          refuseIfChanged(prepared.before());
          carryOut(prepared.folder(), Change.Kind.UPGRADE, id, Optional.of(prepared.after()));
          return id;
        });
    return changed(prepared.replacement(store));
  }

  /** An upgrade that is fetched and checked, and that nobody else sweeps. */
  private record Prepared(
      StagingFolder folder, LockEntry before, LockEntry after, PackageDescription description) {
    Replacement replacement(StoreLayout store) {
      return Replacement.of(
          before.installed(store.root()), after.installed(store.root()), description);
    }
  }

  private Prepared prepare(String id, Source from, Progress progress, List<Leftover> leftovers)
      throws IOException {
    refuseIfUnfinished(id, leftovers);
    return workshop.in(
        workshop.stage(),
        folder -> {
          LockEntry before = known(id);
          Staged after =
              staged(from, folder.path(), progress, description -> sameAs(before, description));
          folder.hold();
          return new Prepared(folder, before, after.entry(), after.description());
        });
  }

  private void refuseIfChanged(LockEntry before) throws IOException {
    if (!known(before.id()).installed(store.root()).equals(before.installed(store.root()))) {
      throw new InstallProblem(
          UntrustedText.escape(before.id())
              + " was changed by another command meanwhile and stays as that left it: look with"
              + " polyplug list, then try again");
    }
  }

  private static void sameAs(LockEntry before, PackageDescription description) {
    if (!description.id().equals(before.id())
        || !description.contract().equals(before.contract())) {
      throw new InstallProblem(
          "%s stays as it is: the new package is %s of the contract %s"
              .formatted(
                  UntrustedText.escape(before.id()),
                  UntrustedText.escape(description.id()),
                  description.contract()));
    }
  }

  private Source recorded(LockEntry entry) {
    try {
      return Source.parse(entry.source(), store.root());
    } catch (InstallProblem e) {
      throw new InstallProblem(
          "%s cannot be fetched from where it came: %s; name another source"
              .formatted(UntrustedText.escape(entry.id()), e.getMessage()));
    }
  }

  /** Puts the version before the last upgrade back in place; done twice it changes nothing. */
  public Replacement rollback(String id) {
    entry(id);
    return changed(
        workshop.locked(
            "rollback " + id,
            leftovers -> {
              refuseIfUnfinished(id, leftovers);
              return workshop.in(workshop.stage(), folder -> rollback(id, folder));
            }));
  }

  private Replacement rollback(String id, StagingFolder folder) throws IOException {
    LockEntry now = known(id);
    Optional<LockEntry> kept = LockFile.read(Change.entryIn(store.previous(id)));
    if (kept.isEmpty()) {
      throw new InstallProblem(UntrustedText.escape(id) + " has no previous version to go back to");
    }
    carryOut(folder, Change.Kind.ROLLBACK, id, kept);
    return new Replacement(now.installed(store.root()), kept.get().installed(store.root()));
  }

  /** Removes a package, found by its id or else by the name of its folder; gives the folder. */
  public Path uninstall(String id) {
    PackageId.checked(id);
    if (!FileTree.exists(store.root())) {
      throw recognition.unknown(store.root(), id);
    }
    return changed(
        workshop.locked(
            "uninstall " + id,
            leftovers -> {
              Removal removal = new Removal(store, recognition, workshop);
              String name = removal.folderNamed(id);
              refuseIfUnfinished(name, leftovers);
              removal.remove(name);
              return store.folder(name);
            }));
  }

  /** Reads every file of a package and compares it with what was installed. */
  public Verification verify(String id) {
    LockEntry entry = entry(id);
    FileChecks checks = new FileChecks(store.folder(id));
    List<String> changed = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    try {
      for (FileRecord file : entry.files()) {
        switch (checks.thorough(file).state()) {
          case UNTOUCHED, TOUCHED -> {}
          case CHANGED -> changed.add(file.path());
          case MISSING -> missing.add(file.path());
        }
      }
      return new Verification(
          entry.installed(store.root()), changed, missing, checks.unknown(entry));
    } catch (IOException e) {
      throw workshop.disk(e);
    }
  }

  /**
   * What is noted of a plugin that was installed; empty if it was not, or the note is unreadable.
   */
  public static Optional<Installed> noted(PluginInfo plugin) {
    try {
      Optional<StoreLayout> store = StoreLayout.of(plugin);
      return store.isEmpty()
          ? Optional.empty()
          : LockFile.read(store.get().lockFile(plugin.installation()))
              .map(entry -> entry.installed(store.get().root()));
    } catch (IOException | InstallProblem e) {
      return Optional.empty();
    }
  }

  /**
   * What is installed, in name order. Plugins that were copied by hand are not here, nor are those
   * whose lock file cannot be read: {@link #verify} tells of them.
   */
  public List<Installed> list() {
    List<Installed> all = new ArrayList<>();
    for (String id : ids()) {
      try {
        LockFile.read(store.lockFile(id))
            .ifPresent(entry -> all.add(entry.installed(store.root())));
      } catch (InstallProblem | IOException e) {
        // Said by verify.
      }
    }
    return all;
  }

  /** The ids of all packages that have a lock file, readable or not, in name order. */
  public List<String> ids() {
    recover();
    try {
      return FileTree.children(store.state()).stream()
          .map(StoreLayout::idOf)
          .filter(id -> PackageId.isPlain(id) && FileTree.exists(store.folder(id)))
          .toList();
    } catch (IOException e) {
      throw workshop.disk(e);
    }
  }

  /**
   * Clears up after an operation that did not end, if there was one; else costs nothing. While
   * somebody is at work nothing is done: what is there is either old or new all the same. What
   * cannot be cleared up is left, see {@link #unfinished}.
   */
  public void recover() {
    unfinished();
  }

  /**
   * Does as {@link #recover}, and gives a sentence for each thing that an earlier change left and
   * that cannot be put in order. Usually there is none.
   */
  public List<String> unfinished() {
    return workshop.recover().stream().map(Leftover::sentence).toList();
  }

  private LockEntry entry(String id) {
    PackageId.checked(id);
    refuseIfUnfinished(id, workshop.recover());
    try {
      return known(id);
    } catch (IOException e) {
      throw workshop.disk(e);
    }
  }

  private LockEntry known(String id) throws IOException {
    boolean there = FileTree.exists(store.folder(id));
    return LockFile.read(store.lockFile(id))
        .filter(entry -> there)
        .orElseThrow(() -> there ? byHand(id) : recognition.unknown(store.root(), id));
  }

  private InstallProblem byHand(String id) {
    return new InstallProblem(
        "%s was put into %s by hand, so nothing is known of where it came from"
            .formatted(UntrustedText.escape(id), Recognition.shown(store.root())));
  }

  /** A check of the description before anything else is done with the package. */
  private interface Admission {
    void check(PackageDescription description);
  }

  private record Staged(LockEntry entry, PackageDescription description) {}

  private Staged staged(Source source, Path folder, Progress progress, Admission admission)
      throws IOException {
    try {
      Path target = Files.createDirectory(folder.resolve("package"));
      steps.before("fetch");
      Fetching.Unpacked unpacked =
          fetching.fetch(source, folder.resolve("archive"), target, progress);
      steps.before("recognise");
      PackageDescription description = recognition.of(target);
      admission.check(description);
      Recognition.makeExecutable(target, description);
      return new Staged(
          LockEntry.of(description, unpacked.fetched(), unpacked.files(), clock.now()),
          description);
    } catch (BadPackage e) {
      throw new InstallProblem(
          UntrustedText.excerpt(source.text(), 300) + " cannot be installed: " + e.what(), e);
    } catch (FetchProblem e) {
      throw new InstallProblem(String.valueOf(e.getMessage()), e);
    }
  }
}
