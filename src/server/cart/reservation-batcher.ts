import type pg from "pg";
import { canRefuse } from "../../domain/holding-caps.ts";
import { Batcher, QUEUE_TIMEOUT_MS, RUN_AGAIN } from "../db/batcher.ts";
import type { Shopper } from "../holding/shopper.ts";
import { sortByLockOrder, rowKeyOf, type CallToBegin } from "../http/idempotency-store.ts";
import type { OfferJson } from "../offers/running-offers.ts";
import { RESERVE, type Verdict } from "./reserve.sql.ts";

/** The pieces that one cart requests. Its sizes are distinct (`sumBySize`). */
export interface ReservationRequest {
  cartId: string;
  isNew: boolean;
  shopId: string;
  presaleId: string | null;
  /** Pieces that the cart's code may still order without stock. Null if nothing is made to order. */
  madeToOrderLeft: number | null;
  timeoutMinutes: number;
  /** The customer's source and caps. Null for staff, for whom no caps apply. */
  shopper: Shopper | null;
  /** The idempotent call that begins together with the reservation. Null if there is none or it has begun. */
  call: CallToBegin | null;
  lines: { sizeId: string; productId: string; pieces: number }[];
}

export interface ReservationAnswer {
  /** By size id. TOO_FEW: fewer pieces were available than requested. */
  verdicts: Map<string, Verdict>;
  /** By size id: the available pieces after the last attempt. */
  available: Map<string, number>;
  /**
   * Null if no line was reserved, if the cart existed before or is of a presale, or if the request took several
   * statements.
   */
  createdCart: CreatedCart | null;
}

/** A cart that a statement created with all its lines. */
export interface CreatedCart {
  createdAt: Date;
  expiresAt: Date;
  /** The time that counts for the cart's expiry (rule CART-13). */
  now: Date;
  /** The database's clock after the statement's locks were acquired. */
  readAt: Date;
  /** In the order of the request. */
  lines: CreatedLine[];
}

export interface CreatedLine {
  sizeId: string;
  productId: string;
  sizeNameId: string;
  pieces: number;
  held: number;
  available: number;
  /** The version of the product's card when the statement ran. */
  cardVersion: string;
  /** The offers that run in the cart's shop. */
  offers: OfferJson[];
}

interface PendingReservation {
  request: ReservationRequest;
  /** The lines that the next statement tries to reserve. */
  openLines: ReservationRequest["lines"];
  verdicts: Map<string, Verdict>;
  available: Map<string, number>;
  createdCart: CreatedCart | null;
  /** Whether a release of expired carts was attempted for this request. */
  hasTriedRelease: boolean;
}

interface ReservationRow {
  /** The index of the request in the batch. */
  requestIndex: number;
  sizeId: string;
  verdict: Verdict;
  available: number;
  /** Pieces that the caps still allow after the statement. Null if no cap refused the line. */
  room: number | null;
  /** When the statement began the request's idempotent call. Null if it began none. */
  startedAt: string | null;
  /** The rest is null unless the statement reserved the line for a new cart without a presale. */
  createdAt: Date | null;
  expiresAt: Date | null;
  readAt: Date | null;
  shoppingNow: Date | null;
  held: number | null;
  productId: string | null;
  sizeNameId: string | null;
  cardVersion: string | null;
  /** JSON of OfferRows. Null without offers. */
  offers: string | null;
}

/** Releases the expired carts that hold these sizes. Returns how many sizes got pieces back. */
type ReleaseExpiredCarts = (sizeIds: string[]) => Promise<{ sizes: number }>;

/** SQLSTATE classes of errors caused by a request's data, not by the server: data, constraints, conflicts. */
const DATA_ERROR = /^(22|23|40)/;

/** Unique violation, deadlock, serialization failure. */
const CONFLICT_ERRORS = new Set(["23505", "40P01", "40001"]);

/**
 * Reserves pieces for all carts of a process. Up to 64 requests that wait at the same time are sent in one statement,
 * so that a popular size takes one row lock for all of them (decision 2). Requests are served in order of arrival.
 *
 * While a statement runs, the next batch grows. The fixed cost of a statement is as high as the cost of twenty carts in
 * it, and two statements with the same size or IP address would wait for each other. So a second statement runs at the
 * same time only if its batch is full, or if the first one is slow because it waits for a lock.
 *
 * One invalid request must not fail the others: a batch that failed because of its data is attempted again request by
 * request. If the database is unreachable or overloaded, nothing is attempted again: each attempt would only wait once
 * more.
 */
export class ReservationBatcher {
  private readonly batcher: Batcher<PendingReservation, ReservationAnswer>;
  private readonly pool: Pick<pg.Pool, "query">;
  private readonly releaseExpiredCarts: ReleaseExpiredCarts;

  constructor(pool: Pick<pg.Pool, "query">, releaseExpiredCarts: ReleaseExpiredCarts) {
    this.pool = pool;
    this.releaseExpiredCarts = releaseExpiredCarts;
    this.batcher = new Batcher((batch) => this.reserveBatch(batch), {
      // Two adds to one cart must see each other, and a repeated call must see the first.
      conflictKeysOf: ({ request: { cartId, call } }) => (call === null ? [cartId] : [cartId, rowKeyOf(call)]),
      maxBatchSize: 64,
      maxInFlight: 2,
      slowAfterMs: 25,
      queueTimeoutMs: QUEUE_TIMEOUT_MS,
      canTimeOut: isUntried,
      isErrorOfOneRequest: (error) => DATA_ERROR.test(sqlStateOf(error)),
    });
  }

  /**
   * Reserves as many lines as possible, each completely or not at all, and creates the cart if any line was reserved.
   * Throws `QueueOverloaded` if more requests wait than can be processed soon.
   */
  reserve(request: ReservationRequest): Promise<ReservationAnswer> {
    return this.batcher.run({
      request,
      openLines: request.lines,
      verdicts: new Map(),
      available: new Map(),
      createdCart: null,
      hasTriedRelease: false,
    });
  }

  /** Requests that still have open lines run again. */
  private async reserveBatch(batch: readonly PendingReservation[]): Promise<(ReservationAnswer | typeof RUN_AGAIN)[]> {
    const rowsByRequest = Map.groupBy(await this.queryRows(batch), (row) => row.requestIndex);
    for (const [index, reservation] of batch.entries()) recordRows(reservation, rowsByRequest.get(index) ?? []);
    await this.releaseExpiredAndReopenLines(batch);
    return batch.map(({ openLines, verdicts, available, createdCart }) =>
      openLines.length > 0 ? RUN_AGAIN : { verdicts, available, createdCart },
    );
  }

  /**
   * Runs the statement. If another process adds the same size to the same cart at the same time, the insert violates
   * the line's key. A second attempt sees that line. Only a request alone in its batch has a second attempt here.
   */
  private async queryRows(batch: readonly PendingReservation[]): Promise<ReservationRow[]> {
    const statement = { name: "reserve", text: RESERVE, values: toValues(batch) };
    try {
      return (await this.pool.query<ReservationRow>(statement)).rows;
    } catch (error) {
      if (batch.length > 1 || !CONFLICT_ERRORS.has(sqlStateOf(error))) throw error;
      return (await this.pool.query<ReservationRow>(statement)).rows;
    }
  }

  /**
   * A size must not seem sold out because the sweeper is late. Therefore expired carts that hold the missing sizes are
   * released. If that returns pieces to the stock, the refused lines are opened for the next statement, once per
   * request.
   */
  private async releaseExpiredAndReopenLines(batch: readonly PendingReservation[]): Promise<void> {
    const refusedReservations = batch.filter(
      ({ hasTriedRelease, verdicts }) => !hasTriedRelease && [...verdicts.values()].includes("TOO_FEW"),
    );
    if (refusedReservations.length === 0) return;
    const sizeIds = new Set(
      refusedReservations.flatMap((reservation) => linesWithTooFew(reservation).map((line) => line.sizeId)),
    );
    // The release is optional: if it fails, the granted lines stay granted.
    const releaseResult = await this.releaseExpiredCarts([...sizeIds]).catch(() => ({ sizes: 0 }));
    for (const reservation of refusedReservations) {
      reservation.hasTriedRelease = true;
      if (releaseResult.sizes > 0) reservation.openLines = [...reservation.openLines, ...linesWithTooFew(reservation)];
    }
  }
}

function sqlStateOf(error: unknown): string {
  return (error as { code?: string } | undefined)?.code ?? "";
}

/** Whether no line has a verdict yet, so that the request may time out in the queue. */
function isUntried({ verdicts, request, openLines }: PendingReservation): boolean {
  return verdicts.size === 0 && openLines.length === request.lines.length;
}

function linesWithTooFew({ request, verdicts }: PendingReservation): PendingReservation["openLines"] {
  return request.lines.filter((line) => verdicts.get(line.sizeId) === "TOO_FEW");
}

/**
 * Stores the statement's results. A line stays open and is attempted again if it was refused only because earlier lines
 * in the same statement requested more than the stock or a cap allowed, although what is available is enough for it.
 */
function recordRows(reservation: PendingReservation, rows: ReservationRow[]): void {
  const openSizeIds = new Set<string>();
  const { call } = reservation.request;
  const startedAt = rows[0]?.startedAt;
  if (call !== null && startedAt) {
    call.onBegun({ call, startedAt });
    reservation.request = { ...reservation.request, call: null };
  }
  reservation.createdCart = toCreatedCart(reservation.request, rows);
  for (const { sizeId, verdict, available, room } of rows) {
    const line = reservation.openLines.find((requestedLine) => requestedLine.sizeId === sizeId)!;
    reservation.available.set(sizeId, available);
    const { presaleId, madeToOrderLeft } = reservation.request;
    const hasEnoughNow =
      available >= line.pieces || (presaleId !== null && madeToOrderLeft !== null && available === 0);
    const hasRoomNow = room !== null && room >= line.pieces;
    if ((verdict === "TOO_FEW" && hasEnoughNow) || hasRoomNow) openSizeIds.add(sizeId);
    else reservation.verdicts.set(sizeId, verdict);
    if (verdict === "GRANTED" || verdict === "MADE_TO_ORDER") {
      reservation.request = { ...reservation.request, isNew: false };
    }
  }
  reservation.openLines = reservation.openLines.filter((line) => openSizeIds.has(line.sizeId));
}

/** Null if the statement did not create the request's cart. */
function toCreatedCart({ lines }: ReservationRequest, rows: ReservationRow[]): CreatedCart | null {
  const rowsBySize = new Map(rows.filter(({ createdAt }) => createdAt !== null).map((row) => [row.sizeId, row]));
  const [firstRow] = rowsBySize.values();
  if (!firstRow) return null;
  return {
    createdAt: firstRow.createdAt!,
    expiresAt: firstRow.expiresAt!,
    now: firstRow.shoppingNow!,
    readAt: firstRow.readAt!,
    lines: lines.flatMap(({ sizeId, pieces }) => {
      const row = rowsBySize.get(sizeId);
      return row ? [toCreatedLine(row, pieces)] : [];
    }),
  };
}

function toCreatedLine(row: ReservationRow, pieces: number): CreatedLine {
  return {
    sizeId: row.sizeId,
    productId: row.productId!,
    sizeNameId: row.sizeNameId!,
    pieces,
    held: row.held!,
    available: row.available,
    cardVersion: row.cardVersion!,
    offers: row.offers === null ? [] : JSON.parse(row.offers),
  };
}

function toValues(batch: readonly PendingReservation[]): unknown[] {
  const calls = sortByLockOrder(
    batch.flatMap(({ request: { call } }, requestIndex) => (call === null ? [] : [{ requestIndex, ...call }])),
    (call) => call,
  );
  const lines = batch.flatMap(({ openLines }, requestIndex) => openLines.map((line) => ({ requestIndex, ...line })));
  return [
    lines.map((line) => line.requestIndex),
    lines.map((line) => line.sizeId),
    lines.map((line) => line.productId),
    lines.map((line) => line.pieces),
    batch.map((_, index) => index),
    batch.map(({ request }) => request.cartId),
    batch.map(({ request }) => request.isNew),
    batch.map(({ request }) => request.shopId),
    batch.map(({ request }) => request.presaleId),
    batch.map(({ request }) => Math.round(request.timeoutMinutes * 60_000)),
    batch.map(({ request }) => request.madeToOrderLeft),
    batch.map(({ request }) => request.shopper?.ipHash ?? null),
    batch.map(({ request }) => request.shopper?.deviceHash ?? null),
    ...CAPS.map((cap) => batch.map(({ request }) => bindingCap(request, cap))),
    batch.filter(({ request }) => !request.isNew).map(({ request }) => request.cartId),
    calls.map((call) => call.requestIndex),
    calls.map((call) => call.scope),
    calls.map((call) => call.keyHash),
    calls.map((call) => call.requestHash),
  ];
}

/** In the order of the statement's parameters. */
const CAPS = ["cartPieces", "cartLines", "ipPieces", "ipCartAndOrderPieces", "devicePieces"] as const;

/** Null if the cap can refuse nothing: then the statement neither counts nor locks for it. */
function bindingCap({ shopper }: ReservationRequest, cap: (typeof CAPS)[number]): number | null {
  return shopper !== null && canRefuse(shopper.caps, cap) ? shopper.caps[cap] : null;
}
