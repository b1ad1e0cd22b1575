"""An agent as a service, in Python's standard library: http://127.0.0.1:8602/turn

It calls the desk's tools itself while it answers: each turn brings the desk's address and a token for it.
Start it with `python3 server.py`, then, in the same folder, `npx sage run`.
"""

import json
import re
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.request import Request, urlopen

WHERE = {
    "paid": ("It leaves within two working days.", "not_shipped_yet"),
    "packed": ("It leaves within two working days.", "not_shipped_yet"),
    "delivered": ("It was delivered; please look with the neighbours.", "was_delivered"),
    "cancelled": ("This order was cancelled.", "was_cancelled"),
}


def call(desk, tool, **arguments):
    """Calls a tool of the desk; what it answers is also in `heard` from the next turn on."""
    request = Request(
        desk["address"] + "/call",
        data=json.dumps({"tool": tool, "input": arguments}).encode(),
        headers={"Authorization": "Bearer " + desk["token"], "Content-Type": "application/json"},
    )
    with urlopen(request) as response:
        return json.load(response)["output"]


def intent_of(text):
    if re.search("cancel", text, re.I):
        return "cancel"
    if re.search("address", text, re.I):
        return "change_address"
    return "where_is_it" if re.search(r"\b(where|when|arrive)", text, re.I) else "damaged"


def answer(turn):
    said = [entry["text"] for entry in turn["heard"] if entry["from"] == "customer"]
    number = re.search(r"\bLB-\d{4}\b", "\n".join(said))
    order_id = number.group(0) if number else None
    intent = intent_of("\n".join(said))

    def say(text, **act):
        report = {"intent": intent, "fields": {"order_id": order_id or "unknown"}, "action": [act]}
        return {"messages": [text], **({"report": report} if turn["protocol"] == "declared" else {})}

    def found(tool, **arguments):
        known = [e["output"] for e in turn["heard"] if e["from"] == "tool" and e["tool"] == tool]
        return known[-1] if known else call(turn["desk"], tool, **arguments)

    if len(said) > 1 and re.search("thank|bye", said[-1], re.I):
        return say("You are welcome. Goodbye!", act="sign-off")
    if order_id is None:
        return say("What is your order number, please?", act="request", field="order_id")
    order = found("lookup_order", order_id=order_id)
    if "order" not in order:
        return say(f"I cannot find order {order_id} and cannot go on without it.", act="explain", about="order_unknown")
    if intent != "where_is_it":
        found("hand_over", reason="other", note=f"Order {order_id}, about: {intent}.")
        return say("A colleague will take over from here.", act="inform")
    status = order["order"]["status"]
    if status != "shipped":
        text, about = WHERE[status]
        return say(text, act="inform", about=about)
    tracked = found("track_parcel", parcel_id=order["order"]["parcel_id"])
    return say(f"It was last scanned here: {tracked['parcel']['last_scan_at']}.", act="inform", about="parcel_moving")


class Service(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        turn = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        body = json.dumps({**answer(turn), "stateless": True}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    # Many conversations begin at the same moment; with the 5 of the default most would knock again after seconds.
    request_queue_size = 512


if __name__ == "__main__":
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8602
    Server(("127.0.0.1", port), Service).serve_forever()
