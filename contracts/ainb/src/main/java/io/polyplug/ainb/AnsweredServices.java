package io.polyplug.ainb;

import io.polyplug.ainb.protocol.AinbProtocol;
import io.polyplug.wire.Json;
import java.util.Optional;

/** Services of which somebody else answers what he wants to. */
record AnsweredServices(String plugin, ReverseAnswers answers, Services others)
    implements Services {
  @Override
  public Json readDir(Json params) throws Exception {
    Optional<Json> given = answers.answer(plugin, AinbProtocol.READ_DIR, params);
    return given.isPresent() ? given.get() : others.readDir(params);
  }

  @Override
  public Json readFile(Json params) throws Exception {
    Optional<Json> given = answers.answer(plugin, AinbProtocol.READ_FILE, params);
    return given.isPresent() ? given.get() : others.readFile(params);
  }

  @Override
  public Json fetch(Json params) throws Exception {
    Optional<Json> given = answers.answer(plugin, AinbProtocol.FETCH, params);
    return given.isPresent() ? given.get() : others.fetch(params);
  }

  @Override
  public Json invokeAction(Json params) throws Exception {
    Optional<Json> given = answers.answer(plugin, AinbProtocol.ACTION_INVOKE, params);
    return given.isPresent() ? given.get() : others.invokeAction(params);
  }
}
