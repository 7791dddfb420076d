import pg from "pg";
import { Unavailable } from "../../domain/unavailable.ts";

export interface DatabaseServer {
  /** A host name, an address, or the folder of a Unix socket. */
  host: string;
  port: number;
}

/** A standby answers in milliseconds. A server that is away must not delay the search. */
const PROBE_TIMEOUT_MS = 1_500;

/**
 * Finds which of several servers accepts writes: the primary of a PostgreSQL cluster, which may change at any moment.
 * One server is used until a connection to it fails or it becomes read-only.
 */
export class PrimaryFinder {
  private primary: DatabaseServer | undefined;
  private finding: Promise<DatabaseServer> | undefined;
  /** How to close each open connection, by its server. */
  private readonly connections = new Map<() => void, DatabaseServer>();
  private readonly config: pg.ClientConfig;
  private readonly servers: readonly DatabaseServer[];

  constructor(config: pg.ClientConfig, servers: readonly DatabaseServer[]) {
    this.config = config;
    this.servers = servers;
  }

  /** Throws `Unavailable` if no server accepts writes now. */
  async find(): Promise<DatabaseServer> {
    if (this.primary) return this.primary;
    this.finding ??= this.probeAll().finally(() => (this.finding = undefined));
    return this.finding;
  }

  /** To be called after a failure of this server, so that the next connection looks for the primary again. */
  forget(server: DatabaseServer): void {
    if (this.primary === server) this.primary = undefined;
  }

  /** Records an open connection until the returned function is called. */
  track(server: DatabaseServer, close: () => void): () => void {
    this.connections.set(close, server);
    return () => this.connections.delete(close);
  }

  /** Connections to a server that vanished without a word stay open: each would fail one more statement. */
  private closeOthers(primary: DatabaseServer): void {
    for (const [close, server] of this.connections) if (server !== primary) close();
  }

  private async probeAll(): Promise<DatabaseServer> {
    try {
      const primary = await Promise.any(this.servers.map((server) => this.probe(server)));
      this.primary = primary;
      this.closeOthers(primary);
      return primary;
    } catch (error) {
      const [cause] = (error as AggregateError).errors as unknown[];
      throw new Unavailable("No database server accepts writes", { cause });
    }
  }

  /** Returns the server if it accepts writes, otherwise throws. */
  private async probe(server: DatabaseServer): Promise<DatabaseServer> {
    const timeouts = { connectionTimeoutMillis: PROBE_TIMEOUT_MS, query_timeout: PROBE_TIMEOUT_MS };
    const client = new pg.Client({ ...this.config, ...timeouts, application_name: "escaparate probe" });
    client.on("error", () => {});
    pointAt(client, server);
    try {
      await client.connect();
      const { rows } = await client.query<{ transaction_read_only: string }>("SHOW transaction_read_only");
      if (rows[0]!.transaction_read_only === "on") throw new Error(`${server.host}:${server.port} is read-only`);
      return server;
    } finally {
      client.end().catch(() => {});
    }
  }
}

/** Sets where a client that is not connected yet will connect. The driver reads these properties when it connects. */
export function pointAt(client: pg.Client, { host, port }: DatabaseServer): void {
  Object.assign(client, { host, port });
}
