"""Runs a command with standard output and standard error on a terminal, and prints the output, with escapes spelled out.

usage: terminal.py [--feed FILE WORDS] COMMAND ...     FILE is sent to standard input after WORDS have appeared on the terminal
"""

import os
import pty
import subprocess
import sys

command, feed = sys.argv[1:], None
if command[0] == "--feed":
    feed, command = (command[1], command[2].encode()), command[3:]
ours, theirs = pty.openpty()
process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=theirs, stderr=theirs)
os.close(theirs)
if not feed:
    process.stdin.close()
said = b""
while True:
    try:
        chunk = os.read(ours, 65536)
    except OSError:  # Linux says so when the last writer is gone.
        break
    if not chunk:
        break
    said += chunk
    if feed and feed[1] in said:
        with open(feed[0], "rb") as file:
            process.stdin.write(file.read())
        process.stdin.close()
        feed = None
print(said.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "<CR>\n").replace("\x1b", "<ESC>"))
sys.exit(process.wait())
