import type { Connection, Submittable } from "pg";
import type { DatabaseConfig } from "../db/database-config.ts";
import { destroyConnection, ShopClient } from "../db/shop-client.ts";

/** One row of an answer: texts, or null. */
export type Row = readonly (string | null)[];

/** Receives each message of a COPY. The bytes are valid only during the call. */
export type OnCopyData = (bytes: Buffer, connection: CopyConnection) => void;

/** The part of pg's connection that a COPY in both directions needs. */
export interface CopyConnection {
  sendCopyFromChunk(bytes: Buffer): void;
  stream: { pause(): void; resume(): void; destroy(): void };
}

/** The replication connection failed. The message, in Spanish, has the reason and says what PostgreSQL requires. */
export class NoReplication extends Error {
  override name = "NoReplication";

  constructor(reason: string, options: ErrorOptions) {
    super(
      `PostgreSQL no deja respaldar (${reason}). El usuario necesita REPLICATION y pg_hba.conf una línea para «replication»; si hay un PgBouncer en medio, define DATABASE_DIRECT_URL con la dirección del servidor.`,
      options,
    );
  }
}

/**
 * A connection in PostgreSQL's replication mode (manual, "Streaming Replication Protocol"). It accepts only commands of
 * that protocol. The role needs the attribute REPLICATION, and pg_hba.conf an entry for `replication`.
 */
export class ReplicationClient {
  private readonly client: ShopClient;

  private constructor(client: ShopClient) {
    this.client = client;
  }

  static async open(databaseConfig: DatabaseConfig): Promise<ReplicationClient> {
    const options = {
      ...databaseConfig,
      replication: "true",
      application_name: "escaparate backup",
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    };
    const client = new ShopClient(options);
    await client.connect().catch((error: Error) => {
      throw new NoReplication(error.message, { cause: error });
    });
    return new ReplicationClient(client);
  }

  /** Runs one command and returns all rows of all its results. Rejects with PostgreSQL's error. */
  command(text: string, onCopyData?: OnCopyData): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.client.query(new Command(text, { onCopyData, resolve, reject }));
    });
  }

  /** Closes the connection, even while a command is running. */
  destroy(): void {
    destroyConnection(this.client);
  }

  async end(): Promise<void> {
    await this.client.end().catch(() => {});
  }
}

interface CommandHandlers {
  onCopyData: OnCopyData | undefined;
  resolve: (rows: Row[]) => void;
  reject: (error: Error) => void;
}

/** A query for pg's client. pg's own `Query` ignores the messages of a COPY. */
class Command implements Submittable {
  private readonly rows: Row[] = [];
  private readonly text: string;
  private readonly handlers: CommandHandlers;

  constructor(text: string, handlers: CommandHandlers) {
    this.text = text;
    this.handlers = handlers;
  }

  submit(connection: Connection): void {
    connection.query(this.text);
  }

  handleRowDescription(): void {}

  handleDataRow({ fields }: { fields: Row }): void {
    this.rows.push(fields);
  }

  handleCopyData({ chunk }: { chunk: Buffer }, connection: CopyConnection): void {
    try {
      this.handlers.onCopyData?.(chunk, connection);
    } catch (error) {
      this.handlers.reject(error as Error);
      connection.stream.destroy();
    }
  }

  handleCommandComplete(): void {}

  handleEmptyQuery(): void {}

  handleReadyForQuery(): void {
    this.handlers.resolve(this.rows);
  }

  handleError(error: Error): void {
    this.handlers.reject(error);
  }
}
