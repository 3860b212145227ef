import os
import subprocess
import sys
import unittest

import plugin

HERE = os.path.dirname(os.path.abspath(__file__))


class PluginTest(unittest.TestCase):
    def test_greets(self):
        self.assertEqual(plugin.greet("Ada"), {"greeting": "Hello, Ada!"})

    def test_greets_nobody(self):
        with self.assertRaises(plugin.ToolError):
            plugin.greet(" ")

    def test_counts(self):
        self.assertEqual(list(plugin.count(2)), [{"n": 1}, {"n": 2}])

    def test_is_a_program(self):
        done = subprocess.run(
            [sys.executable, os.path.join(HERE, "plugin.py"), "--tool", "greet"],
            input="Ada", capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stdout.strip()), (0, '{"greeting":"Hello, Ada!"}'))


if __name__ == "__main__":
    unittest.main()
