#!/usr/bin/env python3
"""Prints how likely the first side wins each fight of a file: batch.py fights.txt"""

import json
import subprocess
import sys

path = sys.argv[1]
with open(path, encoding="utf-8") as file:
    fights = file.read().splitlines()

command = ["fleetodds", "batch", path, "--engine", "exact", "--quiet"]
batch = subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8")
for text in batch.stdout.splitlines():
    answer = json.loads(text)
    fight = fights[answer["line"] - 1]
    if "error" in answer:
        print(f"{fight}: {answer['error']['message']}", file=sys.stderr)
    else:
        win = answer["sides"][0]["win"]["probability"]
        print(f"{win:8.2%}  {fight}")

# 3: a line was wrong, and all others are answered.
sys.exit(batch.returncode)
