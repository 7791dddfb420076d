import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";

const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*"\.\/([\w.-]+\.js)"/g;
const DYNAMIC_IMPORT = /\bimport\(\s*["'`]\.\/([\w.-]+\.js)["'`]\s*\)/g;

export interface LazyChunk {
  name: string;
  /** The size with gzip, including the imported chunks that no page loads without interaction. */
  bytes: number;
}

/** The built chunks that are loaded on demand, such as a dialog or the lightbox, largest first. */
export function weighLazyChunks(assetsFolder: string): LazyChunk[] {
  const codeByFile = new Map<string, string>();
  for (const name of readdirSync(assetsFolder)) {
    if (name.endsWith(".js")) codeByFile.set(name, readFileSync(path.join(assetsFolder, name), "utf8"));
  }
  const listImportedFiles = (name: string, pattern: RegExp): string[] =>
    [...(codeByFile.get(name) ?? "").matchAll(pattern)].map(([, file]) => file!).filter((file) => codeByFile.has(file));
  const lazyFiles = new Set([...codeByFile.keys()].flatMap((name) => listImportedFiles(name, DYNAMIC_IMPORT)));
  const collectImports = (startNames: Iterable<string>, excludedNames: ReadonlySet<string>): Set<string> => {
    const visited = new Set<string>();
    const remainingNames = [...startNames];
    while (remainingNames.length > 0) {
      const name = remainingNames.pop()!;
      if (visited.has(name) || excludedNames.has(name)) continue;
      visited.add(name);
      remainingNames.push(...listImportedFiles(name, STATIC_IMPORT));
    }
    return visited;
  };
  const eagerFiles = collectImports(
    [...codeByFile.keys()].filter((name) => !lazyFiles.has(name) && isLoadedWithoutInteraction(name)),
    new Set(),
  );
  const weigh = (name: string): number =>
    [...collectImports([name], eagerFiles)].reduce(
      (sum, file) => sum + gzipSync(codeByFile.get(file)!, { level: 9 }).byteLength,
      0,
    );
  return [...lazyFiles].map((name) => ({ name, bytes: weigh(name) })).sort((a, b) => b.bytes - a.bytes);
}

/** Whether pages load this file without interaction: the entry, the root, a route, or a chunk that they share. */
function isLoadedWithoutInteraction(name: string): boolean {
  return /^(?:entry\.client|root|route|framework|shop)-/.test(name);
}
