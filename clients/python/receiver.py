"""Receives callbacks, and takes only those that are signed: SECRET=whsec_… python3 receiver.py"""

import base64
import hashlib
import hmac
import json
import os
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRETS = [base64.b64decode(one.removeprefix("whsec_")) for one in os.environ["SECRET"].split()]
TOLERANCE_SECONDS = 300
MOST_BYTES = 1024 * 1024
# Repeats are recognised by their id. Keep them in your database instead: this forgets when it ends.
known = set()
turn = threading.Lock()


def is_genuine(headers, body):
    """The body is the bytes as they came, before they are parsed."""
    id, timestamp = headers.get("Webhook-Id", ""), headers.get("Webhook-Timestamp", "")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    signed = f"{id}.{timestamp}.".encode() + body
    expected = [
        b"v1," + base64.b64encode(hmac.new(secret, signed, hashlib.sha256).digest()) for secret in SECRETS
    ]
    given = headers.get("Webhook-Signature", "").encode().split(b" ")
    return any([hmac.compare_digest(one, other) for one in given for other in expected])


def take(callback):
    """Store it and return: the service waits ten seconds."""
    kind = callback.get("kind", "messageSent")
    print(kind, callback["id"], callback.get("outputType", ""), flush=True)


class Receiver(BaseHTTPRequestHandler):
    def do_PUT(self):
        length = int(self.headers.get("Content-Length", 0))
        if length > MOST_BYTES:
            self.close_connection = True
            return self.reply(413)
        body = self.rfile.read(length)
        if not is_genuine(self.headers, body):
            return self.reply(401)
        callback = json.loads(body)
        with turn:  # several attempts may come at the same moment
            if callback["id"] not in known:
                take(callback)
                known.add(callback["id"])
        self.reply(204)

    def reply(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9000"))), Receiver)
    print("listening on", server.server_port, flush=True)
    server.serve_forever()
