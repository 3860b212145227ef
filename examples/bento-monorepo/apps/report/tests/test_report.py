import unittest

from report.main import summary


class SummaryTest(unittest.TestCase):
    def test_the_average_is_in_cents(self):
        self.assertEqual(summary(["100 tea\n", "200 rice\n"]), "2 dishes, 150 cents on average")

    def test_an_empty_menu_has_no_average(self):
        self.assertEqual(summary([]), "an empty menu")
