import { gzipSync } from "node:zlib";

/**
 * What a page loads without interaction, in bytes with gzip, and the number of its script files. Fonts are already
 * compressed and count as they are.
 */
export interface PageWeight {
  html: number;
  scripts: number;
  scriptFileCount: number;
  styles: number;
  fonts: number;
}

const ASSET_PATH = /\/assets\/[\w.-]+\.(?:js|css|woff2)/g;
/** `import … from "./x.js"`, `import "./x.js"` and `export … from "./x.js"`, but not dynamic imports. */
const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*"\.\/([\w.-]+\.js)"/g;

/** Weighs a served page and what a browser loads for it without interaction: the linked assets and their imports. */
export async function weighPage(port: number, path: string): Promise<PageWeight> {
  const files = new ServedFiles(port);
  const html = await files.fetchPage(path);
  const linkedFiles = new Set(html.match(ASSET_PATH));
  const scripts = new Set<string>();
  const remainingNames = [...linkedFiles].filter((name) => name.endsWith(".js"));
  while (remainingNames.length > 0) {
    const name = remainingNames.pop()!;
    if (scripts.has(name)) continue;
    scripts.add(name);
    for (const [, importedName] of (await files.fetchText(name)).matchAll(STATIC_IMPORT))
      remainingNames.push(`/assets/${importedName}`);
  }
  const sumSizes = async (names: Iterable<string>): Promise<number> => {
    let bytes = 0;
    for (const name of names) bytes += await files.fetchCompressedSize(name);
    return bytes;
  };
  const filesOfType = (extension: string) => [...linkedFiles].filter((name) => name.endsWith(extension));
  return {
    html: gzipSync(html, { level: 6 }).byteLength,
    scripts: await sumSizes(scripts),
    scriptFileCount: scripts.size,
    styles: await sumSizes(filesOfType(".css")),
    fonts: await sumSizes(filesOfType(".woff2")),
  };
}

class ServedFiles {
  private readonly port: number;

  constructor(port: number) {
    this.port = port;
  }

  /** Pages with the status 404 or 503 are weighed too. */
  async fetchPage(path: string): Promise<string> {
    return (await this.get(path, (status) => [200, 404, 503].includes(status))).toString();
  }

  async fetchText(path: string): Promise<string> {
    return (await this.get(path)).toString();
  }

  /** Compresses the file as the build does, because small files have no `.gz` file. Fonts are compressed already. */
  async fetchCompressedSize(path: string): Promise<number> {
    const body = await this.get(path);
    return path.endsWith(".woff2") ? body.byteLength : gzipSync(body, { level: 9 }).byteLength;
  }

  private async get(path: string, isWanted = (status: number): boolean => status === 200): Promise<Buffer> {
    const response = await fetch(`http://127.0.0.1:${this.port}${path}`, {
      headers: { "Accept-Encoding": "identity" },
      redirect: "error",
    });
    if (!isWanted(response.status)) throw new Error(`${path}: ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  }
}
