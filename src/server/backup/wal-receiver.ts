import type { DatabaseConfig } from "../db/database-config.ts";
import { formatLsn, type Lsn } from "./lsn.ts";
import { ReplicationClient, type CopyConnection } from "./replication-client.ts";

interface WalReceiverOptions {
  slotName: string;
  timeline: number;
  /** The beginning of a segment. */
  start: Lsn;
  /** Called with consecutive bytes. They are valid only during the call. */
  onWal: (start: Lsn, bytes: Buffer) => void;
}

const WAL = "w".charCodeAt(0);
const KEEPALIVE = "k".charCodeAt(0);
/** PostgreSQL's clock on the wire: microseconds since 2000. */
const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1);

/**
 * Receives the WAL of a server from a replication slot, as pg_receivewal does (manual, "START_REPLICATION ...
 * PHYSICAL"). The server keeps the WAL that is not confirmed yet, up to `max_slot_wal_keep_size`: beyond it the slot
 * is lost.
 */
export class WalReceiver {
  /** Rejects when the connection is lost or closed. Resolves only if the server ends the stream. */
  readonly ended: Promise<unknown>;
  private connection: CopyConnection | undefined;
  private confirmedTo: Lsn;
  private readonly client: ReplicationClient;

  private constructor(client: ReplicationClient, { slotName, timeline, start, onWal }: WalReceiverOptions) {
    this.client = client;
    this.confirmedTo = start;
    this.ended = client.command(
      `START_REPLICATION SLOT "${slotName}" PHYSICAL ${formatLsn(start)} TIMELINE ${timeline}`,
      (message, connection) => {
        this.connection = connection;
        if (message[0] === WAL) onWal(message.readBigUInt64BE(1), message.subarray(25));
        else if (message[0] === KEEPALIVE && message[17] === 1) this.sendStatus();
      },
    );
    this.ended.catch(() => {});
  }

  static async open(databaseConfig: DatabaseConfig, options: WalReceiverOptions): Promise<WalReceiver> {
    return new WalReceiver(await ReplicationClient.open(databaseConfig), options);
  }

  /** Reports to the server that everything before `lsn` is stored and may be removed. */
  confirm(lsn: Lsn): void {
    this.confirmedTo = lsn;
    this.sendStatus();
  }

  /** Stops reading until `resume`. Meanwhile the server waits. */
  pause(): void {
    this.connection?.stream.pause();
  }

  resume(): void {
    this.connection?.stream.resume();
  }

  close(): void {
    this.client.destroy();
  }

  private sendStatus(): void {
    const status = Buffer.alloc(34);
    status.write("r");
    for (const offset of [1, 9, 17]) status.writeBigUInt64BE(this.confirmedTo, offset);
    status.writeBigInt64BE(BigInt(Date.now() - POSTGRES_EPOCH_MS) * 1_000n, 25);
    this.connection?.sendCopyFromChunk(status);
  }
}
