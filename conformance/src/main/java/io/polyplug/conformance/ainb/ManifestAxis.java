package io.polyplug.conformance.ainb;

import io.polyplug.ainb.Manifest;
import io.polyplug.ainb.ManifestReader;
import io.polyplug.ainb.ManifestReading;
import io.polyplug.ainb.protocol.AinbProtocol;
import io.polyplug.ainb.protocol.InitReply;
import io.polyplug.base.UntrustedText;
import io.polyplug.conformance.Stage;
import io.polyplug.conformance.Verdict;
import io.polyplug.conformance.Violation;
import io.polyplug.conformance.ainb.ScriptedHost.Gates;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.RpcException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Axis 1: what the file says, and what the plugin says of itself. */
final class ManifestAxis {
  private ManifestAxis() {}

  static Verdict roundTrip(Stage stage) {
    Manifest manifest = Life.manifestOf(stage);
    if (!(ManifestReader.parse(manifest.toToml(), manifest.name())
            instanceof ManifestReading.Good(Manifest again, List<String> _))
        || !again.equals(manifest)) {
      throw new Violation("its manifest is not the same after it was written and read again");
    }
    Life life = Life.begin(stage, Gates.AS_GRANTED);
    Json result = life.init();
    InitReply reply = read(result);
    same("name", manifest.name(), reply.names());
    same("version", manifest.version(), reply.versions());
    InitReply.unlike((long) AinbProtocol.ABI, reply.abis())
        .ifPresent(
            it -> {
              throw new Violation("its reply to plugin/init says that it speaks ABI " + it);
            });
    return Verdict.passed(note(manifest, result, reply));
  }

  private static InitReply read(Json result) {
    try {
      return InitReply.read(result);
    } catch (RpcException wrong) {
      throw new Violation("its reply to plugin/init cannot be read: " + wrong.error().message());
    }
  }

  private static void same(String what, String expected, List<String> said) {
    if (said.isEmpty()) {
      throw new Violation("its reply to plugin/init has no " + what);
    }
    InitReply.unlike(expected, said)
        .ifPresent(
            it -> {
              throw new Violation(
                  "its reply to plugin/init says that its %s is \"%s\", its manifest says \"%s\""
                      .formatted(what, UntrustedText.excerpt(it, 80), expected));
            });
  }

  private static String note(Manifest manifest, Json result, InitReply reply) {
    Json said = JsonParts.find(result, "manifest")[0];
    if (said == null || said.kind() != Json.Kind.OBJECT) {
      return "the init reply repeats name and version, but not the manifest"
          + (reply.abis().isEmpty() ? " and its ABI" : "");
    }
    List<String> missing = new ArrayList<>();
    Map<String, Json> tables = JsonParts.members(said);
    Map<String, Json> least = least(manifest);
    JsonParts.members(manifest.toJson())
        .forEach(
            (table, members) -> {
              Json theirs = tables.get(table);
              if (theirs == null) {
                if (!members.equals(least.get(table))) {
                  missing.add(table);
                }
              } else {
                compare(table, members, theirs);
              }
            });
    return missing.isEmpty()
        ? ""
        : "the manifest in the init reply has no " + String.join(", ", missing);
  }

  /** What a manifest says that says no more than it must, table by table. */
  private static Map<String, Json> least(Manifest manifest) {
    String toml =
        "[plugin]\nname = \"%s\"\nversion = \"%s\"\nabi_version = 2\n"
            .formatted(manifest.name(), manifest.version());
    return ManifestReader.parse(toml, manifest.name())
            instanceof ManifestReading.Good(Manifest least, List<String> _)
        ? JsonParts.members(least.toJson())
        : Map.of();
  }

  /** Only what is there can differ: everything else has a default, or is not of this version. */
  private static void compare(String table, Json ours, Json theirs) {
    if (ours.kind() != theirs.kind()) {
      throw new Violation(
          "\"%s\" in its init reply is no table as in its manifest".formatted(table));
    }
    if (ours.kind() != Json.Kind.OBJECT) {
      return;
    }
    Map<String, Json> said = JsonParts.members(theirs);
    JsonParts.members(ours)
        .forEach(
            (name, value) -> {
              Json there = said.get(name);
              if (there != null && !equal(value, there)) {
                throw new Violation(
                    "%s.%s is %s in its init reply and %s in its manifest"
                        .formatted(
                            table,
                            name,
                            UntrustedText.excerpt(there.toString(), 80),
                            UntrustedText.excerpt(value.toString(), 80)));
              }
            });
  }

  private static boolean equal(Json one, Json other) {
    if (one.kind() != other.kind()) {
      return false;
    }
    return switch (one.kind()) {
      case STRING -> String.valueOf(one.stringValue()).equals(other.stringValue());
      case ARRAY -> {
        List<Json> ours = JsonParts.elements(one);
        List<Json> theirs = JsonParts.elements(other);
        boolean same = ours.size() == theirs.size();
        for (int i = 0; same && i < ours.size(); i++) {
          same = equal(ours.get(i), theirs.get(i));
        }
        yield same;
      }
      case OBJECT, NUMBER, BOOLEAN, NULL -> one.toString().equals(other.toString());
    };
  }
}
