import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import type { Queryable } from "../db/connect.ts";

export interface TicketKey {
  id: number;
  publicKey: KeyObject;
  privateKey: KeyObject;
}

/**
 * The key pairs that sign tickets, newest first. If there is none, one is created. If several processes create one at
 * the same time, the one that is stored first is kept. Private keys never leave the server.
 */
export async function findOrCreateTicketKeys(db: Queryable): Promise<[TicketKey, ...TicketKey[]]> {
  const [newestKey, ...olderKeys] = await readTicketKeys(db);
  if (newestKey) return [newestKey, ...olderKeys];
  const { publicKey, privateKey } = generateKeyPairSync("ed25519", {
    publicKeyEncoding: { type: "spki", format: "der" },
    privateKeyEncoding: { type: "pkcs8", format: "der" },
  });
  await db
    .insertInto("ticket_keys")
    .values({ id: 1, public_key: publicKey, private_key: privateKey })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  const [firstKey, ...otherKeys] = await readTicketKeys(db);
  if (!firstKey) throw new Error("the key that signs tickets was not stored");
  return [firstKey, ...otherKeys];
}

async function readTicketKeys(db: Queryable): Promise<TicketKey[]> {
  const rows = await db
    .selectFrom("ticket_keys")
    .select(["id", "public_key", "private_key"])
    .orderBy("id", "desc")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    publicKey: createPublicKey({ key: row.public_key, format: "der", type: "spki" }),
    privateKey: createPrivateKey({ key: row.private_key, format: "der", type: "pkcs8" }),
  }));
}
