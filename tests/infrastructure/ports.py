"""Free ports, and waiting until somebody listens on one."""

import socket
import subprocess
import time


def free_port() -> int:
    """Return a port of the loopback that nobody uses at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def answers(port: int) -> bool:
    """Say whether somebody accepts connections on a port of the loopback."""
    with socket.socket() as probe:
        probe.settimeout(0.5)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait_for(port: int, process: subprocess.Popen[bytes], *, seconds: float) -> None:
    """Wait until a process listens. Raises RuntimeError when it ends or takes too long."""
    until = time.monotonic() + seconds
    while not answers(port):
        if process.poll() is not None:
            raise RuntimeError(f"{process.args} ended with {process.returncode}")
        if time.monotonic() > until:
            raise RuntimeError(f"{process.args} does not listen on {port} after {seconds} s")
        time.sleep(0.05)


def end(process: subprocess.Popen[bytes], *, seconds: float = 10) -> None:
    """Ask a process to stop, and kill it if it does not."""
    if process.poll() is not None:
        return
    process.terminate()
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(seconds)
