import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";

const STATIC = /(?:\bfrom|\bimport)\s*"\.\/([\w.-]+\.js)"/g;
const ON_DEMAND = /\bimport\(\s*["'`]\.\/([\w.-]+\.js)["'`]\s*\)/g;

export interface LazyChunk {
  name: string;
  /** Gzip, with the chunks it imports that no page loads by itself. */
  bytes: number;
}

/** The built code that is loaded on demand (a dialog, the lightbox), heaviest first. */
export function weighLazyChunks(assets: string): LazyChunk[] {
  const code = new Map<string, string>();
  for (const name of readdirSync(assets)) {
    if (name.endsWith(".js")) code.set(name, readFileSync(path.join(assets, name), "utf8"));
  }
  const named = (name: string, pattern: RegExp): string[] =>
    [...(code.get(name) ?? "").matchAll(pattern)].map(([, file]) => file!).filter((file) => code.has(file));
  const lazy = new Set([...code.keys()].flatMap((name) => named(name, ON_DEMAND)));
  const closure = (roots: Iterable<string>, without: ReadonlySet<string>): Set<string> => {
    const met = new Set<string>();
    const waiting = [...roots];
    while (waiting.length > 0) {
      const name = waiting.pop()!;
      if (met.has(name) || without.has(name)) continue;
      met.add(name);
      waiting.push(...named(name, STATIC));
    }
    return met;
  };
  const byItself = closure(
    [...code.keys()].filter((name) => !lazy.has(name) && isRoot(name)),
    new Set(),
  );
  const weigh = (name: string): number =>
    [...closure([name], byItself)].reduce((sum, file) => sum + gzipSync(code.get(file)!, { level: 9 }).byteLength, 0);
  return [...lazy].map((name) => ({ name, bytes: weigh(name) })).sort((a, b) => b.bytes - a.bytes);
}

/** The roots of a page's own code: the entry, the root, and the file of each route. */
function isRoot(name: string): boolean {
  return /^(?:entry\.client|root|route|framework|shop)-/.test(name);
}
