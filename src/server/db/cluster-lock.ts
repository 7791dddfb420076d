import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import path from "node:path";

/** Thrown if another running process already uses the data folder. */
export class FolderInUse extends Error {
  readonly pid: string;
  constructor(folder: string, pid: string) {
    super(`Otro proceso (pid ${pid}) ya trabaja con la carpeta de datos ${folder}. Detenlo o usa otro DATA_DIR.`);
    this.name = "FolderInUse";
    this.pid = pid;
  }
}

/**
 * Makes this process the only one that may start or stop the database in `folder`, until it exits for any reason or
 * calls the returned function.
 *
 * A listening socket is the lock. The kernel releases it even after `kill -9`, so there is no stale lock file to check.
 * A process that connects receives the owner's pid.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const socketPath = lockSocketPath(folder);
  for (let attempt = 0; ; attempt++) {
    try {
      const server = await listen(socketPath);
      return () => new Promise((done) => server.close(() => done()));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
      const pid = await readOwnerPid(socketPath);
      if (pid !== null || attempt >= 5) throw new FolderInUse(folder, pid ?? "desconocido");
      if (!socketPath.startsWith("\0")) rmSync(socketPath, { force: true });
    }
  }
}

/**
 * Linux has sockets without a file. Elsewhere the socket file is in the folder, and is removed if no process listens on
 * it.
 */
function lockSocketPath(folder: string): string {
  const id = createHash("sha256").update(path.resolve(folder)).digest("hex").slice(0, 16);
  return process.platform === "linux" ? `\0escaparate-${id}` : path.join(folder, "lock.sock");
}

function listen(socketPath: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on("error", () => socket.destroy());
      socket.end(String(process.pid));
    });
    server.unref();
    server.once("error", reject);
    server.listen(socketPath, () => resolve(server));
  });
}

function readOwnerPid(socketPath: string): Promise<string | null> {
  return new Promise((resolve) => {
    let pid = "";
    const socket = connect(socketPath);
    socket.setTimeout(2_000, () => socket.destroy());
    socket.on("data", (chunk) => (pid += chunk.toString()));
    socket.on("error", () => resolve(null));
    socket.on("close", () => resolve(pid || null));
  });
}
