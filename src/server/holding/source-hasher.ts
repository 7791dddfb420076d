import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import type { Db } from "../db/connect.ts";

const HASH_BYTES = 16;

/**
 * The IP address and the browser that a cart or an unpaid order comes from, as hashes. They only show whether two
 * sources are the same.
 */
export interface Source {
  ipHash: Buffer;
  /** Null if the request has no browser id. Then only the IP address counts. */
  deviceHash: Buffer | null;
}

/**
 * Makes the hashes of IP addresses and browsers that are stored in carts and unpaid orders. The hashes are keyed,
 * because all IPv4 addresses can be tried quickly. One key in the database serves all processes. `STAFF_KEY` is mixed
 * in if it is set, so that a copy of the database alone does not suffice to find an address.
 */
export class SourceHasher {
  private key: Promise<KeyObject> | undefined;
  private readonly db: Db;
  private readonly pepper: Uint8Array;

  constructor(db: Db, staffKeys: readonly Uint8Array[]) {
    this.db = db;
    this.pepper = staffKeys[0] ?? new Uint8Array();
  }

  /** The hashes of an IP address (the result of `ipKey`) and of a browser id. */
  async hashSource(ip: string, device: string | null): Promise<Source> {
    this.key ??= this.readKey().catch((error: unknown) => {
      this.key = undefined;
      throw error;
    });
    const key = await this.key;
    return {
      ipHash: hash(key, `address ${ip}`),
      deviceHash: device === null ? null : hash(key, `device ${device}`),
    };
  }

  /** A `KeyObject`, because creating one from bytes for each hash takes three times as long as the hash itself. */
  private async readKey(): Promise<KeyObject> {
    const { key } = await this.db.selectFrom("source_hash_key").select("key").executeTakeFirstOrThrow();
    return createSecretKey(createHmac("sha256", key).update(this.pepper).digest());
  }
}

function hash(key: KeyObject, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest().subarray(0, HASH_BYTES);
}
