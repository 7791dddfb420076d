import type { Db } from "../../../db/connect.ts";
import { KNOWN_TAXPAYERS, type Taxpayer } from "./taxpayers.ts";

/** A simulated PAC that stores its stamps in the shop's database. */
export interface PacSandbox {
  db: Db;
  /** It verifies the data of these receivers, and whether these issuers may issue. Any other taxpayer is accepted. */
  taxpayers: readonly Taxpayer[];
  /** The password of its only account in a live shop. Null for the demo's password, which is in the source. */
  password: string | null;
}

export function openPacSandbox(db: Db, password: string | null): PacSandbox {
  return { db, taxpayers: KNOWN_TAXPAYERS, password };
}
