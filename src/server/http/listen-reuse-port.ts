import { once } from "node:events";
import { createServer, type AddressInfo, type Server as NetServer } from "node:net";
import type { Server } from "node:http";

/**
 * libuv accepts one connection a listening socket in each turn of its loop. In a crowd turns are long, and whoever comes
 * with a new connection waits for as many turns as came before him while those inside are served.
 */
const LISTENERS = 16;

/** What is listening, all for one HTTP server. */
export interface Listeners {
  port: number;
  /** Nobody new comes in; settles when the last connection has ended. */
  close(): Promise<void>;
}

/**
 * Listens with many sockets on one port (SO_REUSEPORT), or with one where the system knows no such thing. Fails as
 * `listen` does: EADDRINUSE where another process has the port.
 */
export async function listenReusePort(
  server: Server,
  { port, host }: { port: number; host: string },
): Promise<Listeners> {
  // Sockets that share a port share it with any process that asks for it, so that it must be free before.
  const probe = await listen(createServer(), { port, host });
  const found = (probe.address() as AddressInfo).port;
  await close(probe);
  const doors: NetServer[] = [];
  try {
    doors.push(await listen(server, { port: found, host, reusePort: true }));
    while (doors.length < LISTENERS) {
      // As http.Server sets its own.
      const door = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit("connection", socket));
      doors.push(await listen(door, { port: found, host, reusePort: true }));
    }
  } catch (error) {
    if (!isUnknown(error) || doors.length > 0) throw error;
    doors.push(await listen(server, { port: found, host }));
  }
  return { port: found, close: async () => void (await Promise.all(doors.map(close))) };
}

async function listen(
  server: NetServer,
  options: { port: number; host: string; reusePort?: boolean },
): Promise<NetServer> {
  server.listen(options);
  await once(server, "listening");
  return server;
}

async function close(server: NetServer): Promise<void> {
  await new Promise<void>((closed) => server.close(() => closed()));
}

/** Not every system lets sockets share a port (Node.js manual, net: reusePort). */
function isUnknown(error: unknown): boolean {
  return ["ENOTSUP", "EOPNOTSUPP", "EINVAL", "ENOPROTOOPT"].includes((error as { code?: string }).code ?? "");
}
