import { randomInt } from "node:crypto";
import { sql, type RawBuilder } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";

/** Letters and digits that cannot be confused with each other: 31 symbols, so ten of them are 49 bits. */
const SYMBOLS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const CODE_LENGTH = 10;

/** The format of a code that staff choose, trimmed and in upper case. */
export const CUSTOM_CODE_PATTERN = /^[A-Z0-9-]{4,40}$/;

interface CodeSettings {
  /** How many codes to generate. 1 if staff chose the code. */
  count: number;
  /** How many orders can use each code. Null means any number. */
  maxUses: number | null;
  /** When the codes expire. Null means at the end of the presale. */
  endsAt: Date | null;
  /**
   * A code that staff chose, trimmed and in upper case, instead of generated codes. Only the rate limit protects a
   * short code.
   */
  customCode?: string | undefined;
}

/** Creates codes for a presale: generated ones that cannot be guessed, or the chosen one. */
export function makeAccessCodes(
  app: App,
  presaleId: string,
  { count, maxUses, endsAt, customCode }: CodeSettings,
  by: Actor,
): Promise<string[] | Refusal<"code_taken">> {
  const codes = new Set<string>(customCode === undefined ? [] : [customCode]);
  while (codes.size < count) {
    codes.add(Array.from({ length: CODE_LENGTH }, () => SYMBOLS[randomInt(SYMBOLS.length)]).join(""));
  }
  return transact<string[] | Refusal<"code_taken">>(app.db, async (tx) => {
    const { rows } = await sql<{ code: string }>`
      INSERT INTO access_codes (code, presale_id, max_uses, ends_at)
      SELECT code, ${presaleId}, ${maxUses}::int, ${endsAt}::timestamptz FROM unnest(${[...codes]}::text[]) AS c (code)
      ON CONFLICT DO NOTHING RETURNING code`.execute(tx);
    if (customCode !== undefined && rows.length === 0) return refuse("code_taken");
    await logChange(tx, by, {
      action: "codes-make",
      object: { kind: "presale", id: presaleId },
      after: { codes: rows.length, maxUses, endsAt },
    });
    return rows.map((row) => row.code);
  });
}

/** Revokes codes. A code that was revoked before keeps its time of revocation. Returns the codes that do not exist. */
export async function revokeAccessCodes(app: App, rawCodes: readonly string[], by: Actor): Promise<string[]> {
  const codes = rawCodes.map((code) => code.trim().toUpperCase());
  const existingCodes = await transact(app.db, (tx) => revoke(tx, sql`code = ANY (${codes})`, by));
  return codes.filter((code) => !existingCodes.includes(code));
}

/** Revokes every code of a presale. Returns the revoked codes. */
export function revokeAllAccessCodes(app: App, presaleId: string, by: Actor): Promise<string[]> {
  return transact(app.db, (tx) => revoke(tx, sql`presale_id = ${presaleId} AND revoked_at IS NULL`, by));
}

async function revoke(tx: Tx, filter: RawBuilder<unknown>, by: Actor): Promise<string[]> {
  const { rows } = await sql<{ code: string; presaleId: string }>`
    UPDATE access_codes SET revoked_at = coalesce(revoked_at, clock_timestamp()) WHERE ${filter}
    RETURNING code, presale_id AS "presaleId"`.execute(tx);
  for (const [presaleId, revokedRows] of Map.groupBy(rows, (row) => row.presaleId)) {
    // A code is a secret, so the log contains only the number of codes and their last characters.
    const after = {
      codes: revokedRows.length,
      endings: revokedRows.slice(0, 20).map(({ code }) => `…${code.slice(-3)}`),
    };
    await logChange(tx, by, { action: "codes-revoke", object: { kind: "presale", id: presaleId }, after });
  }
  return rows.map(({ code }) => code);
}
