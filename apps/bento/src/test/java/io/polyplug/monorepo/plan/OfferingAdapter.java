package io.polyplug.monorepo.plan;

import io.polyplug.bento.AdapterTask;
import io.polyplug.monorepo.adapters.SilentAdapter;
import java.nio.file.Path;
import java.util.List;

/** An adapter that has tasks and nothing else. */
record OfferingAdapter(List<AdapterTask> offered) implements SilentAdapter {
  @Override
  public String id() {
    return "sample";
  }

  @Override
  public List<String> fingerprintFiles() {
    return List.of("sample.lock");
  }

  @Override
  public List<AdapterTask> tasks(Path dish) {
    return offered;
  }
}
