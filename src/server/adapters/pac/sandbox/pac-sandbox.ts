import type { Db } from "../../../db/connect.ts";
import { DEMO_TAXPAYERS, type Taxpayer } from "./taxpayers.ts";

/** A stand-in for a PAC that keeps what it stamped in the shop's database. */
export interface PacSandbox {
  db: Db;
  /** Receivers whose facts it knows, as SAT knows everybody's; it believes all others. */
  taxpayers: readonly Taxpayer[];
}

export function openPacSandbox(db: Db): PacSandbox {
  return { db, taxpayers: DEMO_TAXPAYERS };
}
