import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import type { Files } from "../adapters/files/files.ts";

const PICTURE_PATH = /^\/pictures\/([a-z0-9-]{1,150}\.\d{1,5}\.(avif|webp))$/;
const CACHE_FOREVER = "public, max-age=31536000, immutable";
/** A redirect is not cached permanently: the bucket may move. */
const CACHE_ONE_DAY = "public, max-age=86400";

/** The demo's pictures, included in the repository. */
const DEMO_PICTURES = path.resolve(import.meta.dirname, "../../../demo/pictures");

/**
 * Serves GET and HEAD of `/pictures/<key>.<width>.<format>`: a picture of the demo or of the shop. If the bucket has a
 * public URL, requests for a picture of the shop are redirected there. Returns false for every other path or method.
 * Throws FilesUnavailable if the file store cannot be reached.
 */
export async function servePicture(
  files: Files,
  pathname: string,
  req: IncomingMessage,
  res: ServerResponse,
  headers: Record<string, string>,
): Promise<boolean> {
  const match = PICTURE_PATH.exec(pathname);
  if (!match || (req.method !== "GET" && req.method !== "HEAD")) return false;
  const [, name, format] = match as unknown as [string, string, string];
  // A file with a given name never changes, so the name is the ETag.
  const etag = `"${name}"`;
  const cachedHeaders = { ...headers, "Cache-Control": CACHE_FOREVER, ETag: etag };
  if (req.headers["if-none-match"]?.includes(etag)) {
    res.writeHead(304, cachedHeaders).end();
    return true;
  }
  const demoPicture = await readDemoPicture(name);
  const url = demoPicture ? null : files.publicUrl(name);
  if (url) {
    res.writeHead(302, { ...headers, Location: url, "Cache-Control": CACHE_ONE_DAY, "Content-Length": 0 }).end();
    return true;
  }
  const body = demoPicture ?? (await files.read(name));
  if (!body) {
    const textHeaders = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
    res.writeHead(404, { ...headers, ...textHeaders }).end("No encontramos esta foto.");
    return true;
  }
  res.writeHead(200, { ...cachedHeaders, "Content-Type": `image/${format}`, "Content-Length": body.byteLength });
  res.end(req.method === "HEAD" ? undefined : body);
  return true;
}

async function readDemoPicture(name: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path.join(DEMO_PICTURES, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
