import { randomInt } from "node:crypto";
import { sql, type RawBuilder } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";

/** No letters or digits that look like another: 31 symbols, ten of them are 49 bits. */
const SYMBOLS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const LENGTH = 10;

/** As people may choose one, trimmed and in upper case. */
export const CHOSEN_CODE = /^[A-Z0-9-]{4,40}$/;

interface NewCodes {
  count: number;
  /** Orders each is good for; null: any number. */
  maxUses: number | null;
  /** Until when; null: as long as the presale. */
  endsAt: Date | null;
  /** One that people chose, trimmed and in upper case, instead of generated ones. Short ones live by the throttle. */
  chosen?: string | undefined;
}

/** Makes codes for a presale: ones nobody can guess, or the chosen one. */
export function makeAccessCodes(
  app: App,
  presaleId: string,
  { count, maxUses, endsAt, chosen }: NewCodes,
  by: Actor,
): Promise<string[] | Refusal<"code_taken">> {
  const codes = new Set<string>(chosen === undefined ? [] : [chosen]);
  while (codes.size < count) {
    codes.add(Array.from({ length: LENGTH }, () => SYMBOLS[randomInt(SYMBOLS.length)]).join(""));
  }
  return transact<string[] | Refusal<"code_taken">>(app.db, async (tx) => {
    const { rows } = await sql<{ code: string }>`
      INSERT INTO access_codes (code, presale_id, max_uses, ends_at)
      SELECT code, ${presaleId}, ${maxUses}::int, ${endsAt}::timestamptz FROM unnest(${[...codes]}::text[]) AS c (code)
      ON CONFLICT DO NOTHING RETURNING code`.execute(tx);
    if (chosen !== undefined && rows.length === 0) return refuse("code_taken");
    await logChange(tx, by, {
      act: "codes-make",
      object: { kind: "presale", id: presaleId },
      after: { codes: rows.length, maxUses, endsAt },
    });
    return rows.map((row) => row.code);
  });
}

/** Ends codes now; one revoked before keeps its time. Answers those that nobody made. */
export async function revokeCodes(app: App, typed: readonly string[], by: Actor): Promise<string[]> {
  const codes = typed.map((code) => code.trim().toUpperCase());
  const known = await transact(app.db, (tx) => revoke(tx, sql`code = ANY (${codes})`, by));
  return codes.filter((code) => !known.includes(code));
}

/** Ends every code of a presale now. */
export function revokeAllCodes(app: App, presaleId: string, by: Actor): Promise<string[]> {
  return transact(app.db, (tx) => revoke(tx, sql`presale_id = ${presaleId} AND revoked_at IS NULL`, by));
}

async function revoke(tx: Tx, which: RawBuilder<unknown>, by: Actor): Promise<string[]> {
  const { rows } = await sql<{ code: string; presaleId: string }>`
    UPDATE access_codes SET revoked_at = coalesce(revoked_at, clock_timestamp()) WHERE ${which}
    RETURNING code, presale_id AS "presaleId"`.execute(tx);
  for (const [presaleId, revoked] of Map.groupBy(rows, (row) => row.presaleId)) {
    // A code is a key: the log says how many, and their last letters.
    const after = { codes: revoked.length, endings: revoked.slice(0, 20).map(({ code }) => `…${code.slice(-3)}`) };
    await logChange(tx, by, { act: "codes-revoke", object: { kind: "presale", id: presaleId }, after });
  }
  return rows.map(({ code }) => code);
}
