import type { Db } from "../../../db/connect.ts";
import { DEMO_TAXPAYERS, type Taxpayer } from "./taxpayers.ts";

/** A stand-in for a PAC that keeps what it stamped in the shop's database. */
export interface PacSandbox {
  db: Db;
  /** Receivers whose facts it knows, as SAT knows everybody's; it believes all others. */
  taxpayers: readonly Taxpayer[];
  /** Of its only account, in a live shop; null: the demo's, which stands in the source. */
  password: string | null;
}

export function openPacSandbox(db: Db, password: string | null): PacSandbox {
  return { db, taxpayers: DEMO_TAXPAYERS, password };
}
