import { mkdtempSync, rmSync } from "node:fs";
import { createServer, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { PoolConfig } from "pg";

/** A proxy in front of a test's database, which can stall or break all connections through it. */
export interface DatabaseProxy {
  /** The database's address through the proxy. */
  address: PoolConfig;
  /** Forwards nothing until `thaw`. Connections stay open, as with a stopped server. */
  freeze(): void;
  thaw(): void;
  /** Closes all connections, as a crash of the server does. */
  disconnect(): void;
  close(): Promise<void>;
}

/** The address must be that of a Unix socket. */
export async function startDatabaseProxy(address: PoolConfig): Promise<DatabaseProxy> {
  const folder = mkdtempSync(path.join(tmpdir(), "escaparate-proxy-"));
  const socketName = `.s.PGSQL.${address.port}`;
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((client) => {
    const upstream = connect(path.join(address.host!, socketName));
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      if (isFrozen) from.pause();
      from.on("data", (chunk) => to.write(chunk));
      from.on("error", () => {});
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
    if (isFrozen) for (const socket of [client, upstream]) socket.pause();
  });
  await new Promise<void>((listening) => server.listen(path.join(folder, socketName), listening));
  return {
    address: { ...address, host: folder },
    freeze: () => {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw: () => {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    disconnect: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
