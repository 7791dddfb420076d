import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { PoolConfig } from "pg";

/** A proxy in front of a test's database, which can stall or break all connections through it. */
export interface DatabaseProxy {
  /** How to connect to the database through the proxy. */
  databaseConfig: PoolConfig;
  /** Forwards nothing until `thaw`. Connections stay open, as with a paused server (SIGSTOP). */
  freeze(): void;
  thaw(): void;
  /** Closes all connections, as a crash of the server does. */
  disconnect(): void;
  /** Closes all connections. Later ones are forwarded to the server of `newConfig`. */
  redirect(newConfig: PoolConfig): void;
  close(): Promise<void>;
}

/** Starts a proxy to this database. Its `host` must be the folder of a Unix socket. */
export async function startDatabaseProxy(databaseConfig: PoolConfig): Promise<DatabaseProxy> {
  const folder = mkdtempSync(path.join(tmpdir(), "escaparate-proxy-"));
  const socketFileName = ({ port }: PoolConfig): string => `.s.PGSQL.${port}`;
  let target = path.join(databaseConfig.host!, socketFileName(databaseConfig));
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((client) => {
    const upstream = connect(target);
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
  const socketPath = path.join(folder, socketFileName(databaseConfig));
  await new Promise<void>((listening) => server.listen(socketPath, listening));
  // A pooler that connects to the proxy runs as another user.
  chmodSync(folder, 0o755);
  chmodSync(socketPath, 0o777);
  const disconnect = (): void => {
    for (const openSocket of sockets) openSocket.destroy();
  };
  return {
    databaseConfig: { ...databaseConfig, host: folder },
    freeze: () => {
      isFrozen = true;
      for (const openSocket of sockets) openSocket.pause();
    },
    thaw: () => {
      isFrozen = false;
      for (const openSocket of sockets) openSocket.resume();
    },
    disconnect,
    redirect: (newConfig) => {
      target = path.join(newConfig.host!, socketFileName(newConfig));
      disconnect();
    },
    close: async () => {
      disconnect();
      await new Promise((closed) => server.close(closed));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
