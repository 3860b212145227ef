package io.polyplug.ainb;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.dataformat.toml.TomlMapper;

/** The schema of the manifest and its reader agree. */
class SchemaTest {
  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(AinbSchemas.manifest().toString());
  private static final String PLUGIN = PluginOnDisk.manifest("weather");

  private static boolean fits(String toml) {
    return SCHEMA.validate(new TomlMapper().readTree(toml)).isEmpty();
  }

  private static boolean isRead(String toml) {
    return ManifestReader.parse(toml, "weather") instanceof ManifestReading.Good;
  }

  @Test
  void whatTheReaderTakesFits() {
    for (String good :
        List.of(
            "",
            "[capabilities]\nnetwork = true\nevent_bus = []\nread_paths = [\"~\"]\nfly = 7\n",
            "[provides]\nscreens = [\"s\"]\npreferred_min_size = [0, 65535]\nsounds = 1\n",
            "[subscribes]\nsnapshots = [\"a\"]\nlatest_state = [\"a\"]\n",
            "[lifecycle]\nspawn = \"eager\"\nidle_reap_secs = 0\n",
            "[lifecycle]\nidle_reap_secs = 4294967295\n",
            "[[config]]\nkey = \"k\"\nkind = \"bool\"\nchoices = []\n",
            "[extra]\nx = 1\n")) {
      assertThat(isRead(PLUGIN + good)).as(good).isTrue();
      assertThat(fits(PLUGIN + good)).as(good).isTrue();
    }
  }

  @Test
  void whatTheReaderRefusesDoesNotFit() {
    for (String bad :
        List.of(
            "",
            "[plugin]\n",
            PLUGIN.replace("name", "nam"),
            PLUGIN.replace("= 2", "= 3"),
            PLUGIN.replace("= 2", "= \"2\""),
            PLUGIN.replace("1.4.0", "1.4"),
            PLUGIN.replace("1.4.0", "1.4.0-01"),
            PLUGIN.replace("weather", "host"),
            PLUGIN.replace("weather", ".w"),
            PLUGIN + "description = 1\n",
            PLUGIN + "[capabilities]\nnetwork = 7\n",
            PLUGIN + "[capabilities]\nnetwork = [\"a\", 1]\n",
            PLUGIN + "[capabilities]\n\"secrets:read\" = \"x\"\n",
            PLUGIN + "[provides]\nscreens = \"x\"\n",
            PLUGIN + "[provides]\npreferred_min_size = [1]\n",
            PLUGIN + "[provides]\npreferred_min_size = [1, 65536]\n",
            PLUGIN + "[subscribes]\nsnapshots = [1]\n",
            PLUGIN + "[lifecycle]\nspawn = \"Lazy\"\n",
            PLUGIN + "[lifecycle]\nidle_reap_secs = -1\n",
            PLUGIN + "[lifecycle]\nidle_reap_secs = 1.5\n",
            PLUGIN + "[lifecycle]\nidle_reap_secs = 4294967296\n",
            PLUGIN + "[[config]]\nkey = \"k\"\n",
            PLUGIN + "[[config]]\nkey = \"k\"\nkind = \"float\"\n",
            PLUGIN + "[config]\n")) {
      assertThat(isRead(bad)).as(bad).isFalse();
      assertThat(fits(bad)).as(bad).isFalse();
    }
  }

  @Test
  void whatAManifestIsWrittenAsFits() {
    Manifest manifest = ((ManifestReading.Good) ManifestReader.parse(PLUGIN, "weather")).manifest();
    assertThat(fits(manifest.toToml())).isTrue();
  }
}
