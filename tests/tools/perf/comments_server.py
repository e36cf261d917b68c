# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""Serves comments as GitHub and GitLab do, 100 a page, the 117th of them from an earlier pipeline.

comments_server.py: writes the port to the file `port`, and each comment that is sent to the file `sent`.
"""
import http.server
import json
import urllib.parse

COMMENTS = [{"id": number, "body": "hello"} for number in range(120)]
COMMENTS[117]["body"] = "<!-- wend perf gate, status 3 -->\r\nold"


class Handler(http.server.BaseHTTPRequestHandler):
    def answer(self, what):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(what).encode())

    def do_GET(self):
        query = urllib.parse.parse_qs(urllib.parse.urlparse(self.path).query)
        start = 100 * (int(query["page"][0]) - 1)
        self.answer(COMMENTS[start : start + 100])

    def take(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["body"]
        token = self.headers["Authorization"] or self.headers["PRIVATE-TOKEN"]
        with open("sent", "a", encoding="utf-8") as sent:
            sent.write(f"{self.command} {self.path} by {token}: {body}\n")
        self.answer({})

    do_POST = do_PATCH = do_PUT = take

    def log_message(self, *_):
        pass


server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
with open("port", "w", encoding="utf-8") as port:
    port.write(f"{server.server_port}\n")
server.serve_forever()
