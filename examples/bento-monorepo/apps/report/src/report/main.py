"""Sums up a menu: how many dishes, and what they cost on average."""

import sys


def summary(lines):
    prices = [int(line.split(" ", 1)[0]) for line in lines if line.strip()]
    if not prices:
        return "an empty menu"
    return f"{len(prices)} dishes, {sum(prices) // len(prices)} cents on average"


def main():
    with open(sys.argv[1], encoding="utf-8") as menu:
        print(summary(menu))
