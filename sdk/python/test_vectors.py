import os
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import vectors

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLE = [sys.executable, "-W", "error", os.path.join(HERE, "sample.py")]


def saying(text, code=0):
    """A program that says this and ends with this code."""
    return [sys.executable, "-c",
            f"import os, sys; os.write(1, {text.encode()!r}); sys.exit({code})"]


class VectorsTest(unittest.TestCase):
    def test_the_sample_says_what_the_vectors_say(self):
        every = vectors.all_vectors()
        self.assertGreater(len(every), 100)
        with ThreadPoolExecutor(4) as pool:
            runs = [pool.submit(vectors.run, one[0], vectors.load(*one), SAMPLE) for one in every]
        for (contract, name), run in zip(every, runs):
            with self.subTest(contract=contract, name=name):
                run.result()

    def test_a_vector_tells_what_differs(self):
        for what, contract, steps, text, told, code in [
                ("another value", "mcp", [{"plugin": {"a": 1}}], '{"a":2}\n',
                 r'step 1: expected {"a": 1}, seen {"a": 2}', 0),
                ("a member too many", "mcp", [{"plugin": {"a": 1}}], '{"a":1,"b":2}\n', '"b": 2', 0),
                ("a member too few", "mcp", [{"plugin": {"a": 1, "...": True}}], '{"b":2}\n',
                 'seen {"b": 2}', 0),
                ("another text in base64", "mcp", [{"plugin": {"a": {"$base64": "x"}}}],
                 '{"a":"eQ=="}\n', "eQ==", 0),
                ("other JSON in a text", "mcp", [{"plugin": {"a": {"$json": [1]}}}],
                 '{"a":"[2]"}\n', r"\[2\]", 0),
                ("true for one", "mcp", [{"plugin": 1}], "true\n", "seen true", 0),
                ("a text for a number", "mcp", [{"plugin": "$int"}], '"1"\n', 'seen "1"', 0),
                ("another id than before", "mcp", [{"plugin": "$id:x"}] * 2, "1\n2\n",
                 "step 2: .*seen 2", 0),
                ("no frame in any order", "mcp", [{"plugin_in_any_order": [1, 2]}], "2\n3\n",
                 "step 1: expected 1, seen 3", 0),
                ("nothing more", "mcp", [{"plugin": 1}, {"plugin": 2}], "1\n",
                 'step 2: expected 2, seen "the end', 0),
                ("a frame too many", "mcp", [{"plugin": 1}, {"exit": 0}], "1\n2\n",
                 "step 2: .*seen 2", 0),
                ("another exit code", "mcp", [{"exit": 0}], "", '"exit": 3', 3),
                ("a line that is no JSON", "mcp", [{"plugin": "$text"}], "hello\n", "no frame", 0),
                ("a line that is not ASCII", "bowire", [{"plugin": "\u00e9"}], '"\u00e9"\n',
                 "no frame", 0),
                ("a wrong header", "ainb", [{"plugin": 1}], "1\n", "no frame", 0)]:
            with self.subTest(what), self.assertRaisesRegex(vectors.Mismatch, told):
                vectors.run(contract, {"steps": steps}, saying(text, code))


if __name__ == "__main__":
    unittest.main()
