"""Calls the DMS interface of Walkaround, with the standard library alone."""

import json
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request


class Refused(Exception):
    """A reply of 400 or more: decide by error_code, show error_info to people."""

    def __init__(self, status, error_code, error, error_info, request_id):
        super().__init__(f"{status}, {error_code} {error}: {error_info}")
        self.status = status
        self.error_code = error_code
        self.error_info = error_info
        self.request_id = request_id


class Walkaround:
    def __init__(self, base_url, key, system_client_id, ca_file=None, retries=4, pause=time.sleep):
        client = urllib.parse.quote(system_client_id, safe="")
        self.base = f"{base_url}/v1/system-clients/{client}"
        self.key = key
        self.context = ssl.create_default_context(cafile=ca_file)
        self.retries = retries
        self.pause = pause

    def get(self, *path):
        return self.send("GET", path)

    def put(self, *path, body, if_match=None):
        return self.send("PUT", path, body, {"If-Match": if_match} if if_match else {})

    def send(self, method, path, body=None, headers=None):
        """Sends a request, again where that is safe, and gives the body of the reply and its headers. For a POST, give an
        Idempotency-Key in the headers: without one it is not sent again when the reply is missing."""
        url = "/".join([self.base, *(urllib.parse.quote(part, safe="") for part in path)])
        data = None if body is None else json.dumps(body).encode()
        headers = {**(headers or {}), "X-API-KEY": self.key}
        if data is not None:
            headers["Content-Type"] = "application/json"
        is_repeatable = method != "POST" or "Idempotency-Key" in headers
        for attempt in range(self.retries + 1):
            pause = 0.5 * 2**attempt
            try:
                request = urllib.request.Request(url, data, headers, method=method)
                with urllib.request.urlopen(request, timeout=30, context=self.context) as reply:
                    text = reply.read()
                    return (json.loads(text) if text else None), reply.headers
            except urllib.error.HTTPError as reply:
                error = refusal_of(reply)
                if reply.code in (429, 503):
                    pause = float(reply.headers.get("Retry-After") or pause)
                elif reply.code not in (500, 502, 504) or not is_repeatable:
                    raise error from None
            except (urllib.error.URLError, OSError) as no_reply:
                error = no_reply
                is_untrusted = isinstance(getattr(no_reply, "reason", None), ssl.SSLCertVerificationError)
                if is_untrusted or not is_repeatable:
                    raise
            if attempt == self.retries:
                raise error
            self.pause(pause)


def refusal_of(reply):
    text = reply.read().decode(errors="replace")
    try:
        body = json.loads(text)
        told = body["errorCode"], body["error"], body["errorInfo"]
    except (ValueError, KeyError, TypeError):
        told = 0, reply.reason, text[:500]
    return Refused(reply.code, *told, reply.headers.get("X-Request-Id"))
