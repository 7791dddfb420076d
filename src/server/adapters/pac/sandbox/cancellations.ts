import { isGenericRfc } from "../../../../domain/rfc.ts";
import type { Tx } from "../../../db/connect.ts";
import { transact } from "../../../db/transact.ts";
import { formatLocalTime } from "../../../cfdi/local-time.ts";
import { escapeXml } from "../soap.ts";
import type { PacSandbox } from "./pac-sandbox.ts";
import type { SignedCancelRequest } from "./read-cancel-request.ts";
import type { StoredStamp } from "./stamp.ts";
import { NOTICE } from "./stamping-key.ts";

/** Up to this total a CFDI is cancelled without the receiver's acceptance (RMF 2.7.1.35). */
const MAX_CENTS_WITHOUT_ACCEPTANCE = 1_000_00;
const UUID = /^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/;

export interface CancelOutcome {
  /** SAT's code for each CFDI. */
  codes: Record<string, string>;
  receipt: string;
}

/** Applies a signed cancellation request, and writes the receipt (acuse). */
export function cancelDocuments(
  sandbox: PacSandbox,
  { issuerRfc, folios }: SignedCancelRequest,
  now: Date,
): Promise<CancelOutcome> {
  return transact(sandbox.db, async (tx) => {
    const codes: Record<string, string> = {};
    for (const folio of folios) codes[folio.uuid] = await cancelOne(tx, issuerRfc, folio);
    const receipt = receiptOf(issuerRfc, codes, now);
    for (const { uuid, motive, replacedBy } of folios.filter(({ uuid }) => codes[uuid] === "201")) {
      const values = { uuid, motive, substitute_uuid: replacedBy, receipt };
      await tx.insertInto("sandbox_pac_cancellations").values(values).execute();
    }
    return { codes, receipt };
  });
}

async function cancelOne(
  tx: Tx,
  issuerRfc: string,
  { uuid, motive, replacedBy }: SignedCancelRequest["folios"][number],
): Promise<string> {
  const stamp = await findStamp(tx, uuid);
  if (!stamp) return "205";
  if (stamp.issuer_rfc !== issuerRfc) return "203";
  if (!/^0[1-4]$/.test(motive) || (motive === "01") !== (replacedBy !== null)) return "207";
  if (replacedBy !== null && (await findStamp(tx, replacedBy))?.issuer_rfc !== issuerRfc) return "207";
  if (stamp.state === "cancelled" || stamp.state === "requested") return "202";
  const needsAcceptance =
    stamp.total_cents > MAX_CENTS_WITHOUT_ACCEPTANCE && stamp.kind !== "E" && !isGenericRfc(stamp.receiver_rfc);
  await tx
    .updateTable("sandbox_pac_stamps")
    .set({ state: needsAcceptance ? "requested" : "cancelled", needs_acceptance: needsAcceptance })
    .where("uuid", "=", uuid)
    .execute();
  return "201";
}

async function findStamp(tx: Tx, uuid: string): Promise<StoredStamp | undefined> {
  if (!UUID.test(uuid)) return undefined;
  return tx.selectFrom("sandbox_pac_stamps").selectAll().where("uuid", "=", uuid).forUpdate().executeTakeFirst();
}

/** The receiver accepts or rejects a requested cancellation. False if none is requested. */
export async function answerCancellation(
  { db }: PacSandbox,
  uuid: string,
  answer: "accept" | "reject",
): Promise<boolean> {
  if (!UUID.test(uuid.toUpperCase())) return false;
  const { numUpdatedRows } = await db
    .updateTable("sandbox_pac_stamps")
    .set({ state: answer === "accept" ? "cancelled" : "rejected" })
    .where("uuid", "=", uuid)
    .where("state", "=", "requested")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function receiptOf(issuerRfc: string, codes: Record<string, string>, now: Date): string {
  const folios = Object.entries(codes).map(
    ([uuid, code]) => `<Folios><UUID>${escapeXml(uuid)}</UUID><EstatusUUID>${code}</EstatusUUID></Folios>`,
  );
  const localDateTime = formatLocalTime(now, "America/Mexico_City");
  return `<?xml version="1.0" encoding="UTF-8"?><Acuse xmlns="http://cancelacfd.sat.gob.mx" Fecha="${localDateTime}" RfcEmisor="${escapeXml(issuerRfc)}" Leyenda="${NOTICE}">${folios.join("")}</Acuse>`;
}
