import { createHmac } from "node:crypto";
import type { Db } from "../db/connect.ts";

const BYTES = 16;

/** Where pieces are held from. The hashes say that two are the same, and nothing else. */
export interface Source {
  addressHash: Buffer;
  /** Null where the caller does not name its browser: it is counted by its address alone. */
  deviceHash: Buffer | null;
}

/**
 * Makes the hashes of addresses and browsers that carts and unpaid orders carry. Keyed: without the key, all IPv4 addresses
 * are soon tried. One key for all processes, in the database, with `STAFF_KEY` mixed in where there is one: a copy of the
 * database alone is then not enough.
 */
export class SourceKeys {
  private key: Promise<Buffer> | undefined;
  private readonly db: Db;
  private readonly pepper: Uint8Array;

  constructor(db: Db, staffKeys: readonly Uint8Array[]) {
    this.db = db;
    this.pepper = staffKeys[0] ?? new Uint8Array();
  }

  /** `address`: as `addressKey` makes it. */
  async find(address: string, device: string | null): Promise<Source> {
    this.key ??= this.read().catch((error: unknown) => {
      this.key = undefined;
      throw error;
    });
    const key = await this.key;
    return {
      addressHash: hash(key, `address ${address}`),
      deviceHash: device === null ? null : hash(key, `device ${device}`),
    };
  }

  private async read(): Promise<Buffer> {
    const { key } = await this.db.selectFrom("source_key").select("key").executeTakeFirstOrThrow();
    return createHmac("sha256", key).update(this.pepper).digest();
  }
}

function hash(key: Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest().subarray(0, BYTES);
}
