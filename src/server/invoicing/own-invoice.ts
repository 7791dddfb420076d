import { sql } from "kysely";
import { periodLengthOf } from "../../domain/global-period.ts";
import type { Receiver } from "../../domain/invoice-receiver.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { formatLocalTime } from "../cfdi/local-time.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import type { Queryable, Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { jobSql } from "../jobs/enqueue.ts";
import { lockOrder } from "../orders/move-order.ts";
import { findOrder } from "../orders/queries.ts";
import { cancelInvoice, advanceCancellation } from "./cancel-invoice.ts";
import { listCancellations } from "./cancellations.ts";
import { sealGlobalCredit } from "./credit-global.ts";
import { issueGlobalInvoice } from "./issue-global-invoice.ts";
import { findIssuer, type InvoiceIssuer } from "./issuers.ts";
import { loadIssuerWithCsd } from "./load-issuer-with-csd.ts";
import { findOrderIncome } from "./order-income.ts";
import { findInvoice, findLiveInvoice, hasCreditNotes, type Invoice } from "./queries.ts";
import { sealOrderInvoice } from "./seal-order-invoice.ts";
import { stampInvoice, type StampRefusal } from "./stamp-invoice.ts";

/** A buyer's request to invoice an order that is in a global invoice, and the correction of that global invoice. */
export interface OwnInvoiceRequest {
  id: number;
  orderId: string;
  globalId: string;
  globalCorrection: "creditNote" | "reissue";
  receiver: Receiver;
  email: string | null;
  actor: string;
  creditNoteId: string | null;
  invoiceId: string | null;
  endedAt: Date | null;
}

type OwnInvoiceRefusal =
  | Refusal<"invoicing_paused" | "invoice_order_not_found" | "nothing_to_invoice">
  | Refusal<"in_global_invoice" | "invoice_in_progress">
  | (Refusal<"invoiced_already"> & { rfc: string })
  | StampRefusal;

/**
 * The problem with which a request ended, and what staff do then. If the global invoice is corrected by `reissue`, the
 * buyer may already have the invoice.
 */
const PROBLEMS = {
  credit: "No se pudo acreditar el pedido en la factura global. Revisa la global y vuelve a hacer su factura.",
  note: "El SAT no aceptó la nota de crédito que lo saca de la global. Mira por qué y vuelve a hacer su factura.",
  order: "El pedido ya no se puede facturar: no está enviado, o se devolvió. Avísale a quien la pidió.",
  deposit: "Su anticipo se facturó a otro RFC. Haz la factura con ese RFC, o cancela antes el anticipo.",
  receiver: "El SAT no aceptó los datos de quien la pidió. Corrígelos y vuelve a hacerla.",
} as const;

const COLUMNS = sql`
  r.id, r.order_id AS "orderId", r.global_invoice_id AS "globalId", r.global_correction AS "globalCorrection",
  r.receiver, r.email, r.actor,
  r.credit_note_id AS "creditNoteId", r.invoice_id AS "invoiceId", r.ended_at AS "endedAt"`;

/** The valid or pending global invoice that contains the order. */
export async function findGlobalOf(db: Queryable, orderId: string): Promise<Invoice | undefined> {
  const row = await db
    .selectFrom("global_invoice_orders")
    .select("invoice_id")
    .where("order_id", "=", orderId)
    .where("is_live", "=", true)
    .executeTakeFirst();
  return row && findInvoice(db, row.invoice_id);
}

/** The open request of the order, or a new one. The caller has locked the order. `continueOwnInvoice` processes it. */
export async function requestOwnInvoice(
  tx: Tx,
  issuer: InvoiceIssuer,
  global: Invoice,
  { orderId, receiver, email, actor }: Pick<OwnInvoiceRequest, "orderId" | "receiver" | "email" | "actor">,
): Promise<OwnInvoiceRequest | Refusal<"in_global_invoice">> {
  const { rows: openRequests } = await sql<OwnInvoiceRequest>`
    SELECT ${COLUMNS} FROM own_invoice_requests r WHERE r.order_id = ${orderId} AND r.ended_at IS NULL`.execute(tx);
  if (openRequests[0]) return openRequests[0];
  // Another correction of the global invoice is under way.
  if (global.state !== "stamped") return refuse("in_global_invoice");
  const mayReissue =
    issuer.globalCorrection === "reissue" && isReissuable(issuer, global) && !(await hasCreditNotes(tx, global.id));
  const { rows } = await sql<OwnInvoiceRequest>`
    INSERT INTO own_invoice_requests AS r (order_id, global_invoice_id, global_correction, receiver, email, actor)
    VALUES (${orderId}, ${global.id}, ${mayReissue ? "reissue" : "creditNote"}, ${JSON.stringify(receiver)}, ${email},
      ${actor}) RETURNING ${COLUMNS}`.execute(tx);
  return rows[0]!;
}

/**
 * SAT accepts global invoices of this year and the last (CFDI40136). Those from before decision 37 may have no period.
 */
function isReissuable({ timeZone }: InvoiceIssuer, { periodicity, periodFrom }: Invoice): boolean {
  const year = Number(formatLocalTime(new Date(), timeZone).slice(0, 4));
  return periodLengthOf(periodicity) !== undefined && Number(periodFrom?.slice(0, 4)) >= year - 1;
}

/**
 * Advances a request as far as possible now. Each step is done once, also with two concurrent processes or after a
 * process ended between two steps. Returns the order's invoice once it is stamped. A job continues the remaining steps.
 */
export async function continueOwnInvoice(app: App, requestId: number): Promise<Invoice | OwnInvoiceRefusal> {
  const request = await findRequest(app.db, requestId);
  if (!request) return refuse("invoice_order_not_found");
  if (request.endedAt) return (await findLiveInvoice(app.db, request.orderId)) ?? refuse("invoice_order_not_found");
  if (request.globalCorrection === "creditNote") {
    const outcome = await removeOrderFromGlobal(app, request);
    if (outcome !== "left") return outcome;
    const invoice = await makeInvoice(app, request);
    if (!isRefusal(invoice)) await endRequest(app.db, request.id);
    return invoice;
  }
  const invoice = await makeInvoice(app, request);
  if (isRefusal(invoice)) return invoice;
  if (await reissueGlobal(app, request)) await endRequest(app.db, request.id);
  return invoice;
}

async function findRequest(db: Queryable, id: number): Promise<OwnInvoiceRequest | undefined> {
  const { rows } = await sql<OwnInvoiceRequest>`
    SELECT ${COLUMNS} FROM own_invoice_requests r WHERE r.id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Credits all that the global invoice declares of the order. Once the credit note is stamped, the global invoice no
 * longer contains the order. If the credit note cannot be made or SAT refuses it, the request ends with a problem.
 */
async function removeOrderFromGlobal(app: App, { id, orderId, globalId, actor }: OwnInvoiceRequest) {
  const noteId = await transact(app.db, async (tx) => {
    await lockOrder(tx, orderId);
    const request = await findRequest(tx, id);
    if (request?.creditNoteId) return request.creditNoteId;
    const { declaredCents } = await findOrderIncome(tx, orderId);
    const liveInvoice = await findLiveInvoice(tx, orderId);
    const cents = declaredCents - (liveInvoice?.totalCents ?? 0);
    const creditNoteId = await sealGlobalCredit(app, tx, { globalId, orderId, cents, by: actorOf(actor) });
    if (isRefusal(creditNoteId)) return creditNoteId;
    await sql`UPDATE own_invoice_requests SET credit_note_id = ${creditNoteId} WHERE id = ${id}`.execute(tx);
    return creditNoteId;
  });
  if (isRefusal(noteId)) {
    if (noteId.refused === "invoicing_paused") return { ...noteId, refused: "invoicing_paused" as const };
    await endRequest(app.db, id, PROBLEMS.credit);
    return refuse("in_global_invoice");
  }
  const note = await stampInvoice(app, noteId);
  if (isRefusal(note)) {
    if (note.refused === "invoice_refused") await endRequest(app.db, id, PROBLEMS.note);
    return note.refused === "invoice_refused" ? refuse("in_global_invoice") : note;
  }
  await sql`
    UPDATE global_invoice_orders SET is_live = false WHERE invoice_id = ${globalId} AND order_id = ${orderId}`.execute(
    app.db,
  );
  return "left" as const;
}

async function makeInvoice(
  app: App,
  { id, orderId, globalId, receiver, email, actor }: OwnInvoiceRequest,
): Promise<Invoice | OwnInvoiceRefusal> {
  const sealedId = await transact(app.db, async (tx) => {
    const lockedOrder = await lockOrder(tx, orderId);
    const liveInvoice = await findLiveInvoice(tx, orderId);
    if (liveInvoice) return liveInvoice.id;
    const { shop_id: shopId } = await tx
      .selectFrom("orders")
      .select("shop_id")
      .where("id", "=", orderId)
      .executeTakeFirstOrThrow();
    const order = lockedOrder?.status === "SHIPPED" ? await findOrder(tx, shopId, orderId) : undefined;
    if (!order) return refuse("invoice_order_not_found");
    const issuerWithCsd = await loadIssuerWithCsd(app, tx, shopId);
    if (isRefusal(issuerWithCsd)) return issuerWithCsd;
    const invoiceId = await sealOrderInvoice(app, tx, issuerWithCsd, order, { receiver, email, actor, by: null });
    if (isRefusal(invoiceId)) return invoiceId;
    await sql`UPDATE own_invoice_requests SET invoice_id = ${invoiceId} WHERE id = ${id}`.execute(tx);
    const after = { order: String(order.reference), rfc: receiver.rfc };
    for (const documentId of [invoiceId, globalId]) {
      const object = { kind: "invoice", id: documentId };
      await logChange(tx, actorOf(actor), { action: "invoice-own", object, after });
    }
    return invoiceId;
  });
  if (isRefusal(sealedId)) {
    if (sealedId.refused === "invoice_order_not_found" || sealedId.refused === "nothing_to_invoice") {
      await endRequest(app.db, id, PROBLEMS.order);
    }
    if (sealedId.refused === "invoiced_already") await endRequest(app.db, id, PROBLEMS.deposit);
    return sealedId;
  }
  const invoice = await stampInvoice(app, sealedId);
  if (isRefusal(invoice) && invoice.refused === "invoice_refused") {
    await endRequest(app.db, id, PROBLEMS.receiver);
  }
  return invoice;
}

/**
 * Cancels the global invoice (motive 04) and makes it again without the order. If it cannot be cancelled, the order
 * leaves it by a credit note. False while an answer of SAT or the PAC is missing, or while the shop cannot seal.
 */
async function reissueGlobal(app: App, request: OwnInvoiceRequest): Promise<boolean> {
  const by = actorOf(request.actor);
  const readGlobalState = async () => (await findInvoice(app.db, request.globalId))?.state;
  if ((await readGlobalState()) === "stamped") {
    const [lastCancellation] = await listCancellations(app.db, request.globalId);
    const wasDenied = lastCancellation?.motive === "04" && lastCancellation.endedAt !== null;
    const outcome = wasDenied
      ? refuse("invoice_not_cancellable")
      : await cancelInvoice(app, request.globalId, { motive: "04", by });
    if (isRefusal(outcome) && (await readGlobalState()) === "stamped")
      return (await removeOrderFromGlobal(app, request)) === "left";
  } else if ((await readGlobalState()) === "cancelAsked") await advanceCancellation(app, request.globalId);
  const global = await findInvoice(app.db, request.globalId);
  if (global?.state !== "cancelled") return false;
  const periodLength = periodLengthOf(global.periodicity);
  const issuer = await findIssuer(app.db, global.shopId);
  if (!periodLength || !global.periodFrom || !issuer) return true;
  const today = formatLocalTime(new Date(), issuer.timeZone).slice(0, 10);
  const newGlobal = await issueGlobalInvoice(
    app,
    global.shopId,
    { periodLength, day: global.periodFrom },
    { by, today },
  );
  // A sealed document is stamped by its job, and staff correct a refused one. Without other sales there is nothing to
  // declare.
  return (
    !isRefusal(newGlobal) || ["nothing_to_invoice", "invoice_pending", "invoice_refused"].includes(newGlobal.refused)
  );
}

async function endRequest(db: Queryable, id: number, problem: string | null = null): Promise<void> {
  await sql`
    UPDATE own_invoice_requests SET ended_at = now(), problem = ${problem} WHERE id = ${id} AND ended_at IS NULL`.execute(
    db,
  );
}

/** Who requested the invoice, for the change log: the member of staff, or the buyer. */
function actorOf(actor: string): Actor {
  return { memberId: null, name: actor.startsWith("cliente ") ? "el cliente" : actor, ip: null };
}

/** Job, every minute: enqueues the open requests, except new ones, which their caller is still processing. */
export async function scheduleOwnInvoices(app: App): Promise<void> {
  await sql`
    SELECT ${jobSql("continue_own_invoice", { requestId: sql`id` }, { key: sql`'continue_own_invoice ' || id` })}
    FROM own_invoice_requests WHERE ended_at IS NULL AND requested_at < now() - interval '30 seconds'`.execute(app.db);
}
