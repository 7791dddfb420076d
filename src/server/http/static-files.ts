import { createReadStream, readdirSync, readFileSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { pipeline } from "node:stream";
import { acceptsEncoding } from "./accepts-encoding.ts";

const CONTENT_TYPES: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".woff2": "font/woff2",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".avif": "image/avif",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".json": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".html": "text/html; charset=utf-8",
};

const IMMUTABLE = "public, max-age=31536000, immutable";
const ONE_HOUR = "public, max-age=3600";

/** Larger bodies (the PDF reader, the API's documentation) are rarely requested and are read from disk each time. */
const MAX_BYTES_IN_MEMORY = 256 * 1024;

interface Body {
  filePath: string;
  /** In bytes. */
  size: number;
  content: Buffer | undefined;
}

interface StaticFile {
  contentType: string;
  cacheControl: string;
  body: Body;
  encodedBodies: Partial<Record<"br" | "gzip", Body>>;
}

/**
 * Files of a folder with the encodings that the build wrote next to them (`x.js`, `x.js.br`, `x.js.gz`). Each one of up
 * to `MAX_BYTES_IN_MEMORY` is kept in memory.
 */
export class StaticFiles {
  private readonly files = new Map<string, StaticFile>();

  /**
   * Serves the files below `folder` whose type is known, at paths below `/`. A file below `/assets/` never changes: its
   * name contains a hash.
   */
  addFolder(folder: string): this {
    if (!statSync(folder, { throwIfNoEntry: false })) return this;
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      this.addFile(path.posix.join("/", name.split(path.sep).join("/")), path.join(folder, name));
    }
    return this;
  }

  addFile(pathname: string, filePath: string): this {
    const contentType = CONTENT_TYPES[path.extname(filePath)];
    const body = contentType && bodyOf(filePath);
    if (!body) return this;
    this.files.set(pathname, {
      contentType,
      cacheControl: pathname.startsWith("/assets/") ? IMMUTABLE : ONE_HOUR,
      body,
      encodedBodies: { br: bodyOf(`${filePath}.br`), gzip: bodyOf(`${filePath}.gz`) },
    });
    return this;
  }

  /** Answers the request if it is for one of these files. Returns whether it did. */
  serve(pathname: string, req: IncomingMessage, res: ServerResponse, headers: Record<string, string>): boolean {
    const file = this.files.get(pathname);
    if (!file || (req.method !== "GET" && req.method !== "HEAD")) return false;
    const acceptedEncodings = req.headers["accept-encoding"];
    const encoding = (["br", "gzip"] as const).find(
      (name) => file.encodedBodies[name] && acceptsEncoding(acceptedEncodings, name),
    );
    const body = encoding ? file.encodedBodies[encoding]! : file.body;
    res.writeHead(200, {
      ...headers,
      "Content-Type": file.contentType,
      "Cache-Control": file.cacheControl,
      "Content-Length": body.size,
      ...(file.encodedBodies.br ? { Vary: "Accept-Encoding" } : {}),
      ...(encoding ? { "Content-Encoding": encoding } : {}),
    });
    if (req.method === "HEAD" || body.content) res.end(body.content);
    // If the file cannot be read, `pipeline` ends the connection.
    else pipeline(createReadStream(body.filePath), res, () => {});
    return true;
  }
}

function bodyOf(filePath: string): Body | undefined {
  const size = statSync(filePath, { throwIfNoEntry: false })?.size;
  if (size === undefined) return undefined;
  return { filePath, size, content: size <= MAX_BYTES_IN_MEMORY ? readFileSync(filePath) : undefined };
}
