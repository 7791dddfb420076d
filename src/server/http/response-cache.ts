import { hash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { ProductChanges } from "../db/product-change-tracker.ts";
import { acceptsEncoding } from "./accepts-encoding.ts";
import { RecentKeys } from "./recent-keys.ts";

/** What the cache needs to store a response for a second. */
export interface CacheInfo {
  /** The products that it shows. */
  productIds: readonly string[];
  /** The response's body. Without it, the cache reads a clone of the response, which costs a copy. */
  body?: string;
}

/** A public response is served from the cache for this long (decision 4). */
const FRESH_MS = 1_000;
/** Total size of bodies and their compressed forms. */
const MAX_CACHE_BYTES = 32 * 1024 * 1024;
const MAX_BODY_BYTES = 1024 * 1024;
/** Below this size compression costs more than it saves. */
const MIN_COMPRESSED_BYTES = 1_024;
/** Compression levels. The good ones save a sixth of the bytes of the quick ones, in five times the processor time. */
const GOOD_LEVELS = { br: 5, gzip: 6 };
const QUICK_LEVELS = { br: 1, gzip: 1 };
/** The preferred one first. */
const ENCODINGS = ["br", "gzip"] as const;

/** JSON is stored if its key is requested again within this many other keys. */
const RECENT_KEY_COUNT = 4_000;

/** The compressed forms of a body, created when they are requested. All entries with this body share them. */
interface CompressedForms {
  etag: string;
  /** How many stored entries have this body. The forms of a body that is not stored have QUICK_LEVELS. */
  entryCount: number;
  br?: Buffer;
  gzip?: Buffer;
}

interface Entry {
  status: number;
  headers: Record<string, string>;
  etag: string;
  body: Buffer | string;
  bytes: number;
  compressedForms: CompressedForms;
  storedAt: number;
  changeVersion: number;
  productIds: readonly string[];
}

/**
 * URLs whose responses may be public: the catalogue's operations and the pages. Private responses, the very large
 * `/products` and the feeds are never cached, not even for concurrent requests.
 */
const PUBLIC_PATH =
  /^\/(?:api\/v1\/(?:app|search2|products|brands|categories|shippings|postal-codes|payment-methods|reviews)(?:[/?]|$)|(?!api\/|sandbox|healthz|readyz|metrics|orders|panel|feeds\/|products(?:\?|$)).*$)/;

/** The cookies of the back office and of a preview of a shop that is not open. */
const PRIVATE_COOKIE = /(?:^|;\s*)(?:__Host-)?(?:panel|preview)=/;

/** A computed response. It is cached if `cacheable` is set. */
export interface ComputedResponse {
  response: Response;
  cacheable?: CacheInfo;
}

/** A computation in progress, the version of product changes at its start, and how many requests wait for it. */
interface Computation {
  changeVersion: number;
  answer: Promise<Entry | Response>;
  waitingRequestCount: number;
}

/**
 * The process's cache of public responses, of the API and of pages. Entries are at most a second old, and a response
 * that shows a product is computed again as soon as this process changes the product. Concurrent requests for the same
 * key share one computation. JSON is stored from its second request on: most lists are requested once, and the bodies
 * of all of them would make the garbage collector stop the process twice a second.
 */
export class ResponseCache {
  private readonly entries = new Map<string, Entry>();
  /** By the ETag, a hash of the body. */
  private readonly formsByEtag = new Map<string, CompressedForms>();
  private readonly computations = new Map<string, Computation>();
  private readonly recentKeys = new RecentKeys(RECENT_KEY_COUNT);
  private cachedBytes = 0;
  private readonly productChanges: ProductChanges;

  constructor(productChanges: ProductChanges) {
    this.productChanges = productChanges;
  }

  /** The cache key of a request whose response may be public, otherwise null. `url` includes the origin. */
  static keyOf(req: IncomingMessage, url: string): string | null {
    if (req.method !== "GET" || req.url!.length > 1_000 || !PUBLIC_PATH.test(req.url!)) return null;
    const { authorization, cookie, "sec-purpose": purpose, "x-code": code, "x-shop": shop } = req.headers;
    // An access code changes the API's responses (rule PRESALE-2), but not pages.
    if (authorization !== undefined || (code !== undefined && req.url!.startsWith("/api/"))) return null;
    // PUBLIC_PATH does not recognize every spelling of a staff URL ("/PANEL", "/%70anel"), so the cookie decides.
    if (cookie !== undefined && PRIVATE_COOKIE.test(cookie)) return null;
    // Prefetched responses may be stored by the browser for longer (web/serve.ts).
    const prefetchLabel = String(purpose).startsWith("prefetch") ? "prefetched" : "";
    return `${String(shop ?? "")} ${prefetchLabel} ${url}`;
  }

  /**
   * Serves from the cache, or computes and stores the response. A response that may not be cached is passed to
   * `sendUncached`.
   */
  async serve(
    key: string,
    req: IncomingMessage,
    res: ServerResponse,
    compute: () => Promise<ComputedResponse>,
    sendUncached: (response: Response) => void,
  ): Promise<void> {
    const entryOrResponse = await this.findOrCompute(key, compute);
    if (isEntry(entryOrResponse)) send(req, res, entryOrResponse);
    else sendUncached(entryOrResponse);
  }

  /**
   * Returns the cached response or the one being computed, otherwise starts a computation for all concurrent requests.
   * A request after a change of a product does not use a computation that began earlier and shows the product: it waits
   * for the next one.
   */
  private async findOrCompute(key: string, compute: () => Promise<ComputedResponse>): Promise<Entry | Response> {
    const versionAtRequest = this.productChanges.currentVersion();
    for (;;) {
      const cachedEntry = this.entries.get(key);
      if (cachedEntry && this.isFresh(cachedEntry)) return cachedEntry;
      const computation = this.computations.get(key) ?? this.beginComputation(key, compute);
      computation.waitingRequestCount++;
      const entryOrResponse = await computation.answer;
      const isLast = --computation.waitingRequestCount === 0;
      const isNewEnough = computation.changeVersion >= versionAtRequest;
      if (isEntry(entryOrResponse)) {
        if (isNewEnough || !this.productChanges.changedSince(computation.changeVersion, entryOrResponse.productIds))
          return entryOrResponse;
        continue;
      }
      // The last request gets the response itself: a clone's body is only cancelled once the original's is, too.
      if (isNewEnough) return isLast ? entryOrResponse : entryOrResponse.clone();
      if (isLast) entryOrResponse.body?.cancel().catch(() => {});
    }
  }

  private beginComputation(key: string, compute: () => Promise<ComputedResponse>): Computation {
    const computation = {
      changeVersion: this.productChanges.currentVersion(),
      answer: this.computeEntry(key, compute),
      waitingRequestCount: 0,
    };
    this.computations.set(key, computation);
    const end = (): void => void (this.computations.get(key) === computation && this.computations.delete(key));
    computation.answer.then(end, end);
    return computation;
  }

  private isFresh(entry: Entry): boolean {
    return (
      performance.now() - entry.storedAt < FRESH_MS &&
      !this.productChanges.changedSince(entry.changeVersion, entry.productIds)
    );
  }

  /** Evicts expired entries and those beyond the size limit, oldest first. */
  private evict(): void {
    for (const [key, entry] of this.entries) {
      if (this.cachedBytes <= MAX_CACHE_BYTES && performance.now() - entry.storedAt < FRESH_MS) break;
      this.deleteEntry(key);
    }
  }

  private deleteEntry(key: string): void {
    const entry = this.entries.get(key);
    if (!entry) return;
    this.entries.delete(key);
    if (--entry.compressedForms.entryCount === 0) this.formsByEtag.delete(entry.compressedForms.etag);
    this.cachedBytes -= sizeOf(entry);
  }

  private async computeEntry(key: string, compute: () => Promise<ComputedResponse>): Promise<Entry | Response> {
    const changeVersion = this.productChanges.currentVersion();
    const { response, cacheable } = await compute();
    if (!cacheable || response.status !== 200) return response;
    // The request id belongs to one request only.
    const { "x-request-id": _id, ...headers } = Object.fromEntries(response.headers);
    const isJson = /^application\/json\b/.test(headers["content-type"] ?? "");
    const isStored = !isJson || this.recentKeys.add(key);
    const sentBody = cacheable.body ?? Buffer.from(await response.clone().arrayBuffer());
    const body = isStored && typeof sentBody === "string" ? Buffer.from(sentBody, "utf8") : sentBody;
    const bytes = Buffer.byteLength(body);
    if (bytes > MAX_BODY_BYTES) return response;
    const etag = headers.etag ?? `"${hash("sha1", body, "base64url")}"`;
    const compressedForms = isStored
      ? this.acquireForms(etag)
      : (this.formsByEtag.get(etag) ?? { etag, entryCount: 0 });
    const entry: Entry = {
      status: 200,
      headers: { ...headers, etag },
      etag,
      body,
      bytes,
      compressedForms,
      storedAt: performance.now(),
      changeVersion,
      productIds: cacheable.productIds,
    };
    if (!isStored) return entry;
    this.deleteEntry(key);
    this.entries.set(key, entry);
    this.cachedBytes += sizeOf(entry);
    this.evict();
    return entry;
  }

  /** The compressed forms for one more entry. All entries with the same body share them, now and later. */
  private acquireForms(etag: string): CompressedForms {
    const compressedForms = this.formsByEtag.get(etag) ?? { etag, entryCount: 0 };
    compressedForms.entryCount++;
    this.formsByEtag.set(etag, compressedForms);
    return compressedForms;
  }
}

/**
 * `instanceof Response` is false for a clone: Hono's server replaces the global class, and clones have Node's class.
 */
function isEntry(entryOrResponse: Entry | Response): entryOrResponse is Entry {
  return "storedAt" in entryOrResponse;
}

/**
 * The bytes of an entry with its compressed forms, which are created on demand. Text shrinks to a fifth or less, so
 * half of the body's bytes is enough for both forms.
 */
function sizeOf(entry: Entry): number {
  return Math.ceil(entry.bytes * 1.5);
}

/** Holds the body that is being compressed. Compression is synchronous, so one buffer is enough. */
const compressionInput = Buffer.allocUnsafeSlow(MAX_BODY_BYTES);

/**
 * Node's compressors and their buffers stay in memory until the next full garbage collection. So their input is one
 * shared buffer, and their first chunk of output is large enough for most bodies.
 */
function compress(body: Buffer | string, encoding: (typeof ENCODINGS)[number], levels: typeof GOOD_LEVELS): Buffer {
  const length = typeof body === "string" ? compressionInput.write(body, "utf8") : body.copy(compressionInput);
  const input = compressionInput.subarray(0, length);
  const chunkSize = Math.max(1_024, length >> 2);
  return encoding === "br"
    ? brotliCompressSync(input, { chunkSize, params: { [constants.BROTLI_PARAM_QUALITY]: levels.br } })
    : gzipSync(input, { chunkSize, level: levels.gzip });
}

function send(req: IncomingMessage, res: ServerResponse, entry: Entry): void {
  if (req.headers["if-none-match"]?.includes(entry.etag)) {
    const { "content-type": _type, "content-length": _length, ...headers } = entry.headers;
    res.writeHead(304, { ...headers, "x-request-id": randomUUID() }).end();
    return;
  }
  const isCompressible = entry.bytes >= MIN_COMPRESSED_BYTES;
  let body = entry.body;
  const headers: Record<string, string | number> = { ...entry.headers, "x-request-id": randomUUID() };
  if (isCompressible) headers.vary = `${entry.headers.vary ?? ""}, Accept-Encoding`.replace(/^, /, "");
  const encoding = isCompressible
    ? ENCODINGS.find((name) => acceptsEncoding(req.headers["accept-encoding"], name))
    : undefined;
  if (encoding) {
    const { compressedForms } = entry;
    // A form that belongs to a stored body is sent more often.
    body = compressedForms[encoding] ??= compress(
      entry.body,
      encoding,
      compressedForms.entryCount > 0 ? GOOD_LEVELS : QUICK_LEVELS,
    );
    headers["content-encoding"] = encoding;
  }
  headers["content-length"] = body === entry.body ? entry.bytes : Buffer.byteLength(body);
  res.writeHead(entry.status, headers).end(body);
}
