package io.polyplug.monorepo.adapters;

import io.polyplug.monorepo.files.Looks;
import java.util.ArrayList;
import java.util.List;

/** Makes the thirteen languages that need no plugin. */
public final class BuiltinAdapters {
  private BuiltinAdapters() {}

  /**
   * All of them, in the order of detection, for one command: they look at each folder once, and
   * install what dishes share once.
   *
   * @param looks where it is noted which files decide about languages, tasks and pins
   */
  public static List<Adapter> of(ToolHost host, Probes probes, Looks looks) {
    Project project = new Project(looks);
    ToolRunner tools = new ToolRunner(host);
    Installs installs = new Installs();
    List<Adapter> adapters = new ArrayList<>();
    for (Language language : Languages.all()) {
      adapters.add(new BuiltinAdapter(language, project, probes, tools, installs));
    }
    return List.copyOf(adapters);
  }
}
