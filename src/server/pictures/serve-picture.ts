import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import type { Files } from "../adapters/files/files.ts";

const PICTURE = /^\/pictures\/([a-z0-9-]{1,150}\.\d{1,5}\.(avif|webp))$/;
const FOR_EVER = "public, max-age=31536000, immutable";
/** A redirect is not for ever: the bucket may move. */
const FOR_A_DAY = "public, max-age=86400";

/** The demo's pictures, shipped with the program. */
const SHIPPED = path.resolve(import.meta.dirname, "../../../demo/pictures");

/**
 * Serves GET and HEAD of `/pictures/<key>.<width>.<format>`: the demo's, else the shop's own, through us or, where the
 * bucket has a public address, by a redirect. False when the address is no picture's. A store that cannot be reached
 * throws FilesUnavailable.
 */
export async function servePicture(
  files: Files,
  pathname: string,
  req: IncomingMessage,
  res: ServerResponse,
  headers: Record<string, string>,
): Promise<boolean> {
  const match = PICTURE.exec(pathname);
  if (!match || (req.method !== "GET" && req.method !== "HEAD")) return false;
  const [, name, format] = match as unknown as [string, string, string];
  // What lies under a name never changes: the name is the mark.
  const etag = `"${name}"`;
  const kept = { ...headers, "Cache-Control": FOR_EVER, ETag: etag };
  if (req.headers["if-none-match"]?.includes(etag)) {
    res.writeHead(304, kept).end();
    return true;
  }
  const shipped = await readShipped(name);
  const url = shipped ? null : files.publicUrl(name);
  if (url) {
    res.writeHead(302, { ...headers, Location: url, "Cache-Control": FOR_A_DAY, "Content-Length": 0 }).end();
    return true;
  }
  const body = shipped ?? (await files.read(name));
  if (!body) {
    const text = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
    res.writeHead(404, { ...headers, ...text }).end("No encontramos esta foto.");
    return true;
  }
  res.writeHead(200, { ...kept, "Content-Type": `image/${format}`, "Content-Length": body.byteLength });
  res.end(req.method === "HEAD" ? undefined : body);
  return true;
}

async function readShipped(name: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path.join(SHIPPED, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
