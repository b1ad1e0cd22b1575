"""Your first agent. SAGE starts it, writes one turn a line to standard input, and reads one answer a line.

All that was said and done so far is in turn["heard"]; docs/agents.md describes the rest. Logs go to standard error.
"""

import json
import re
import sys


def first_input(schema):
    """The simplest input that a tool's schema allows."""
    return {
        name: (about.get("enum") or ["Please take over."])[-1]
        for name, about in schema.get("properties", {}).items()
    }


def answer(turn):
    # Replace this with your own code: call your model with turn["sop"], turn["tools"] and turn["heard"].
    if turn["heard"] and turn["heard"][-1]["from"] == "tool":
        return {"messages": ["A colleague will take over from here."]}
    for tool in turn["tools"]:
        if re.search("hand_?over|transfer|escalat", tool["name"]):
            return {"calls": [{"tool": tool["name"], "input": first_input(tool["parameters"])}]}
    return {"messages": ["How can I help you?"]}


for line in sys.stdin:
    # stateless: it keeps nothing between turns, so one process serves many conversations.
    print(json.dumps({**answer(json.loads(line)), "stateless": True}), flush=True)
