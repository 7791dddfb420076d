import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { ProductChangeTracker } from "../db/product-change-tracker.ts";

/** An answer the process may keep for a second; it shows these products. */
export interface Cacheable {
  productIds: readonly string[];
}

/** An answer that is the same for everybody is served again for this long (decision 4). */
const FRESH_MS = 1_000;
/** Bodies with their compressed forms, all together. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_BODY = 1024 * 1024;
/** Below this compressing costs more than it saves. */
const MIN_COMPRESSED = 1_024;

interface Entry {
  status: number;
  headers: Record<string, string>;
  etag: string;
  body: Buffer;
  brotli?: Buffer;
  gzip?: Buffer;
  at: number;
  touchedAt: number;
  productIds: readonly string[];
}

/**
 * What may be the same for everybody: the catalogue's calls and the pages. What belongs to one visitor, and the endless
 * `/products`, never come here, not even to share one computation.
 */
const PUBLIC =
  /^\/(?:api\/v1\/(?:app|search2|products|brands|categories|shippings|payment-methods|reviews)(?:[/?]|$)|(?!api\/|sandbox|healthz|readyz|metrics|orders|panel|products(?:\?|$)).*$)/;

/** Of the back office, and of a preview of a shop that is not open. */
const STAFF_COOKIE = /(?:^|;\s*)(?:__Host-)?(?:panel|preview)=/;

/** What a request computed: kept if `keep` is set. */
export interface Computed {
  response: Response;
  keep?: Cacheable;
}

/** An answer on its way, and how far stock had changed when it was begun. */
interface Computing {
  touchedAt: number;
  answer: Promise<Entry | Response>;
}

/**
 * The process's memory for public answers: API and pages alike. Fresh within a second, and an answer that shows a
 * product whose stock this process changed is computed again at once. Of many who ask for the same, one computes.
 */
export class ResponseCache {
  private readonly entries = new Map<string, Entry>();
  private readonly computing = new Map<string, Computing>();
  private bytes = 0;
  private readonly touches: ProductChangeTracker;

  constructor(touches: ProductChangeTracker) {
    this.touches = touches;
  }

  /** The key of a request whose answer may be the same for everybody, or null. `url`: with the origin it came to. */
  static keyOf(req: IncomingMessage, url: string): string | null {
    if (req.method !== "GET" || req.url!.length > 1_000 || !PUBLIC.test(req.url!)) return null;
    const { authorization, cookie, "sec-purpose": purpose, "x-code": code, "x-shop": shop } = req.headers;
    // A code changes what calls answer (rule PRESALE-2). Pages are the same with and without it.
    if (authorization !== undefined || (code !== undefined && req.url!.startsWith("/api/"))) return null;
    // Whoever works in the back office, however its address is written: "/PANEL", "/%70anel".
    if (cookie !== undefined && STAFF_COOKIE.test(cookie)) return null;
    // What is fetched ahead may be kept by the browser for longer (web/serve.ts).
    const ahead = String(purpose).startsWith("prefetch") ? "ahead" : "";
    return `${String(shop ?? "")} ${ahead} ${url}`;
  }

  /** Serves from memory, or computes and remembers. Answers that may not be kept are handed to `pass`. */
  async serve(
    key: string,
    req: IncomingMessage,
    res: ServerResponse,
    compute: () => Promise<Computed>,
    pass: (response: Response) => void,
  ): Promise<void> {
    const computed = await this.find(key, compute);
    if (computed instanceof Response) pass(computed.clone());
    else send(req, res, computed);
  }

  /**
   * What is remembered or on its way; or else what is computed now, for all who come meanwhile. Who came after stock
   * changed does not take an answer begun before that shows this stock: he waits for the next, with all the others.
   */
  private async find(key: string, compute: () => Promise<Computed>): Promise<Entry | Response> {
    const askedAt = this.touches.now();
    for (;;) {
      const known = this.entries.get(key);
      if (known && this.isFresh(known)) return known;
      const running = this.computing.get(key) ?? this.begin(key, compute);
      const computed = await running.answer;
      if (running.touchedAt >= askedAt) return computed;
      if (!(computed instanceof Response) && !this.touches.changedSince(running.touchedAt, computed.productIds)) {
        return computed;
      }
    }
  }

  private begin(key: string, compute: () => Promise<Computed>): Computing {
    const begun = { touchedAt: this.touches.now(), answer: this.compute(key, compute) };
    this.computing.set(key, begun);
    const end = (): void => void (this.computing.get(key) === begun && this.computing.delete(key));
    begun.answer.then(end, end);
    return begun;
  }

  private isFresh(entry: Entry): boolean {
    return performance.now() - entry.at < FRESH_MS && !this.touches.changedSince(entry.touchedAt, entry.productIds);
  }

  /** Oldest first: what is stale goes, and what is too much. */
  private tidy(): void {
    for (const [key, entry] of this.entries) {
      if (this.bytes <= MAX_BYTES && performance.now() - entry.at < FRESH_MS) break;
      this.drop(key);
    }
  }

  private drop(key: string): void {
    const entry = this.entries.get(key);
    if (!entry) return;
    this.entries.delete(key);
    this.bytes -= weight(entry);
  }

  private async compute(key: string, compute: () => Promise<Computed>): Promise<Entry | Response> {
    const touchedAt = this.touches.now();
    const { response, keep } = await compute();
    if (!keep || response.status !== 200) return response;
    const body = Buffer.from(await response.clone().arrayBuffer());
    if (body.byteLength > MAX_BODY) return response;
    // The request's own mark is not everybody's.
    const { "x-request-id": _id, ...headers } = Object.fromEntries(response.headers);
    const etag = headers.etag ?? `"${createHash("sha1").update(body).digest("base64url")}"`;
    const entry: Entry = {
      status: 200,
      headers: { ...headers, etag },
      etag,
      body,
      at: performance.now(),
      touchedAt,
      productIds: keep.productIds,
    };
    this.drop(key);
    this.entries.set(key, entry);
    this.bytes += weight(entry);
    this.tidy();
    return entry;
  }
}

/** Text shrinks to a fifth or less: its compressed forms, made when first asked for, are counted in from the start. */
function weight(entry: Entry): number {
  return Math.ceil(entry.body.byteLength * 1.5);
}

function accepts(req: IncomingMessage, encoding: string): boolean {
  const accepted = req.headers["accept-encoding"] ?? "";
  return new RegExp(`(?:^|[,\\s])${encoding}(?!\\s*;\\s*q=0(?:\\.0*)?(?:[,\\s]|$))(?:[;,\\s]|$)`).test(accepted);
}

function send(req: IncomingMessage, res: ServerResponse, entry: Entry): void {
  if (req.headers["if-none-match"]?.includes(entry.etag)) {
    const { "content-type": _type, "content-length": _length, ...headers } = entry.headers;
    res.writeHead(304, { ...headers, "x-request-id": randomUUID() }).end();
    return;
  }
  const isWorth = entry.body.byteLength >= MIN_COMPRESSED;
  let body = entry.body;
  const headers: Record<string, string | number> = { ...entry.headers, "x-request-id": randomUUID() };
  if (isWorth) headers.vary = `${entry.headers.vary ?? ""}, Accept-Encoding`.replace(/^, /, "");
  if (isWorth && accepts(req, "br")) {
    body = entry.brotli ??= brotliCompressSync(entry.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
    headers["content-encoding"] = "br";
  } else if (isWorth && accepts(req, "gzip")) {
    body = entry.gzip ??= gzipSync(entry.body, { level: 6 });
    headers["content-encoding"] = "gzip";
  }
  headers["content-length"] = body.byteLength;
  res.writeHead(entry.status, headers).end(body);
}
