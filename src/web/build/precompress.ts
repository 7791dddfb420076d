import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/**
 * Writes `x.br` and `x.gz` beside every text asset of `folder` that has at least 1 KiB. The quality is the best,
 * because this runs once, at build time.
 */
export function precompress(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!/\.(js|css|svg|json|webmanifest|txt)$/.test(name)) continue;
    const file = path.join(folder, name);
    const body = readFileSync(file);
    if (body.byteLength < 1_024) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    writeFileSync(`${file}.br`, brotliCompressSync(body, { params }));
    writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }));
  }
}
