import { sql } from "kysely";
import type { DatabaseConfig } from "./database-config.ts";
import { GENERIC_PLAN_SETTINGS, openDb, openGenericPlanDb, openReplicaPool, type Db } from "./connect.ts";
import type { ProductChanges } from "./product-change-tracker.ts";

/** A replica with older data is not read. */
export const MAX_REPLICA_AGE_MS = 5_000;

const WATCH_EVERY_MS = 500;
/** Samples of the primary that the replica has not replayed. Older ones are dropped. */
const MAX_SAMPLES = 1_000;

/** A position of the primary's write-ahead log, and the product changes of this process before it was read. */
interface Sample {
  lsn: bigint;
  /** In milliseconds of `performance.now()`. */
  at: number;
  /** As `ProductChanges.currentVersion`. */
  changeVersion: number;
}

/**
 * A read replica and the age of its data. Twice a second the primary's position in its write-ahead log is compared with
 * the position up to which the replica has replayed it, so the age is known even while the primary writes nothing. Only
 * a server in recovery is a replica.
 */
export class Replica {
  readonly db: Db;
  readonly genericPlanDb: Db;
  private readonly primary: Db;
  private readonly productChanges: ProductChanges;
  private samples: Sample[] = [];
  /** The newest sample that the replica has replayed. */
  private replayedSample: Sample | undefined;
  private readonly timer: NodeJS.Timeout;
  private runningComparison: Promise<void> | undefined;

  constructor(databaseConfig: DatabaseConfig, primary: Db, productChanges: ProductChanges) {
    this.db = openDb(openReplicaPool(databaseConfig));
    this.genericPlanDb = openGenericPlanDb(openReplicaPool(databaseConfig, GENERIC_PLAN_SETTINGS));
    this.primary = primary;
    this.productChanges = productChanges;
    this.timer = setInterval(() => void this.comparePositionsOnce(), WATCH_EVERY_MS).unref();
    void this.comparePositionsOnce();
  }

  /**
   * The product changes of this process that the replica certainly has, as `ProductChanges.currentVersion`.
   * Undefined if the replica is too old or cannot be reached.
   */
  findReplayedVersion(): number | undefined {
    return this.ageMs() <= MAX_REPLICA_AGE_MS ? this.replayedSample!.changeVersion : undefined;
  }

  /** The replica's database, if it is not too old. */
  findDb(): Db | undefined {
    return this.findReplayedVersion() === undefined ? undefined : this.db;
  }

  /** The greatest possible age of its data. Infinity while the age is unknown. */
  ageMs(): number {
    return this.replayedSample ? performance.now() - this.replayedSample.at : Infinity;
  }

  /**
   * To be called after a failed read. The replica is used again after the next successful comparison of the positions.
   */
  reportFailure(): void {
    this.replayedSample = undefined;
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.runningComparison;
    await this.genericPlanDb.destroy();
    await this.db.destroy();
  }

  private comparePositionsOnce(): Promise<void> {
    this.runningComparison ??= this.comparePositions()
      .catch(() => this.reportFailure())
      .finally(() => (this.runningComparison = undefined));
    return this.runningComparison;
  }

  private async comparePositions(): Promise<void> {
    const [at, changeVersion] = [performance.now(), this.productChanges.currentVersion()];
    this.samples.push({
      lsn: await readLsn(this.primary, sql`pg_current_wal_flush_lsn()`),
      at,
      changeVersion,
    });
    if (this.samples.length > MAX_SAMPLES) this.samples.shift();
    const lsn = await readLsn(this.db, sql`CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() END`);
    const newestIndex = this.samples.findLastIndex((sample) => sample.lsn <= lsn);
    if (newestIndex < 0) return;
    this.replayedSample = this.samples[newestIndex];
    this.samples = this.samples.slice(newestIndex);
  }
}

/** A position of the write-ahead log, in bytes. Throws if it is null: only a server in recovery replays. */
async function readLsn(db: Db, lsn: ReturnType<typeof sql>): Promise<bigint> {
  const { rows } = await sql<{ bytes: string | null }>`SELECT ((${lsn}) - '0/0')::text AS bytes`.execute(db);
  if (rows[0]!.bytes === null) throw new Error("The server of DATABASE_REPLICA_URL is no replica");
  return BigInt(rows[0]!.bytes);
}
