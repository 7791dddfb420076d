import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

/**
 * The folders of src/server, lowest first: a folder imports only folders that come before it in this list. If two
 * folders need each other, the shared code belongs to a lower folder, or one enqueues a job in the same transaction.
 * Files directly in src/server (such as start-app.ts and routes.ts) compose the folders. Of these files, folders may
 * import only `app.ts`, `config.ts` and `log.ts`.
 */
export const ORDER: readonly string[] = `
  tracing vault csv zip db cfdi limits jobs sessions http change-log shops api pdf
  adapters branding presale-access holding tickets mail order-money pictures
  offers size-guides postal-codes check-in catalog wishlists reviews home shipping pickup-points settings feeds customers stock size-labels presale promotions cart waiting-list order-parcels orders parcels carrier-labels pickups returns
  invoicing audit system payments checkout notifications order-management staff sign-in backup
`
  .trim()
  .split(/\s+/);

/** Files outside all folders that every folder may import. */
const SHARED = new Set(["src/server/app.ts", "src/server/config.ts", "src/server/log.ts"]);
/** Tests may import everything. */
const TEST = /\.test\.ts$|^src\/server\/(?:testing|fault-tests)\//;
const IMPORT = /(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;

export interface SourceFile {
  path: string;
  text: string;
}

/** One line for each import against the order, and for each folder that is missing in the order. */
export function findWrongImports(files: readonly SourceFile[]): string[] {
  const wrong: string[] = [];
  for (const { path: file, text } of files) {
    const from = folderOf(file);
    if (from === undefined || TEST.test(file)) continue;
    if (!ORDER.includes(from)) wrong.push(`${file}: the folder ${from} is not in ORDER (tools/check-imports.ts)`);
    for (const [, specifier] of text.matchAll(IMPORT)) {
      const target = path.posix.join(path.posix.dirname(file), specifier!);
      const to = folderOf(target);
      const isWrong = to === undefined ? isForbidden(target) : to !== from && ORDER.indexOf(to) > ORDER.indexOf(from);
      if (isWrong) wrong.push(`${file} imports ${target}: ${from} is below it (tools/check-imports.ts)`);
    }
  }
  return wrong;
}

function folderOf(file: string): string | undefined {
  const [src, server, folder, ...rest] = file.split("/");
  return src === "src" && server === "server" && rest.length > 0 ? folder : undefined;
}

/** Whether the file composes the folders or is part of the demo, so that no folder may import it. */
function isForbidden(file: string): boolean {
  return file.startsWith("demo/") || (file.startsWith("src/server/") && !SHARED.has(file));
}

function readSources(): SourceFile[] {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "src/server"], {
    encoding: "utf8",
  });
  const files = listed.split("\n").filter((file) => file.endsWith(".ts"));
  return [...new Set(files)].map((file) => ({ path: file, text: readFileSync(file, "utf8") }));
}

if (import.meta.main) {
  const wrong = findWrongImports(readSources());
  for (const line of wrong) console.error(line);
  process.exitCode = wrong.length > 0 ? 1 : 0;
}
