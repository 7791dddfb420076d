import pg from "pg";
import { ServiceUnavailable } from "../../domain/service-unavailable.ts";

export interface DatabaseServer {
  /** A host name, an IP address, or the folder of a Unix socket. */
  host: string;
  port: number;
}

/** A standby answers in milliseconds. A server that cannot be reached must not delay the search. */
const PROBE_TIMEOUT_MS = 1_500;

/**
 * Finds which of several servers accepts writes: the primary of a PostgreSQL cluster, which may change at any moment.
 * One server is used until a connection to it fails or it becomes read-only.
 */
export class PrimaryFinder {
  private primary: DatabaseServer | undefined;
  private search: Promise<DatabaseServer> | undefined;
  /** The functions that close the open connections, each with the connection's server. */
  private readonly connections = new Map<() => void, DatabaseServer>();
  private readonly config: pg.ClientConfig;
  private readonly servers: readonly DatabaseServer[];

  constructor(config: pg.ClientConfig, servers: readonly DatabaseServer[]) {
    this.config = config;
    this.servers = servers;
  }

  /** The server that accepts writes. Throws `ServiceUnavailable` if none does now. */
  async getPrimary(): Promise<DatabaseServer> {
    if (this.primary) return this.primary;
    this.search ??= this.probeAll().finally(() => (this.search = undefined));
    return this.search;
  }

  /** To be called after a failure of this server, so that the next connection searches for the primary again. */
  reportFailure(server: DatabaseServer): void {
    if (this.primary === server) this.primary = undefined;
  }

  /** Records an open connection until the returned function is called. */
  trackConnection(server: DatabaseServer, close: () => void): () => void {
    this.connections.set(close, server);
    return () => this.connections.delete(close);
  }

  /** A server that fails may leave its connections open. The next statement on each of them would fail. */
  private closeOtherConnections(primary: DatabaseServer): void {
    for (const [close, server] of this.connections) if (server !== primary) close();
  }

  private async probeAll(): Promise<DatabaseServer> {
    try {
      const primary = await Promise.any(this.servers.map((server) => this.probe(server)));
      this.primary = primary;
      this.closeOtherConnections(primary);
      return primary;
    } catch (error) {
      const [cause] = (error as AggregateError).errors as unknown[];
      throw new ServiceUnavailable("No database server accepts writes", { cause });
    }
  }

  /** Returns the server if it accepts writes, otherwise throws. */
  private async probe(server: DatabaseServer): Promise<DatabaseServer> {
    const timeouts = { connectionTimeoutMillis: PROBE_TIMEOUT_MS, query_timeout: PROBE_TIMEOUT_MS };
    const client = new pg.Client({ ...this.config, ...timeouts, application_name: "escaparate probe" });
    client.on("error", () => {});
    setServer(client, server);
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

/** Sets the server that a client will connect to. The driver reads these properties when it connects. */
export function setServer(client: pg.Client, { host, port }: DatabaseServer): void {
  Object.assign(client, { host, port });
}
