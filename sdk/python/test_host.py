"""What --write wrote, run by Polyplug itself; needs the distribution that the build makes."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
SDK = os.path.dirname(HERE)
POLYPLUG = os.path.join(os.path.dirname(SDK), "cli", "target", "polyplug", "bin", "polyplug")
DISH = os.path.join(SDK, "vectors", "bento", "dish")
ECHO = '{"text":"ab","length":2}\n'


@unittest.skipUnless(os.path.exists(POLYPLUG), "the distribution is not built")
class HostTest(unittest.TestCase):
    def test_python(self):
        self.every_contract([sys.executable, os.path.join(HERE, "sample.py")])

    @unittest.skipUnless(shutil.which("node"), "there is no node")
    def test_node(self):
        node = os.path.realpath(shutil.which("node"))
        self.every_contract([node, os.path.join(SDK, "node", "sample.mjs")])

    def every_contract(self, command):
        with tempfile.TemporaryDirectory() as folder:
            for contract in ("rune", "bowire", "ainb", "bento", "bab"):
                target = os.path.join(folder, contract, "" if contract == "bento" else "sample")
                subprocess.run([*command, "--write", contract, target, "--command", *command],
                               check=True, timeout=60)

            def polyplug(contract, *words, text=""):
                done = subprocess.run(
                    [POLYPLUG, *words, "--local", "--plugin-dir", os.path.join(folder, contract)],
                    input=text, capture_output=True, text=True, encoding="utf-8", cwd=folder,
                    timeout=120)
                self.assertEqual(done.returncode, 0, done.stderr)
                return done.stdout

            def call(contract, tool, value, text=""):
                return polyplug(contract, "call", "sample", tool, *value, text=text)

            self.assertEqual(call("rune", "echo", ['{"text":"ab"}']), ECHO)
            self.assertEqual(call("bowire", "sample/echo", ['{"text":"ab"}']), ECHO)
            self.assertEqual(call("bowire", "sample/count", ['{"to":2}']), '{"n":1}\n{"n":2}\n')
            self.assertEqual(call("bowire", "sample/mirror", [], '{"a":1}\n'), '{"back":{"a":1}}\n')
            argv = json.dumps({"argv": ["share", '{"text":"\u00e9"}']})
            answer = json.loads(call("ainb", "cli/sample", [argv]))
            self.assertEqual(json.loads(answer["stdout"]), {"version": 1, "text": "\u00e9"})
            frame = polyplug("ainb", "ainb", "render", "sample", "board", "--size", "20x3")
            self.assertEqual(frame.split(), ["Board", "20x3", "-"])
            found = [call("bento", "detect", ['{"dir":"%s"}' % where]) for where in (DISH, folder)]
            self.assertEqual(found, ['{"matches":true}\n', '{"matches":false}\n'])
            self.assertIn('"content":"{\\"text\\":\\"hi\\",\\"length\\":2}',
                          call("bab", "echo", ['{"prompt":"hi"}']))


if __name__ == "__main__":
    unittest.main()
