/** The bab contract: delegates that wrap command-line programs. */
@org.jspecify.annotations.NullMarked
module io.polyplug.contracts.bab {
  requires static transitive org.jspecify;
  requires transitive io.polyplug.host;
  requires io.polyplug.protocol;
  requires org.snakeyaml.engine;
  requires com.caoccao.javet.swc4j;

  exports io.polyplug.bab;

  provides io.polyplug.host.Contract with
      io.polyplug.bab.BabContract;
}
