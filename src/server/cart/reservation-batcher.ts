import type pg from "pg";
import { binds } from "../../domain/holding-caps.ts";
import { QUEUE_TIMEOUT_MS } from "../db/batcher.ts";
import type { Shopper } from "../holding/shopper.ts";
import { RESERVE, type Verdict } from "./reserve.sql.ts";
import { Unavailable } from "../../domain/unavailable.ts";

/** The pieces that one cart requests. Its sizes are distinct (`sumBySize`). */
export interface ReservationRequest {
  cartId: string;
  isNew: boolean;
  shopId: string;
  presaleId: string | null;
  /** Pieces that its code may still order without stock; null if nothing is made to order. */
  madeToOrderLeft: number | null;
  timeoutMinutes: number;
  /** The customer's source and caps; null for staff, for whom no caps apply. */
  shopper: Shopper | null;
  lines: { sizeId: string; productId: string; pieces: number }[];
}

export interface ReservationAnswer {
  /** By size id. TOO_FEW: fewer pieces were available than requested. */
  verdicts: Map<string, Verdict>;
  /** By size id: the available pieces after the last attempt. */
  left: Map<string, number>;
}

/** Thrown if more requests wait than can be processed soon. Answered as 503. */
export class ReservationQueueFull extends Unavailable {
  override name = "ReservationQueueFull";
}

interface Ticket {
  request: ReservationRequest;
  open: ReservationRequest["lines"];
  verdicts: Map<string, Verdict>;
  left: Map<string, number>;
  freedFor: boolean;
  /** Milliseconds of `performance.now()`. */
  since: number;
  resolve: (answer: ReservationAnswer) => void;
  reject: (error: unknown) => void;
}

interface DeskRow {
  ticket: number;
  sizeId: string;
  verdict: Verdict;
  left: number;
  /** Pieces that the caps still allow after the statement; null if no cap refused the line. */
  room: number | null;
}

/** SQLSTATE classes of errors caused by the request's data, not by the server: data, constraints, conflicts. */
const OF_ITS_DATA = /^(22|23|40)/;

/** Unique violation, deadlock, serialization failure. */
const ASK_AGAIN = new Set(["23505", "40P01", "40001"]);

const MAX_CARTS = 64;
const MAX_IN_FLIGHT = 2;
/** A statement that takes longer waits for a lock. Other requests do not wait for it. */
const SLOW_MS = 25;
const MAX_WAITING = 5_000;

/**
 * The one place in a process where carts reserve pieces. All requests that wait at the same time are sent in one
 * statement, so that a popular size takes one row lock for sixty carts (decision 2). Requests are served in order of
 * arrival.
 *
 * While a statement runs, the next batch grows: a statement costs as much as twenty of its carts, and two statements
 * with the same size or address would wait for each other. A second one runs beside it only if its batch is full, or if
 * the first one is slow.
 */
export class ReservationBatcher {
  private waiting: Ticket[] = [];
  private inFlight = 0;
  /** The batch that was sent last takes long. */
  private isSlow = false;
  private scheduled = false;
  private readonly pool: Pick<pg.Pool, "query">;
  private readonly freeExpired: (sizeIds: string[]) => Promise<string[]>;

  /** `freeExpired` releases expired carts that hold these sizes and returns the products whose stock increased. */
  constructor(pool: Pick<pg.Pool, "query">, freeExpired: (sizeIds: string[]) => Promise<string[]>) {
    this.pool = pool;
    this.freeExpired = freeExpired;
  }

  /**
   * Reserves as many lines as possible, each completely or not at all, and creates the cart if any line was reserved.
   */
  reserve(request: ReservationRequest): Promise<ReservationAnswer> {
    if (this.waiting.length >= MAX_WAITING) return Promise.reject(new ReservationQueueFull());
    return new Promise((resolve, reject) => {
      const since = performance.now();
      const none = { verdicts: new Map(), left: new Map() };
      this.waiting.push({ request, open: request.lines, ...none, freedFor: false, since, resolve, reject });
      this.schedule();
    });
  }

  /** Runs at the end of this turn of the event loop, so that requests parsed in the same turn share a statement. */
  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      while (this.waiting.length > 0 && this.mayServe()) void this.serve(this.nextBatch());
    });
  }

  private mayServe(): boolean {
    if (this.inFlight === 0) return true;
    return this.inFlight < MAX_IN_FLIGHT && (this.isSlow || this.waiting.length >= MAX_CARTS);
  }

  /** The longest waiting, at most one ticket a cart: two adds to one cart must see each other. */
  private nextBatch(): Ticket[] {
    const batch: Ticket[] = [];
    const carts = new Set<string>();
    const later: Ticket[] = [];
    const late = performance.now() - QUEUE_TIMEOUT_MS;
    for (const ticket of this.waiting) {
      if (ticket.since < late && isUntried(ticket)) ticket.reject(new ReservationQueueFull());
      else if (batch.length < MAX_CARTS && !carts.has(ticket.request.cartId)) {
        carts.add(ticket.request.cartId);
        batch.push(ticket);
      } else later.push(ticket);
    }
    this.waiting = later;
    return batch;
  }

  private async serve(batch: Ticket[]): Promise<void> {
    this.inFlight++;
    this.isSlow = false;
    const timer = setTimeout(() => {
      this.isSlow = true;
      this.schedule();
    }, SLOW_MS);
    try {
      const again = await this.ask(batch).catch((error) => this.askOneByOne(batch, error));
      this.waiting = [...again, ...this.waiting];
    } catch (error) {
      for (const ticket of batch) ticket.reject(error);
    } finally {
      clearTimeout(timer);
      this.inFlight--;
      if (this.waiting.length > 0) this.schedule();
    }
  }

  /**
   * One invalid request must not fail the others: a failed batch is attempted again request by request. If another
   * process added the same size to a cart at the same time, the insert violates the line's key; a second attempt sees
   * that line. If the database is unreachable or overloaded, nothing is attempted again: each attempt would only wait
   * once more.
   */
  private async askOneByOne(batch: Ticket[], reason: { code?: string }): Promise<Ticket[]> {
    if (!reason.code || !OF_ITS_DATA.test(reason.code)) throw reason;
    const again: Ticket[] = [];
    for (const ticket of batch) {
      try {
        again.push(...(await this.ask([ticket]).catch((error) => this.askAfter(error, ticket))));
      } catch (error) {
        ticket.reject(error);
      }
    }
    return again;
  }

  private askAfter(error: { code?: string }, ticket: Ticket): Promise<Ticket[]> {
    if (!error.code || !ASK_AGAIN.has(error.code)) throw error;
    return this.ask([ticket]);
  }

  /** Resolves the finished requests, and returns those with lines to attempt again. */
  private async ask(batch: Ticket[]): Promise<Ticket[]> {
    const { rows } = await this.pool.query<DeskRow>({ name: "reserve", text: RESERVE, values: toValues(batch) });
    const rowsOf = Map.groupBy(rows, (row) => row.ticket);
    batch.forEach((ticket, index) => note(ticket, rowsOf.get(index) ?? []));
    await this.releaseExpiredAndRetry(batch);
    const again = batch.filter((ticket) => ticket.open.length > 0);
    for (const { open, verdicts, left, resolve } of batch) if (open.length === 0) resolve({ verdicts, left });
    return again;
  }

  /**
   * A late sweeper must not make a size sold out: expired carts that hold the missing sizes are released first, once
   * per request.
   */
  private async releaseExpiredAndRetry(batch: Ticket[]): Promise<void> {
    const unlucky = batch.filter((ticket) => !ticket.freedFor && [...ticket.verdicts.values()].includes("TOO_FEW"));
    if (unlucky.length === 0) return;
    const sizeIds = new Set(unlucky.flatMap((ticket) => tooFew(ticket).map((line) => line.sizeId)));
    // The release is optional: if it fails, the granted lines stay granted.
    const freed = await this.freeExpired([...sizeIds]).catch((): string[] => []);
    for (const ticket of unlucky) {
      ticket.freedFor = true;
      if (freed.length > 0) ticket.open = [...ticket.open, ...tooFew(ticket)];
    }
  }
}

/** Whether nothing was reserved for it yet, so that the request may be refused. */
function isUntried({ verdicts, request, open }: Ticket): boolean {
  return verdicts.size === 0 && open.length === request.lines.length;
}

function tooFew(ticket: Ticket): Ticket["open"] {
  return ticket.request.lines.filter((line) => ticket.verdicts.get(line.sizeId) === "TOO_FEW");
}

/**
 * Stores the statement's results. A line stays open and is attempted again if it was refused only because earlier lines
 * in the same statement requested more than the stock or a cap allowed, although what is left is enough for it.
 */
function note(ticket: Ticket, rows: DeskRow[]): void {
  const stillOpen = new Set<string>();
  for (const { sizeId, verdict, left, room } of rows) {
    const line = ticket.open.find((asked) => asked.sizeId === sizeId)!;
    ticket.left.set(sizeId, left);
    const { presaleId, madeToOrderLeft } = ticket.request;
    const enoughAfterAll = left >= line.pieces || (presaleId !== null && madeToOrderLeft !== null && left === 0);
    const hasRoomAfterAll = room !== null && room >= line.pieces;
    if ((verdict === "TOO_FEW" && enoughAfterAll) || hasRoomAfterAll) stillOpen.add(sizeId);
    else ticket.verdicts.set(sizeId, verdict);
    if (verdict === "GRANTED" || verdict === "MADE_TO_ORDER") ticket.request = { ...ticket.request, isNew: false };
  }
  ticket.open = ticket.open.filter((line) => stillOpen.has(line.sizeId));
}

function toValues(batch: Ticket[]): unknown[] {
  const lines = batch.flatMap((ticket, index) => ticket.open.map((line) => ({ ticket: index, ...line })));
  return [
    lines.map((line) => line.ticket),
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
    batch.map(({ request }) => request.shopper?.addressHash ?? null),
    batch.map(({ request }) => request.shopper?.deviceHash ?? null),
    ...CAPS.map((cap) => batch.map(({ request }) => bindingCap(request, cap))),
    batch.filter(({ request }) => !request.isNew).map(({ request }) => request.cartId),
  ];
}

/** In the order of the statement's parameters. */
const CAPS = ["cartPieces", "cartLines", "addressPieces", "addressTotal", "devicePieces"] as const;

/** Null if the cap can refuse nothing: then the statement neither counts nor locks for it. */
function bindingCap({ shopper }: ReservationRequest, cap: (typeof CAPS)[number]): number | null {
  return shopper !== null && binds(shopper.caps, cap) ? shopper.caps[cap] : null;
}
