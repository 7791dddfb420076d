import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import path from "node:path";
import type { PoolConfig } from "pg";

export interface StatementCounts {
  /** Executed statements, including BEGIN and COMMIT. */
  statements: number;
  /** How many times the shop waited for the database. Statements that run at the same time count once. */
  roundTrips: number;
}

const QUERY = 0x51; // 'Q'
const EXECUTE = 0x45; // 'E'
const READY = 0x5a; // 'Z'

/**
 * A proxy between a shop and its database. It reads the messages of the protocol (PostgreSQL manual, "Message Flow"),
 * and counts statements and round trips.
 */
export class StatementCounter {
  readonly url: string;
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private counts: StatementCounts = { statements: 0, roundTrips: 0 };
  private inFlight = 0;

  private constructor(server: Server, url: string) {
    this.server = server;
    this.url = url;
  }

  static async start({ host, port, user, database }: PoolConfig): Promise<StatementCounter> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const proxyPort = (server.address() as AddressInfo).port;
    const counter = new StatementCounter(server, `postgres://${user}@127.0.0.1:${proxyPort}/${database}`);
    const socketFile = path.join(host!, `.s.PGSQL.${port}`);
    server.on("connection", (socket: Socket) => counter.relay(socket, connect(socketFile)));
    return counter;
  }

  /** Counts all that the shop sends until the work ends, its background statements included. One call at a time. */
  async countDuring(work: () => Promise<unknown>): Promise<StatementCounts> {
    this.counts = { statements: 0, roundTrips: 0 };
    await work();
    return this.counts;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, "close");
  }

  private relay(shopSocket: Socket, databaseSocket: Socket): void {
    let isStartup = true;
    let pendingStatements = 0;
    const onShopData = createMessageReader((type) => {
      if (type !== QUERY && type !== EXECUTE) return;
      this.counts.statements++;
      pendingStatements++;
      if (this.inFlight++ === 0) this.counts.roundTrips++;
    });
    const onDatabaseData = createMessageReader((type) => {
      if (type !== READY || pendingStatements === 0) return;
      pendingStatements--;
      this.inFlight--;
    });
    shopSocket.on("data", (chunk) => {
      // The first message of a connection has no type.
      if (isStartup) isStartup = false;
      else onShopData(chunk);
      databaseSocket.write(chunk);
    });
    databaseSocket.on("data", (chunk) => {
      onDatabaseData(chunk);
      shopSocket.write(chunk);
    });
    for (const [socket, peer] of [
      [shopSocket, databaseSocket],
      [databaseSocket, shopSocket],
    ] as const) {
      this.sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        this.sockets.delete(socket);
        peer.destroy();
      });
    }
  }
}

/**
 * Returns a function that reads chunks of a stream and calls `onMessage` with the type of each message, its first byte.
 */
function createMessageReader(onMessage: (type: number) => void): (chunk: Buffer) => void {
  let unreadBytes: Buffer = Buffer.alloc(0);
  return (chunk) => {
    unreadBytes = unreadBytes.byteLength === 0 ? chunk : Buffer.concat([unreadBytes, chunk]);
    while (unreadBytes.byteLength >= 5) {
      const length = 1 + unreadBytes.readUInt32BE(1);
      if (unreadBytes.byteLength < length) return;
      onMessage(unreadBytes[0]!);
      unreadBytes = unreadBytes.subarray(length);
    }
  };
}
