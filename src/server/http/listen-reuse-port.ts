import { once } from "node:events";
import { createServer, type AddressInfo, type Server as NetServer } from "node:net";
import type { Server } from "node:http";

/**
 * libuv accepts one connection per listening socket in each turn of its loop. Under load turns are long, and a new
 * connection would wait one turn for every connection before it.
 */
const LISTENER_COUNT = 16;

/** The listening sockets of one HTTP server. */
export interface Listeners {
  port: number;
  /** Accepts no new connections. Resolves when the last connection has ended. */
  close(): Promise<void>;
}

/**
 * Listens with several sockets on one port (SO_REUSEPORT), or with one socket if the system does not support this.
 * Fails like `listen`: EADDRINUSE if the port is not free. With `sharesPort`, other processes may listen on it too.
 */
export async function listenReusePort(
  server: Server,
  { port, host, joins: sharesPort = false }: { port: number; host: string; joins?: boolean },
): Promise<Listeners> {
  const usedPort = sharesPort ? port : await getFreePort({ port, host });
  const listeners: NetServer[] = [];
  try {
    listeners.push(await listen(server, { port: usedPort, host, reusePort: true }));
    while (listeners.length < LISTENER_COUNT) {
      // These are the options with which http.Server itself listens.
      const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
        server.emit("connection", socket),
      );
      listeners.push(await listen(listener, { port: usedPort, host, reusePort: true }));
    }
  } catch (error) {
    if (!isUnsupported(error) || listeners.length > 0 || sharesPort) throw error;
    listeners.push(await listen(server, { port: usedPort, host }));
  }
  return { port: usedPort, close: async () => void (await Promise.all(listeners.map(close))) };
}

/** A shared port can be taken by any process that requests it, so check first that it is free. */
async function getFreePort(portAndHost: { port: number; host: string }): Promise<number> {
  const probe = await listen(createServer(), portAndHost);
  const { port } = probe.address() as AddressInfo;
  await close(probe);
  return port;
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

/** Whether the system does not support sharing a port (Node.js manual, net: reusePort). */
function isUnsupported(error: unknown): boolean {
  return ["ENOTSUP", "EOPNOTSUPP", "EINVAL", "ENOPROTOOPT"].includes((error as { code?: string }).code ?? "");
}
